/* burl studio: a page in the browser, served to this computer alone by burl-serve, which burl becomes. */
#include "cli/cli.h"
#include "json/json.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { USUAL_PORT = 8377, PORTS_TO_TRY = 20, LARGEST_PORT = 65535 };

typedef struct {
  recipe recipe; /* without a name there is none */
  const char *folder;
  int first_port, last_port;
  int stays, is_json; /* stays: opens no browser */
} studio;

static int set_port(void *to, char *text) {
  studio *const s = to;
  uint64_t port;
  const int code = parse_count("port", text, 0, LARGEST_PORT, &port);
  if (code) return code;
  s->first_port = s->last_port = (int)port;
  return DONE;
}

static const option_entry options[] = {
    ROW(.name = "port", .value = "N", OWN(set_port), .help = "the port",
        .more = "if not given, 8377 or the next that is free; 0 is any that is free"),
    ROW(.name = "folder", .value = "DIR", .words = FILES, TEXT(studio, folder), .help = "the page's files",
        .more = "if not given, those that 'make studio' or 'make install' made"),
    ROW(.name = "no-open", FLAG(studio, stays), .help = "opens no browser"),
    ROW(.name = "json", FLAG(studio, is_json), .help = "prints what the page reads of the recipe, and stops",
        .more = "its name and text, and of a picture how it was made"),
    HELP_OPTION,
    {0},
};

const manual manual_studio = {
    .usage = "[RECIPE] [option]...",
    .about =
        "Serves a page to make recipes on, prints its address and, on a desktop, opens it in the browser.  Only this"
        " computer can reach it.  It begins with RECIPE, or with that of a picture, and reads the file anew"
        " whenever it is loaded.  Ctrl-C ends it.",
    .options = options,
    .example = "burl studio recipes/islands.burl",
    .operand = FILES,
};

/* ---- the command line ---------------------------------------------------------------------------- */

static int read_arguments(studio *s, int argc, char **argv) {
  const int code = options_read(argc, argv, options, s);
  if (code) return code;
  if (optind < argc) return recipe_last_operand(&s->recipe, argc, argv);
  return s->is_json ? usage_error("--json: no recipe is named") : DONE;
}

/* ---- the recipe ---------------------------------------------------------------------------------- */

/* What can't be read now, nor a second time, is said before anything is served.  An error in the recipe's text is the
 * page's to show. */
static int load(recipe *r) {
  struct stat s;
  if (!r->name) return DONE;
  if (stat(r->name, &s) == 0 && !S_ISREG(s.st_mode)) return fail("%s: only a file can be read again", r->name);
  return recipe_load(r);
}

/* A program of it for as few dimensions as it takes; NULL: it doesn't compile. */
static burl_program *program_of(const recipe *r) {
  burl_options reading = {.struct_size = sizeof reading};
  burl_program *program = NULL;
  files_choose(r, &reading);
  while (!program && reading.dims++ < 4) program = burl_compile_with(r->text, r->length, &reading, NULL);
  return program;
}

/* Whether it imports files, whose names end in .burl; those of burl's own library have no ending. */
static int imports_files(const burl_program *program) {
  for (int i = 0; burl_import_at(program, i); i++)
    if (strchr(burl_import_at(program, i), '.')) return 1;
  return 0;
}

/* The page has burl's own library, but can't read files: the text brings along those that the recipe imports. */
static int print_recipe(const recipe *r) {
  burl_program *const program = program_of(r);
  const char *const text = imports_files(program) ? burl_source(program) : r->text;
  json_begin();
  json_t *const value = json_pack("{s:s, s:s%}", "name", image_name_of(r->name), "text", text,
                                  text == r->text ? r->length : strlen(text));
  if (value && r->provenance) json_object_set(value, "made", r->provenance);
  burl_free(program);
  return print_as_json(r->name, value);
}

/* ---- serving ------------------------------------------------------------------------------------- */

static int has_page(const char *folder) {
  char name[4200];
  snprintf(name, sizeof name, "%s/index.html", folder);
  return access(name, R_OK) == 0;
}

/* The folder of the page, to be freed; NULL, after a message: there is none. */
static char *find_folder(const char *given) {
  static const char *const places[] = {"../out", "../share/burl", NULL};
  const char *const found = given ? given : beside_burl(places, "studio", R_OK);
  char *const copy = found && has_page(found) ? strdup(found) : NULL;
  if (copy) return copy;
  if (given) fail("%s: there is no page in it that could be read (index.html)", given);
  else fail("the page is not there: 'make studio' builds it, and 'make install' installs it with burl");
  return NULL;
}

static int is_desktop(void) { return getenv("DISPLAY") || getenv("WAYLAND_DISPLAY"); }

static int serve(const studio *s, char *folder) {
  char first[16], last[16];
  snprintf(first, sizeof first, "%d", s->first_port);
  snprintf(last, sizeof last, "%d", s->last_port);
  char *const opening = !s->stays && is_desktop() ? "open" : "stay";
  char *const own = s->recipe.name ? (char *)own_path() : NULL, *const name = (char *)s->recipe.name;
  char *const words[] = {"burl-serve", folder, first, last, opening, own, "studio", "--json", "--", name, NULL};
  return second_become(second_path("burl-serve"), words);
}

static int serve_page(const studio *s) {
  if (!second_path("burl-serve")) return second_missing("burl-serve, which serves the page,", "libmicrohttpd-dev", "");
  char *const folder = find_folder(s->folder);
  const int code = folder ? serve(s, folder) : FAILED;
  free(folder);
  return code;
}

int command_studio(int argc, char **argv) {
  studio s = {.first_port = USUAL_PORT, .last_port = USUAL_PORT + PORTS_TO_TRY};
  int code = read_arguments(&s, argc, argv);
  if (s.is_json) message_choose(MESSAGES_FEW); /* what is printed is all that the page reads */
  if (!code) code = load(&s.recipe);
  if (!code) code = s.is_json ? print_recipe(&s.recipe) : serve_page(&s);
  recipe_free(&s.recipe);
  return code;
}
