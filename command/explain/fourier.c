/* The transforms of fourier.h. */
#include "explain/fourier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The numbers of a line in the order of their indices' reversed bits. */
static void reverse(double (*z)[2], int n) {
  for (int i = 1, j = 0; i < n; i++) {
    int bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i >= j) continue;
    const double swapped[2] = {z[i][0], z[i][1]};
    memcpy(z[i], z[j], sizeof swapped);
    memcpy(z[j], swapped, sizeof swapped);
  }
}

/* root: the n-th roots of 1, half of them. */
static void transform(double (*z)[2], int n, const double (*root)[2]) {
  reverse(z, n);
  for (int half = 1; half < n; half *= 2)
    for (int first = 0; first < n; first += 2 * half)
      for (int k = 0; k < half; k++) {
        const double *const w = root[k * (n / (2 * half))];
        double *const a = z[first + k], *const b = z[first + k + half];
        const double re = b[0] * w[0] - b[1] * w[1], im = b[0] * w[1] + b[1] * w[0];
        b[0] = a[0] - re, b[1] = a[1] - im;
        a[0] += re, a[1] += im;
      }
}

static void fill_roots(double (*root)[2], int n) {
  for (int k = 0; k < n / 2; k++) {
    root[k][0] = cos(6.283185307179586 * k / n);
    root[k][1] = -sin(6.283185307179586 * k / n);
  }
}

/* Lines of n numbers, `apart` numbers apart from one another; their beginnings are `step` numbers apart. */
static int transform_lines(double (*z)[2], int n, size_t apart, int lines, size_t step) {
  double(*const root)[2] = malloc(((size_t)n / 2 + 1) * sizeof *root),
                (*const line)[2] = malloc((size_t)n * sizeof *line);
  if (root && line) fill_roots(root, n);
  for (int k = 0; root && line && k < lines; k++) {
    double(*const at)[2] = z + (size_t)k * step;
    for (int i = 0; i < n; i++) memcpy(line[i], at[(size_t)i * apart], sizeof *line);
    transform(line, n, (const double(*)[2])root);
    for (int i = 0; i < n; i++) memcpy(at[(size_t)i * apart], line[i], sizeof *line);
  }
  const int is_done = root && line;
  free(root);
  free(line);
  return is_done;
}

int fourier(double (*z)[2], int columns, int rows) {
  return transform_lines(z, columns, 1, rows, (size_t)columns) &&
         (rows == 1 || transform_lines(z, rows, (size_t)columns, columns, 1));
}
