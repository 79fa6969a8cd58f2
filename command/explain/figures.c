/* burl figures: the figures of the articles that burl follows, and a page that shows them. */
#include "figures/figures.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "explain/figure.h"

typedef struct {
  const char *folder;
  plot_theme theme;
  int is_list;
} job;

static const option_entry options[] = {
    ROW(.name = "output", .letter = 'o', .value = "DIR", .words = FILES, TEXT(job, folder),
        .help = "the folder, made where there is none, for NAME.svg of each and for index.html, which shows them"),
    ROW(.name = "theme", .value = "NAME", .words = THEME_WORDS, WORD(job, plot_theme, theme, THEME_NAMES),
        .takes = NO_THEME, .help = "light, dark, or auto, if not given: as the reader's other pages are"),
    ROW(.name = "list", FLAG(job, is_list), .help = "prints the names and titles, article by article, and draws none"),
    HELP_OPTION,
    {0},
};

const manual manual_figures = {
    .usage = "[NAME]... -o DIR|--list [option]...",
    .about = "Draws how noise works: the figures of the articles on gradient noise, noise in shaders, fractal terrain, "
             "octaves and wood that burl follows, each from recipes.  NAME is a figure, or an article: perlin, lines, "
             "terrain, elias or wood; without names all are drawn.",
    .options = options,
    .more =
        "A figure is a .svg file.  For most, burl plot or burl sheet draws the same kind of figure for any recipe, as "
        ".svg, .png or .pdf; index.html has their command lines.",
    .example = "burl figures -o figures",
};

static int parse_options(job *j, int argc, char **argv) {
  const int code = options_read(argc, argv, options, j);
  if (code) return code;
  if (j->folder && figure_is_file(j->folder))
    return usage_error("-o %s: figures are .svg files in a folder: -o DIR", j->folder);
  return (j->folder && *j->folder) || j->is_list ? DONE : usage_error("no folder to write to: -o DIR");
}

/* ---- Which ---------------------------------------------------------------------------------------- */

/* Whether a word is the figure's name, or its article's. */
static int means(const char *word, const figures_article *article, const figures_row *row) {
  return strcmp(word, row->name) == 0 || strcmp(word, article->name) == 0;
}

static int check_name(const char *word) {
  burl__similar best = {0};
  for (int a = 0; a < FIGURES_ARTICLES; a++) {
    const figures_article *const article = figures_articles[a];
    burl__similar_try(&best, word, article->name);
    for (int i = 0; i < article->count; i++) {
      if (means(word, article, &article->rows[i])) return DONE;
      burl__similar_try(&best, word, article->rows[i].name);
    }
  }
  return usage_error("there is no figure '%s'%s: --list prints them", word, suggest(&best, "").text);
}

static int is_chosen(char *const *names, const figures_article *article, const figures_row *row) {
  if (!*names) return 1;
  while (*names && !means(*names, article, row)) names++;
  return *names != NULL;
}

/* ---- Files ---------------------------------------------------------------------------------------- */

static int save(const job *j, const char *name, const void *bytes, size_t length) {
  const size_t room = strlen(j->folder) + strlen(name) + 2;
  char *const path = malloc(room);
  image_error error = {""};
  int code = DONE;
  if (!path) return fail("%s", strerror(ENOMEM));
  snprintf(path, room, "%s/%s", j->folder, name);
  const int reason = image_make_folders(path);
  if (reason) code = fail("%s: %s", j->folder, strerror(reason));
  else if (image_save_bytes(path, bytes, length, &error) != 0) code = fail("%s", error.text);
  free(path);
  return code;
}

static int save_figure(const job *j, const figures_row *row) {
  size_t length = 0;
  char name[80];
  plot_page *const page = row->draw(j->theme);
  char *const svg = page ? plot_close(page, &length) : NULL;
  if (!svg) return fail("%s: %s", row->name, strerror(ENOMEM));
  snprintf(name, sizeof name, "%s.svg", row->name);
  const int code = save(j, name, svg, length);
  free(svg);
  return code;
}

/* ---- The page ------------------------------------------------------------------------------------- */

static const char head[] =
    "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<title>How noise works, in figures</title>\n<style>\n"
    ":root { color-scheme: %s; }\n"
    "body { background: light-dark(#ffffff, #14171a); color: light-dark(#1f2328, #e6e8eb); }\n"
    "body { margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 60rem; font: 16px/1.5 system-ui, sans-serif; }\n"
    "h1, h2, h3 { line-height: 1.2; }\nh2 { margin: 4rem 0 0; }\nh3 { margin: 0; font-size: 1.1rem; }\n"
    ".source { margin: 0.3rem 0 0; opacity: 0.7; }\n"
    "figure { margin: 2.5rem 0 0; }\nfigure img { display: block; max-width: 100%%; height: auto; margin: 0.8rem 0; }\n"
    "figcaption p { margin: 0 0 0.5rem; max-width: 44rem; }\n"
    "code { font-size: 0.85rem; overflow-wrap: anywhere; }\n"
    "</style>\n<h1>How noise works, in figures</h1>\n"
    "<p>Every figure is drawn by <code>burl</code> from its own recipes.</p>\n";

static void print_escaped(FILE *to, const char *text) {
  for (; *text; text++) {
    if (*text == '&') fputs("&amp;", to);
    else if (*text == '<') fputs("&lt;", to);
    else fputc(*text, to);
  }
}

static void print_figure(FILE *to, const figures_row *row) {
  fprintf(to, "<figure id=\"%s\">\n<h3>%s</h3>\n<img src=\"%s.svg\" alt=\"%s\" loading=\"lazy\">\n<figcaption>\n<p>",
          row->name, row->title, row->name, row->title);
  print_escaped(to, row->caption);
  fprintf(to, "</p>\n<code>burl figures %s -o .</code>", row->name);
  if (row->own) {
    fputs("<br>\n<code>", to);
    print_escaped(to, row->own);
    fputs("</code>", to);
  }
  fputs("\n</figcaption>\n</figure>\n", to);
}

static void print_page(const job *j, FILE *to, char *const *names) {
  static const char *const schemes[] = {"light dark", "light", "dark"};
  fprintf(to, head, schemes[j->theme]);
  for (int a = 0; a < FIGURES_ARTICLES; a++) {
    const figures_article *const article = figures_articles[a];
    int count = 0;
    for (int i = 0; i < article->count; i++) {
      if (!is_chosen(names, article, &article->rows[i])) continue;
      if (count++ == 0)
        fprintf(to, "<h2 id=\"%s\">%s</h2>\n<p class=\"source\">%s</p>\n", article->name, article->title,
                article->source);
      print_figure(to, &article->rows[i]);
    }
  }
  fputs("</html>\n", to);
}

static int save_page(const job *j, char *const *names) {
  char *text = NULL;
  size_t length = 0;
  FILE *const to = open_memstream(&text, &length);
  if (!to) return fail("%s", strerror(errno));
  print_page(j, to, names);
  const int code = fclose(to) == 0 ? save(j, "index.html", text, length) : fail("%s", strerror(ENOMEM));
  free(text);
  return code;
}

/* ---- The command ---------------------------------------------------------------------------------- */

static int print_list(void) {
  for (int a = 0; a < FIGURES_ARTICLES; a++) {
    const figures_article *const article = figures_articles[a];
    printf("%s%s: %s\n", a ? "\n" : "", article->name, article->title);
    for (int i = 0; i < article->count; i++) printf("  %-24s %s\n", article->rows[i].name, article->rows[i].title);
  }
  return DONE;
}

int command_figures(int argc, char **argv) {
  job j = {0};
  int code = parse_options(&j, argc, argv);
  char *const *const names = argv + optind;
  for (int i = 0; names[i] && !code; i++) code = check_name(names[i]);
  if (!code && j.is_list) return print_list();
  for (int a = 0; a < FIGURES_ARTICLES && !code; a++) {
    const figures_article *const article = figures_articles[a];
    for (int i = 0; i < article->count && !code; i++)
      if (is_chosen(names, article, &article->rows[i])) code = save_figure(&j, &article->rows[i]);
  }
  return code ? code : save_page(&j, names);
}
