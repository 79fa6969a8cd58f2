/* burl man: the manual page, from the commands' manuals. */
#include "cli/cli.h"

#include <string.h>

static const option_entry options[] = {HELP_OPTION, {0}};

const manual manual_man = {
    .usage = "",
    .about = "Prints the manual page, for man to read.",
    .options = options,
    .example = "burl man | man -l -",
};

/* Prints a text as lines of troff, where backslashes, hyphens and a dot or quote at the beginning
 * are escaped. */
static void print_text(const char *text) {
  if (*text == '.' || *text == '\'') fputs("\\&", stdout);
  for (; *text; text++) {
    if (*text == '\\') fputs("\\(rs", stdout);
    else if (*text == '-') fputs("\\-", stdout);
    else if (*text == '\n') fputs("\n.br\n", stdout);
    else putchar(*text);
  }
  putchar('\n');
}

static void print_option(const option_entry *e) {
  const option_row *const o = e->row;
  char text[MANUAL_ROOM];
  puts(".TP");
  printf("\\fB");
  if (o->letter) printf("\\-%c\\fR, \\fB", o->letter);
  printf("\\-\\-%s\\fR", o->name);
  if (o->value) printf(" \\fI");
  print_text(o->value ? o->value : "");
  if (o->value) puts("\\fR\\c");
  print_text(option_manual(e, text));
}

static void print_command(const command *c) {
  const manual *const m = c->manual;
  printf(".SS burl %s %s\n", c->name, m->usage);
  print_text(m->about);
  for (const option_entry *e = m->options; e->row; e++)
    if (e->row != &help_row) print_option(e);
  puts(".PP");
  if (m->more) print_text(m->more);
  puts(".PP\n.nf");
  printf("    ");
  print_text(m->example);
  puts(".fi");
}

int command_man(int argc, char **argv) {
  const int code = options_read(argc, argv, options, NULL);
  if (code) return code;
  if (optind < argc) return usage_error("'%s' is one too many", argv[optind]);
  printf(".TH BURL 1 \"\" \"burl %s\" \"User Commands\"\n", burl_version());
  puts(".SH NAME\n"
       "burl \\- procedural noise, textures and terrain from a line or a page of text\n"
       ".SH SYNOPSIS\n"
       ".B burl\n"
       ".I command\n"
       "[\\fIoption\\fR]...\n"
       ".SH DESCRIPTION\n"
       "A recipe, one line or one page, is compiled once and computed over a grid or at points.  "
       "It gives\n"
       "the same bits on every processor, instruction set and number of threads.\n"
       ".SH COMMANDS");
  for (const command *c = commands; c->name; c++) print_command(c);
  puts(".SH ENVIRONMENT\n"
       ".TP\n"
       ".B BURL_ISA\n"
       "The best instruction set to use: sse2, avx2, avx512; neon, simd128 (sse4.1 means sse2).\n"
       ".TP\n"
       ".B NO_COLOR\n"
       "Where it is set and not empty, messages on a terminal have no colour.\n"
       ".SH EXIT STATUS\n"
       "0: done; 1: it could not be done; 2: the command line is wrong.");
  return DONE;
}
