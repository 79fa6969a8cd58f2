/* What burl info shows of an archive of tiles. */
#include "cli/info_archive.h"

#include "atlas/pmtiles_look.h"
#include "json/json.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int is_archive(const char *path) {
  const char *const dot = path ? strrchr(path, '.') : NULL;
  return dot && strcasecmp(dot, ".pmtiles") == 0;
}

/* What the specification's number of a kind of tiles stands for. */
static const char *format_name(int format) {
  static const char *const names[] = {"unknown", "mvt", "png", "jpg", "webp", "avif"};
  return format >= 0 && format < (int)(sizeof names / sizeof *names) ? names[format] : names[0];
}

/* The most bytes of an archive's own description that are among the JSON. */
static const size_t most_metadata = 1 << 16;

/* "0: 1, 1: 4, 2: 16" */
static void print_zooms(const pmtiles_summary *s) {
  printf("by zoom     ");
  for (int zoom = s->least_zoom; zoom <= s->most_zoom; zoom++)
    printf("%s%d: %" PRIu64, zoom > s->least_zoom ? ", " : "", zoom, s->of_zoom[zoom]);
  putchar('\n');
}

static void print_archive(const pmtiles_summary *s) {
  printf("archive     PMTiles 3, %s, zooms %d to %d\n", format_name(s->format), s->least_zoom, s->most_zoom);
  printf("tiles       %" PRIu64 ", in %" PRIu64 " entries, %.3g MB\n", s->tiles, s->entries, (double)s->bytes / 1e6);
  print_zooms(s);
  printf("bounds      %.9g, %.9g to %.9g, %.9g\n", s->bounds[0], s->bounds[1], s->bounds[2], s->bounds[3]);
  printf("says        ");
  print_beginning(stdout, s->metadata, strlen(s->metadata), MOST_SHOWN_TEXT);
  putchar('\n');
}

/* A list with the count of each zoom from the least on. */
static json_t *zooms_json(const pmtiles_summary *s) {
  json_t *const list = json_array();
  for (int zoom = s->least_zoom; zoom <= s->most_zoom; zoom++)
    json_array_append_new(list, json_integer((json_int_t)s->of_zoom[zoom]));
  return list;
}

static json_t *archive_json(const pmtiles_summary *s) {
  const double *const b = s->bounds;
  json_t *const metadata = s->metadata_length <= most_metadata ? json_read(NULL, s->metadata) : NULL;
  if (!metadata) json_begin();
  return json_pack("{s:s, s:[i,i], s:I, s:o, s:I, s:I, s:[f,f,f,f], s:I, s:o}", "format", format_name(s->format),
                   "zoom", s->least_zoom, s->most_zoom, "tiles", (json_int_t)s->tiles, "tiles_of_zoom", zooms_json(s),
                   "entries", (json_int_t)s->entries, "bytes", (json_int_t)s->bytes, "bounds", b[0], b[1], b[2], b[3],
                   "metadata_bytes", (json_int_t)s->metadata_length, "metadata", metadata ? metadata : json_null());
}

int info_archive(const char *path, int as_json) {
  pmtiles_summary summary;
  image_error error;
  const char *why;
  FILE *const stream = image_open(path, &error);
  if (!stream) return fail("%s", error.text);
  int code = pmtiles_look(stream, &summary, &why) == 0 ? DONE : fail("%s: %s", path, why);
  if (!code && as_json) code = print_as_json(path, archive_json(&summary));
  else if (!code) print_archive(&summary);
  if (!code) code = flush_output();
  fclose(stream);
  free(summary.metadata);
  return code;
}
