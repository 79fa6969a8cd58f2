/* What is in an archive of tiles, of burl's or of others. */
#ifndef BURL_ATLAS_PMTILES_LOOK_H
#define BURL_ATLAS_PMTILES_LOOK_H

#include <stdint.h>
#include <stdio.h>

typedef struct {
  int format; /* of tiles: the number in the archive */
  int least_zoom, most_zoom;
  double bounds[4]; /* degrees: west, south, east, north */
  uint64_t tiles, entries,
      bytes;      /* tiles by their places, entries of directories for them, and bytes of all contents */
  char *metadata; /* JSON, or what there is in its place; to be freed */
} pmtiles_summary;

/* Reads an archive's header, metadata and directories, which are from anybody, and checks that they lead to tiles that
 * are there, in order and of the zooms that it says.  0; or -1 with *why, and then there is nothing to be freed.  Takes
 * memory for two directories, of 64 MB each at most. */
int pmtiles_look(FILE *stream, pmtiles_summary *to, const char **why);

#endif
