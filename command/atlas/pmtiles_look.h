/* What is in an archive of tiles, of burl's or of others. */
#ifndef BURL_ATLAS_PMTILES_LOOK_H
#define BURL_ATLAS_PMTILES_LOOK_H

#include "atlas/tile.h"

#include <stdint.h>
#include <stdio.h>

typedef struct {
  int format; /* of tiles: the number in the archive */
  int least_zoom, most_zoom;
  double bounds[4]; /* degrees: west, south, east, north */
  uint64_t tiles, entries,
      bytes; /* tiles by their places, entries of directories for them, and bytes of all contents */
  uint64_t of_zoom[MOST_ZOOM + 1]; /* tiles */
  char *metadata;                  /* JSON, or what there is in its place, with a zero behind it; to be freed */
  size_t metadata_length;
} pmtiles_summary;

/* Reads an archive's header, metadata and directories, which are from anybody, and checks that they lead to tiles
 * that are there, in order and of the zooms that it says.  0; or -1 with *why, and then there is nothing to be freed.
 * A directory or the metadata has at most 16 MiB, as its last bytes say before memory is taken for it; four
 * directories, each within another, are in memory at once. */
int pmtiles_look(FILE *stream, pmtiles_summary *to, const char **why);

#endif
