/* Heights and pictures from OpenEXR, by its C core: the first part, by scan line or in tiles.  One channel, of any
 * name, is heights; R, G and B, with A, are a picture in linear light, and so is Y with A. */
#include "image/heights.h"

#include <openexr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  heights_reading *reading;
  exr_context_t context;
  exr_attr_box2i_t window;
  exr_decode_pipeline_t pipe;
  int is_open; /* whether the pipe is */
} exr_reading;

static void keep_quiet(exr_const_context_t context, exr_result_t code, const char *text) {
  (void)context, (void)code, (void)text;
}

/* Reads what the library asks for from the file that is open already. */
static int64_t read_at(exr_const_context_t context, void *user, void *to, uint64_t length, uint64_t offset,
                       exr_stream_error_func_ptr_t error) {
  (void)context, (void)error;
  FILE *const file = user;
  if (offset > INT64_MAX || fseeko(file, (off_t)offset, SEEK_SET) != 0) return -1;
  return (int64_t)fread(to, 1, length, file);
}

static int64_t size_of(exr_const_context_t context, void *user) {
  (void)context;
  FILE *const file = user;
  return fseeko(file, 0, SEEK_END) == 0 ? (int64_t)ftello(file) : -1;
}

/* The place among a sample's channels of the one of that name; -1: it isn't read. */
static int place_of(const exr_reading *e, const char *name) {
  const int channels = heights_channels(e->reading->to);
  const char *const names = channels == 1 ? "" : channels == 2 ? "YA" : "RGBA";
  const char *const at = name && *name && !name[1] ? strchr(names, *name) : NULL;
  return channels == 1 ? 0 : at && at - names < channels ? (int)(at - names) : -1;
}

static int has_channel(const exr_attr_chlist_t *channels, const char *name) {
  for (int i = 0; i < channels->num_channels; i++)
    if (strcmp(channels->entries[i].name.str, name) == 0) return 1;
  return 0;
}

/* How many channels are read; -1 with *error, which names some of those that there are. */
static int count_channels(const heights_reading *r, const exr_attr_chlist_t *c) {
  char names[120] = "";
  const int has_a = has_channel(c, "A");
  if (c->num_channels == 1) return 1;
  if (has_channel(c, "R") && has_channel(c, "G") && has_channel(c, "B")) return 3 + has_a;
  if (has_a && has_channel(c, "Y") && c->num_channels == 2) return 2;
  for (int i = 0; i < c->num_channels && strlen(names) < 80; i++)
    snprintf(names + strlen(names), sizeof names - strlen(names), " %.30s", c->entries[i].name.str);
  return heights_fail(r, "has %d channels,%s: neither heights, which are one, nor R, G and B", c->num_channels, names);
}

static int take_channels(exr_reading *e, const exr_attr_chlist_t *channels) {
  heights_reading *const r = e->reading;
  const int count = count_channels(r, channels);
  if (count < 0 || heights_take_channels(r, count)) return -1;
  r->to->is_linear = count > 1;
  for (int i = 0; i < channels->num_channels; i++) {
    const exr_attr_chlist_entry_t *const c = &channels->entries[i];
    if (place_of(e, c->name.str) >= 0 && (c->x_sampling != 1 || c->y_sampling != 1))
      return heights_fail(r, "has a channel of fewer samples than pixels");
  }
  return 0;
}

static int take_head(exr_reading *e) {
  heights_reading *const r = e->reading;
  const exr_attr_chlist_t *channels;
  if (exr_get_channels(e->context, 0, &channels) || exr_get_data_window(e->context, 0, &e->window))
    return heights_fail(r, "isn't an OpenEXR picture");
  const exr_attr_box2i_t *const w = &e->window;
  *r->to = (heights){.size = {(int64_t)w->max.x - w->min.x + 1, (int64_t)w->max.y - w->min.y + 1}};
  const int is_size =
      r->to->size[0] > 0 && r->to->size[1] > 0 && r->to->size[0] <= 1 << 27 && r->to->size[1] <= INT32_MAX;
  return is_size ? take_channels(e, channels) : heights_fail(r, "its data window is no size");
}

/* Says where the channels of a chunk belong, whose first sample is `to`. */
static void aim(exr_reading *e, float *to) {
  const size_t sample = sizeof(float) * (size_t)heights_channels(e->reading->to);
  for (int i = 0; i < e->pipe.channel_count; i++) {
    exr_coding_channel_info_t *const channel = &e->pipe.channels[i];
    const int place = place_of(e, channel->channel_name);
    channel->decode_to_ptr = place < 0 ? NULL : (uint8_t *)(to + place);
    channel->user_pixel_stride = (int32_t)sample;
    channel->user_line_stride = (int32_t)(sample * (size_t)e->reading->to->size[0]);
    channel->user_bytes_per_element = sizeof(float);
    channel->user_data_type = EXR_PIXEL_FLOAT;
  }
}

/* Decodes a chunk to where its samples belong. */
static exr_result_t decode(exr_reading *e, const exr_chunk_info_t *chunk, int64_t column, int64_t line) {
  const int64_t *const size = e->reading->to->size;
  if (column < 0 || line < 0 || column + chunk->width > size[0] || line + chunk->height > size[1])
    return EXR_ERR_BAD_CHUNK_LEADER;
  exr_result_t code = e->is_open ? exr_decoding_update(e->context, 0, chunk, &e->pipe)
                                 : exr_decoding_initialize(e->context, 0, chunk, &e->pipe);
  if (code) return code;
  aim(e, e->reading->to->data + (line * size[0] + column) * heights_channels(e->reading->to));
  if (!e->is_open) code = exr_decoding_choose_default_routines(e->context, 0, &e->pipe);
  e->is_open = 1;
  return code ? code : exr_decoding_run(e->context, 0, &e->pipe);
}

static int read_lines(exr_reading *e) {
  heights_reading *const r = e->reading;
  for (int64_t line = 0; line < r->to->size[1];) {
    exr_chunk_info_t chunk;
    if (exr_read_scanline_chunk_info(e->context, 0, (int)(e->window.min.y + line), &chunk) || chunk.height < 1 ||
        decode(e, &chunk, 0, chunk.start_y - (int64_t)e->window.min.y))
      return heights_fail_at(r, line);
    line += chunk.height;
    const int code = heights_lines_read(r, line);
    if (code) return code;
  }
  return 0;
}

/* Reads the tiles of the finest level. */
static int read_tiles(exr_reading *e) {
  heights_reading *const r = e->reading;
  int32_t width, height;
  if (exr_get_tile_sizes(e->context, 0, 0, 0, &width, &height) || width < 1 || height < 1)
    return heights_fail(r, "its tiles have no size");
  for (int64_t line = 0, v = 0; line < r->to->size[1]; line += height, v++) {
    for (int64_t column = 0, u = 0; column < r->to->size[0]; column += width, u++) {
      exr_chunk_info_t chunk;
      if (exr_read_tile_chunk_info(e->context, 0, (int)u, (int)v, 0, 0, &chunk) || decode(e, &chunk, column, line))
        return heights_fail_at(r, line);
    }
    const int code = heights_lines_read(r, line + height < r->to->size[1] ? line + height : r->to->size[1]);
    if (code) return code;
  }
  return 0;
}

static int read_samples(exr_reading *e) {
  exr_storage_t storage;
  if (exr_get_storage(e->context, 0, &storage)) return heights_fail(e->reading, "isn't an OpenEXR picture");
  if (storage != EXR_STORAGE_SCANLINE && storage != EXR_STORAGE_TILED)
    return heights_fail(e->reading, "has several samples a pixel (it is deep), not heights");
  const int code = heights_allocate(e->reading);
  if (code) return code;
  return storage == EXR_STORAGE_TILED ? read_tiles(e) : read_lines(e);
}

int heights_exr(heights_reading *r) {
  exr_reading e = {.reading = r, .pipe = EXR_DECODE_PIPELINE_INITIALIZER};
  exr_context_initializer_t use = EXR_DEFAULT_CONTEXT_INITIALIZER;
  use.user_data = r->file;
  use.read_fn = read_at;
  use.size_fn = size_of;
  use.error_handler_fn = keep_quiet;
  use.max_image_width = use.max_image_height = 1 << 20;
  use.max_tile_width = use.max_tile_height = 1 << 14;
  if (exr_start_read(&e.context, r->path, &use) != EXR_ERR_SUCCESS)
    return heights_fail(r, "isn't an OpenEXR picture, or is damaged");
  int code = take_head(&e);
  if (!code) code = read_samples(&e);
  if (e.is_open) exr_decoding_destroy(e.context, &e.pipe);
  exr_finish(&e.context);
  return code;
}
