/* The files of mesh_files.h. */
#include "objects/mesh_files.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef enum { GLB, GLTF, OBJ, STL, PLY, KINDS } file_kind;
static const char *const endings[KINDS] = {".glb", ".gltf", ".obj", ".stl", ".ply"};

static file_kind kind_of(const char *path) { return (file_kind)image_ending_among(path, endings, KINDS); }

int mesh_file_is_known(const char *path) { return kind_of(path) < KINDS; }
int mesh_file_has_pictures(const char *path) { return kind_of(path) <= OBJ; }
int mesh_file_has_creases(const char *path) { return kind_of(path) <= GLTF; }

/* ---- Several that appear together ------------------------------------------------------------------ */

enum { MOST_FILES = 2 + MESH_PICTURES, NAME_ROOM = 4096 };

typedef struct {
  char path[NAME_ROOM];
  char *bytes;
  size_t length;
  int is_lent; /* the bytes are another's */
  image_file file;
} one_file;

typedef struct {
  const char *path;
  one_file *files;
  int count;
} file_set;

/* Adds the file that is called as the mesh is, with another ending, without bytes; its name without a folder. */
static const char *add_file(file_set *set, const char *ending) {
  one_file *const f = &set->files[set->count++];
  const int stem = (int)(image_ending_of(set->path) - set->path);
  snprintf(f->path, sizeof f->path, "%.*s%s", stem, set->path, ending);
  return image_name_of(f->path);
}

static int write_all(file_set *set) {
  image_error error;
  int code = DONE;
  for (int i = 0; i < set->count && !code; i++)
    if (!set->files[i].bytes) code = fail("%s: not enough memory; a larger --error takes less", set->path);
  for (int i = 0; i < set->count && !code; i++)
    if (image_begin_bytes(&set->files[i].file, set->files[i].path, &error) != 0) code = fail("%s", error.text);
  for (int i = set->count - 1; i >= 0 && !code; i--)
    if (image_finish_bytes(&set->files[i].file, set->files[i].bytes, set->files[i].length, &error) != 0)
      code = fail("%s", error.text);
  for (int i = 0; i < set->count; i++) {
    if (set->files[i].file.path) image_abandon(&set->files[i].file);
    if (!set->files[i].is_lent) free(set->files[i].bytes);
  }
  return code;
}

/* ---- A mesh's -------------------------------------------------------------------------------------- */

/* Names the pictures that such a mesh has, and adds their files. */
static void add_pictures(file_set *set, mesh_material *material, file_kind kind) {
  const char *const ends[MESH_PICTURES] = {"_colour.png", kind == OBJ ? NULL : "_orm.png", "_normal.png",
                                           "_emission.png"};
  for (int i = 0; i < MESH_PICTURES; i++) {
    mesh_picture *const picture = &material->picture[i];
    if (!picture->length || !ends[i]) continue;
    picture->name = add_file(set, ends[i]);
    one_file *const file = &set->files[set->count - 1];
    file->bytes = (char *)(uintptr_t)picture->bytes, file->length = picture->length, file->is_lent = 1;
  }
}

static void add_gltf(file_set *set, const mesh *m, const mesh_material *material) {
  const char *const numbers = add_file(set, ".bin");
  set->files[0].bytes = mesh_gltf(m, material, numbers, &set->files[0].length);
  one_file *const file = &set->files[set->count - 1];
  file->bytes = mesh_gltf_numbers(m, material, &file->length);
}

static void add_obj(file_set *set, const mesh *m, const mesh_material *material, int has_pictures) {
  const char *const materials = has_pictures ? add_file(set, ".mtl") : NULL;
  set->files[0].bytes = mesh_obj(m, materials, &set->files[0].length);
  one_file *const file = &set->files[set->count - 1];
  if (has_pictures) file->bytes = mesh_mtl(material, &file->length);
}

int mesh_file_write(const char *path, const mesh *m, mesh_material material) {
  const file_kind kind = kind_of(path);
  if (strlen(path) + 20 > NAME_ROOM) return fail("-o %.40s...: that name is too long", path);
  if (kind == GLB && mesh_glb_bytes(m, &material) > MESH_MOST_GLB)
    return fail("%s: %" PRId64 " triangles and their pictures take more than the 4 GiB of .glb; a larger --error, a"
                " smaller --texture, --tiles, or .gltf",
                path, m->triangle_count);
  file_set set = {path, calloc(MOST_FILES, sizeof *set.files), 1};
  if (!set.files) return fail("%s: not enough memory", path);
  one_file *const itself = set.files;
  snprintf(itself->path, sizeof itself->path, "%s", path);
  if (kind == GLTF || kind == OBJ) add_pictures(&set, &material, kind);
  switch (kind) {
  case GLTF: add_gltf(&set, m, &material); break;
  case OBJ: add_obj(&set, m, &material, set.count > 1); break;
  case STL: itself->bytes = mesh_stl(m, &itself->length); break;
  case PLY: itself->bytes = mesh_ply(m, &itself->length); break;
  default: itself->bytes = mesh_glb(m, &material, &itself->length);
  }
  const int code = write_all(&set);
  free(set.files);
  return code;
}
