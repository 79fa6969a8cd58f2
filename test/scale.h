/* How much a test does: all, or less under a sanitizer and more in make check-all. */
#ifndef BURL_TEST_SCALE_H
#define BURL_TEST_SCALE_H

/* BURL_TEST_SCALE, which multiplies what a test counts; 1 unless it is set. */
double scale_of_test(void);
/* So many, or a fifth where tests are short. */
int few_of_test(int count);
/* So many, or one where tests are short. */
int one_of_test(int count);
/* So many in make check-all, which runs some tests at scale 2 or more, else fewer. */
int most_of_test(int count, int fewer);

#endif
