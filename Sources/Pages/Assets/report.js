// Where the data of a report comes from: the page itself.
"use strict";

new ReportView().show(JSON.parse($("data").textContent));
