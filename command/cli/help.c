/* The list of commands, and --help, from their manuals. */
#include "cli/cli.h"

#include <string.h>

enum { TEXT_COLUMN = 26 };

#define COMMAND(name, about) {#name, about, &manual_##name, command_##name},
const command commands[] = {COMMAND_LIST(COMMAND){0}};
#undef COMMAND

void print_wrapped(const char *text, int column) {
  int position = column;
  while (*text) {
    const int length = (int)strcspn(text, " ");
    if (position > column && position + 1 + length > HELP_WIDTH) {
      printf("\n%*s", column, "");
      position = column;
    } else if (position > column) {
      putchar(' ');
      position++;
    }
    printf("%.*s", length, text);
    position += length;
    text += length;
    while (*text == ' ') text++;
  }
  putchar('\n');
}

static void print_option(const option_entry *e, int in_full) {
  const option_row *const o = e->row;
  char left[64], letter[8] = "", text[MANUAL_ROOM];
  if (!in_full && !option_help(e)) return;
  if (o->letter) snprintf(letter, sizeof letter, "-%c, ", o->letter);
  snprintf(left, sizeof left, "  %s--%s%s%s", letter, o->name, o->value ? " " : "", o->value ? o->value : "");
  printf("%-*s", TEXT_COLUMN, left);
  if (strlen(left) >= TEXT_COLUMN) printf("\n%*s", TEXT_COLUMN, "");
  print_wrapped(in_full ? option_manual(e, text) : option_help(e), TEXT_COLUMN);
}

static void print_paragraphs(const char *text) {
  for (const char *p = text; *p;) {
    char paragraph[1024];
    const size_t length = strcspn(p, "\n");
    snprintf(paragraph, sizeof paragraph, "%.*s", (int)length, p);
    print_wrapped(paragraph, 0);
    p += length + (p[length] == '\n');
  }
}

/* Whether --help leaves out a part of the manual. */
static int has_more(const manual *m) {
  for (const option_entry *e = m->options; e->row; e++)
    if (option_has_more(e)) return 1;
  return 0;
}

static void print_help(const command *about, int in_full) {
  const manual *const m = about->manual;
  printf("usage: burl %s%s%s\n", about->name, *m->usage ? " " : "", m->usage);
  print_paragraphs(m->about);
  putchar('\n');
  for (const option_entry *e = m->options; e->row; e++)
    if (e->row != &help_row) print_option(e, in_full);
  if (m->options->row != &help_row) putchar('\n');
  if (m->more) print_paragraphs(m->more);
  if (m->more) putchar('\n');
  printf("  %s\n", m->example);
  if (!in_full && has_more(m)) printf("\n'burl help %s' says more.\n", about->name);
}

void help_print(const command *about) { print_help(about, 0); }
void help_print_in_full(const command *about) { print_help(about, 1); }

void help_print_all(FILE *out) {
  fputs("usage: burl COMMAND ...\n"
        "Procedural noise, textures and terrain from a line or a page of text.\n"
        "\n",
        out);
  for (const command *c = commands; c->name; c++) fprintf(out, "  %-11s %s\n", c->name, c->about);
  fputs("\n"
        "'burl COMMAND --help' shows a command's options, 'burl help COMMAND' says more.\n"
        "  burl render -e 'fbm(perlin(), octaves: 8)' -o clouds.png\n",
        out);
}
