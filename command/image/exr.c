/* OpenEXR by OpenEXR's C core: floats by scan line with ZIP compression.  Bands are compressed on
 * all cores and written in order; how the picture was made is an attribute. */
#include "image/image.h"

#include <errno.h>
#include <openexr.h>
#include <stdlib.h>
#include <string.h>

enum { ZIP_LINES = 16 /* of a chunk */, HEAD = sizeof(uint64_t) /* a chunk's length, in a band */ };

typedef struct {
  exr_context_t context;
  FILE *stream;
  int reason; /* why the last write failed */
} state;

static void keep_quiet(exr_const_context_t context, exr_result_t code, const char *text) {
  (void)context, (void)code, (void)text;
}

static int64_t write_at(exr_const_context_t context, void *user, const void *bytes, uint64_t length, uint64_t offset,
                        exr_stream_error_func_ptr_t error) {
  (void)context, (void)error;
  state *const s = user;
  s->reason =
      fseeko(s->stream, (off_t)offset, SEEK_SET) == 0 ? image_put_bytes(s->stream, bytes, (size_t)length) : errno;
  return s->reason ? -1 : (int64_t)length;
}

static int reason_of(exr_result_t code, const state *s) {
  if (code == EXR_ERR_SUCCESS) return 0;
  return s && s->reason ? s->reason : code == EXR_ERR_OUT_OF_MEMORY ? ENOMEM : EIO;
}

/* The channels' names, in the order of our samples; EXR itself sorts them. */
static const char *channel_name(const image *picture, int c) {
  static const char *const names[] = {"R", "G", "B", "A"};
  return picture->channels == 1 ? "Y" : names[c];
}

/* The number of lines of a chunk; a band has whole chunks. */
static int chunk_lines(const image *picture) {
  const int is_one = image_band_count(&image_exr, picture) == 1;
  return image_band_lines(picture) % ZIP_LINES == 0 || is_one ? ZIP_LINES : 1;
}

static exr_compression_t compression_of(const image *picture) {
  return chunk_lines(picture) == 1 ? EXR_COMPRESSION_ZIPS : EXR_COMPRESSION_ZIP;
}

static exr_result_t open_header(exr_context_t context, const image *picture) {
  int part;
  exr_result_t code = exr_add_part(context, NULL, EXR_STORAGE_SCANLINE, &part);
  if (!code)
    code = exr_initialize_required_attr_simple(context, 0, (int32_t)picture->size[0], (int32_t)picture->size[1],
                                               compression_of(picture));
  for (int c = 0; !code && c < picture->channels; c++)
    code = exr_add_channel(context, 0, channel_name(picture, c), EXR_PIXEL_FLOAT, EXR_PERCEPTUALLY_LINEAR, 1, 1);
  if (!code && picture->provenance) code = exr_attr_set_string(context, 0, IMAGE_KEYWORD, picture->provenance);
  if (!code) code = exr_attr_set_string(context, 0, IMAGE_SEAL, IMAGE_NO_SEAL);
  return code ? code : exr_write_header(context);
}

static int begin(image_writing *w) {
  state *const s = calloc(1, sizeof *s);
  if (!s) return ENOMEM;
  w->state = s;
  s->stream = w->stream;
  exr_context_initializer_t use = EXR_DEFAULT_CONTEXT_INITIALIZER;
  use.user_data = s;
  use.write_fn = write_at;
  use.error_handler_fn = keep_quiet;
  const exr_result_t code = exr_start_write(&s->context, "picture", EXR_WRITE_FILE_DIRECTLY, &use);
  return reason_of(code ? code : open_header(s->context, w->picture), s);
}

/* A chunk that compression would make larger is stored uncompressed. */
static size_t room(const image *picture, int64_t lines) {
  const size_t line = 4 * (size_t)picture->size[0] * (size_t)picture->channels;
  return (size_t)lines * (line + HEAD);
}

/* The library's write function: appends the chunk to the band's bytes. */
static exr_result_t keep_chunk(exr_encode_pipeline_t *pipe) {
  image_band *const band = pipe->encoding_user_data;
  const uint64_t length = pipe->compressed_bytes;
  memcpy(band->bytes + band->length, &length, HEAD);
  memcpy(band->bytes + band->length + HEAD, pipe->compressed_buffer, length);
  band->length += HEAD + length;
  return EXR_ERR_SUCCESS;
}

static const float *channel_of(const image *picture, const char *name, const float *samples) {
  for (int c = 0; c < picture->channels; c++)
    if (strcmp(name, channel_name(picture, c)) == 0) return samples + c;
  return samples;
}

/* The chunk from `line` on.  The library can describe only the chunk that comes next in the
 * file. */
static exr_chunk_info_t chunk_at(const image *picture, int64_t line) {
  const int64_t rest = picture->size[1] - line, most = chunk_lines(picture);
  const int64_t lines = rest < most ? rest : most;
  const size_t samples = (size_t)(lines * picture->size[0] * picture->channels);
  return (exr_chunk_info_t){.idx = (int32_t)(line / most),
                            .start_y = (int32_t)line,
                            .height = (int32_t)lines,
                            .width = (int32_t)picture->size[0],
                            .type = EXR_STORAGE_SCANLINE,
                            .compression = (uint8_t)compression_of(picture),
                            .unpacked_size = samples * sizeof(float)};
}

static exr_result_t encode_chunk(const image *picture, exr_context_t context, int64_t line, image_band *band) {
  const exr_chunk_info_t chunk = chunk_at(picture, line);
  exr_encode_pipeline_t pipe = EXR_ENCODE_PIPELINE_INITIALIZER;
  exr_result_t code = exr_encoding_initialize(context, 0, &chunk, &pipe);
  if (code) return code;
  const size_t sample = (size_t)picture->channels * sizeof(float);
  const float *const samples =
      band->samples + (size_t)((line - band->part.first) * picture->size[0]) * (size_t)picture->channels;
  for (int c = 0; c < pipe.channel_count; c++) {
    exr_coding_channel_info_t *const channel = &pipe.channels[c];
    const void *const from = channel_of(picture, channel->channel_name, samples);
    channel->encode_from_ptr = from;
    channel->user_pixel_stride = (int32_t)sample;
    channel->user_line_stride = (int32_t)(sample * (size_t)picture->size[0]);
    channel->user_bytes_per_element = sizeof(float);
    channel->user_data_type = EXR_PIXEL_FLOAT;
  }
  pipe.encoding_user_data = band;
  code = exr_encoding_choose_default_routines(context, 0, &pipe);
  pipe.yield_until_ready_fn = NULL; /* which would wait for the chunks before */
  pipe.write_fn = keep_chunk;
  if (!code) code = exr_encoding_run(context, 0, &pipe);
  exr_encoding_destroy(context, &pipe);
  return code;
}

static int encode(const image_writing *w, image_band *band) {
  const state *const s = w->state;
  band->length = 0;
  for (int64_t line = band->part.first; line < band->part.first + band->part.lines; line += chunk_lines(w->picture)) {
    const exr_result_t code = encode_chunk(w->picture, s->context, line, band);
    if (code) return reason_of(code, NULL);
  }
  return 0;
}

static int put(image_writing *w, const image_band *band) {
  const state *const s = w->state;
  int64_t line = band->part.first;
  for (size_t offset = 0; offset < band->length; line += chunk_lines(w->picture)) {
    uint64_t length;
    memcpy(&length, band->bytes + offset, HEAD);
    const exr_result_t code = exr_write_scanline_chunk(s->context, 0, (int)line, band->bytes + offset + HEAD, length);
    if (code) return reason_of(code, s);
    offset += HEAD + length;
  }
  return 0;
}

/* The attribute's name, type and length.  Texts have no NUL in them. */
static const image_mark seal_mark = {IMAGE_SEAL "\0string\0\x08\0\0\0", sizeof IMAGE_SEAL + sizeof "string" + 4};

/* This writes the table of the chunks' offsets, then the seal. */
static int close_file(image_writing *w) {
  state *const s = w->state;
  if (!s) return 0;
  const exr_result_t code = s->context ? exr_finish(&s->context) : EXR_ERR_SUCCESS;
  int reason = reason_of(code, s);
  if (!reason && fflush(w->stream) != 0) reason = errno;
  if (!reason) reason = image_seal(w->name, &seal_mark);
  free(s);
  return reason;
}

static char *provenance(const char *path) {
  exr_context_t context;
  exr_context_initializer_t use = EXR_DEFAULT_CONTEXT_INITIALIZER;
  use.error_handler_fn = keep_quiet;
  if (exr_start_read(&context, path, &use) != EXR_ERR_SUCCESS) return NULL;
  const char *text;
  int32_t length;
  const exr_result_t code = exr_attr_get_string(context, 0, IMAGE_KEYWORD, &length, &text);
  char *const copy = code == EXR_ERR_SUCCESS && length >= 0 ? strndup(text, (size_t)length) : NULL;
  exr_finish(&context);
  return copy;
}

static int is_complete(const char *path) { return image_is_sealed(path, &seal_mark); }

const image_format image_exr = {
    .name = "exr",
    .about = "OpenEXR, float32; grey, RGB or RGBA",
    .most_axes = 2,
    .channels = IMAGE_GREY | IMAGE_RGB | IMAGE_RGBA,
    .kind = IMAGE_FLOATS,
    .provenance_storage = IMAGE_INSIDE,
    .seeks = 1,
    .most_side = 1 << 27,
    .begin = begin,
    .room = room,
    .encode = encode,
    .put = put,
    .close = close_file,
    .provenance = provenance,
    .is_complete = is_complete,
};
