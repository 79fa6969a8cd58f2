/* The parser of wkt.h.  It knows which nodes there are, not how they fit together: that is PROJ's to judge. */
#include "image/wkt.h"
#include "image/image.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_TEXT = 1 << 14, MOST_DEPTH = 12, MOST_NUMBER = 40 };

/* What a node is to us. */
typedef enum {
  NODE_UNKNOWN,
  NODE_SYSTEM, /* may be the whole text */
  NODE_PART,   /* of a system */
  NODE_NAMED,  /* its name is looked at by PROJ: a method, or a parameter of one */
  NODE_PROJ4,  /* what older programs say by parameters of PROJ */
  NODE_NUMBER, /* left out, as PROJ believes it, and where it is another thing's, crashes */
  NODE_REMARK  /* left out */
} node_kind;

typedef struct {
  const char *name;
  node_kind kind;
} node_row;

// clang-format off
static const node_row nodes[] = {
    {"GEOGCS", NODE_SYSTEM}, {"PROJCS", NODE_SYSTEM}, {"COMPD_CS", NODE_SYSTEM}, {"LOCAL_CS", NODE_SYSTEM},
    {"GEOGCRS", NODE_SYSTEM}, {"GEOGRAPHICCRS", NODE_SYSTEM}, {"GEODCRS", NODE_SYSTEM}, {"GEODETICCRS", NODE_SYSTEM},
    {"PROJCRS", NODE_SYSTEM}, {"PROJECTEDCRS", NODE_SYSTEM}, {"COMPOUNDCRS", NODE_SYSTEM}, {"ENGCRS", NODE_SYSTEM},
    {"ENGINEERINGCRS", NODE_SYSTEM},
    {"VERT_CS", NODE_PART}, {"VERTCRS", NODE_PART}, {"VERTICALCRS", NODE_PART},
    {"BASEGEOGCRS", NODE_PART}, {"BASEGEODCRS", NODE_PART},
    {"DATUM", NODE_PART}, {"GEODETICDATUM", NODE_PART}, {"TRF", NODE_PART}, {"VERT_DATUM", NODE_PART},
    {"LOCAL_DATUM", NODE_PART}, {"VDATUM", NODE_PART}, {"VRF", NODE_PART}, {"VERTICALDATUM", NODE_PART},
    {"EDATUM", NODE_PART}, {"ENGINEERINGDATUM", NODE_PART},
    {"ENSEMBLE", NODE_PART}, {"MEMBER", NODE_PART}, {"ENSEMBLEACCURACY", NODE_PART},
    {"DYNAMIC", NODE_PART}, {"FRAMEEPOCH", NODE_PART},
    {"SPHEROID", NODE_PART}, {"ELLIPSOID", NODE_PART}, {"PRIMEM", NODE_PART}, {"PRIMEMERIDIAN", NODE_PART},
    {"TOWGS84", NODE_PART}, {"UNIT", NODE_PART}, {"LENGTHUNIT", NODE_PART}, {"ANGLEUNIT", NODE_PART},
    {"SCALEUNIT", NODE_PART}, {"CS", NODE_PART}, {"AXIS", NODE_PART}, {"ORDER", NODE_PART}, {"MERIDIAN", NODE_PART},
    {"CONVERSION", NODE_PART},
    {"PROJECTION", NODE_NAMED}, {"METHOD", NODE_NAMED}, {"PARAMETER", NODE_NAMED},
    {"EXTENSION", NODE_PROJ4},
    {"AUTHORITY", NODE_NUMBER}, {"ID", NODE_NUMBER},
    {"REMARK", NODE_REMARK}, {"USAGE", NODE_REMARK}, {"SCOPE", NODE_REMARK}, {"AREA", NODE_REMARK},
    {"BBOX", NODE_REMARK}, {"VERTICALEXTENT", NODE_REMARK}, {"TIMEEXTENT", NODE_REMARK}, {"ANCHOR", NODE_REMARK},
    {"ANCHOREPOCH", NODE_REMARK}};

/* Words without quotes: the directions of axes, and kinds of coordinates. */
static const char *const words[] = {"NORTH", "EAST", "SOUTH", "WEST", "UP", "DOWN", "OTHER", "UNSPECIFIED",
                                    "ELLIPSOIDAL", "CARTESIAN", "VERTICAL", "SPHERICAL"};

/* The parameters of PROJ that are numbers, and all others that may be. */
static const char *const proj4_numbers[] = {"a", "b", "rf", "lat_0", "lat_1", "lat_2", "lat_ts", "lon_0", "x_0", "y_0",
                                            "k", "k_0", "zone", "to_meter"};
static const char *const proj4_others[] = {"+proj=merc", "+proj=utm", "+proj=tmerc", "+proj=lcc", "+proj=laea",
                                           "+proj=aea", "+proj=stere", "+proj=longlat", "+south", "+units=m",
                                           "+ellps=WGS84", "+datum=WGS84", "+nadgrids=@null", "+wktext", "+no_defs",
                                           "+type=crs"};
// clang-format on

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

typedef struct {
  const char *from; /* what is to be read */
  char *to;         /* where the next byte is written */
  int depth, drops; /* how many nodes are open; whether what is read is left out */
  int epsg;         /* that the system itself has; 0: none yet */
} rewriting;

static void skip_space(rewriting *r) { r->from += strspn(r->from, " \t\r\n"); }

static void put(rewriting *r, char c) {
  if (!r->drops) *r->to++ = c;
}

static void put_bytes(rewriting *r, const char *from, size_t count) {
  for (size_t i = 0; i < count; i++) put(r, from[i]);
}

static node_kind kind_of(const char *name, size_t length, const char **proper) {
  for (int i = 0; i < COUNT(nodes); i++)
    if (strlen(nodes[i].name) == length && strncasecmp(nodes[i].name, name, length) == 0) {
      *proper = nodes[i].name;
      return nodes[i].kind;
    }
  return NODE_UNKNOWN;
}

/* Where a string ends, which begins with a quotation mark; two of them stand for one.  NULL: nowhere, or it has a
 * control character. */
static const char *string_end(const char *from) {
  for (const char *c = from + 1; *c; c++) {
    if ((unsigned char)*c < ' ' || *c == 0x7f) return NULL;
    if (*c == '"' && *++c != '"') return c;
  }
  return NULL;
}

static int is_number(const char *text, size_t length) {
  char number[MOST_NUMBER + 1], *end;
  if (length == 0 || length > MOST_NUMBER || strspn(text, "+-.0123456789eE") < length) return 0;
  memcpy(number, text, length);
  number[length] = '\0';
  (void)strtod(number, &end);
  return *end == '\0';
}

/* Whether a name, in its quotation marks, is one of a method or a parameter of the norms: PROJ reads more from
 * others. */
static int is_plain_name(const char *from, size_t length) {
  static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 _()/.,'-";
  return length > 2 && strspn(from + 1, allowed) == length - 2 &&
         !(strncasecmp(from + 1, "PROJ", 4) == 0 && !isalpha((unsigned char)from[5]));
}

static int is_harmless_parameter(const char *from, size_t length) {
  for (int i = 0; i < COUNT(proj4_others); i++)
    if (strlen(proj4_others[i]) == length && memcmp(proj4_others[i], from, length) == 0) return 1;
  for (int i = 0; i < COUNT(proj4_numbers); i++) {
    const size_t name = strlen(proj4_numbers[i]);
    if (length > name + 2 && from[0] == '+' && memcmp(from + 1, proj4_numbers[i], name) == 0 && from[name + 1] == '=')
      return is_number(from + name + 2, length - name - 2);
  }
  return 0;
}

/* Whether a string, in its quotation marks, has such parameters of PROJ alone. */
static int is_harmless_proj4(const char *from, size_t length) {
  const char *const end = from + length - 1;
  for (const char *word = from + 1; word < end;) {
    const size_t rest = (size_t)(end - word), spaces = strspn(word, " "), size = strcspn(word, " \"");
    if (spaces > 0) word += spaces;
    else if (size > rest || !is_harmless_parameter(word, size)) return 0;
    else word += size;
  }
  return 1;
}

/* A string as the item number `place` of a node. */
static int take_string(rewriting *r, node_kind of, int place) {
  const char *const end = string_end(r->from);
  if (!end) return 0;
  const size_t length = (size_t)(end - r->from);
  if (of == NODE_NAMED && place == 0 && !is_plain_name(r->from, length)) return 0;
  if (of == NODE_PROJ4 && place == 0 && (length != 7 || strncasecmp(r->from, "\"PROJ4\"", 7) != 0)) return 0;
  if (of == NODE_PROJ4 && place > 0 && !is_harmless_proj4(r->from, length)) return 0;
  put_bytes(r, r->from, length);
  r->from = end;
  return 1;
}

static int is_known_word(const char *from, size_t length) {
  for (int i = 0; i < COUNT(words); i++)
    if (strlen(words[i]) == length && strncasecmp(words[i], from, length) == 0) return 1;
  return 0;
}

static int take_node(rewriting *r, const char *name, size_t length);

/* A string, a number, a word or a node: item number `place` of a node. */
static int take_item(rewriting *r, node_kind of, int place) {
  skip_space(r);
  if (*r->from == '"') return take_string(r, of, place);
  const char *const from = r->from;
  const size_t length = strcspn(from, " \t\r\n[](),\"");
  r->from += length;
  skip_space(r);
  if (*r->from == '[' || *r->from == '(') return of != NODE_PROJ4 && take_node(r, from, length);
  if (!r->drops && !is_number(from, length) && !is_known_word(from, length)) return 0;
  put_bytes(r, from, length);
  return of != NODE_PROJ4;
}

/* The items of a node, from its bracket on. */
static int take_items(rewriting *r, node_kind kind) {
  char *const first = r->to;
  for (int place = 0;; place++) {
    char *const before = r->to;
    r->from++; /* the bracket, or the comma */
    if (r->to != first) put(r, ',');
    char *const item = r->to;
    if (!take_item(r, kind, place)) return 0;
    if (r->to == item) r->to = before; /* it was left out, and so is its comma */
    skip_space(r);
    if (*r->from == ']' || *r->from == ')') break;
    if (*r->from != ',') return 0;
  }
  r->from++;
  return r->drops || r->to != first;
}

/* The number in the brackets of an AUTHORITY or an ID; 0: of another list, or none. */
static int epsg_in(const char *from) {
  char list[8] = "", number[12] = "", text[24];
  if (sscanf(from + 1, " \"%7[^\"]\" , %*[\"]%11[0-9]", list, number) < 2)
    (void)sscanf(from + 1, " \"%7[^\"]\" , %11[0-9]", list, number);
  snprintf(text, sizeof text, "%s:%s", list, number);
  const int epsg = image_epsg(text);
  return epsg > 0 ? epsg : 0;
}

/* A node whose name has been read, up to the end of its bracket. */
static int take_node(rewriting *r, const char *name, size_t length) {
  const char *proper = "";
  const node_kind kind = kind_of(name, length, &proper);
  const int is_left_out = kind == NODE_NUMBER || kind == NODE_REMARK;
  if ((kind == NODE_UNKNOWN && !r->drops) || r->depth == MOST_DEPTH) return 0;
  if (kind == NODE_NUMBER && r->depth == 1 && r->epsg == 0) r->epsg = epsg_in(r->from);
  r->depth++;
  r->drops += is_left_out;
  put_bytes(r, proper, strlen(proper));
  put(r, '[');
  const int is_taken = take_items(r, kind);
  if (is_taken) put(r, ']');
  r->drops -= is_left_out;
  r->depth--;
  return is_taken;
}

/* Reads the text of a system, from its beginning to its end. */
static int take_system(rewriting *r) {
  const char *proper = "";
  skip_space(r);
  const char *const name = r->from;
  const size_t length = strcspn(name, " \t\r\n[](),\"");
  r->from += length;
  skip_space(r);
  if (kind_of(name, length, &proper) != NODE_SYSTEM || (*r->from != '[' && *r->from != '(')) return 0;
  if (!take_node(r, name, length)) return 0;
  skip_space(r);
  *r->to = '\0';
  return *r->from == '\0';
}

/* wkt_rewritten(), and the number that the system has. */
static char *rewrite(const char *text, int *epsg) {
  const size_t length = strlen(text);
  char *const copy = length <= MOST_TEXT ? malloc(length + 2) : NULL;
  rewriting r = {.from = text, .to = copy};
  *epsg = 0;
  if (copy && take_system(&r)) {
    *epsg = r.epsg;
    return copy;
  }
  free(copy);
  return NULL;
}

char *wkt_rewritten(const char *text) {
  int epsg;
  return rewrite(text, &epsg);
}

int wkt_epsg(const char *text) {
  int epsg;
  free(rewrite(text, &epsg));
  return epsg;
}
