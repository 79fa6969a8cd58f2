/* Sums of octaves that become loops, between series.c, which finds them, and series_loop.c, which makes them. */
#ifndef BURL_CODE_WALK_SERIES_H
#define BURL_CODE_WALK_SERIES_H

#include "code/walk/scope.h"

enum { MOST_TERMS = 64, MOST_COLUMNS = 24, MOST_NEEDS = 16 };

/* The nodes that stand at one place of all terms: numbers, which become an array, noises or operations. */
typedef struct {
  int node[MOST_TERMS];
} burl__column;

/* A sum from term number `first` of a chain on.  The loop's terms are like one of them, number `like`, whose nodes
 * stand for those of all: those that differ are in columns, behind what they are made of. */
struct burl__series {
  int count, before;                               /* before: what the terms are added to; −1: nothing */
  int like, term;                                  /* term: that one */
  int column_count, need_count, needs[MOST_NEEDS]; /* needs: what is made in front of the loop */
  int fixed_count, fixed[MOST_NEEDS];              /* numbers that all terms have */
  burl__column columns[MOST_COLUMNS];
  int fading, weight;       /* of automatic octaves: the first columns weigh a term, the last of them by this; else 0 */
  int doubles;              /* whether there is a column of numbers, each twice the one before */
  int noise, base[4], dims; /* noise: of the first term; base: its coordinates are scale times these, plus shifts */
  double scale, shift[MOST_TERMS][4];
};

/* Whether each of some numbers is twice the one before. */
int burl__are_doubling(const burl__code_walk *w, const burl__series *series, const burl__column *column);

#endif
