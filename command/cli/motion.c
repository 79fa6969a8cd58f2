/* The options about frames: over which t, how many, how fast. */
#include "cli/names.h"
#include "cli/render.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

double motion_time(const motion *m, int64_t frame) {
  return m->begin + (double)frame * (m->end - m->begin) / (double)m->count;
}

int motion_set_times(void *to, char *text) {
  rendering *const r = to;
  motion *const m = &r->settings.motion;
  char *const between = strstr(text, "..");
  if (between) *between = '\0';
  const int is_range = between && parse_number(text, &m->begin) == 0 && parse_number(between + 2, &m->end) == 0;
  if (between) *between = '.';
  if (!is_range) return usage_error("--times: '%s' is not two numbers such as 0..1", text);
  if (m->begin < m->end && isfinite(m->end - m->begin)) return DONE;
  return usage_error("--times: '%s': time goes from the lower number to the higher one", text);
}

/* Whether the names are those of a picture a frame. */
static int names_frames(const rendering *r) { return name_has_number(r->output); }

int is_movie(const rendering *r) { return r->settings.motion.count > 0 && !names_frames(r); }

/* How many frames there are if nothing says it. */
static int64_t usual_count(const motion *m) {
  const double count = (m->end - m->begin) * m->fps, most = 1e15;
  return count < 1 ? 1 : llround(fmin(count, most));
}

static int check_count(const motion *m) {
  if (m->count <= m->most) return DONE;
  return usage_error("%" PRId64 " frames are more than %" PRId64 ": --most-frames %" PRId64
                     " says that so many are wanted",
                     m->count, m->most, m->count);
}

/* Checks that the file or the files can hold frames. */
static int check_format(const rendering *r) {
  const char *const name = r->format->name;
  if (names_frames(r)) {
    if (image_holds_picture(r->format)) return DONE;
    return usage_error("-o %s: a .%s holds all frames: its name needs no number", r->output, name);
  }
  if (!r->format->moving && strcmp(r->output, "-") == 0)
    return usage_error("-o -: a .%s holds one picture: --format gif or --format y4m holds frames", name);
  if (!r->format->moving)
    return usage_error("-o %s: a .%s holds one picture: frames/%%04d.%s names one for each frame, and a .webp, a .gif"
                       " and a .y4m hold them all",
                       r->output, name, name);
  if (strcmp(r->output, "-") == 0 && r->format->moving->seeks)
    return usage_error("-o -: a .%s that moves can't go to standard output: its length, in its head, is written last;"
                       " a .gif and a .y4m can",
                       name);
  if (r->settings.motion.fps > r->format->moving->most_fps)
    return usage_error("--fps: programs don't show a .%s at more than %g frames a second", name,
                       r->format->moving->most_fps);
  return DONE;
}

static int check_others(const rendering *r) {
  if (r->settings.time_given) return usage_error("--time is one moment, --times and --frames are many: take one");
  if (r->seeds_given) return usage_error("--seeds and --times both number the pictures: take one");
  if (r->settings.range.rule == RANGE_AUTO)
    return usage_error("--range auto: every frame would have a range of its own, and flicker; give --range lo,hi");
  for (int i = 0; i < r->settings.range_count; i++)
    if (r->settings.ranges[i].range.rule == RANGE_AUTO)
      return usage_error("--range %s=auto: every frame would have a range of its own, and flicker; give lo,hi",
                         r->settings.ranges[i].result);
  if (r->tile_axes && is_movie(r))
    return usage_error("--tiles: a .%s holds the frames of one picture; -o frames/%%04d_{x}_{y}.png names their tiles",
                       r->format->name);
  return DONE;
}

/* Where options ask for one picture. */
static int check_still(const rendering *r) {
  const motion *const m = &r->settings.motion;
  if (m->fps_given || m->most_given)
    return usage_error("--%s: nothing says that there are frames: --times 0..1 does",
                       m->fps_given ? "fps" : "most-frames");
  if (image_holds_picture(r->format)) return DONE;
  return usage_error("a .%s holds frames: --times 0..1 says over which t", r->format->name);
}

int motion_settle(rendering *r) {
  motion *const m = &r->settings.motion;
  const int is_asked = m->times_given || m->count_given;
  const int is_remade = !is_asked && m->count > 0; /* from a file of frames, which may become one picture */
  if (is_remade && (!r->format->moving || names_frames(r))) m->count = 0;
  if (!is_asked && m->count == 0) return check_still(r);
  if (m->count == 0) m->count = usual_count(m);
  int code = check_count(m);
  if (!code) code = check_format(r);
  if (!code) code = check_others(r);
  if (!code && m->fps_given && names_frames(r))
    note("--fps makes no difference: pictures of their own don't say how fast they are shown");
  return code;
}
