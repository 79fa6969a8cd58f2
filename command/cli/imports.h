/* The files that a recipe imports: each is read once, below the recipe's folder and never out of it, and kept for every
 * program that is compiled from the recipe and for messages. */
#ifndef BURL_CLI_IMPORTS_H
#define BURL_CLI_IMPORTS_H

#include "burl.h"

enum { MOST_IMPORTS = 16 };

typedef struct {
  int count;
  struct {
    char *name, *path, *text; /* path: of the file; "" without one */
    size_t length;
  } files[MOST_IMPORTS];
  char *missing; /* the path of the last one that couldn't be read; NULL: there is none */
} imports;

/* burl_options.read, of names that lead from a folder, which ends in a slash or is "", the current one. */
burl_status imports_read(imports *all, const char *folder, const char *name, burl_file *out);

/* The entry of that name; -1: none. */
int imports_find(const imports *all, const char *name);

void imports_free(imports *all);

#endif
