/* The recipes of the gallery and the published ones, for tests that go over all of them. */
#ifndef BURL_TEST_GALLERY_H
#define BURL_TEST_GALLERY_H

#include <stddef.h>

/* A recipe's path from the project's folder ("recipes/sea.burl") and its text, ended by NUL. */
typedef struct {
  char name[128];
  char *text;
  size_t length;
} gallery_recipe;

/* Reads recipes/ and recipes/published/ in the folder `project`, sorted by name, into *recipes: to be
 * closed.  Returns how many; -1 where memory or a file fails. */
int gallery_open(const char *project, gallery_recipe **recipes);
void gallery_close(gallery_recipe *recipes, int count);

#endif
