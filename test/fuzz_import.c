/* libFuzzer on imports: the bytes are a recipe and, behind lines of %, the files that a reader gives for its names, or
 * answers for as no reader should.  What compiles must compile to the same samples from the text that contains all, and
 * that to the same text; an error's place lies within the file that it names. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "burl_inspect.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const names[] = {"a.burl", "b.burl", "d/a.burl", "d/e/c.burl", "d/b.burl", "c.burl"};
enum { MOST_FILES = sizeof names / sizeof *names };

typedef struct {
  const char *text[1 + MOST_FILES]; /* the recipe's first */
  size_t length[1 + MOST_FILES];
  int count;
} texts;

static void die(const char *what, const char *detail) {
  fprintf(stderr, "fuzz_import: %s: %s\n", what, detail);
  abort();
}

static void split(texts *all, const char *data, size_t size) {
  const char *at = data, *const end = data + size;
  for (all->count = 0; all->count <= MOST_FILES && at <= end; all->count++) {
    const char *stop = at;
    while (stop < end && !(*stop == '%' && (stop == data || stop[-1] == '\n') && (stop + 1 == end || stop[1] == '\n')))
      stop++;
    all->text[all->count] = at;
    all->length[all->count] = (size_t)(stop - at);
    at = stop < end ? stop + 2 : end + 1;
  }
}

static burl_status read_text(void *user, const char *name, burl_file *out) {
  const texts *const all = user;
  if (strlen(name) >= sizeof((burl_error *)NULL)->file) die("a long name", name);
  if (name[0] == '/' || name[0] == '.' || strstr(name, "/.") || strchr(name, '\\'))
    die("a name that leads elsewhere", name);
  for (int i = 0; i < MOST_FILES; i++) {
    if (strcmp(name, names[i]) != 0 || i + 1 >= all->count) continue;
    const size_t length = all->length[i + 1];
    if (length > 0 && all->text[i + 1][0] == '!') { /* what a reader should not do */
      memset(out->reason, 'r', sizeof out->reason);
      out->length = length;
      return length % 3 == 0 ? BURL_OK : BURL_CANCELLED;
    }
    out->text = malloc(length + 1);
    if (!out->text) return BURL_MEMORY;
    memcpy(out->text, all->text[i + 1], length);
    out->length = length;
    return BURL_OK;
  }
  return BURL_FILE;
}

static void check_error(const burl_error *error) {
  if (!memchr(error->message, '\0', sizeof error->message) || !memchr(error->hint, '\0', sizeof error->hint) ||
      !memchr(error->file, '\0', sizeof error->file))
    die("a text without an end", "message, hint or file");
  if (error->status == BURL_OK || error->message[0] == '\0') die("an error without a message", "compile");
  if (error->file[0] && error->line < 1) die("a file without a line", error->file);
}

static void sample(const burl_program *program, float out[64 * 4]) {
  const burl_grid grid = {.size = {4, 4}, .origin = {-1.1, 0.3}, .step = {0.37, 0.5}, .threads = 1};
  memset(out, 0, 64 * 4 * sizeof *out);
  if (burl_channels(program) <= 16) (void)burl_sample_grid(program, &grid, out);
}

/* From the text that contains all. */
static void check_source(const burl_program *program) {
  static float value[64 * 4], same[64 * 4];
  const char *const source = burl_source(program);
  burl_error error;
  burl_program *const again = burl_compile(source, 2, &error);
  if (!again) die(error.message, source);
  if (strcmp(burl_source(again), source) != 0) die("another text", source);
  if (burl_param_count(again) != burl_param_count(program)) die("other knobs", source);
  sample(program, value);
  sample(again, same);
  if (memcmp(value, same, sizeof value) != 0) die("other samples", source);
  burl_free(again);
  burl_free(burl_ask(program, "result + 1", &error));
  if (error.status != BURL_OK) check_error(&error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  texts all;
  split(&all, (const char *)data, size);
  const burl_options options = {.struct_size = sizeof options, .read = read_text, .user = &all};
  burl_error error;
  burl_program *const program = burl_compile_with(all.text[0], all.length[0], &options, &error);
  if (program) check_source(program);
  else check_error(&error);
  burl_free(program);
  return 0;
}
