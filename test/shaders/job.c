/* Reads jobs, has the device run them and writes what they gave: job.h. */
#include "job.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int job_fail(const job *j, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "%s: ", j ? j->text_name : "the device");
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  return 0;
}

/* The bytes of a file with a 0 behind them, to be freed; NULL: it has said why not. */
static void *read_file(const job *j, const char *name, size_t *size) {
  FILE *const file = fopen(name, "rb");
  long length = -1;
  if (file && !fseek(file, 0, SEEK_END)) length = ftell(file);
  char *const bytes = length >= 0 ? malloc((size_t)length + 1) : NULL;
  if (bytes) {
    rewind(file);
    *size = fread(bytes, 1, (size_t)length, file);
    bytes[*size] = '\0';
  } else {
    job_fail(j, "%s could not be read", name);
  }
  if (file) fclose(file);
  return bytes;
}

static int write_values(const job *j) {
  FILE *const file = fopen(j->values_name, "wb");
  int done = file && fwrite(j->values, 1, j->values_size, file) == j->values_size;
  if (file && fclose(file)) done = 0;
  return done || job_fail(j, "%s could not be written", j->values_name);
}

/* The next job's names and numbers; 0: there is none. */
static int next_job(job *j) {
  memset(j, 0, sizeof *j);
  return scanf("%255s %255s %255s %zu %zu", j->text_name, j->rows_name, j->values_name, &j->count, &j->calls) == 5;
}

static int run_job(job *j) {
  j->text = read_file(j, j->text_name, &j->text_size);
  j->rows = j->text ? read_file(j, j->rows_name, &j->rows_size) : NULL;
  j->values_size = j->calls * j->count * WORDS_PER_VALUE * sizeof *j->values;
  j->values = calloc(1, j->values_size);
  const double start = now();
  const int done = j->text && j->rows && j->values && device_run(j) && write_values(j);
  if (done) {
    printf("ok %s %.4f %.4f\n", j->text_name, j->built - start, now() - j->built);
  } else {
    printf("failed %s\n", j->text_name);
  }
  fflush(stdout);
  free(j->text);
  free(j->rows);
  free(j->values);
  return done;
}

int main(void) {
  char name[LONGEST_NAME + 1] = "";
  if (!device_open(name)) return 2;
  printf("device %s\n", name);
  int failures = 0;
  for (job j; next_job(&j);) failures += !run_job(&j);
  device_close();
  return failures > 0;
}
