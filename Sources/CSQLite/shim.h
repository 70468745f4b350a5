#include <sqlite3.h>

// Variadic in SQLite, and so out of Swift's reach: switches one option of a connection on or off.
static inline int csqlite_configure(sqlite3 *connection, int option, int value) {
  return sqlite3_db_config(connection, option, value, (int *)0);
}
