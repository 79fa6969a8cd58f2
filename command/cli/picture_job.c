/* What is known of a picture in the making before it has samples: its shape and its ranges. */
#include "cli/picture.h"

/* The depth: that of a format with one depth only, unless another is given, which image_check
 * rejects. */
static int bits_of(const rendering *r) {
  const int only = r->format->depths == 16 && !r->settings.depth_given;
  return only ? 16 : r->settings.depth;
}

static int is_upwards(const settings *m) { return m->target && target_is_upwards(m->target); }

image picture_image(const source *s, const part *p, const burl_grid *grid, int channels) {
  const settings *const m = &p->settings;
  image picture = {.axes = m->geometry.axes,
                   .channels = channels,
                   .depth = bits_of(s->rendering),
                   .quality = m->quality,
                   .threads = p->threads,
                   .crs = m->crs,
                   .unit = m->unit,
                   .has_nodata = m->has_nodata,
                   .nodata = m->nodata,
                   .dpi = m->dpi,
                   .big_endian = m->byte_order == BYTES_BIG,
                   .upwards = is_upwards(m)};
  for (int a = 0; a < 4; a++) {
    picture.size[a] = grid->size[a];
    picture.whole[a] = s->grid.size[a];
    picture.begin[a] = grid->first[a];
    picture.origin[a] = grid->origin[a];
    picture.step[a] = grid->step[a];
  }
  return picture;
}

image job_image(const job *j, int channels) { return picture_image(j->source, j->part, &j->grid, channels); }

int job_is_alone(const job *j) { return burl_result_count(j->source->recipe.program) == 1; }

int output_has_range(const output *o) {
  return image_has_integers(o->of->source->rendering->format, o->picture.channels);
}

const range_option *output_range(const output *o) {
  return range_for(&o->of->part->settings, o->of->source->recipe.program, o->result);
}

int output_is_range_auto(const output *o) {
  return output_has_range(o) && o->picture.channels == 1 && output_range(o)->rule == RANGE_AUTO;
}

int job_is_range_auto(const job *j) {
  int is_any = 0;
  for (int i = 0; i < j->count; i++) is_any |= output_is_range_auto(&j->outputs[i]);
  return is_any;
}
