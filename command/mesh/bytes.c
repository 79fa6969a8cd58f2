/* The writers of bytes.h. */
#include "mesh/bytes.h"

#include <stdlib.h>
#include <string.h>

void mesh_put_whole(FILE *to, uint32_t value, int bytes) {
  for (int i = 0; i < bytes; i++) putc((int)(value >> 8 * i & 255), to);
}

void mesh_put_float(FILE *to, float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  mesh_put_whole(to, bits, 4);
}

void mesh_put_double(FILE *to, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  mesh_put_whole(to, (uint32_t)bits, 4), mesh_put_whole(to, (uint32_t)(bits >> 32), 4);
}

char *mesh_written(mesh_put *put, const void *of, size_t *length) {
  char *text = NULL;
  FILE *const to = open_memstream(&text, length);
  if (!to) return NULL;
  put(to, of);
  const int failed = ferror(to);
  if (fclose(to) == 0 && !failed) return text;
  free(text);
  return NULL;
}

/* ---- glTF in one file (Khronos Group, "glTF 2.0 Specification", 2021, section 4) -------------------- */

typedef struct {
  const char *text;
  size_t text_length, padding, buffer_length;
  mesh_put *buffer;
  const void *of;
} glb;

static void put_chunk_head(FILE *to, size_t length, const char *type) {
  mesh_put_whole(to, (uint32_t)length, 4);
  fwrite(type, 1, 4, to);
}

static void put_glb(FILE *to, const void *of) {
  const glb *const g = of;
  const size_t buffer = g->buffer_length ? 8 + g->buffer_length : 0, text = g->text_length + g->padding;
  fwrite("glTF", 1, 4, to);
  mesh_put_whole(to, 2, 4), mesh_put_whole(to, (uint32_t)(12 + 8 + text + buffer), 4);
  put_chunk_head(to, text, "JSON");
  fwrite(g->text, 1, g->text_length, to);
  for (size_t i = 0; i < g->padding; i++) putc(' ', to);
  if (buffer) put_chunk_head(to, g->buffer_length, "BIN\0");
  g->buffer(to, g->of);
}

char *mesh_glb_written(mesh_put *text, mesh_put *buffer, const void *of, size_t buffer_length, size_t *length) {
  glb g = {.buffer = buffer, .of = of, .buffer_length = buffer_length};
  char *const json = mesh_written(text, of, &g.text_length);
  g.text = json;
  g.padding = (4 - g.text_length % 4) % 4;
  char *const bytes = json ? mesh_written(put_glb, &g, length) : NULL;
  free(json);
  return bytes;
}
