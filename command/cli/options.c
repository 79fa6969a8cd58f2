/* Reads options by their rows: getopt_long finds them, and each value is read as its kind says.  Messages suggest the
 * option nearest to an unknown one. */
#include "cli/cli.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- a value ----------------------------------------------------------------------------------- */

int option_is_within(const option_row *o, double value) { return value >= o->least && value <= o->most; }

/* Which word of a list it is; -1: none. */
static int find_word(const char *list, const char *word) {
  const size_t length = strlen(word);
  for (int i = 0; *list; i++) {
    const size_t one = strcspn(list, " ");
    if (one == length && memcmp(list, word, one) == 0) return i;
    list += one + (list[one] == ' ');
  }
  return -1;
}

int option_word(const option_row *o, const char *text) {
  if (find_word(o->words, text) < 0) return -1;
  return o->names ? find_word(o->names, text) : (int)strtol(text, NULL, 10);
}

int option_word_name(const option_row *o, int value, char *name, size_t room) {
  const char *p = o->names;
  for (; value > 0 && *p; value--) p += strcspn(p, " "), p += *p == ' ';
  return snprintf(name, room, "%.*s", (int)strcspn(p, " "), p);
}

static int wrong(const option_row *o, const char *text) {
  const char *const whole = o->kind == KIND_NUMBER ? "" : "whole ";
  if (o->wrong) return usage_error("--%s: '%s' %s", o->name, text, o->wrong);
  if (o->takes) return usage_error("--%s %s, not '%s'", o->name, o->takes, text);
  if (o->most == INFINITY && o->least == ABOVE_0)
    return usage_error("--%s: '%s' is not a number above 0", o->name, text);
  if (o->most == INFINITY)
    return usage_error("--%s: '%s' is not a %snumber from %.15g on", o->name, text, whole, o->least);
  return usage_error("--%s: '%s' is not a %snumber from %.15g to %.15g", o->name, text, whole, o->least, o->most);
}

static int read_count(const option_row *o, const char *text, void *at) {
  int64_t value;
  if (parse_integers(text, ',', &value, 1) != 1 || !option_is_within(o, (double)value)) return wrong(o, text);
  if (o->bytes == sizeof(int)) *(int *)at = (int)value;
  else *(int64_t *)at = value;
  return DONE;
}

static int read_unsigned(const option_row *o, const char *text, void *at) {
  const uint64_t most = o->most < 0x1p64 ? (uint64_t)o->most : UINT64_MAX;
  uint64_t value;
  const int code = parse_count(o->name, text, (uint64_t)o->least, most, &value);
  if (code) return code;
  if (o->bytes == sizeof(int)) *(int *)at = (int)value;
  else *(uint64_t *)at = value;
  return DONE;
}

static int read_number(const option_row *o, const char *text, double *at) {
  return parse_number(text, at) == 0 && option_is_within(o, *at) ? DONE : wrong(o, text);
}

static int read_counts(const option_row *o, const char *text, int64_t *at, int *count) {
  *count = parse_integers(text, *o->separator, at, o->room);
  for (int i = 0; i < *count && o->few; i++)
    if (!option_is_within(o, (double)at[i])) return usage_error("--%s: '%s': %s", o->name, text, o->few);
  return *count > 0 ? DONE : wrong(o, text);
}

static int read_numbers(const option_row *o, const char *text, double *at, int *count) {
  *count = parse_numbers(text, at, o->room);
  return *count > 0 ? DONE : wrong(o, text);
}

static int read_word(const option_row *o, const char *text, int *at) {
  const int word = option_word(o, text);
  if (word < 0) return wrong(o, text);
  *at = word;
  return DONE;
}

static int read_text(const option_row *o, const char *text, const char **at) {
  *at = text;
  return !o->is_right || o->is_right(text) ? DONE : wrong(o, text);
}

static int read_value(const option_row *o, char *text, char *to) {
  void *const at = to + o->at, *const count = to + o->count;
  switch (o->kind) {
  case KIND_FLAG: *(int *)at = 1; return DONE;
  case KIND_COUNT: return read_count(o, text, at);
  case KIND_UNSIGNED: return read_unsigned(o, text, at);
  case KIND_NUMBER: return read_number(o, text, at);
  case KIND_COUNTS: return read_counts(o, text, at, count);
  case KIND_NUMBERS: return read_numbers(o, text, at, count);
  case KIND_WORD: return read_word(o, text, at);
  case KIND_TEXT: return read_text(o, text, at);
  case KIND_OWN: return o->read(to, text);
  case KIND_HELP: break; /* it has no value */
  }
  return USAGE;
}

static int read_option(const option_entry *e, char *text, char *to) {
  const option_row *const o = e->row;
  if (o->kind == KIND_HELP) return SHOW_HELP;
  char *const base = to + e->in;
  if (o->given) *(int *)(void *)(base + o->given - 1) = 1;
  const int code = read_value(o, text, base);
  return code || !o->check ? code : o->check(base, text);
}

/* ---- rows of many commands ---------------------------------------------------------------------- */

static int be_quiet(void *unused, char *text) {
  (void)unused, (void)text;
  message_choose(MESSAGES_FEW);
  return DONE;
}

const option_row help_row = {.name = "help", .letter = 'h', .help = "shows this", .kind = KIND_HELP};
const option_row quiet_row = {.name = "quiet", .letter = 'q', .help = "only errors are said", OWN(be_quiet)};

/* ---- messages ---------------------------------------------------------------------------------- */

enum { LONG = UCHAR_MAX + 1 /* what getopt_long calls the first row by its long name; then the others */ };

static void report_unknown_long(const char *text, const option_entry *options) {
  char name[64];
  const size_t length = strcspn(text, "=");
  snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), text);
  burl__similar best = {0};
  for (const option_entry *e = options; e->row; e++) burl__similar_try(&best, name, e->row->name);
  usage_error("there is no option '--%s'%s", name, suggest(&best, "--").text);
}

/* Reports a wrong option.  getopt_long has set optopt: to 0 for an unknown long option, to an option's number where it
 * is given a value but takes none, else to an unknown letter. */
static int report_wrong(const char *argument, const option_entry *options) {
  if (optopt >= LONG) return usage_error("--%s takes no value", options[optopt - LONG].row->name);
  if (optopt) return usage_error("there is no option '-%c'", optopt);
  report_unknown_long(argument + 2, options);
  return USAGE;
}

/* Notes options with one value that were given several.  It is called once all are read, as --quiet may be the last. */
static void note_repeated(const option_entry *options, const int *times) {
  for (int i = 0; options[i].row; i++) {
    const option_row *const o = options[i].row;
    if (o->value && !o->repeats && times[i] > 1) note("--%s is given %d times: the last one counts", o->name, times[i]);
  }
}

/* ---- the command line -------------------------------------------------------------------------- */

/* What getopt_long reads, of all rows. */
typedef struct {
  struct option *all;
  char *letters;
  int *times; /* each has been given */
  int count;
} line_reader;

static void reader_free(line_reader *r) {
  free(r->all);
  free(r->letters);
  free(r->times);
}

static int reader_make(line_reader *r, const option_entry *options) {
  while (options[r->count].row) r->count++;
  const size_t room = (size_t)r->count + 1;
  r->all = calloc(room, sizeof *r->all);
  r->letters = calloc(2 * room, 1);
  r->times = calloc(room, sizeof *r->times);
  if (!r->all || !r->letters || !r->times) return fail("out of memory");
  char *letter = r->letters;
  *letter++ = ':'; /* a missing value is told from an unknown option */
  for (int i = 0; i < r->count; i++) {
    const option_row *const o = options[i].row;
    r->all[i] = (struct option){o->name, o->value ? required_argument : no_argument, NULL, LONG + i};
    if (!o->letter) continue;
    *letter++ = (char)o->letter;
    if (o->value) *letter++ = ':';
  }
  return DONE;
}

/* The row that getopt_long has found, by its long name or by its letter. */
static int index_of(const option_entry *options, int found) {
  if (found >= LONG) return found - LONG;
  int i = 0;
  while (options[i].row->letter != found) i++;
  return i;
}

static int read_all(line_reader *r, int argc, char **argv, const option_entry *options, char *to) {
  opterr = 0;
  for (int found; (found = getopt_long(argc, argv, r->letters, r->all, NULL)) != -1;) {
    if (found == '?') return report_wrong(argv[optind - 1], options);
    if (found == ':') return usage_error("%s needs a value", argv[optind - 1]);
    const int i = index_of(options, found);
    r->times[i]++;
    const int code = read_option(&options[i], optarg, to);
    if (code) return code;
  }
  note_repeated(options, r->times);
  return DONE;
}

int options_read(int argc, char **argv, const option_entry *options, void *to) {
  line_reader r = {0};
  int code = reader_make(&r, options);
  if (!code) code = read_all(&r, argc, argv, options, to);
  reader_free(&r);
  return code;
}

/* ---- what is said of them ------------------------------------------------------------------------ */

static int has_own(const option_entry *e) { return e->help || e->more; }
static const char *more_of(const option_entry *e) { return has_own(e) ? e->more : e->row->more; }

const char *option_help(const option_entry *e) { return has_own(e) ? e->help : e->row->help; }
int option_has_more(const option_entry *e) { return more_of(e) != NULL; }

const char *option_manual(const option_entry *e, char text[MANUAL_ROOM]) {
  const char *const help = option_help(e), *const more = more_of(e);
  snprintf(text, MANUAL_ROOM, "%s%s%s", help ? help : "", help && more ? "; " : "", more ? more : "");
  return text;
}
