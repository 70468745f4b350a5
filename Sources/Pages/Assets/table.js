// A table that sorts by its columns and shows one page of its rows at a time: any number of rows, few elements.
"use strict";

class SortableTable {
  /**
   * `columns`: { title, key(row), cell(row), kind, first } where `kind` is "number" or "wide", and `first`
   * the direction of the first click. Rows come in an order of their own, which stays until a click.
   */
  constructor(host, { name, caption, columns, pageRows = 50, isChosen = () => false, empty = "Nothing here." }) {
    Object.assign(this, { host, name, caption, columns, pageRows, isChosen, empty });
    this.sorting = null;
    this.page = 0;
    this.rows = [];
  }

  show(rows, caption = this.caption) {
    this.caption = caption;
    this.rows = rows;
    this.page = 0;
    this.render();
  }

  get sorted() {
    if (!this.sorting) return this.rows;
    const { column, sign } = this.sorting;
    const compare = (a, b) => (typeof a === "number" && typeof b === "number" ? a - b
      : String(a).localeCompare(String(b), "en", { numeric: true }));
    return this.rows.map((row, index) => ({ row, index, key: column.key(row) }))
      .sort((a, b) => {
        // What is not known stands last in either direction.
        if (a.key === null || b.key === null) return (a.key === null) - (b.key === null) || a.index - b.index;
        return sign * compare(a.key, b.key) || a.index - b.index;
      })
      .map(({ row }) => row);
  }

  sort(column) {
    const first = column.first ?? (column.kind === "number" ? -1 : 1);
    const sign = this.sorting?.column === column ? -this.sorting.sign : first;
    this.sorting = { column, sign };
    this.page = 0;
    this.render();
    this.host.querySelector(`[data-column="${this.columns.indexOf(column)}"]`)?.focus();
  }

  render() {
    if (!this.rows.length) {
      this.host.replaceChildren(h("p", { class: "empty" }, this.empty));
      return;
    }
    const from = this.page * this.pageRows;
    const shown = this.sorted.slice(from, from + this.pageRows);
    this.shown = shown;
    const table = h("table", {},
      h("caption", {}, this.caption),
      h("thead", {}, h("tr", {}, this.columns.map((column, index) => this.heading(column, index)))),
      h("tbody", {}, shown.map((row) => h("tr", { class: this.isChosen(row) ? "chosen" : null },
        this.columns.map((column) => h("td", { class: column.kind }, column.cell(row)))))));
    const scroller = h("div", { class: "scroll-x", tabindex: "0", role: "region", "aria-label": `${this.name}: table` }, table);
    this.host.replaceChildren(scroller, ...this.pager(from, shown.length));
  }

  /** The chosen row is another one. */
  mark() {
    this.host.querySelectorAll("tbody tr").forEach((element, index) => {
      element.classList.toggle("chosen", this.isChosen(this.shown[index]));
    });
  }

  heading(column, index) {
    const isSorted = this.sorting?.column === column;
    const direction = isSorted ? (this.sorting.sign > 0 ? "ascending" : "descending") : null;
    const arrow = isSorted ? h("span", { "aria-hidden": "true" }, this.sorting.sign > 0 ? " ↑" : " ↓") : null;
    return h("th", { scope: "col", class: column.kind, "aria-sort": direction },
      h("button", { type: "button", "data-column": index, onclick: () => this.sort(column) }, column.title, arrow));
  }

  pager(from, count) {
    if (this.rows.length <= this.pageRows) return [];
    const last = Math.ceil(this.rows.length / this.pageRows) - 1;
    const turn = (name, page) => h("button", {
      type: "button", disabled: page < 0 || page > last, "data-turn": name,
      onclick: () => {
        this.page = page;
        this.render();
        const button = this.host.querySelector(`[data-turn="${name}"]`);
        (button.disabled ? this.host.querySelector("[data-turn]:enabled") : button).focus();
      },
    }, name);
    return [h("div", { class: "pager" }, turn("Previous", this.page - 1), turn("Next", this.page + 1),
      h("span", { role: "status" },
        `${(from + 1).toLocaleString("en")} to ${(from + count).toLocaleString("en")} of ${this.rows.length.toLocaleString("en")}`))];
  }
}
