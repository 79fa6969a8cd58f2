/* Heights from NumPy's arrays of two dimensions, and pictures from three, in C order, of floats or integers of either
 * order of bytes (NumPy Enhancement Proposal 1, "A simple file format for NumPy arrays"). */
#include "image/heights.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_HEADER = 1 << 16, MOST_SIZE = 8 };

/* What the array's values are. */
typedef struct {
  char order, kind; /* '<' or '>'; 'f', 'i' or 'u' */
  int size;         /* in bytes */
} value_type;

/* ---- the header ---------------------------------------------------------------------------------- */

/* What follows a key of the header's dictionary; NULL: it isn't there. */
static const char *find(const char *header, const char *key) {
  const char *const at = strstr(header, key);
  if (!at) return NULL;
  const char *value = at + strlen(key);
  value += strspn(value, " ");
  if (*value != ':') return NULL;
  value++;
  return value + strspn(value, " ");
}

/* Reads the array's type, such as '<f4'.  Returns whether it is one of numbers. */
static int read_type(const char *text, value_type *type) {
  if (!text || (text[0] != '\'' && text[0] != '"')) return 0;
  if (!strchr("<>|=", text[1]) || !text[1] || !strchr("fiu", text[2]) || !text[2]) return 0;
  if (text[3] < '1' || text[3] > '8' || text[4] != text[0]) return 0;
  *type = (value_type){text[1], text[2], text[3] - '0'};
  return type->kind == 'f' ? type->size == 4 || type->size == 8 : type->size == 1 || type->size == 2 || type->size == 4;
}

/* Reads "(480, 640)" or, of so many channels, "(480, 640, 3)": returns whether it is such. */
static int read_shape(const char *text, int64_t size[2], int64_t *channels) {
  int64_t sides[3] = {0, 0, 1};
  int count = 0;
  if (!text || *text++ != '(') return 0;
  while (count < 3) {
    char *end;
    text += strspn(text, " ");
    if (*text < '0' || *text > '9') break;
    sides[count++] = strtoll(text, &end, 10);
    text = end + strspn(end, " ");
    if (*text != ',') break;
    text++;
  }
  text += strspn(text, " ");
  size[0] = sides[1];
  size[1] = sides[0];
  *channels = sides[2];
  return *text == ')' && count >= 2 && sides[2] >= 1 && sides[2] <= 4 && size[0] >= 1 && size[1] >= 1 &&
         size[0] <= INT32_MAX && size[1] <= INT32_MAX;
}

/* The header's text, to be freed; NULL: the file is no array of NumPy's. */
static char *read_header(heights_reading *r) {
  unsigned char head[12];
  if (heights_bytes(r, head, 10) || memcmp(head, "\x93NUMPY", 6) != 0 || head[6] < 1 || head[6] > 3) return NULL;
  const int is_long = head[6] > 1; /* the length has four bytes from version 2 on */
  if (is_long && heights_bytes(r, head + 10, 2)) return NULL;
  size_t length = (size_t)head[8] | (size_t)head[9] << 8;
  if (is_long) length |= (size_t)head[10] << 16 | (size_t)head[11] << 24;
  if (length > MOST_HEADER) return NULL;
  char *const text = malloc(length + 1);
  if (!text) return NULL;
  text[length] = '\0';
  if (heights_bytes(r, text, length) == 0) return text;
  free(text);
  return NULL;
}

static int parse_header(heights_reading *r, const char *header, value_type *type) {
  int64_t channels;
  const char *const order = find(header, "'fortran_order'");
  if (!read_type(find(header, "'descr'"), type))
    return heights_fail(r, "isn't an array of heights: its values are neither floats nor integers of up to 32 bits");
  if (!read_shape(find(header, "'shape'"), r->to->size, &channels))
    return heights_fail(r, "isn't an array of heights, which has two dimensions and at least a sample, nor of colours");
  if (heights_take_channels(r, (int)channels)) return -1;
  if (!order || strncmp(order, "False", 5) != 0)
    return heights_fail(r, "is in Fortran's order; numpy.ascontiguousarray turns it");
  return 0;
}

/* ---- the values ---------------------------------------------------------------------------------- */

static double value_of(const unsigned char *bytes, const value_type *type) {
  uint64_t bits = 0;
  for (int i = 0; i < type->size; i++) bits = bits << 8 | bytes[type->order == '>' ? i : type->size - 1 - i];
  if (type->kind == 'u') return (double)bits;
  if (type->kind == 'i') {
    const int64_t turn = (int64_t)1 << (8 * type->size - 1);
    return (double)(((int64_t)bits ^ turn) - turn);
  }
  if (type->size == 8) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
  }
  const uint32_t low = (uint32_t)bits;
  float value;
  memcpy(&value, &low, sizeof value);
  return (double)value;
}

/* The number that stands for 1: of bytes as colours the largest one. */
static double full_of(const heights_reading *r, const value_type *type) {
  const int are_shares = heights_channels(r->to) > 1 && type->kind == 'u' && type->size <= 2;
  return !are_shares ? 1 : type->size == 1 ? 255 : 65535;
}

static int read_values(heights_reading *r, const value_type *type) {
  const size_t width = (size_t)r->to->size[0] * (size_t)heights_channels(r->to), size = (size_t)type->size;
  const double full = full_of(r, type);
  unsigned char *const line = malloc(width * size);
  int code = line ? 0 : heights_fail(r, "out of memory");
  for (int64_t j = 0; !code && j < r->to->size[1]; j++) {
    float *const to = r->to->data + (size_t)j * width;
    if (heights_bytes(r, line, width * size)) code = heights_fail_at(r, j);
    for (size_t i = 0; !code && i < width; i++) to[i] = (float)(value_of(line + i * size, type) / full);
    if (!code) code = heights_lines_read(r, j + 1);
  }
  free(line);
  return code;
}

int heights_npy(heights_reading *r) {
  value_type type = {0};
  char *const header = read_header(r);
  if (!header) return heights_fail(r, "isn't a NumPy array");
  int code = parse_header(r, header, &type);
  free(header);
  if (code) return code;
  const double wanted = (double)r->to->size[0] * (double)r->to->size[1] * heights_channels(r->to) * type.size;
  const double left = (double)(r->bytes - (int64_t)ftello(r->file));
  if (left < wanted) return heights_fail(r, "is cut off: its values take %.0f bytes, and it has %.0f", wanted, left);
  code = heights_allocate(r);
  return code ? code : read_values(r, &type);
}
