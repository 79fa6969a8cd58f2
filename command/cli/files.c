/* The files of heights, pictures and shapes that a recipe names by image("dem.tif") and the like: each is read once,
 * and kept for every program that is compiled from the recipe; and whether it may read those that it imports
 * (imports.h).  Names lead from the recipe's folder; a recipe that isn't a file of the user's own opens none. */
#include "cli/cli.h"
#include "cli/imports.h"
#include "image/geojson.h"
#include "image/heights.h"
#include "json/json.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FILES = 64 };

/* One of them. */
typedef struct {
  char *name; /* as the recipe has it */
  heights heights;
  burl_shapes *shapes; /* to be freed; NULL: it is one of heights */
  uint32_t crc;
} one_file;

struct recipe_files {
  const recipe *recipe;
  char *folder;          /* with a slash; "": the current one */
  const char *forbidden; /* whence the recipe is, if it may open no file; else NULL */
  pthread_mutex_t lock;  /* guards what follows, as programs are compiled on several threads */
  int count;
  one_file files[MOST_FILES];
  image_error error; /* of the first file that couldn't be read; "": there is none */
  imports imports;
};

/* ---- whence the recipe is ---------------------------------------------------------------------- */

/* The folder of a path, with a slash at its end, to be freed. */
static char *folder_of(const char *path) {
  return strndup(path ? path : "", path ? (size_t)(image_name_of(path) - path) : 0);
}

int files_begin(recipe *r, const char *path, const char *stranger) {
  recipe_files *const f = calloc(1, sizeof *f);
  char *const folder = folder_of(path);
  if (!f || !folder) {
    free(f);
    free(folder);
    return fail("%s: out of memory", r->name);
  }
  f->folder = folder;
  f->recipe = r;
  f->forbidden = r->files_allowed ? NULL : stranger;
  pthread_mutex_init(&f->lock, NULL);
  r->files = f;
  return DONE;
}

void files_end(recipe *r) {
  recipe_files *const f = r->files;
  for (int i = 0; f && i < f->count; i++) {
    heights_free(&f->files[i].heights);
    free(f->files[i].shapes);
    free(f->files[i].name);
  }
  if (f) imports_free(&f->imports);
  if (f) pthread_mutex_destroy(&f->lock);
  if (f) free(f->folder);
  free(f);
  r->files = NULL;
}

/* ---- reading ----------------------------------------------------------------------------------- */

typedef struct {
  progress bar;
  double done;
  int is_shown;
} reading;

/* heights_wish.progress: begins the bar when it is known how many samples there are. */
static int report(void *user, double done, double all) {
  reading *const r = user;
  if (!r->is_shown) progress_begin(&r->bar, all, 0);
  r->is_shown = 1;
  progress_add(&r->bar, done - r->done);
  r->done = done;
  return 0;
}

/* Notes that a file isn't what it was when the picture was made that the recipe is from. */
static void compare(const recipe_files *f, const char *name, const char *path, uint32_t crc) {
  char text[12];
  const json_t *const made = json_object_get(json_object_get(f->recipe->provenance, "files"), name);
  snprintf(text, sizeof text, "%08" PRIx32, crc);
  if (json_is_string(made) && strcmp(json_string_value(made), text) != 0)
    note("%s has changed since %s was made from it", path, f->recipe->name);
}

static int read_heights(recipe_files *f, const char *path, heights *to) {
  reading r = {.done = 0};
  const heights_wish wish = {
      .colours = 1, .crs = f->recipe->crs, .in_degrees = f->recipe->in_degrees, .progress = report, .user = &r};
  const int code = heights_read(path, &wish, to, &f->error);
  if (r.is_shown) progress_end(&r.bar, code == 0);
  return code;
}

static int read_file(recipe_files *f, const char *name, one_file *to) {
  char path[4096];
  const int is_shapes = geojson_is_named(name);
  snprintf(path, sizeof path, "%s%s", image_is_absolute(name) ? "" : f->folder, name);
  to->heights = (heights){0};
  to->shapes = is_shapes ? geojson_read(path, f->recipe->crs, &to->crc, &f->error) : NULL;
  if (is_shapes ? !to->shapes : read_heights(f, path, &to->heights) != 0) return -1;
  if (!is_shapes) to->crc = to->heights.crc;
  compare(f, name, path, to->crc);
  return 0;
}

static int fail_forbidden(recipe_files *f, const char *name) {
  snprintf(f->error.text, sizeof f->error.text, "%s: a recipe from %s opens no file, unless --allow-files is given",
           name, f->forbidden);
  return -1;
}

/* The file, read now or before; NULL with f->error. */
static const one_file *find(recipe_files *f, const char *name) {
  for (int i = 0; i < f->count; i++)
    if (strcmp(f->files[i].name, name) == 0) return &f->files[i];
  if (f->count == MOST_FILES) {
    snprintf(f->error.text, sizeof f->error.text, "%s: a recipe names at most %d files", name, MOST_FILES);
    return NULL;
  }
  char *const copy = strdup(name);
  one_file *const to = &f->files[f->count];
  if (!copy || (f->forbidden ? fail_forbidden(f, name) : read_file(f, name, to)) != 0) {
    free(copy);
    return NULL;
  }
  f->files[f->count++].name = copy;
  return to;
}

static burl_status fail_give(burl_field *to) {
  snprintf(to->reason, sizeof to->reason, "out of memory");
  return BURL_MEMORY;
}

/* Copies heights or shapes to what is the library's. */
static burl_status give(const one_file *file, burl_field *to) {
  const heights *const from = &file->heights;
  if (file->shapes) return (to->shapes = geojson_copy(file->shapes)) ? BURL_OK : fail_give(to);
  const size_t bytes = (size_t)from->size[0] * (size_t)from->size[1] * (size_t)heights_channels(from) * sizeof(float);
  float *const data = malloc(bytes);
  if (!data) return fail_give(to);
  memcpy(data, from->data, bytes);
  *to = (burl_field){.data = data, .channels = from->channels, .is_linear = from->is_linear};
  for (int a = 0; a < 2; a++) {
    to->size[a] = from->size[a];
    to->origin[a] = from->origin[a];
    to->step[a] = from->step[a];
  }
  return BURL_OK;
}

static burl_status load(void *user, const char *name, burl_field *out) {
  recipe_files *const f = user;
  pthread_mutex_lock(&f->lock);
  const one_file *const found = find(f, name);
  const burl_status status = found ? give(found, out) : BURL_FILE;
  if (!found) snprintf(out->reason, sizeof out->reason, "%.*s", (int)sizeof out->reason - 1, f->error.text);
  pthread_mutex_unlock(&f->lock);
  return status;
}

/* burl_options.read */
static burl_status read_import(void *user, const char *name, burl_file *out) {
  recipe_files *const f = user;
  if (f->forbidden) {
    snprintf(out->reason, sizeof out->reason, "a recipe from %s imports no file, unless --allow-files is given",
             f->forbidden);
    return BURL_FILE;
  }
  pthread_mutex_lock(&f->lock);
  const burl_status status = imports_read(&f->imports, f->folder, name, out);
  pthread_mutex_unlock(&f->lock);
  return status;
}

void files_choose(const recipe *r, burl_options *options) {
  options->read = read_import;
  options->user = r->files;
  if (r->files_unread && r->files->forbidden) return;
  options->load = load;
}

text_position files_imported(const recipe *r, const char *name) {
  const imports *const all = r->files ? &r->files->imports : NULL;
  const int at = all ? imports_find(all, name) : -1;
  size_t length;
  const char *const carried = burl_source_of(r->text, r->length, name, &length);
  if (carried) return (text_position){.name = name, .text = carried, .text_length = length};
  if (at >= 0)
    return (text_position){
        .name = all->files[at].path, .text = all->files[at].text, .text_length = all->files[at].length};
  const char *own;
  for (int i = 0; (own = burl_library_name(i)); i++)
    if (strcmp(own, name) == 0)
      return (text_position){.name = own, .text = burl_library_text(i), .text_length = strlen(burl_library_text(i))};
  return (text_position){.name = name, .text = ""};
}

const char *files_import_path(const recipe *r, int index) {
  const imports *const all = r->files ? &r->files->imports : NULL;
  if (!all || index > all->count) return NULL;
  return index < all->count ? all->files[index].path : all->missing;
}

const char *files_stretched(const recipe *r) {
  for (int i = 0; r->files && i < r->files->count; i++)
    if (!r->files->files[i].shapes && r->files->files[i].heights.step[0] == 0) return r->files->files[i].name;
  return NULL;
}

const char *files_error(const recipe *r) { return r->files && *r->files->error.text ? r->files->error.text : NULL; }

/* ---- what has been read -------------------------------------------------------------------------- */

json_t *files_crcs(const recipe *r) {
  if (!r->files || r->files->count == 0) return NULL;
  json_t *const list = json_object();
  for (int i = 0; i < r->files->count; i++) {
    char text[12];
    snprintf(text, sizeof text, "%08" PRIx32, r->files->files[i].crc);
    json_object_set_new(list, r->files->files[i].name, json_string(text));
  }
  return list;
}

void print_heights(const char *title, const char *name, const heights *h) {
  printf("%-12s", title);
  print_beginning(stdout, name, strlen(name), MOST_SHOWN_TEXT);
  if (!h) {
    puts(": not read, as --allow-files isn't given");
    return;
  }
  printf(": %" PRId64 " x %" PRId64, h->size[0], h->size[1]);
  if (heights_channels(h) > 1) printf(", %d channels", h->channels);
  if (h->step[0] == 0) {
    puts(", without a place");
    return;
  }
  const double left = h->origin[0] - 0.5 * h->step[0], top = h->origin[1] - 0.5 * h->step[1];
  printf(", %.9g apart", h->step[0]);
  if (h->step[0] != -h->step[1]) printf(" and %.9g", h->step[1]);
  printf(", from %.9g, %.9g to %.9g, %.9g", left, top, left + (double)h->size[0] * h->step[0],
         top + (double)h->size[1] * h->step[1]);
  if (h->crs) printf(", %s", image_epsg(h->crs) >= 0 ? h->crs : "a system without a number");
  putchar('\n');
}

/* The file of that name; NULL: it hasn't been read. */
static const one_file *file_named(const recipe *r, const char *name) {
  for (int i = 0; i < r->files->count; i++)
    if (strcmp(r->files->files[i].name, name) == 0) return &r->files->files[i];
  return NULL;
}

static int64_t features_of(const burl_shapes *s) { return s->path_count ? s->paths[s->path_count - 1].feature + 1 : 0; }

static void print_shapes(const char *title, const char *name, const burl_shapes *s) {
  printf("%-12s", title);
  print_beginning(stdout, name, strlen(name), MOST_SHOWN_TEXT);
  printf(": %" PRId64 " features of %" PRId64 " vertices", features_of(s), s->vertex_count);
  for (int i = 0; i < s->value_count; i++) {
    printf(i ? ", " : ", with ");
    print_beginning(stdout, s->names[i], strlen(s->names[i]), MOST_SHOWN_TEXT);
  }
  putchar('\n');
}

static json_t *shapes_json(const char *name, const burl_shapes *s) {
  json_t *const value = json_pack("{s:s, s:I, s:I}", "file", name, "features", (json_int_t)features_of(s), "vertices",
                                  (json_int_t)s->vertex_count);
  json_t *const names = json_array();
  for (int i = 0; i < s->value_count; i++) json_array_append_new(names, json_string(s->names[i]));
  json_object_set_new(value, "values", names);
  return value;
}

void files_print(const recipe *r) {
  const char *name;
  for (int i = 0; (name = burl_image_name(r->program, i)); i++) {
    const one_file *const file = file_named(r, name);
    if (file && file->shapes) print_shapes(i ? "" : "files", name, file->shapes);
    else print_heights(i ? "" : "files", name, file ? &file->heights : NULL);
  }
}

json_t *heights_json(const char *name, const heights *h) {
  if (!h) return json_pack("{s:s}", "file", name);
  json_t *const value =
      json_pack("{s:s, s:[I, I]}", "file", name, "size", (json_int_t)h->size[0], (json_int_t)h->size[1]);
  if (!value || h->step[0] == 0) return value;
  json_object_set_new(value, "origin", json_pack("[f, f]", h->origin[0], h->origin[1]));
  json_object_set_new(value, "step", json_pack("[f, f]", h->step[0], h->step[1]));
  if (h->crs) json_object_set_new(value, "crs", json_string(h->crs));
  return value;
}

json_t *files_json(const recipe *r) {
  const char *name;
  json_t *const list = json_array();
  for (int i = 0; (name = burl_image_name(r->program, i)); i++) {
    const one_file *const file = file_named(r, name);
    json_array_append_new(list, file && file->shapes ? shapes_json(name, file->shapes)
                                                     : heights_json(name, file ? &file->heights : NULL));
  }
  return list;
}
