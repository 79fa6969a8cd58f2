/* What the files of burl sheet share: sheet.c has the options and the page, sheet_axis.c what varies. */
#ifndef BURL_CLI_SHEET_H
#define BURL_CLI_SHEET_H

#include "figure.h"

enum { MOST_AXES = 2, MOST_STOPS = 64, LONGEST_LABEL = 64 };

/* What varies along one side of a sheet: a knob, an option that the recipe names, or the seed. */
typedef struct {
  const char *name; /* "seed" for seeds */
  int count, is_seed, is_option;
  double values[MOST_STOPS];
  uint64_t first_seed;
} sheet_axis;

/* "gain=0.3..0.7:5", "octaves=1..8" (whole numbers) or "gain=0.3,0.5"; the text is split in place. */
int sheet_parse_axis(sheet_axis *axis, char *text);
int sheet_parse_seeds(sheet_axis *axis, char *text); /* "1..12" */

/* Whether the recipe, compiled, has a knob of the name, or else its text an option; an error names the nearest. */
int sheet_find_axis(sheet_axis *axis, const recipe *r);
/* "gain 0.3", "seed 7". */
void sheet_label(const sheet_axis *axis, int stop, char label[LONGEST_LABEL]);
/* Makes the recipe that of a stop; *text is what it replaces the recipe's text by, to be freed, or NULL. */
int sheet_set(const sheet_axis *axis, int stop, recipe *r, char **text);

#endif
