/* A picture encoded on all cores: it is divided into bands of lines, or parts of long ones; each thread computes and
 * encodes the next band, and the caller's thread writes the bands in order.  A band is made in one
 * of a few slots, which is free again once the band is written, so that memory is bounded whatever
 * the picture's size. */
#include "image/image.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

enum {
  BAND_SAMPLES = 1 << 19, /* of a band, about */
  MOST_SAMPLES = 1 << 22, /* unless a line has more that the format doesn't split */
  LINES_TOGETHER = 16,    /* a band has a multiple of these, as a grid is sampled in such blocks */
  MOST_THREADS = 4096
};

typedef enum { FREE, READY } slot_state;

typedef struct {
  slot_state state;
  int reason; /* why its band could not be made, one of errno's numbers; 0: it was made */
  image_band band;
  float *samples;
  void *memory;
} slot;

typedef struct {
  image_writing writing;
  const image *picture;
  const image_format *format;
  int64_t line_samples, lines, band_lines, band_columns, bands;
  int wants_crc;
  slot *slots; /* band b is made in slots[b % slot_count] */
  int slot_count;
  pthread_mutex_t lock; /* guards all below, and the slots' states */
  pthread_cond_t changed;
  int64_t begun, written; /* how many bands are */
  int stopped;
} run;

/* ---- dividing a picture ---------------------------------------------------------------------- */

static int64_t line_samples(const image *picture) { return picture->size[0] * picture->channels; }

static int64_t line_count(const image *picture) { return picture->size[1] * picture->size[2] * picture->size[3]; }

int64_t image_band_lines(const image *picture) {
  const int64_t line = line_samples(picture);
  int64_t lines = BAND_SAMPLES / line + 1;
  lines = (lines + LINES_TOGETHER - 1) / LINES_TOGETHER * LINES_TOGETHER;
  if (lines * line > MOST_SAMPLES) lines = MOST_SAMPLES / line > 0 ? MOST_SAMPLES / line : 1;
  return lines > LINES_TOGETHER ? lines - lines % LINES_TOGETHER : lines;
}

int image_is_upside_down(const image_format *format, const image *picture) {
  return format->upside_down || (format->is_bare && picture->upwards);
}

/* How many samples of a line a band has: all, but of a long line no more than bands usually have. */
static int64_t band_columns(const image_format *format, const image *picture) {
  const int is_long = line_samples(picture) > MOST_SAMPLES;
  return format->splits_lines && is_long ? BAND_SAMPLES / picture->channels : picture->size[0];
}

/* How many bands are beside one another. */
static int64_t across(const image_format *format, const image *picture) {
  const int64_t columns = band_columns(format, picture);
  return (picture->size[0] + columns - 1) / columns;
}

int64_t image_band_count(const image_format *format, const image *picture) {
  const int64_t lines = image_band_lines(picture);
  return (line_count(picture) + lines - 1) / lines * across(format, picture);
}

/* A band's part, in the order in which the file has them. */
static image_part part_of(const run *r, int64_t number) {
  const int64_t beside = across(r->format, r->picture), down = number / beside;
  const int64_t row = image_is_upside_down(r->format, r->picture) ? r->bands / beside - 1 - down : down;
  const int64_t first = row * r->band_lines, column = number % beside * r->band_columns;
  const int64_t lines = r->lines - first, columns = r->picture->size[0] - column;
  return (image_part){first, lines < r->band_lines ? lines : r->band_lines, column,
                      columns < r->band_columns ? columns : r->band_columns};
}

int image_thread_count(int asked, int64_t bands) {
  const long cores = asked > 0 ? asked : sysconf(_SC_NPROCESSORS_ONLN);
  const int64_t count = cores < 1 ? 1 : cores > MOST_THREADS ? MOST_THREADS : cores;
  return (int)(count < bands ? count : bands);
}

/* ---- a band ---------------------------------------------------------------------------------- */

static int make_band(const run *r, int64_t number, slot *s) {
  const image *picture = r->picture;
  const image_part part = part_of(r, number);
  s->band.part = part;
  s->band.samples = s->samples;
  if (picture->data) {
    s->band.samples = picture->data + part.first * r->line_samples + part.column * picture->channels;
  } else {
    const int reason = picture->lines(picture->lines_user, &part, s->samples);
    if (reason) return reason;
  }
  const int reason = r->format->encode(&r->writing, &s->band);
  if (!reason && r->wants_crc) s->band.crc = (uint32_t)crc32_z(crc32(0, NULL, 0), s->band.bytes, s->band.length);
  return reason;
}

static slot *slot_of(const run *r, int64_t band) { return &r->slots[band % r->slot_count]; }

/* Waits until there is a free slot for the next band.  Returns that band; -1: there is none. */
static int64_t take_band(run *r) {
  while (!r->stopped && r->begun < r->bands && r->begun - r->written >= r->slot_count) {
    pthread_cond_wait(&r->changed, &r->lock);
  }
  return r->stopped || r->begun == r->bands ? -1 : r->begun++;
}

static void *work(void *arg) {
  run *r = arg;
  pthread_mutex_lock(&r->lock);
  for (int64_t band; (band = take_band(r)) >= 0;) {
    slot *s = slot_of(r, band);
    pthread_mutex_unlock(&r->lock);
    const int reason = make_band(r, band, s);
    pthread_mutex_lock(&r->lock);
    s->reason = reason;
    s->state = READY;
    pthread_cond_broadcast(&r->changed);
  }
  pthread_mutex_unlock(&r->lock);
  return NULL;
}

/* ---- in order -------------------------------------------------------------------------------- */

/* Waits until another thread has made the band; makes it where there is no other thread. */
static int await_band(run *r, int64_t band, int others) {
  slot *s = slot_of(r, band);
  if (!others) return make_band(r, band, s);
  pthread_mutex_lock(&r->lock);
  while (s->state != READY) pthread_cond_wait(&r->changed, &r->lock);
  pthread_mutex_unlock(&r->lock);
  return s->reason;
}

static void free_slot(run *r, int64_t band) {
  pthread_mutex_lock(&r->lock);
  slot_of(r, band)->state = FREE;
  r->written = band + 1;
  pthread_cond_broadcast(&r->changed);
  pthread_mutex_unlock(&r->lock);
}

static void add_written(image_bytes *written, const image_band *band) {
  written->crc = (uint32_t)crc32_combine(written->crc, band->crc, (z_off_t)band->length);
  written->count += (int64_t)band->length;
}

static int write_in_order(run *r, int others, image_bytes *written) {
  const image *picture = r->picture;
  int reason = 0;
  *written = (image_bytes){.begin = ftello(r->writing.stream)};
  if (written->begin < 0 && errno != ESPIPE) return errno; /* a pipe has no offsets */
  for (int64_t band = 0; !reason && band < r->bands; band++) {
    const double done = (double)band / (double)r->bands;
    if (picture->progress && picture->progress(picture->progress_user, done)) return ECANCELED;
    reason = await_band(r, band, others);
    const image_band *const next = &slot_of(r, band)->band;
    if (!reason) reason = r->format->put(&r->writing, next);
    if (!reason) add_written(written, next);
    if (!reason) free_slot(r, band);
  }
  return !reason && r->format->end ? r->format->end(&r->writing) : reason;
}

/* Starts the threads and writes the bands.  Where no thread can be started, the caller's does
 * all. */
static int run_threads(run *r, pthread_t *threads, int count, image_bytes *written) {
  int started = 0;
  while (count > 1 && started < count && pthread_create(&threads[started], NULL, work, r) == 0) { started++; }
  const int reason = write_in_order(r, started, written);
  pthread_mutex_lock(&r->lock);
  r->stopped = 1;
  pthread_cond_broadcast(&r->changed);
  pthread_mutex_unlock(&r->lock);
  for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
  return reason;
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Allocates the slots: a band's floats, unless the picture has its samples in data, then what the
 * format needs.  It compares the sum with the machine's memory first, as a system that overcommits
 * would kill the tool later. */
static int open_slots(run *r) {
  const int64_t lines = r->band_lines < r->lines ? r->band_lines : r->lines;
  const int64_t line = r->band_columns * r->picture->channels;
  image widest = *r->picture;
  widest.size[0] = r->band_columns;
  const double installed = image_installed_memory();
  const double floats = r->picture->data ? 0 : 4.0 * (double)lines * (double)line;
  if ((16.0 * (double)lines * (double)line + floats) * r->slot_count > 1e18) return ENOMEM;
  const size_t room = r->format->room(&widest, lines);
  if ((floats + (double)room) * r->slot_count > installed) return ENOMEM;
  for (int i = 0; i < r->slot_count; i++) {
    slot *s = &r->slots[i];
    s->memory = malloc((size_t)floats + room);
    if (!s->memory) return ENOMEM;
    s->samples = s->memory;
    s->band.bytes = (unsigned char *)s->memory + (size_t)floats;
  }
  return 0;
}

int image_write_bands(FILE *stream, const char *name, const image_format *format, const image *picture,
                      image_bytes *written) {
  run r = {.writing = {.stream = stream, .name = name, .picture = picture, .check = 1},
           .picture = picture,
           .format = format,
           .line_samples = line_samples(picture)};
  r.wants_crc = picture->provenance && format->provenance_storage == IMAGE_BESIDE;
  r.lines = line_count(picture);
  r.band_lines = image_band_lines(picture);
  r.band_columns = band_columns(format, picture);
  r.bands = image_band_count(format, picture);
  const int threads = image_thread_count(picture->threads, r.bands);
  const int slots = threads > 1 ? threads + threads / 2 + 1 : 1;
  r.slot_count = slots < r.bands ? slots : (int)r.bands;
  r.slots = calloc((size_t)r.slot_count, sizeof *r.slots);
  pthread_t *handles = calloc((size_t)threads, sizeof *handles);
  pthread_mutex_init(&r.lock, NULL);
  pthread_cond_init(&r.changed, NULL);

  int reason = r.slots && handles ? open_slots(&r) : ENOMEM;
  if (!reason && format->begin) reason = format->begin(&r.writing); /* before any band */
  if (!reason) reason = run_threads(&r, handles, threads, written);

  const int closed = format->close ? format->close(&r.writing) : 0;
  if (!reason) reason = closed;

  pthread_cond_destroy(&r.changed);
  pthread_mutex_destroy(&r.lock);
  for (int i = 0; r.slots && i < r.slot_count; i++) free(r.slots[i].memory);
  free(handles);
  free(r.slots);
  return reason;
}
