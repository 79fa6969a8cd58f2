/* Whether grids and points can be sampled: burl_check_grid and burl_check_points, and what the calls that sample ask
 * before they begin. */
#ifndef BURL_RUN_CHECK_H
#define BURL_RUN_CHECK_H

#include "program/program.h"

/* burl_check_grid's answer; where that is BURL_OK *filled is the grid with its defaults filled in: sizes of at least 1,
 * and strides.  The error may be NULL, which costs nothing. */
burl_status burl__check_grid(const burl_program *program, const burl_grid *grid, burl_grid *filled, burl_error *error);

/* burl_check_points's answer.  The error may be NULL. */
burl_status burl__check_points(const burl_program *program, const burl_points *points, burl_error *error);

/* Puts the strides of a packed grid where there are none.  Sizes are at least 1. */
void burl__fill_strides(burl_grid *grid, int channels);

#endif
