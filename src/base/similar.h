/* The nearest known word to a mistyped one, for hints. */
#ifndef BURL_BASE_SIMILAR_H
#define BURL_BASE_SIMILAR_H

/* The nearest of the candidates tried so far.  Start with {0}. */
typedef struct {
  const char *nearest; /* NULL while none is near enough */
  int distance;
} burl__similar;

void burl__similar_try(burl__similar *best, const char *word, const char *candidate);

#endif
