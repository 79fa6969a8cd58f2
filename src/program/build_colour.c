/* Builders of colours: three or four numbers.  Channels are sRGB; mixing can go through linear light
 * or Oklab (B. Ottosson, "A perceptual color space for image processing", 2020). */
#include <math.h>

#include "base/oklab.h"
#include "program/blend.h"
#include "program/build.h"
#include "program/palettes.h"

enum space { SRGB, LINEAR_LIGHT, OKLAB };

/* ---- Spaces ------------------------------------------------------------------------------------- */

static int each_channel(burl__graph *g, int op, burl__value *value) {
  for (int c = 0; c < 3; c++)
    if (value->node[c] < 0 || (value->node[c] = burl__operate(g, op, &value->node[c])) < 0) return 0;
  return 1;
}

static int times_matrix(burl__graph *g, const double matrix[9], burl__value *value) {
  burl__value result = *value;
  for (int row = 0; row < 3; row++) {
    int sum = BURL__NONE;
    for (int c = 0; c < 3; c++) {
      const int product = burl__make2(g, OP_multiply_f, value->node[c], burl__literal(g, matrix[3 * row + c]));
      sum = c == 0 ? product : burl__make2(g, OP_add_f, sum, product);
    }
    if ((result.node[row] = sum) < 0) return 0;
  }
  *value = result;
  return 1;
}

static int convert_to_space(burl__graph *g, enum space space, burl__value *colour) {
  if (space == SRGB) return 1;
  if (!each_channel(g, OP_linear_of_srgb, colour)) return 0;
  if (space == LINEAR_LIGHT) return 1;
  return times_matrix(g, burl__lms_of_linear, colour) && each_channel(g, OP_cube_root, colour) &&
         times_matrix(g, burl__oklab_of_roots, colour);
}

static int convert_from_space(burl__graph *g, enum space space, burl__value *colour) {
  if (space == SRGB) return 1;
  if (space == OKLAB) {
    if (!times_matrix(g, burl__roots_of_oklab, colour)) return 0;
    for (int c = 0; c < 3; c++) {
      const int square = burl__make2(g, OP_multiply_f, colour->node[c], colour->node[c]);
      if ((colour->node[c] = burl__make2(g, OP_multiply_f, square, colour->node[c])) < 0) return 0;
    }
    if (!times_matrix(g, burl__linear_of_lms, colour)) return 0;
  }
  return each_channel(g, OP_srgb_of_linear, colour);
}

static int option_space(burl__call_site *site, enum space *space) {
  double word;
  if (!burl__option(site, "in", &word)) return 0;
  *space = (enum space)(int)word;
  return 1;
}

/* ---- Colours of numbers ------------------------------------------------------------------------- */

burl__value burl__build_rgb(burl__call_site *site) {
  burl__value colour = {3, {0, 0, 0, 0}, 0};
  for (int c = 0; c < 3; c++)
    if ((colour.node[c] = burl__argument_number(site, c)) < 0) return burl__failed();
  return colour;
}

burl__value burl__build_rgba(burl__call_site *site) {
  burl__value colour = burl__argument(site, 0);
  if (colour.channels == 0) return colour;
  if (colour.channels == 1) {
    burl__fail_at(site, site->positional[0]->place, "a colour and its opacity", "rgba(rgb(r, g, b), a)");
    return burl__failed();
  }
  colour.channels = 4;
  return (colour.node[3] = burl__argument_number(site, 1)) < 0 ? burl__failed() : colour;
}

burl__value burl__build_data(burl__call_site *site) {
  burl__value data = {site->count, {0, 0, 0, 0}, 1};
  for (int c = 0; c < site->count; c++)
    if ((data.node[c] = burl__argument_number(site, c)) < 0) return burl__failed();
  return data;
}

burl__value burl__build_hsv(burl__call_site *site) {
  burl__value colour = {3, {0, 0, 0, 0}, 0};
  int arguments[4];
  for (int i = 0; i < 3; i++)
    if ((arguments[i] = burl__argument_number(site, i)) < 0) return burl__failed();
  for (int c = 0; c < 3; c++) {
    arguments[3] = burl__literal(site->graph, 5 - 2 * c);
    if ((colour.node[c] = burl__operate(site->graph, OP_hue, arguments)) < 0) return burl__failed();
  }
  return colour;
}

/* ---- Channels ----------------------------------------------------------------------------------- */

int burl__grey_of(burl__graph *g, const burl__value *colour) {
  static const double share[3] = {0.2126, 0.7152, 0.0722};
  int sum = BURL__NONE;
  for (int c = 0; c < 3; c++) {
    const int light = burl__operate(g, OP_linear_of_srgb, &colour->node[c]);
    const int part = burl__make2(g, OP_multiply_f, light, burl__literal(g, share[c]));
    if ((sum = c == 0 ? part : burl__make2(g, OP_add_f, sum, part)) < 0) return BURL__NONE;
  }
  return burl__operate(g, OP_srgb_of_linear, &sum);
}

burl__value burl__build_channel(burl__call_site *site) {
  enum { OPACITY = 3, GREY };
  double give;
  const burl__value colour = burl__argument(site, 0);
  if (colour.channels == 0 || !burl__option(site, "give", &give)) return burl__failed();
  if (colour.channels == 1) {
    burl__fail_at(site, site->positional[0]->place, "a number has no channels", "rgb(v, v, v) is a grey");
    return burl__failed();
  }
  if (give == GREY) return burl__number(burl__grey_of(site->graph, &colour));
  if (give == OPACITY && colour.channels == 3) return burl__number(burl__constant(site->graph, 1, BURL__FLOAT));
  return burl__number(colour.node[(int)give]);
}

/* ---- Mixing ------------------------------------------------------------------------------------- */

/* b laid over a in their colour space, but for the opacity. */
static int blend_channels(burl__graph *g, burl__blend_mode mode, const burl__value *a, burl__value *b) {
  const burl__value source = *b;
  const int differ = a->channels != b->channels && a->channels > 1 && b->channels > 1; /* an error of lerp's */
  if (mode == BURL__NORMAL || differ) return 1;
  if (b->channels == 1) b->channels = a->channels;
  for (int c = 0; c < b->channels; c++) {
    const int from = a->node[a->channels > 1 ? c : 0], with = source.node[source.channels > 1 ? c : 0];
    if ((b->node[c] = c < 3 ? burl__blend(g, mode, from, with) : with) < 0) return 0;
  }
  return 1;
}

static int read_mix(burl__call_site *site, enum space *space, burl__blend_mode *mode, burl__value v[3]) {
  double word;
  for (int i = 0; i < 3; i++)
    if ((v[i] = burl__argument(site, i)).channels == 0) return 0;
  if (!option_space(site, space) || !burl__option(site, "mode", &word)) return 0;
  *mode = (burl__blend_mode)(int)word;
  const char *wrong = NULL, *hint = "";
  if (*space != SRGB && (v[0].channels == 1 || v[1].channels == 1))
    wrong = "only two colours have a space to be mixed in", hint = "numbers are mixed without it";
  else if (*space == OKLAB && *mode != BURL__NORMAL)
    wrong = "modes are of red, green and blue, which Oklab has not",
    hint = "in: srgb, as image programs do, or in: linear";
  if (wrong) burl__fail_at(site, burl__option_place(site, "in", 0), wrong, hint);
  return !wrong;
}

/* a·(1 − v) + b·v in the channels of the colour space, b laid over a before; opacity is mixed without conversion. */
burl__value burl__build_mix(burl__call_site *site) {
  enum space space;
  burl__blend_mode mode;
  burl__value v[3];
  if (!read_mix(site, &space, &mode, v)) return burl__failed();
  for (int i = 0; i < 2; i++)
    if (space != SRGB && !convert_to_space(site->graph, space, &v[i])) return burl__failed();
  if (!blend_channels(site->graph, mode, &v[0], &v[1])) return burl__failed();
  burl__value mixed = burl__channelwise(site->graph, OP_lerp_f, v, 3);
  return mixed.channels == 0 || !convert_from_space(site->graph, space, &mixed) ? burl__failed() : mixed;
}

enum { MOST_STOPS = BURL__MOST_POSITIONAL - 1 };

/* The stops of a palette, which takes the place of colours. */
static int read_palette(burl__call_site *site, int palette, int *count, double *place, burl__value *colour) {
  burl__graph *const g = site->graph;
  if (site->count > 1) {
    burl__fail_at(site, burl__option_place(site, "palette", 0), "a palette has colours of its own",
                  "leave out the palette, or the colours before it");
    return 0;
  }
  for (*count = 0; *count == 0 || place[*count - 1] < 1.0; ++*count) {
    const unsigned char *const stop = burl__palettes[palette - 1][*count];
    place[*count] = stop[0] / 255.0;
    colour[*count] = (burl__value){3, {0, 0, 0, 0}, 0};
    for (int c = 0; c < 3; c++)
      if ((colour[*count].node[c] = burl__literal(g, stop[1 + c] / 255.0)) < 0) return 0;
  }
  return 1;
}

static int fail_few(burl__call_site *site) {
  burl__fail_at(site, site->tree->place, "two colours at least, or a palette",
                "ramp(v, #000, #fff), for example, or ramp(v, palette: viridis)");
  return 0;
}

/* The stops of a ramp: a palette's; or colours, each behind its position where positions are given; else equally
 * spaced. */
static int read_stops(burl__call_site *site, int *count, double *place, burl__value *colour) {
  double palette;
  if (!burl__option(site, "palette", &palette)) return 0;
  if (palette > 0.0) return read_palette(site, (int)palette, count, place, colour);
  if (site->count < 3) return fail_few(site);
  const burl__value first = burl__argument(site, 1);
  if (first.channels == 0) return 0;
  const int placed = first.channels == 1;
  if (placed && site->count % 2 == 0) {
    burl__fail_at(site, site->tree->place, "a colour after each place: ramp(v, 0, c0, 0.3, c1, 1, c2)", "");
    return 0;
  }
  *count = placed ? (site->count - 1) / 2 : site->count - 1;
  for (int i = 0; i < *count; i++) {
    const int index = placed ? 2 + 2 * i : 1 + i;
    place[i] = *count > 1 ? (double)i / (*count - 1) : 0.0;
    if (placed && !burl__argument_constant(site, index - 1, &place[i])) return 0;
    if (placed && i > 0 && !burl__argument_rises(site, index - 1, place[i - 1], place[i])) return 0;
    if ((colour[i] = burl__argument(site, index)).channels == 0) return 0;
    if (colour[i].channels != colour[0].channels || colour[i].channels == 1) {
      burl__fail_at(site, site->positional[index]->place, "its stops are colours with the same channels",
                    colour[i].channels == 1 ? "#rgb or rgb(r, g, b) is a colour" : BURL__HINT_CHANNELS);
      return 0;
    }
  }
  return *count >= 2 || fail_few(site);
}

/* Starts with the first colour and interpolates from the colour so far to each next stop.  The
 * parameter of each interpolation is clamped to [0, 1]: before an interval it leaves the colour
 * exactly as it is, behind it the colour is exactly the stop's. */
burl__value burl__build_ramp(burl__call_site *site) {
  burl__graph *const g = site->graph;
  double place[MOST_STOPS];
  burl__value colour[MOST_STOPS];
  enum space space;
  int count;
  const int v = burl__argument_number(site, 0);
  if (v < 0 || !option_space(site, &space) || !read_stops(site, &count, place, colour)) return burl__failed();
  if (count == site->count - 1) burl__judge_unit(site, v);
  for (int i = 0; i < count; i++)
    if (!convert_to_space(g, space, &colour[i])) return burl__failed();
  burl__value mixed = colour[0];
  for (int i = 1; i < count; i++) {
    const int from = burl__make2(g, OP_subtract_f, v, burl__literal(g, place[i - 1]));
    const int unclamped = burl__make2(g, OP_divide_f, from, burl__literal(g, place[i] - place[i - 1]));
    const int t = burl__make3(g, OP_clamp_f, unclamped, burl__literal(g, 0), burl__literal(g, 1));
    const burl__value parts[3] = {mixed, colour[i], burl__number(t)};
    mixed = burl__channelwise(g, OP_lerp_f, parts, 3);
    if (mixed.channels == 0) return mixed;
  }
  return convert_from_space(g, space, &mixed) ? mixed : burl__failed();
}
