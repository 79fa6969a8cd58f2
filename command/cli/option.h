/* The options of the commands.  An option is one row: what it is called, what its value may be, where that is kept, its
 * help, and for those of burl render the key under which a picture remembers it.  Reading the command line, --help, the
 * manual page, the completions, a picture's text and the notes on options without effect follow from the row. */
#ifndef BURL_OPTION_H
#define BURL_OPTION_H

#include "image/image.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

/* What a value is, and the type of the field in which it is kept. */
typedef enum {
  KIND_FLAG,     /* the option has no value: an int becomes 1 */
  KIND_COUNT,    /* a whole number within the limits: int, or int64_t */
  KIND_UNSIGNED, /* the same, decimal or 0x and hexadecimal: int, or uint64_t */
  KIND_NUMBER,   /* a finite number within the limits: double */
  KIND_COUNTS,   /* a list of whole numbers: int64_t[] */
  KIND_NUMBERS,  /* a list of finite numbers: double[] */
  KIND_WORD,     /* one of the words: an enum, or the number that the word is: int */
  KIND_TEXT,     /* any text: const char *, into argv */
  KIND_OWN,      /* what the row's own function reads */
  KIND_HELP      /* the option has no value: the command's help is printed instead of running it */
} value_kind;

/* Which formats have a place for an option's value, and how the note ends that another format has none. */
typedef struct {
  int (*has)(const image_format *format);
  const char *otherwise;
} option_effect;

struct json_t;
struct settings;

/* How a picture remembers an option of KIND_OWN. */
typedef struct {
  int (*has)(const struct settings *m); /* whether there is a value */
  struct json_t *(*write)(const struct settings *m);
  int (*take)(const struct json_t *value, struct settings *m); /* 0: the value is damaged */
} option_memory;

typedef struct {
  const char *name;  /* --output */
  int letter;        /* -o; 0: none */
  const char *value; /* what --help calls its value; NULL: it takes none */
  const char *words; /* the values, separated by spaces; FILES; PARTS; NULL: any */
  const char *help;  /* what --help says; NULL: the option is in the manual alone */
  const char *more;  /* what the manual says beside it; NULL: nothing */
  int repeats;       /* whether it may be given again, and each one counts */

  value_kind kind;
  size_t at, bytes;                  /* where the value is kept in the struct, and the field's size */
  size_t given;                      /* 1 + where an int is kept that becomes 1 where the option is given; 0: nowhere */
  size_t count;                      /* of a list: where an int is kept, how many numbers it has, */
  int room;                          /* how many it may have, */
  const char *separator;             /* and what stands between them; the first character, where it is read */
  double least, most;                /* the limits of numbers */
  const char *names;                 /* of a word: those of its enum, from 0 on; NULL: each word is its number */
  int (*is_right)(const char *text); /* of a text; NULL: any is */
  int (*read)(void *to, char *text); /* of KIND_OWN: returns an exit code; it may split the text in place */
  int (*check)(void *to, const char *text); /* what the kind doesn't: returns an exit code, NULL: nothing */

  /* What is wrong with a value: "--name: 'value' WRONG", "--name TAKES, not 'value'"; NULL: what the limits say.  few:
   * "--name: 'value': FEW", where a number of a list is out of the limits. */
  const char *wrong, *takes, *few;

  /* Of burl render alone; a remembered value is kept in the settings. */
  const char *key;                    /* under which a picture remembers it; NULL: it doesn't */
  int in_group;                       /* whether it is remembered, but taken together with others, by hand */
  int marks;                          /* whether a remembered value counts as given, too */
  int (*was_right)(const char *text); /* of a remembered text; NULL: is_right */
  const option_memory *memory;        /* of KIND_OWN */
  const option_effect *effect;        /* NULL: it has one in every format */
} option_row;

#define FILES "FILE" /* for words: the name of a file, */
#define PARTS "PART" /* or of parts of the recipe, separated by commas */

/* ---- where a value is kept: a field of another type than the kind's doesn't compile ------------- */

#define FIELD_AT(of, type, field) (offsetof(of, field) + 0 * sizeof((type *)0 == &((of *)0)->field))
#define KEPT(of, type, field) .at = FIELD_AT(of, type, field), .bytes = sizeof(type)

#define GIVEN(of, field) .given = 1 + FIELD_AT(of, int, field)
#define FLAG(of, field) .kind = KIND_FLAG, KEPT(of, int, field)
#define LIMITS(low, high) .least = low, .most = high
#define COUNT(of, field, low, high) .kind = KIND_COUNT, KEPT(of, int, field), LIMITS(low, high)
#define LONG_COUNT(of, field, low, high) .kind = KIND_COUNT, KEPT(of, int64_t, field), LIMITS(low, high)
#define UNSIGNED(of, field, low, high) .kind = KIND_UNSIGNED, KEPT(of, uint64_t, field), LIMITS(low, high)
#define SHORT_UNSIGNED(of, field, low, high) .kind = KIND_UNSIGNED, KEPT(of, int, field), LIMITS(low, high)
#define NUMBER(of, field, low, high) .kind = KIND_NUMBER, KEPT(of, double, field), LIMITS(low, high)
#define ANY_NUMBER(of, field) NUMBER(of, field, -INFINITY, INFINITY)
#define ABOVE_0 DBL_TRUE_MIN
#define COUNTS(of, field, counted, most_numbers, between)                                                      \
  .kind = KIND_COUNTS, KEPT(of, int64_t, field[0]), .count = FIELD_AT(of, int, counted), .room = most_numbers, \
  .separator = between
#define NUMBERS(of, field, counted, most_numbers)                                                              \
  .kind = KIND_NUMBERS, KEPT(of, double, field[0]), .count = FIELD_AT(of, int, counted), .room = most_numbers, \
  .separator = ","
#define WORD(of, type, field, all) .kind = KIND_WORD, KEPT(of, type, field), .names = all
#define TEXT(of, field) .kind = KIND_TEXT, KEPT(of, const char *, field)
#define OWN(function) .kind = KIND_OWN, .read = function

/* ---- a command's options ------------------------------------------------------------------------- */

typedef struct {
  const option_row *row;   /* NULL: behind the last */
  size_t in;               /* where, in the command's struct, the row's lies */
  const char *help, *more; /* what this command says of it; both NULL: what the row says */
} option_entry;

/* A row of one command alone. */
#define ROW(...)                               \
  {                                            \
    .row = &(const option_row) { __VA_ARGS__ } \
  }
/* A row that commands share, whose struct is a field of the command's. */
#define SHARED_ROW(shared, of, type, field) \
  { .row = &(shared), .in = FIELD_AT(of, type, field) }

/* -h, of every command, and -q, of those whose messages it chooses and that keep nothing of it. */
extern const option_row help_row, quiet_row;
#define HELP_OPTION \
  { .row = &help_row }
#define QUIET_OPTION \
  { .row = &quiet_row }

/* Reads the options into the command's struct; optind is then that of the first operand.  DONE; SHOW_HELP; or USAGE
 * after a message. */
int options_read(int argc, char **argv, const option_entry *options, void *to);

/* Whether a number is within the row's limits; the number of a word, -1: the row has no such word; and the word of
 * a number. */
int option_is_within(const option_row *o, double value);
int option_word(const option_row *o, const char *text);
int option_word_name(const option_row *o, int value, char *name, size_t room);

/* ---- what is said of them --------------------------------------------------------------------------- */

enum { MANUAL_ROOM = 1024 };

/* What --help says, NULL: nothing; what the manual says; whether that is more. */
const char *option_help(const option_entry *e);
const char *option_manual(const option_entry *e, char text[MANUAL_ROOM]);
int option_has_more(const option_entry *e);

#endif
