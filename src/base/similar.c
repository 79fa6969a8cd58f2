/* Edit distance in which swapping two neighbouring letters is one edit (F. Damerau, "A technique
 * for computer detection and correction of spelling errors", 1964), over short ASCII words. */
#include "base/similar.h"

#include <string.h>

enum { LONGEST = 40 };

static int smaller(int a, int b) { return a < b ? a : b; }

static char lower_case(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static int same_letter(char a, char b) { return lower_case(a) == lower_case(b); }

static int distance(const char *a, int la, const char *b, int lb) {
  int rows[3][LONGEST + 1];
  int *before = rows[0], *above = rows[1], *row = rows[2];
  for (int j = 0; j <= lb; j++) above[j] = before[j] = j;
  for (int i = 1; i <= la; i++) {
    row[0] = i;
    for (int j = 1; j <= lb; j++) {
      const int substituted = above[j - 1] + !same_letter(a[i - 1], b[j - 1]);
      row[j] = smaller(substituted, smaller(above[j], row[j - 1]) + 1);
      if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1]))
        row[j] = smaller(row[j], before[j - 2] + 1);
    }
    int *const free_row = before;
    before = above;
    above = row;
    row = free_row;
  }
  return above[lb];
}

/* A mistake in up to four letters, two in up to eight, else three; where there are several, the first letter
 * has to be right. */
void burl__similar_try(burl__similar *best, const char *word, const char *candidate) {
  const size_t lw = strlen(word), lc = strlen(candidate);
  if (lw == 0 || lw > LONGEST || lc > LONGEST) return;
  const int d = distance(word, (int)lw, candidate, (int)lc);
  const int near_enough = lw <= 4 ? 1 : lw <= 8 ? 2 : 3;
  if (d > 1 && !same_letter(*word, *candidate)) return;
  if (d > near_enough || d >= (int)lw || (best->nearest && d >= best->distance)) return;
  best->nearest = candidate;
  best->distance = d;
}
