/* Whole-grid functions: from heights over a grid to what they are made into. */
#ifndef BURL_RUN_GROUND_H
#define BURL_RUN_GROUND_H

#include "program/field.h"
#include "run/stage.h"

/* The layers that the recipe reads of a whole-grid function's node, a bit each; all but erode() and its surface have
 * heights alone. */
unsigned burl__layers_of(const burl__graph *graph, int node);

/* How many floats a layer of a whole-grid function's result takes over so many cells, and a surface's bits of missing
 * cells with them; and where a layer begins in the result, which has those that are read one after the other. */
size_t burl__layer_room(const burl__field_setup *setup, size_t cells);
size_t burl__layer_start(unsigned layers, int layer, size_t room);

/* The bytes of a result. */
size_t burl__bytes_of_result(const burl__graph *graph, int node, size_t cells);

/* The result of a whole-grid function's node over the stage's grid, where what it reads is filled, into out; the
 * stage's arena is for what is needed meanwhile.  BURL_SHAPE where the grid doesn't suit it, BURL_FILE where an
 * image isn't known, BURL_MEMORY, BURL_CANCELLED, or what sampling its heights answers. */
burl_status burl__run_ground(const burl__stage *stage, int node, float *out);

/* The bytes that one needs meanwhile, computed over such a grid, without what it samples over others. */
size_t burl__bytes_beside(const burl__stage *stage, const burl__node *node, const burl_grid *own);

/* About how long one takes beside others, for the progress alone. */
double burl__weight_of(const burl__node *node);

#endif
