/* The files of files.h, and burl_source_of. */
#include "lang/files.h"

#include <string.h>

#include "burl_inspect.h"
#include "lang/library.h"
#include "lang/token.h"

static const char heading[] = "file "; /* a section begins with it */
enum { HEADING = sizeof heading - 1 };

static int count_lines(const char *text, size_t length) {
  int count = length > 0 && text[length - 1] != '\n';
  for (size_t i = 0; i < length; i++) count += text[i] == '\n';
  return count;
}

/* The bytes of a text with its last line ended. */
static size_t size_of_lines(const char *text, size_t length) {
  return length + (length > 0 && text[length - 1] != '\n');
}

/* The bytes of a file's section. */
static size_t size_of_section(const burl__recipe *file) {
  const size_t name = strlen(file->file), quotes = burl__is_library_name(file->file, name) ? 0 : 2;
  return HEADING + name + quotes + 1 + size_of_lines(file->text, file->length);
}

/* ---- Sections ------------------------------------------------------------------------------------ */

/* The end of the line at text, without its '\n'. */
static size_t line_length(const char *text, size_t length) {
  const char *const end = memchr(text, '\n', length);
  return end ? (size_t)(end - text) : length;
}

/* The name in the line at text, and its length in bytes, where the line begins a section; else NULL. */
static const char *heading_name(const char *text, size_t length, size_t *name_length) {
  size_t end = line_length(text, length);
  if (end <= HEADING || memcmp(text, heading, HEADING) != 0) return NULL;
  while (end > HEADING && strchr(" \t\r", text[end - 1])) end--;
  const char *name = text + HEADING;
  *name_length = end - HEADING;
  if (burl__is_library_name(name, *name_length)) return name;
  if (*name_length < 2 || name[0] != '"' || name[*name_length - 1] != '"') return NULL;
  *name_length -= 2;
  return memchr(name + 1, '"', *name_length) ? NULL : name + 1;
}

/* How many bytes come before the next line that begins a section. */
static size_t before_section(const char *text, size_t length) {
  size_t at = 0, ignored;
  while (at < length && !heading_name(text + at, length - at, &ignored)) {
    at += line_length(text + at, length - at);
    at += at < length;
  }
  return at;
}

static int is_same_name(const char *a, size_t length, const char *b) {
  return strlen(b) == length && memcmp(a, b, length) == 0;
}

/* The text below the section's heading, of *of bytes, of those behind a recipe's own text; NULL: there is none. */
static const char *section_named(const char *at, size_t length, const char *wanted, size_t *of) {
  const char *const end = at + length;
  while (at < end) {
    size_t name_length = 0;
    const char *const name = heading_name(at, (size_t)(end - at), &name_length);
    at += line_length(at, (size_t)(end - at));
    at += at < end;
    *of = before_section(at, (size_t)(end - at));
    if (name && is_same_name(name, name_length, wanted)) return at;
    at += *of;
  }
  return NULL;
}

const char *burl_source_of(const char *source, size_t length, const char *file, size_t *of) {
  if (!source || !of) return NULL;
  const size_t own = before_section(source, length);
  if (file) return section_named(source + own, length - own, file, of);
  *of = own;
  return source;
}

void burl__files_open(burl__files *f, const char *text, size_t length) {
  burl__recipe *const recipe = f->recipe;
  recipe->text = text;
  recipe->length = before_section(text, length);
  recipe->prefix = "";
  recipe->first_line = 1;
  recipe->lines = count_lines(text, recipe->length);
  f->sections = text + recipe->length;
  f->sections_length = length - recipe->length;
  f->total = size_of_lines(text, recipe->length);
}

/* ---- Names --------------------------------------------------------------------------------------- */

/* Whether a name leads downwards, to a recipe that isn't hidden, on every system. */
static int is_below(const char *name, size_t length) {
  static const char ending[] = ".burl";
  const size_t end = sizeof ending - 1;
  if (length <= end || memcmp(name + length - end, ending, end) != 0) return 0;
  for (size_t i = 0; i <= length; i++) {
    const char c = i < length ? name[i] : '/', before = i > 0 ? name[i - 1] : '/';
    if ((unsigned char)c < ' ' || c == 0x7F || strchr("\\:\"*?<>|", c)) return 0;
    if (before == '/' && (c == '/' || c == '.' || c == ' ')) return 0;
    if (c == '/' && (before == '.' || before == ' ')) return 0;
  }
  return 1;
}

static int fail_name(const burl__files *f, const char *name, size_t length, burl__span place) {
  int shown = length < 100 ? (int)length : 100;
  while (shown > 0 && ((unsigned char)name[shown] & 0xC0) == 0x80) shown--; /* not within a character */
  burl__fail(f->error, BURL_RECIPE, place, "'%.*s' can't be imported: it is no name of a recipe's file", shown, name);
  burl__hint(f->error, "a name leads downwards from the folder of the file that imports it: \"parts/wood.burl\"");
  return 0;
}

/* The file's name from the recipe's folder on; 0 with the error filled. */
static int join(const burl__files *f, const burl__recipe *importer, const char *name, size_t length, burl__span place,
                char joined[BURL__FILE_ROOM]) {
  const int is_library = burl__is_library_name(name, length);
  if (!is_library && !is_below(name, length)) return fail_name(f, name, length, place);
  const char *const slash = !is_library && importer->file ? strrchr(importer->file, '/') : NULL;
  const size_t folder = slash ? (size_t)(slash + 1 - importer->file) : 0;
  if (folder + length >= BURL__FILE_ROOM) {
    burl__fail(f->error, BURL_LIMIT, place, "the name of an imported file is at most %d bytes long, with its folders",
               (int)BURL__FILE_ROOM - 1);
    return 0;
  }
  if (folder) memcpy(joined, importer->file, folder);
  memcpy(joined + folder, name, length);
  joined[folder + length] = '\0';
  return 1;
}

/* ---- Texts --------------------------------------------------------------------------------------- */

static int fail_unread(const burl__files *f, burl_status status, burl__span place, const char *name,
                       const char *reason) {
  burl__fail(f->error, status == BURL_OK ? BURL_FILE : status, place, "%s: %s", name,
             *reason ? reason : "it can't be read");
  return 0;
}

static int fail_size(const burl__files *f, burl__span place, const char *name) {
  burl__fail(f->error, BURL_LIMIT, place, "%s: a recipe and what it imports are at most %d bytes together", name,
             BURL__MOST_TEXT);
  return 0;
}

/* Copies what options.read has given, and frees that. */
static int keep_read(const burl__files *f, burl_file *read, burl__recipe *file, burl__span place) {
  if (read->length <= read->most) file->text = burl__arena_text(f->arena, read->text ? read->text : "", read->length);
  file->length = read->length;
  burl__release(&f->arena->allocator, read->text);
  if (read->length > read->most) return fail_size(f, place, file->file);
  if (!file->text) return burl__out_of_memory(f->error), 0;
  file->lines = count_lines(file->text, file->length);
  if (burl__check_text(file->text, file->length, f->error) == BURL_OK) return 1;
  f->error->line += file->first_line - 1;
  return 0;
}

static int read_file(const burl__files *f, burl__recipe *file, burl__span place) {
  const burl_options *const o = f->reading;
  if (!o || !o->read) {
    burl__fail(f->error, BURL_FILE, place, "%s: this recipe can't import files", file->file);
    burl__hint(f->error, "burl's own library it can: import burl/shapes");
    return 0;
  }
  burl_file read = {.most = f->total < BURL__MOST_TEXT ? BURL__MOST_TEXT - f->total : 0};
  const burl_status status = o->read(o->user, file->file, &read);
  read.reason[sizeof read.reason - 1] = '\0';
  if (status == BURL_OK && (read.text || read.length == 0 || read.length > read.most))
    return keep_read(f, &read, file, place);
  burl__release(&f->arena->allocator, read.text);
  return fail_unread(f, status, place, file->file, read.reason);
}

static int find_text(const burl__files *f, burl__recipe *file, burl__span place) {
  if ((file->text = section_named(f->sections, f->sections_length, file->file, &file->length))) return 1;
  if (!burl__is_library_name(file->file, strlen(file->file))) return read_file(f, file, place);
  if ((file->text = burl__library_text(file->file, &file->length))) return 1;
  burl__fail(f->error, BURL_FILE, place, "burl's own library has no %s", file->file);
  burl__hint(f->error, "it has %s", burl__library_names());
  return 0;
}

/* The last file so far, and how many there are beside the recipe. */
static burl__recipe *last_file(burl__recipe *recipe, int *count) {
  for (*count = 0; recipe->next; recipe = recipe->next) ++*count;
  return recipe;
}

burl__recipe *burl__file_named(burl__files *f, const burl__recipe *importer, const char *name, size_t length,
                               burl__span place, int *known) {
  char joined[BURL__FILE_ROOM];
  int count;
  if (!join(f, importer, name, length, place, joined)) return NULL;
  for (burl__recipe *file = f->recipe->next; file; file = file->next)
    if (strcmp(file->file, joined) == 0) return *known = 1, file;
  *known = 0;
  burl__recipe *const last = last_file(f->recipe, &count), *const file = burl__arena_take(f->arena, sizeof *file);
  if (count == BURL__MOST_FILES) {
    burl__fail(f->error, BURL_LIMIT, place, "more than %d imported files", BURL__MOST_FILES);
    return NULL;
  }
  if (!file || !(file->file = burl__arena_text(f->arena, joined, strlen(joined))))
    return burl__out_of_memory(f->error), NULL;
  file->first_line = last->first_line + last->lines + 1;
  last->next = file; /* so that an error in its bytes finds it */
  if (!find_text(f, file, place)) return NULL;
  file->lines = count_lines(file->text, file->length);
  f->total += size_of_section(file);
  return f->total <= BURL__MOST_TEXT ? file : (fail_size(f, place, joined), NULL);
}

/* ---- The text of all ----------------------------------------------------------------------------- */

static char *append(char *to, const char *text, size_t length) {
  if (length) memcpy(to, text, length);
  return to + length;
}

/* With its last line ended. */
static char *append_lines(char *to, const char *text, size_t length) {
  to = append(to, text, length);
  return length > 0 && text[length - 1] != '\n' ? append(to, "\n", 1) : to;
}

const char *burl__write_source(const burl__recipe *recipe, burl__arena *arena, size_t *length) {
  *length = size_of_lines(recipe->text, recipe->length);
  for (const burl__recipe *file = recipe->next; file; file = file->next) *length += size_of_section(file);
  char *const text = burl__arena_block(arena, *length + 1);
  if (!text) return NULL;
  char *end = append_lines(text, recipe->text, recipe->length);
  for (const burl__recipe *file = recipe->next; file; file = file->next) {
    const size_t name = strlen(file->file), quotes = !burl__is_library_name(file->file, name);
    end = append(append(append(end, heading, HEADING), "\"", quotes), file->file, name);
    end = append_lines(append(append(end, "\"", quotes), "\n", 1), file->text, file->length);
  }
  *end = '\0';
  return text;
}

void burl__locate(const burl__recipe *recipe, burl_error *error) {
  if (!error || error->line == 0 || error->file[0]) return;
  for (const burl__recipe *file = recipe->next; file; file = file->next) {
    if (error->line < file->first_line || error->line > file->first_line + file->lines) continue;
    error->line -= file->first_line - 1;
    memcpy(error->file, file->file, strlen(file->file) + 1);
    return;
  }
}
