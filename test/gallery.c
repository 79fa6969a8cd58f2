/* The recipes of gallery.h. */
#include "gallery.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_recipe(const char *name) {
  const size_t length = strlen(name);
  return length > 5 && strcmp(name + length - 5, ".burl") == 0;
}

static int read_recipe(const char *project, gallery_recipe *recipe) {
  enum { MOST = 1 << 20 };
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", project, recipe->name);
  FILE *const file = fopen(path, "rb");
  recipe->text = file ? malloc(MOST + 1) : NULL;
  if (recipe->text) {
    recipe->length = fread(recipe->text, 1, MOST, file);
    recipe->text[recipe->length] = '\0';
  }
  if (file) fclose(file);
  return recipe->text != NULL;
}

/* Adds the recipes of a folder, which may be missing. */
static int add_folder(const char *project, const char *folder, gallery_recipe **recipes, int *count) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", project, folder);
  DIR *const list = opendir(path);
  int done = 1;
  for (struct dirent *entry; list && done && (entry = readdir(list));) {
    if (!is_recipe(entry->d_name)) continue;
    gallery_recipe *const more = realloc(*recipes, ((size_t)*count + 1) * sizeof **recipes);
    if (more) *recipes = more;
    done = more != NULL;
    if (!done) break;
    const int length = snprintf(more[*count].name, sizeof more->name, "%s/%s", folder, entry->d_name);
    done = length < (int)sizeof more->name && read_recipe(project, &more[*count]);
    *count += done;
  }
  if (list) closedir(list);
  return done;
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const gallery_recipe *)a)->name, ((const gallery_recipe *)b)->name);
}

int gallery_open(const char *project, gallery_recipe **recipes) {
  int count = 0;
  *recipes = NULL;
  if (add_folder(project, "recipes", recipes, &count) && add_folder(project, "recipes/published", recipes, &count)) {
    if (count > 0) qsort(*recipes, (size_t)count, sizeof **recipes, by_name);
    return count;
  }
  gallery_close(*recipes, count);
  *recipes = NULL;
  return -1;
}

void gallery_close(gallery_recipe *recipes, int count) {
  for (int i = 0; i < count; i++) free(recipes[i].text);
  free(recipes);
}
