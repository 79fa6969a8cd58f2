/* What of a recipe is computed: its last line, or the parts that burl_options.result names, each expanded in a graph of
 * its own, so that it is what it would be alone, then put together in one graph, where what they have in common is
 * there once. */
#ifndef BURL_PROGRAM_RESULTS_H
#define BURL_PROGRAM_RESULTS_H

#include "program/program.h"

/* The expression of the recipe's part of that name; NULL: it has none. */
const burl__tree *burl__part_of(const burl__recipe *recipe, const char *name);

/* Lists what the options' names ask for in program->results.  0 with *error: one of them is no part of the recipe. */
int burl__name_results(burl_program *program, burl_error *error);

/* Calls `work` with an expander that adds to the graph, and to the findings, which may be NULL. */
typedef int burl__expander_work(burl__expander *expander, void *user);
int burl__with_expander(const burl_program *program, burl__graph *graph, burl__findings *findings,
                        burl__expander_work *work, void *user);

/* Expands all results into the plan's graph and outputs. */
int burl__expand_results(burl_program *program, burl__plan *plan);

#endif
