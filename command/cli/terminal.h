/* Pictures in the terminal, of burl show and burl watch. */
#ifndef BURL_TERMINAL_H
#define BURL_TERMINAL_H

#include "cli/render.h"

/* The options that show and watch have alike. */
#define TERMINAL_OPTIONS                                                                                        \
  RENDER_OPTION(EXTENT), RENDER_OPTION(MARGIN), RENDER_OPTION(SAMPLES), RENDER_OPTION(AT), RENDER_OPTION(TIME), \
      RENDER_OPTION(RANGE), RENDER_OPTION(LIT), RENDER_OPTION(QUIET), RECIPE_OPTIONS(rendering, recipe)

/* What standard output is, if it is a terminal. */
typedef struct {
  int columns, rows;           /* in cells, */
  int cell_width, cell_height; /* in pixels of the screen */
  int is_plain;                /* whether it has no colours, or none are wanted */
  int is_dumb;                 /* whether it obeys no sequences */
} terminal;

/* Finds out, with `kept` rows left free below the picture.  Returns FAILED, with a message, where standard output is
 * no terminal (which says what to do instead) or one without room, or where what draws in it is missing. */
int terminal_find(terminal *t, int kept, const char *instead);

/* Lets a rendering be drawn: before it is prepared; then, unless its size is given, chooses the size that fits,
 * but smaller by a factor. */
void terminal_take(rendering *r);
void terminal_fit(const terminal *t, rendering *r, int smaller);

/* Renders and draws the picture at the cursor, with a line's end, and at the same time prints sequences before and
 * after it. */
int terminal_draw(const terminal *t, rendering *r, const char *before, const char *after);

#endif
