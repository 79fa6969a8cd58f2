/* Code before it is printed: functions of values.  A value is an operation on others and never changes; equal ones
 * are one.  What runs more than once, or perhaps not at all, is a region: a loop or an `if`, with blocks of its own.
 * Variables are only what regions carry: what goes into a loop and from each turn into the next, and what either
 * branch of an `if` leaves. */
#ifndef BURL_CODE_MODULE_MODULE_H
#define BURL_CODE_MODULE_MODULE_H

#include <stdint.h>

#include "base/memory.h"

enum { BURL__NO_VALUE = -1 };

typedef enum {
  KIND_VOID,
  KIND_CHOICE,
  KIND_INT,
  KIND_WORD,
  KIND_REAL,
  KIND_WIDE,
  KIND_RECORD /* a struct of the text */
} burl__base;

/* 1 to 4 components; a record's number among the module's. */
typedef struct {
  burl__base base;
  int count, record;
} burl__kind;

/* Of a literal that is only written, like what is not known. */
enum { KEPT = 1 };

/* What a value is. */
typedef enum {
  VALUE_LITERAL,   /* number or word; which: KEPT, or 0 */
  VALUE_PARAMETER, /* index: among the function's */
  VALUE_GLOBAL,    /* index: among the module's uniforms */
  VALUE_NEGATE,
  VALUE_COMPLEMENT,
  VALUE_NOT,
  VALUE_PLUS,
  VALUE_MINUS,
  VALUE_TIMES,
  VALUE_OVER,
  VALUE_MODULO,
  VALUE_LEFT,
  VALUE_RIGHT,
  VALUE_AND,
  VALUE_OR,
  VALUE_XOR,
  VALUE_LESS,
  VALUE_LESS_EQUAL,
  VALUE_EQUAL,
  VALUE_NOT_EQUAL,
  VALUE_PART,    /* index: a component or field of the argument */
  VALUE_MAKE,    /* a vector or record of its parts */
  VALUE_CONVERT, /* the argument as another kind, by value; of vectors, each component */
  VALUE_BITS,    /* of a real, as a word; and the other way round */
  VALUE_FROM_BITS,
  VALUE_LOW_BITS, /* of a wide, the lower 32 */
  VALUE_PICK,     /* a choice, the value where it holds, the value where not */
  VALUE_ROOT,
  VALUE_FLOOR,
  VALUE_SIZE,    /* exact everywhere: they may come from the target */
  VALUE_CALL,    /* index: the function */
  VALUE_OWN,     /* index: a function that the target has */
  VALUE_SAMPLE,  /* index: the uniform, an image; what it has at a place in [0, 1], four numbers */
  VALUE_ENTRY,   /* index: the table; of a word or an int */
  VALUE_COUNTER, /* index: the loop */
  VALUE_CARRIED, /* index: the loop; which of its variables; version: the number of breaks before it */
  VALUE_RESULT   /* index: the region, behind it */
} burl__value_form;

/* The target's own functions, by the index of VALUE_OWN. */
typedef enum {
  OWN_EXP,
  OWN_LOG,
  OWN_POW,
  OWN_SIN,
  OWN_COS,
  OWN_TAN,
  OWN_ASIN,
  OWN_ACOS,
  OWN_ATAN,
  OWN_ATAN2,
  OWN_MIN, /* these are of lean text */
  OWN_MAX,
  OWN_CLAMP, /* a target may lack these four */
  OWN_MIX,
  OWN_SMOOTHSTEP,
  OWN_SIGN,
  OWN_DOT,
  OWN_DX, /* how a vector differs from the pixel to the right, and from that below: where pixels are drawn */
  OWN_DY,
  OWN_COUNT
} burl__own_function;

typedef struct {
  burl__value_form form;
  burl__kind kind;
  int index, which, version, count;
  const int *argument;
  double number;      /* of a literal real or wide */
  uint32_t word;      /* of a literal word, int or choice */
  int block, segment; /* where it was made; segment: the number of the block's breaks before it */
  int is_positive;    /* whether it is known not to be 0 */
  int is_of_recipe;   /* whether the name is one of the recipe's */
  const char *name;   /* what the text calls it; NULL: nothing */
  const char *note;   /* a line of comment in front of it; NULL: none */
} burl__code_value;

/* A step of a block, in their order. */
typedef struct {
  enum { ITEM_VALUE, ITEM_REGION, ITEM_BREAK } what;
  int index;     /* the value; the region */
  int condition; /* of a break: when, and what the loop's variables are from here on */
  int *kept, count;
} burl__code_item;

typedef struct {
  int outer;  /* the block around it; −1: none */
  int region; /* whose it is; −1: a function's */
  burl__code_item *items;
  size_t count, capacity;
  int segment; /* how many breaks it has so far */
} burl__block;

/* An `if`: blocks[0] and blocks[1] are its branches, `left` what they leave: two values a result.  A loop: blocks[0]
 * is its body, `entered` what its variables are at first, `left` behind a turn; the counter goes from `first` by
 * `step` while the condition, which is made in blocks[1], holds. */
typedef struct {
  int is_loop, condition, first, step, blocks[2];
  int count, *entered, *left; /* entered: of a loop */
  const char **name;
  burl__kind counter;
  int segment; /* the number of its block's breaks before it */
} burl__region;

typedef struct {
  const char *name;
  burl__kind kind;
} burl__named_kind;

typedef struct {
  const char *name, *wish; /* behind the prefix, "": that alone; wish: as it was given, which others may have, too */
  const char *note;        /* a comment above it; NULL: none */
  burl__named_kind *parameters;
  int count, block;
  burl__kind result;
  int value;             /* what it returns */
  const char *text;      /* that of its body, once it is printed */
  int same_as;           /* an earlier function that does the same; −1: none */
  int is_entry, is_part; /* is_part: of the recipe */
  const char *noise;     /* the kind of noise that it is; NULL: none */
} burl__function;

/* Constant arrays. */
typedef struct {
  const char *name, *wish; /* wish: the name as it was given, which others may have, too */
  burl__base base;
  int count, width;   /* width: 2 to 4: of vectors of so many components, one behind the other */
  const float *reals; /* one of these */
  const uint32_t *words;
  const int8_t *bytes;
  int are_keys, keys, first; /* or of the bits of floats in a uniform, from one on: the table itself isn't printed */
} burl__table;

/* A variable that is set from outside while the code runs. */
typedef struct {
  const char *name, *note;
  burl__base base;
  int count;         /* of an array; 0: no array */
  const char *image; /* the file's name, of an image; else NULL */
  int size[2];
} burl__uniform;

typedef struct {
  const char *name;
  burl__named_kind *fields;
  int count;
  int is_result; /* whether the entries give it, which has a name without the prefix */
} burl__record;

/* Why a module can't be completed. */
typedef enum { NOT_FAILED, FAILED_MEMORY, FAILED_LENGTH /* too many values */, FAILED_MISREAD } burl__failure;

typedef struct {
  burl__arena *arena;
  burl__allocator allocator;
  burl__failure failed; /* the first one */
  const char *misread;  /* of FAILED_MISREAD: where */
  burl__code_value *values;
  burl__block *blocks;
  burl__region *regions;
  burl__function *functions;
  burl__table *tables;
  burl__uniform *uniforms;
  burl__record *records;
  size_t value_count, block_count, region_count, function_count, table_count, uniform_count, record_count;
  size_t value_room, block_room, region_room, function_room, table_room, uniform_room, record_room;
  int *slots; /* hash table of values: index + 1, 0 for free */
  size_t slot_count;
  int block;       /* that values are added to */
  int has_vectors; /* whether the text computes with vectors */
} burl__module;

void burl__module_open(burl__module *m, burl__arena *arena);
void burl__module_close(burl__module *m);
/* Sets `failed`, unless something else failed before; −1, which is no index of anything. */
int burl__module_fail(burl__module *m, burl__failure why);
int burl__module_misread(burl__module *m, const char *where);

static inline burl__kind burl__kind_of(burl__base base) { return (burl__kind){base, 1, 0}; }
static inline burl__kind burl__vector_of(burl__base base, int count) { return (burl__kind){base, count, 0}; }
int burl__same_kind(burl__kind a, burl__kind b);

/* Each adds one to the module and returns its index; −1 with `failed` set. */
int burl__open_block(burl__module *m, int outer, int region); /* outer: −1: none; region: −1: a function's */
int burl__add_region(burl__module *m, int is_loop);
int burl__add_function(burl__module *m, const char *name);
int burl__add_table(burl__module *m, const burl__table *table); /* an equal one is shared */
int burl__add_record(burl__module *m, const char *name, const burl__named_kind *fields, int count); /* so is a record */
int burl__add_uniform(burl__module *m, const burl__uniform *uniform);
/* Adds a region or a break to the current block. */
int burl__add_item(burl__module *m, const burl__code_item *item);

/* The value, in the current block, or an equal one that can be used there; its arguments are copied. */
int burl__keep_value(burl__module *m, burl__code_value *value);

#endif
