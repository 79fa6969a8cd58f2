/* The database has a table of contents and one of places, and shows both as the table that the specification asks
 * for. */
#include "atlas/mbtiles.h"

#include <sqlite3.h>
#include <stdlib.h>

struct mbtiles {
  sqlite3 *database;
  sqlite3_stmt *image, *place, *about;
  int64_t contents; /* numbers that other contents than of one colour have, from 2^33 on */
};

static const char schema[] =
    "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16384; "
    "PRAGMA application_id = 0x4d504258;"
    "CREATE TABLE metadata (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;"
    "CREATE TABLE images (tile_id INTEGER PRIMARY KEY, tile_data BLOB);"
    "CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id INTEGER,"
    " PRIMARY KEY (zoom_level, tile_column, tile_row)) WITHOUT ROWID;"
    "CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, tile_data FROM map JOIN images USING (tile_id);"
    "BEGIN";

static int prepare(mbtiles *m, const char *text, sqlite3_stmt **to) {
  return sqlite3_prepare_v2(m->database, text, -1, to, NULL) == SQLITE_OK ? 0 : -1;
}

mbtiles *mbtiles_open(const char *name) {
  mbtiles *const m = calloc(1, sizeof *m);
  if (!m) return NULL;
  m->contents = (int64_t)1 << 33;
  if (sqlite3_open_v2(name, &m->database, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
      sqlite3_exec(m->database, schema, NULL, NULL, NULL) == SQLITE_OK &&
      prepare(m, "INSERT OR IGNORE INTO images VALUES (?, ?)", &m->image) == 0 &&
      prepare(m, "INSERT INTO map VALUES (?, ?, ?, ?)", &m->place) == 0 &&
      prepare(m, "INSERT INTO metadata VALUES (?, ?)", &m->about) == 0)
    return m;
  mbtiles_close(m);
  return NULL;
}

const char *mbtiles_error(const mbtiles *m) { return m ? sqlite3_errmsg(m->database) : "the database can't be made"; }

static int step(sqlite3_stmt *statement) {
  const int done = sqlite3_step(statement) == SQLITE_DONE;
  sqlite3_reset(statement);
  return done ? 0 : -1;
}

int mbtiles_tell(mbtiles *m, const char *name, const char *value) {
  sqlite3_bind_text(m->about, 1, name, -1, SQLITE_STATIC);
  sqlite3_bind_text(m->about, 2, value, -1, SQLITE_STATIC);
  return step(m->about);
}

int mbtiles_put(mbtiles *m, map_tile tile, const void *bytes, uint32_t length, int is_plain, uint32_t colour) {
  const int64_t id = is_plain ? colour : m->contents++;
  sqlite3_bind_int64(m->image, 1, id);
  sqlite3_bind_blob64(m->image, 2, bytes, length, SQLITE_STATIC);
  if (step(m->image) != 0) return -1;
  sqlite3_bind_int(m->place, 1, tile.zoom);
  sqlite3_bind_int64(m->place, 2, tile.x);
  sqlite3_bind_int64(m->place, 3, ((int64_t)1 << tile.zoom) - 1 - (int64_t)tile.y);
  sqlite3_bind_int64(m->place, 4, id);
  return step(m->place);
}

int mbtiles_end(mbtiles *m) { return sqlite3_exec(m->database, "COMMIT", NULL, NULL, NULL) == SQLITE_OK ? 0 : -1; }

void mbtiles_close(mbtiles *m) {
  if (!m) return;
  sqlite3_finalize(m->image);
  sqlite3_finalize(m->place);
  sqlite3_finalize(m->about);
  sqlite3_close(m->database);
  free(m);
}
