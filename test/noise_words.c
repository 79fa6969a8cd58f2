/* The list of noise_words.h. */
#include "noise_words.h"

#include <stdio.h>
#include <string.h>

static const struct {
  const char *noise, *option, *words;
} rows[] = {
#define NOISE(name, kind, slope, signature, range, help) {#name, NULL, NULL},
#define OPTION(name, kind, standard, lo, hi, words, help) {NULL, #name, words},
#include "functions.def"
};

static void each_call(const char *noise, const char *option, const char *word, int length,
                      void (*check)(const char *text, int dims)) {
  for (int dims = 1; dims <= 4; dims++)
    for (int has_period = 0; has_period < 2; has_period++) {
      char text[160];
      snprintf(text, sizeof text, has_period ? "%s(%s: %.*s, period: 12, seed: 5)" : "%s(%s: %.*s)", noise, option,
               length, word);
      burl_program *const program = burl_compile(text, dims, NULL);
      if (program) check(text, dims);
      burl_free(program); /* NULL: not in that number of dimensions, or not without a period */
    }
}

void each_noise(const char *without, void (*check)(const char *text, int dims)) {
  const char *noise = NULL;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    if (rows[i].noise) noise = rows[i].noise;
    else if (strcmp(rows[i].option, "octaves") == 0) break; /* fractals */
    if (without && strstr(without, noise)) continue;
    if (rows[i].noise) each_call(noise, "seed", "1", 1, check);
    else if (strcmp(rows[i].option, "smooth") == 0) each_call(noise, "smooth", "1", 1, check);
    const char *word = rows[i].option ? rows[i].words : "";
    for (int length; *word; word += length + (word[length] == ' ')) {
      length = (int)strcspn(word, " ");
      if (*word != '-') each_call(noise, rows[i].option, word, length, check);
    }
  }
}
