/* The options of burl render as rows, and what those read whose values are of kinds of their own. */
#include "cli/render.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- checks -------------------------------------------------------------------------------------- */

static int is_epsg(const char *text) { return image_epsg(text) >= 0; }

/* A short word that any file can hold. */
static int is_unit(const char *unit) {
  const size_t length = strlen(unit);
  for (const char *c = unit; *c; c++)
    if (*c <= ' ' || *c > '~') return 0;
  return length > 0 && length <= 32;
}

/* Heights are floats. */
static int round_sea(void *to, const char *text) {
  rendering *const r = to;
  (void)text;
  r->shapes.sea = (double)(float)r->shapes.sea;
  return DONE;
}

/* ---- values of kinds of their own ------------------------------------------------------------------ */

static int choose_format(void *to, char *name) {
  rendering *const r = to;
  image_error error;
  r->format = image_format_named(name, &error);
  return r->format ? DONE : usage_error("--format: %s", error.text);
}

static int choose_program(void *to, char *name) {
  rendering *const r = to;
  r->program = name;
  r->settings.target = target_named(name);
  if (r->settings.target || material_program_named(name)) return DONE;
  burl__similar best = {0};
  for (const char *p = PROGRAM_NAMES; *p; p += strcspn(p, " "), p += *p == ' ') {
    char one[32];
    snprintf(one, sizeof one, "%.*s", (int)strcspn(p, " "), p);
    const target *const t = target_named(one);
    burl__similar_try(&best, name, t ? target_name(t) : material_program_named(one)->name);
  }
  return usage_error("--for: there is no program '%s' here, but unreal, unity, godot, terrain3d, blender and gltf%s",
                     name, suggest(&best, "").text);
}

/* "z=0.5,w=1". */
static int fix_axes(void *to, char *text) {
  rendering *const r = to;
  geometry *const g = &r->settings.geometry;
  for (char *one = strtok(text, ","); one; one = strtok(NULL, ",")) {
    static const char axes[] = "xyzw";
    const char *axis = *one ? strchr(axes, *one) : NULL;
    double value;
    if (!axis || one[1] != '=' || parse_number(one + 2, &value) != 0) {
      return usage_error("--at: '%s' is not a place on x, y, z or w such as z=0.5%s", one,
                         *one == 't' ? "; t is set by --time" : "");
    }
    r->at_given |= 1u << (axis - axes);
    g->is_fixed[axis - axes] = 1;
    g->fixed[axis - axes] = value;
  }
  return DONE;
}

/* "lo,hi", "auto", or one of these for a result: "height=auto". */
static int set_range(void *to, char *text) {
  rendering *const r = to;
  settings *const m = &r->settings;
  range_option *range = &m->range;
  char *const equals = strchr(text, '=');
  if (equals) {
    if (m->range_count == MOST_RESULTS) return usage_error("--range: more than %d results", MOST_RESULTS);
    *equals = '\0';
    m->ranges[m->range_count].result = text;
    range = &m->ranges[m->range_count++].range;
    text = equals + 1;
  }
  if (strcmp(text, "auto") == 0) {
    range->rule = RANGE_AUTO;
    return DONE;
  }
  range->rule = RANGE_GIVEN;
  if (parse_numbers(text, range->ends, 2) == 2 && range->ends[0] < range->ends[1]) return DONE;
  return usage_error("--range: '%s' is neither auto nor two numbers, the lower first", text);
}

static int set_seeds(void *to, char *text) {
  rendering *const r = to;
  return parse_seeds(text, &r->first_seed, &r->last_seed);
}

static int set_messages(rendering *r, message_level level) {
  if (r->level == -level) return usage_error("--quiet and --verbose are opposites: take one");
  r->level = level;
  message_choose(level);
  return DONE;
}

static int be_quiet(void *to, char *text) {
  (void)text;
  return set_messages(to, MESSAGES_FEW);
}

static int be_verbose(void *to, char *text) {
  (void)text;
  return set_messages(to, MESSAGES_MANY);
}

/* ---- formats with a place for a value -------------------------------------------------------------- */

static int is_map(const image_format *f) { return f->is_map; }
static int is_bare(const image_format *f) { return f->is_bare; }
static int has_dpi(const image_format *f) { return f->has_dpi; }
static int has_quality(const image_format *f) { return f->has_quality; }

static const option_effect of_maps = {is_map, " has no place for it, a .tif has"};
static const option_effect of_dpi = {has_dpi, " has no place for it, a .png has"};
static const option_effect of_quality = {has_quality, " has no place for it, a .webp has"};
static const option_effect of_byte_order = {is_bare, " says itself which it has, a .r16 doesn't"};

/* ---- the rows -------------------------------------------------------------------------------------- */

#define NO_NUMBERS "is not a list of numbers such as 0,0.5,-1e3"

const option_row render_rows[RENDER_ROWS] = {
#define OPTION(id, ...) [OPTION_##id] = {__VA_ARGS__},
#include "cli/render_options.def"
#undef OPTION
};
