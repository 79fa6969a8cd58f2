/* What the programs share that run shader code over rows of numbers, one program a way to run: run_native.c,
 * run_opencl.c, run_vulkan.c, run_gles.c.  Each reads jobs from standard input, a line each,
 *
 *     TEXT ROWS VALUES COUNT CALLS
 *
 * runs what the file TEXT holds for each of the COUNT rows of the file ROWS, and writes the file VALUES: for each of
 * the CALLS that the text makes and each row four words, the bits of the floats that the call gave.  What a row is
 * the text alone knows.  File names have no spaces.
 *
 * It prints "device NAME" at first, then for each job "ok TEXT BUILD RUN", the seconds that its text took to be
 * compiled and to run; or says on standard error why not, prints "failed TEXT", goes on, and exits with 1. */
#ifndef JOB_H
#define JOB_H

#include <stddef.h>
#include <stdint.h>

enum { LONGEST_NAME = 255, WORDS_PER_VALUE = 4 };

typedef struct {
  char text_name[LONGEST_NAME + 1], rows_name[LONGEST_NAME + 1], values_name[LONGEST_NAME + 1];
  size_t count, calls;
  char *text; /* ended by a 0 that text_size does not count */
  uint32_t *rows, *values;
  size_t text_size, rows_size, values_size; /* bytes */
  double built;                             /* when the text was compiled, in seconds, as now() counts them */
} job;

double now(void);

/* Says on standard error what is wrong with the job's text, or where the job is NULL with the device.  Returns 0. */
int job_fail(const job *j, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* What a program that runs jobs is made of.  Each returns 1, or 0 where it has said why not. */
int device_open(char name[LONGEST_NAME + 1]);
int device_run(job *j); /* fills j->values, sets j->built */
void device_close(void);

#endif
