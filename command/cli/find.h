/* What burl find has been asked, and what it has found: find.c searches, found.c prints. */
#ifndef BURL_CLI_FIND_H
#define BURL_CLI_FIND_H

#include "cli/cli.h"

/* Exit codes beside DONE and USAGE: grep's, and that of what isn't decided. */
enum { FOUND_NONE = 1, FOUND_NOTHING_SURE = 4 };

typedef struct {
  recipe recipe;                            /* its program computes what is asked */
  const char *condition, *greatest, *least; /* one of them is given, or */
  double extent[8], times[2];
  int extent_count, time_count; /* of their numbers */
  int64_t limit, budget;
  double tolerance;
  int has_seeds;
  uint64_t first_seed, last_seed;
  int json, csv;
  burl_search search;
  const char *where; /* what the box is, in words: "the extent" */
} find_job;

/* A place, and the seed with which it is one. */
typedef struct {
  uint64_t seed;
  burl_place place;
} find_row;

/* What has been found: places of one seed, or a place for each of several. */
typedef struct {
  find_row *rows;
  int count;
  burl_found last;   /* of the search, or of the last seed's */
  uint64_t searched; /* how many seeds were, */
  uint64_t open;     /* how many of them are undecided, and the first of those */
  uint64_t first_open;
} find_result;

/* Prints it as text, as CSV or as JSON.  Returns DONE, or FAILED with a message. */
int found_print(const find_job *j, const find_result *r);

#endif
