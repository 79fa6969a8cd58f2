/* The builder of image().  An image that has coordinates, its own or those of a size, is a function of the point;
 * another one is stretched over the whole grid. */
#include <math.h>
#include <string.h>

#include "program/bounds.h"
#include "program/build.h"
#include "program/field.h"
#include "program/period.h"

/* The image that the call names, found or read: NULL with the error filled. */
static const burl__image *image_named(burl__call_site *site) {
  const burl__tree *const name = site->positional[0];
  if (name->kind != TREE_TEXT) {
    burl__fail_at(site, name->place, "this takes the name of a file, in quotes", "image(\"heights.tif\")");
    return NULL;
  }
  return burl__find_image(site->expander->images, name->name, name->place, site->graph->error);
}

static int read_word(burl__call_site *site, const char *name, int *word) {
  double value;
  if (!burl__option(site, name, &value)) return 0;
  *word = (int)value;
  return 1;
}

/* The setup of the call's image; its padding is zeroed, too, as setups are compared by their bytes. */
static int read_picture(burl__call_site *site, burl__picture *picture) {
  double size[4];
  memset(picture, 0, sizeof *picture);
  if (!read_word(site, "read", &picture->read) || !read_word(site, "wrap", &picture->wrap) ||
      !read_word(site, "nodata", &picture->is_filled) || !burl__option_axes(site, "size", 2, size))
    return 0;
  picture->size[0] = size[0];
  picture->size[1] = burl__option_count(site, "size") == 1 ? 0 : size[1];
  return (picture->image = image_named(site)) != NULL;
}

/* The bounds of what reading gives. */
static burl_range range_of(const burl__picture *p) {
  const burl__image *const image = p->image;
  const int goes_on = !burl__has_size(p) && p->wrap == BURL__WRAP_NONE && p->read != BURL__READ_NEAREST;
  burl_range range = goes_on ? image->reach : image->range;
  if (p->read == BURL__READ_CUBIC) range = burl__cubic_range(range);
  if (p->wrap == BURL__WRAP_NONE) range.may_be_nan = 1; /* beyond the image's edge */
  else if (p->is_filled) range.may_be_nan = 0;
  return range;
}

/* ---- Over the whole grid ------------------------------------------------------------------------- */

static burl__value build_stretched(burl__call_site *site) {
  burl__picture picture;
  burl__field_setup field;
  if (!read_picture(site, &picture)) return burl__failed();
  memset(&field, 0, sizeof field);
  field.name = site->entry->name;
  field.kind = BURL__FIELD_IMAGE;
  field.option[BURL__IMAGE_READ] = picture.read;
  field.option[BURL__IMAGE_NODATA] = picture.is_filled;
  field.image = picture.image;
  site->expander->reads |= BURL__READS_POINT;
  const void *const setup = burl__keep_setup(site->graph, &field, sizeof field);
  return setup ? burl__number(burl__field(site->graph, setup, NULL, 0, range_of(&picture))) : burl__failed();
}

/* An image that is stretched over the grid has no value at another point. */
static burl__value fail_moved(burl__call_site *site) {
  const burl__node *const nodes = site->graph->nodes;
  const burl__point *const point = site->point;
  int is_tiled = 0;
  for (int a = 0; a < point->dims; a++) is_tiled |= burl__has_lap(&nodes[point->coordinate[a]]);
  burl__fail(site->graph->error, BURL_RECIPE, site->tree->place,
             "this image has no coordinates of its own, and %s() moves the point", point->inside);
  burl__hint(site->graph->error, "a size gives it some: image(\"%.80s\", size: 2%s)", site->positional[0]->name,
             is_tiled ? ", wrap: repeat" : "");
  return burl__failed();
}

/* ---- At a point ---------------------------------------------------------------------------------- */

static int is_at_own_point(const burl__call_site *site) {
  const int *const here = site->point->coordinate, *const own = site->expander->own_point->coordinate;
  return here[0] == own[0] && here[1] == own[1];
}

static burl__value build_at_point(burl__call_site *site) {
  burl__picture picture;
  if (!read_picture(site, &picture)) return burl__failed();
  if (site->point->dims != 2) {
    burl__fail_at(site, site->tree->place, "an image is over two coordinates",
                  site->point->dims == 1 ? "at(image(…), x, 0) has two" : "at(image(…), x, y) has two");
    return burl__failed();
  }
  picture.clings = picture.wrap == BURL__WRAP_NONE && is_at_own_point(site);
  site->expander->reads |= BURL__READS_POINT;
  const int *const at = site->point->coordinate;
  const int turned = burl__has_size(&picture) ? burl__turned(site->graph, 1) : BURL__NONE;
  return burl__number(burl__picture_at(site->graph, &picture, (const int[]){at[0], at[1], turned}, range_of(&picture)));
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
  burl__picture picture;
  if (site->expander->wishes) {
    burl__fail_at(site, site->tree->place, "an image has no code",
                  "render it to a picture, and let the shader read that");
    return burl__failed();
  }
  if (!read_picture(site, &picture)) return burl__failed();
  const burl_field *const field = &picture.image->field;
  const int is_plain = !burl__has_size(&picture) && picture.wrap == BURL__WRAP_NONE,
            is_moved = site->point->inside != NULL;
  const int has_place = burl__has_size(&picture) || (field->data && field->step[0] != 0);
  if (field->data && !has_place && !is_plain) return fail_placeless(site);
  if (field->data && !has_place && is_moved) return fail_moved(site);
  if (is_plain && !is_moved && !has_place) return burl__over_grid(site, build_stretched);
  if (is_plain && !is_moved && site->point->derived) return burl__over_grid(site, build_at_point);
  return build_at_point(site);
}
