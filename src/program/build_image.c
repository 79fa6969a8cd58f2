/* The builder of image().  An image that has coordinates, its own or those of a size, is a function of the point;
 * another one is stretched over the whole grid. */
#include <math.h>
#include <string.h>

#include "program/bounds.h"
#include "program/build.h"
#include "program/field.h"
#include "program/notes.h"

/* The image that the call names, found or read: NULL with the error filled. */
static const burl__image *image_named(burl__call_site *site) {
  const burl__tree *const name = site->positional[0];
  if (name->kind != TREE_TEXT) {
    burl__fail_at(site, name->place, "this takes the name of a file, in quotes", "image(\"heights.tif\")");
    return NULL;
  }
  return burl__find_image(site->expander->images, site->entry->name, name->name, name->place, site->graph->error);
}

static int read_word(burl__call_site *site, const char *name, int *word) {
  double value;
  if (!burl__option(site, name, &value)) return 0;
  *word = (int)value;
  return 1;
}

/* The words of option give, and of option space. */
enum { HEIGHTS, RED, GREEN, BLUE, OPACITY, GREY, COLOUR };
enum { AS_THE_FILE, SRGB_NUMBERS, LINEAR_NUMBERS };

/* What the call asks for. */
typedef struct {
  burl__picture picture; /* of channel 0 */
  int give, space;
} request;

/* The setup's padding is zeroed, too, as setups are compared by their bytes. */
static int read_request(burl__call_site *site, request *r) {
  burl__picture *const p = &r->picture;
  double size[4];
  memset(r, 0, sizeof *r);
  if (!read_word(site, "give", &r->give) || !read_word(site, "space", &r->space) ||
      !read_word(site, "read", &p->read) || !read_word(site, "wrap", &p->wrap) ||
      !read_word(site, "nodata", &p->is_filled) || !burl__option_axes(site, "size", 2, size))
    return 0;
  burl__judge_option(site, "space", r->give >= GREY, "makes no difference: channels are the file's numbers");
  p->size[0] = size[0];
  p->size[1] = burl__option_count(site, "size") == 1 ? 0 : size[1];
  p->image = image_named(site);
  if (!p->image || !p->image->field.shapes) return p->image != NULL;
  burl__fail_at(site, site->positional[0]->place, "this file has lines and areas, not samples",
                "lines(\"…\") and areas(\"…\") read it");
  return 0;
}

/* The bounds of what reading gives. */
static burl_range range_of(const burl__picture *p) {
  const burl__image *const image = p->image;
  const int goes_on = !burl__has_size(p) && p->wrap == BURL__WRAP_NONE && p->read != BURL__READ_NEAREST;
  burl_range range = goes_on ? image->reach[p->channel] : image->range[p->channel];
  if (p->read == BURL__READ_CUBIC) range = burl__cubic_range(range);
  if (p->wrap == BURL__WRAP_NONE) range.may_be_nan = 1; /* beyond the image's edge */
  else if (p->is_filled) range.may_be_nan = 0;
  return range;
}

/* ---- Channels ------------------------------------------------------------------------------------ */

/* The node that reads a channel, in one of two ways. */
typedef int channel_reader(burl__call_site *site, const burl__picture *picture);

static int is_linear(const request *r) {
  return r->space == LINEAR_NUMBERS || (r->space == AS_THE_FILE && r->picture.image->field.is_linear != 0);
}

static int read_channel(burl__call_site *site, const request *r, channel_reader *read, int channel) {
  burl__picture picture;
  memcpy(&picture, &r->picture, sizeof picture);
  picture.channel = channel;
  picture.is_light = r->give >= GREY && !is_linear(r);
  site->expander->reads |= BURL__READS_POINT;
  return read(site, &picture);
}

/* A channel that the picture lacks. */
static burl__value fail_channel(burl__call_site *site, int channels) {
  burl__fail(site->graph->error, BURL_RECIPE, burl__option_place(site, "give", 0),
             "image \"%.80s\": it is grey and has no such channel", site->positional[0]->name);
  burl__hint(site->graph->error, channels == 2 ? "give: grey, or give: a" : "give: grey, or leave give out");
  return burl__failed();
}

static burl__value fail_heights(burl__call_site *site, int channels) {
  burl__fail(site->graph->error, BURL_RECIPE, site->tree->place,
             "image \"%.80s\": a picture in colour, of %d channels, not heights, which are one",
             site->positional[0]->name, channels);
  burl__hint(site->graph->error, "give: rgb is its colour, give: grey how bright it is, give: r one channel");
  return burl__failed();
}

/* The picture's colour in sRGB. */
static burl__value colour_of(burl__call_site *site, const request *r, channel_reader *read, int is_grey) {
  burl__graph *const g = site->graph;
  burl__value colour = {3, {0}, 0};
  for (int c = 0; c < 3; c++) {
    colour.node[c] = is_grey && c > 0 ? colour.node[0] : read_channel(site, r, read, c);
    if (colour.node[c] < 0) return burl__failed();
  }
  for (int c = 0; is_linear(r) && c < 3; c++)
    if ((colour.node[c] = burl__operate(g, OP_srgb_of_linear, &colour.node[c])) < 0) return burl__failed();
  return colour;
}

/* What the call gives, of an image that is known; of another one, as if it had all channels. */
static burl__value given_by(burl__call_site *site, const request *r, channel_reader *read) {
  const burl_field *const field = &r->picture.image->field;
  const int channels = field->data ? burl__channels_of(field) : r->give == HEIGHTS ? 1 : 4, is_grey = channels < 3;
  switch (r->give) {
  case HEIGHTS: return is_grey ? burl__number(read_channel(site, r, read, 0)) : fail_heights(site, channels);
  case OPACITY:
    if (channels % 2) return burl__number(burl__constant(site->graph, 1, BURL__FLOAT));
    return burl__number(read_channel(site, r, read, channels - 1));
  case COLOUR: return colour_of(site, r, read, is_grey);
  case GREY: break;
  default: return is_grey ? fail_channel(site, channels) : burl__number(read_channel(site, r, read, r->give - RED));
  }
  if (is_grey) return burl__number(read_channel(site, r, read, 0));
  const burl__value colour = colour_of(site, r, read, 0);
  return colour.channels == 0 ? colour : burl__number(burl__grey_of(site->graph, &colour));
}

/* ---- Over the whole grid ------------------------------------------------------------------------- */

static int stretch(burl__call_site *site, const burl__picture *picture) {
  burl__field_setup field;
  memset(&field, 0, sizeof field);
  field.name = site->entry->name;
  field.kind = BURL__FIELD_IMAGE;
  field.option[BURL__IMAGE_READ] = picture->read;
  field.option[BURL__IMAGE_NODATA] = picture->is_filled;
  field.option[BURL__IMAGE_CHANNEL] = picture->channel;
  field.image = picture->image;
  const void *const setup = burl__keep_setup(site->graph, &field, sizeof field);
  return setup ? burl__field(site->graph, setup, NULL, 0, range_of(picture)) : BURL__NONE;
}

static burl__value build_stretched(burl__call_site *site) {
  request r;
  return read_request(site, &r) ? given_by(site, &r, stretch) : burl__failed();
}

/* An image that is stretched over the grid has no value at another point. */
static burl__value fail_moved(burl__call_site *site) {
  if (site->point->inside)
    burl__fail(site->graph->error, BURL_RECIPE, site->tree->place,
               "this image has no coordinates of its own, and %s() moves the point", site->point->inside);
  else
    burl__fail(site->graph->error, BURL_RECIPE, site->tree->place,
               "this image has no coordinates of its own, and code has no grid to stretch it over");
  burl__hint(site->graph->error, "a size gives it some: image(\"%.80s\", size: 2%s)", site->positional[0]->name,
             burl__is_tiled(site) ? ", wrap: repeat" : "");
  return burl__failed();
}

/* ---- At a point ---------------------------------------------------------------------------------- */

static int is_at_own_point(const burl__call_site *site) {
  const int *const here = site->point->coordinate, *const own = site->expander->own_point->coordinate;
  return here[0] == own[0] && here[1] == own[1];
}

/* How many of the picture's samples the grid's are apart, at the call's point. */
static int samples_apart(burl__call_site *site, const burl__picture *picture) {
  burl__graph *const g = site->graph;
  burl__spacer *const spacer = burl__spacer_of(site->expander);
  int place[2];
  for (int axis = 0; spacer && axis < 2; axis++) {
    const int density = burl__literal(g, 1 / burl__picture_step(picture, axis));
    place[axis] = burl__make2(g, OP_multiply_f, site->point->coordinate[axis], density);
    if (place[axis] < 0) return BURL__NONE;
  }
  return spacer ? burl__spacer_distance(spacer, place, 2) : BURL__NONE;
}

/* What samplers don't do; 0 with the error filled. */
static int check_sampler(burl__call_site *site, const burl__picture *p) {
  if (p->read == BURL__READ_CUBIC)
    burl__fail_at(site, burl__option_place(site, "read", 0), "samplers read nearest and bilinear, not cubic",
                  "read: bilinear");
  else if (p->is_filled)
    burl__fail_at(site, burl__option_place(site, "nodata", 0), "gaps that are filled have no code",
                  "render it to a picture, and let the recipe read that");
  else if (!p->image->field.data)
    burl__fail_at(site, site->tree->place, "an image whose samples aren't known has no code",
                  "set it first, by burl_set_image");
  else if (site->point->derived)
    burl__fail_at(site, site->tree->place, "slopes of an image have no code",
                  "render them to a picture, and let the recipe read that");
  else return 1;
  return 0;
}

/* A picture that is given a size is read by levels where samples are far apart, but one that gives the nearest of its
 * own samples. */
static int read_at_point(burl__call_site *site, const burl__picture *plain) {
  const int *const at = site->point->coordinate, has_size = burl__has_size(plain);
  burl__picture picture;
  memcpy(&picture, plain, sizeof picture);
  const burl__code_wishes *const code = site->expander->wishes; /* where samplers have the levels */
  if (code && !check_sampler(site, plain)) return BURL__NONE;
  picture.is_graded = has_size && picture.read != BURL__READ_NEAREST && picture.image->field.data && !code;
  const int turned = !has_size ? BURL__NONE
                     : code    ? burl__literal(site->graph, code->turned[1])
                               : burl__turned(site->graph, 1);
  const int apart = picture.is_graded ? samples_apart(site, &picture) : 0;
  if (apart < 0) return BURL__NONE;
  return burl__picture_at(site->graph, &picture, (const int[]){at[0], at[1], turned, apart}, range_of(&picture));
}

static burl__value build_at_point(burl__call_site *site) {
  request r;
  if (!read_request(site, &r)) return burl__failed();
  if (site->point->dims != 2) {
    burl__fail_at(site, site->tree->place, "an image is over two coordinates",
                  site->point->dims == 1 ? "at(image(…), x, 0) has two" : "at(image(…), x, y) has two");
    return burl__failed();
  }
  r.picture.clings = r.picture.wrap == BURL__WRAP_NONE && is_at_own_point(site);
  return given_by(site, &r, read_at_point);
}

/* What wraps needs coordinates. */
static burl__value fail_placeless(burl__call_site *site) {
  burl__fail(site->graph->error, BURL_RECIPE, burl__option_place(site, "wrap", 0),
             "this image has no coordinates of its own, after which it could go on");
  burl__hint(site->graph->error, "a size gives it some: image(\"%.80s\", size: 2, wrap: repeat)",
             site->positional[0]->name);
  return burl__failed();
}

burl__value burl__build_image(burl__call_site *site) {
  request r;
  const burl__code_wishes *const code = site->expander->wishes;
  if (code && code->instead_of_images) {
    burl__fail_at(site, site->tree->place, "an image has no code here", code->instead_of_images);
    return burl__failed();
  }
  if (!read_request(site, &r)) return burl__failed();
  const burl_field *const field = &r.picture.image->field;
  const int is_plain = !burl__has_size(&r.picture) && r.picture.wrap == BURL__WRAP_NONE;
  const int has_place = burl__has_size(&r.picture) || (field->data && field->step[0] != 0);
  const int is_moved = site->point->inside != NULL;
  if (field->data && !has_place && !is_plain) return fail_placeless(site);
  if (field->data && !has_place && (is_moved || code)) return fail_moved(site);
  if (code) return build_at_point(site);
  if (is_plain && !is_moved && !has_place) return burl__over_grid(site, build_stretched);
  if (is_plain && !is_moved && r.give == HEIGHTS && site->point->derived) return burl__over_grid(site, build_at_point);
  return build_at_point(site);
}
