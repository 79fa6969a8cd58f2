/* The palette of a .gif.  Up to 256 colours are kept as they are.  Of more, boxes of colours are halved where their
 * colours differ most, until there are 256; then each colour of the palette moves to the mean of those that are
 * nearest to it, some times. */
#include "image/moving.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLOURS = 256, SLOTS = 1024, BINS = 1 << 15, NEAREST = 1 << 18, ROUNDS = 4 };

/* Colours that are alike: how many, and their sum; later their mean. */
typedef struct {
  double count, colour[3];
} bin;

/* Bins from `first` on, their mean, and how far they are from it along each axis, squared and summed. */
typedef struct {
  int first, count;
  double mean[3], spread[3];
} box;

struct image_palette {
  uint32_t seen[SLOTS]; /* the colours, 1 more than their number; 0: an empty slot */
  unsigned char indices[SLOTS];
  int seen_count; /* COLOURS + 1: too many */
  bin bins[BINS];
  int bin_count; /* of those that are not empty, once the palette is chosen */
  box boxes[COLOURS];
  int box_count;
  double colours[COLOURS][3];
  unsigned char bytes[COLOURS][3];
  unsigned char nearest[NEAREST]; /* by 6 bits of red, green and blue */
  double dither;                  /* how far apart colours of the palette are, about */
};

image_palette *image_palette_new(void) { return calloc(1, sizeof(image_palette)); }

/* ---- looking ------------------------------------------------------------------------------------- */

static uint32_t key_of(const unsigned char *rgb) {
  return ((uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2]) + 1;
}

/* The slot of a colour, or the empty one that it would take. */
static int slot_of(const image_palette *p, uint32_t key) {
  unsigned slot = (key * 2654435761u) >> 22;
  while (p->seen[slot] && p->seen[slot] != key) slot = (slot + 1) % SLOTS;
  return (int)slot;
}

static void remember(image_palette *p, const unsigned char *rgb) {
  if (p->seen_count > COLOURS) return;
  const uint32_t key = key_of(rgb);
  const int slot = slot_of(p, key);
  if (p->seen[slot]) return;
  if (p->seen_count < COLOURS) {
    memcpy(p->bytes[p->seen_count], rgb, 3);
    p->seen[slot] = key;
    p->indices[slot] = (unsigned char)p->seen_count;
  }
  p->seen_count++;
}

void image_palette_look(image_palette *p, const unsigned char *pixels, int64_t count) {
  for (; count > 0; count--, pixels += 3) {
    bin *const b = &p->bins[pixels[0] >> 3 << 10 | pixels[1] >> 3 << 5 | pixels[2] >> 3];
    remember(p, pixels);
    b->count++;
    for (int c = 0; c < 3; c++) b->colour[c] += pixels[c];
  }
}

/* ---- choosing ------------------------------------------------------------------------------------ */

static void gather_bins(image_palette *p) {
  for (int i = 0; i < BINS; i++) {
    bin b = p->bins[i];
    if (b.count == 0) continue;
    for (int c = 0; c < 3; c++) b.colour[c] /= b.count;
    p->bins[p->bin_count++] = b;
  }
}

static box measure(const image_palette *p, int first, int count) {
  box x = {.first = first, .count = count};
  double all = 0;
  for (const bin *b = p->bins + first; b < p->bins + first + count; b++) {
    all += b->count;
    for (int c = 0; c < 3; c++) x.mean[c] += b->count * b->colour[c];
  }
  for (int c = 0; c < 3; c++) x.mean[c] /= all;
  for (const bin *b = p->bins + first; b < p->bins + first + count; b++)
    for (int c = 0; c < 3; c++) x.spread[c] += b->count * (b->colour[c] - x.mean[c]) * (b->colour[c] - x.mean[c]);
  return x;
}

/* The axis along which a box is widest. */
static int axis_of(const box *x) {
  int axis = x->spread[1] > x->spread[0];
  if (x->spread[2] > x->spread[axis]) axis = 2;
  return axis;
}

/* Moves the bins below the mean before the others.  Returns how many they are. */
static int part_bins(image_palette *p, const box *x) {
  const int axis = axis_of(x);
  bin *const bins = p->bins + x->first;
  int low = 0;
  for (int i = 0; i < x->count; i++) {
    if (bins[i].colour[axis] >= x->mean[axis]) continue;
    const bin b = bins[i];
    bins[i] = bins[low];
    bins[low++] = b;
  }
  return low;
}

/* Halves the box whose colours differ most.  Returns 0 where none can be. */
static int halve(image_palette *p) {
  box *widest = NULL;
  for (box *x = p->boxes; x < p->boxes + p->box_count; x++)
    if (x->count > 1 && (!widest || x->spread[axis_of(x)] > widest->spread[axis_of(widest)])) widest = x;
  const box whole = widest ? *widest : (box){0};
  const int low = widest ? part_bins(p, widest) : 0;
  if (low == 0) return 0;
  *widest = measure(p, whole.first, low);
  p->boxes[p->box_count++] = measure(p, whole.first + low, whole.count - low);
  return 1;
}

/* The index of the nearest colour, and how far away it is, squared. */
static int nearest_to(const image_palette *p, const double colour[3], double *distance) {
  int best = 0;
  *distance = INFINITY;
  for (int i = 0; i < p->box_count; i++) {
    const double *const at = p->colours[i];
    const double r = colour[0] - at[0], g = colour[1] - at[1], b = colour[2] - at[2], d = r * r + g * g + b * b;
    if (d < *distance) *distance = d, best = i;
  }
  return best;
}

/* Moves each colour to the mean of those nearest to it.  Returns how far away these were: the mean of the squares. */
static double move_to_means(image_palette *p) {
  bin sums[COLOURS] = {{0}};
  double all = 0, error = 0, distance;
  for (const bin *b = p->bins; b < p->bins + p->bin_count; b++) {
    bin *const s = &sums[nearest_to(p, b->colour, &distance)];
    s->count += b->count;
    for (int c = 0; c < 3; c++) s->colour[c] += b->count * b->colour[c];
    error += b->count * distance;
    all += b->count;
  }
  for (int i = 0; i < p->box_count; i++)
    for (int c = 0; c < 3 && sums[i].count > 0; c++) p->colours[i][c] = sums[i].colour[c] / sums[i].count;
  return error / all;
}

/* Chooses colours for those of the bins. */
static void reduce(image_palette *p) {
  double error = 0;
  p->boxes[0] = measure(p, 0, p->bin_count);
  p->box_count = 1;
  while (p->box_count < COLOURS && halve(p)) {}
  for (int i = 0; i < p->box_count; i++) memcpy(p->colours[i], p->boxes[i].mean, sizeof p->colours[i]);
  for (int round = 0; round < ROUNDS; round++) error = move_to_means(p);
  p->dither = fmin(sqrt(12 * error / 3), 32); /* evenly spaced colours have an error of a twelfth of their square */
  for (int i = 0; i < p->box_count; i++)
    for (int c = 0; c < 3; c++) p->bytes[i][c] = (unsigned char)(p->colours[i][c] + 0.5);
}

/* Keeps the colours that were seen. */
static void keep(image_palette *p) {
  p->box_count = p->seen_count;
  for (int i = 0; i < p->seen_count; i++)
    for (int c = 0; c < 3; c++) p->colours[i][c] = p->bytes[i][c];
}

void image_palette_choose(image_palette *p) {
  if (p->seen_count <= COLOURS) {
    keep(p);
  } else {
    gather_bins(p);
    reduce(p);
  }
  for (int i = 0; i < NEAREST; i++) {
    double ignored;
    const double colour[3] = {4 * (i >> 12) + 1.5, 4 * (i >> 6 & 63) + 1.5, 4 * (i & 63) + 1.5};
    p->nearest[i] = (unsigned char)nearest_to(p, colour, &ignored);
  }
}

const unsigned char *image_palette_colour(const image_palette *p, int index) { return p->bytes[index]; }

/* ---- mapping ------------------------------------------------------------------------------------- */

/* A threshold from -1/2 to 1/2: each square of the pattern is four of half its size, between whose thresholds those
 * of the others lie. */
static double threshold(int x, int y) {
  int sum = 0;
  for (int bit = 0; bit < 3; bit++) {
    const int right = x >> bit & 1, down = y >> bit & 1;
    sum = 4 * sum + 2 * (right ^ down) + down;
  }
  return (sum + 0.5) / 64 - 0.5;
}

static unsigned six_bits(double value) {
  const double byte = value < 0 ? 0 : value > 255 ? 255 : value;
  return (unsigned)(byte + 0.5) >> 2;
}

static unsigned char index_of(const image_palette *p, const unsigned char *rgb, double more) {
  const int slot = p->seen_count <= COLOURS ? slot_of(p, key_of(rgb)) : 0;
  if (p->seen_count <= COLOURS && p->seen[slot]) return p->indices[slot];
  return p->nearest[six_bits(rgb[0] + more) << 12 | six_bits(rgb[1] + more) << 6 | six_bits(rgb[2] + more)];
}

void image_palette_map(const image_palette *p, const unsigned char *pixels, int width, int height, unsigned char *to) {
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++, pixels += 3) *to++ = index_of(p, pixels, p->dither * threshold(x, y));
}
