/* The builders of lines() and areas(), which are functions of the point, of shapes that the recipe names. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "program/build.h"
#include "program/drawing.h"
#include "program/notes.h"

/* Fails at the name of the file, with what is wrong with it. */
static int fail_shapes(burl__call_site *site, const char *wrong, const char *hint) {
  burl__fail(site->graph->error, BURL_RECIPE, site->positional[0]->place, "%s \"%.80s\": %s", site->entry->name,
             site->positional[0]->name, wrong);
  burl__hint(site->graph->error, "%s", hint);
  return 0;
}

/* The shapes that the call names; 0 with the error filled. */
static int find_shapes(burl__call_site *site, burl__drawing *l) {
  const burl__tree *const name = site->positional[0];
  if (name->kind != TREE_TEXT) {
    burl__fail_at(site, name->place, "this takes the name of a file, in quotes", "lines(\"roads.geojson\")");
    return 0;
  }
  l->image = burl__find_image(site->expander->images, site->entry->name, name->name, name->place, site->graph->error);
  if (!l->image) return 0;
  const burl__segments *const segments = l->image->segments;
  if (l->image->field.data) return fail_shapes(site, "it has samples, not lines", "image(\"…\") reads it");
  if (segments && segments->count == 0) return fail_shapes(site, "there are no lines in it, and no points", "");
  if (segments && l->are_areas && segments->rings == 0)
    return fail_shapes(site, "there are no polygons in it", "lines(\"…\") reads lines and points");
  return 1;
}

/* The number of a property, by its name. */
static int find_column(burl__call_site *site, burl__drawing *l, const char *name) {
  const burl_shapes *const shapes = l->image->field.shapes;
  char all[160] = "";
  for (l->column = 0; shapes && l->column < shapes->value_count; l->column++) {
    const size_t used = strlen(all);
    if (strcmp(shapes->names[l->column], name) == 0) return 1;
    snprintf(all + used, sizeof all - used, " \"%s\"", shapes->names[l->column]);
  }
  if (!shapes) return 1;
  burl__fail(site->graph->error, BURL_RECIPE, burl__option_place(site, "value", 0),
             "no feature of \"%.80s\" has a property \"%.80s\" that is a number", l->image->name, name);
  if (*all) burl__hint(site->graph->error, "there are:%s", all);
  else burl__hint(site->graph->error, "it has no properties that are numbers");
  return 0;
}

/* What the call gives: its value where it names one. */
static int read_give(burl__call_site *site, burl__drawing *l, int *is_value) {
  static const int of_areas[] = {BURL__INSIDE, BURL__DISTANCE, BURL__LINE_VALUE, BURL__LINE_ID};
  const char *const name = burl__option_text(site, "value");
  double word;
  if (!burl__option(site, "give", &word)) return 0;
  l->give = l->are_areas ? of_areas[(int)word] : (int)word;
  if (name && burl__option_count(site, "give") == 0) l->give = BURL__LINE_VALUE;
  *is_value = l->give == BURL__LINE_VALUE;
  burl__judge_option(site, "value", *is_value, "is read with give: value alone");
  if (*is_value && !name)
    return burl__fail_at(site, burl__option_place(site, "give", 0), "which value?",
                         "the name of a property, in quotes: value: \"width\"; \"z\" is the third coordinate") >= 0;
  return !*is_value || find_column(site, l, name);
}

/* The setup's padding is zeroed, too, as setups are compared by their bytes. */
static int read_request(burl__call_site *site, burl__drawing *l) {
  double period[4];
  int is_value;
  if (!find_shapes(site, l) || !read_give(site, l, &is_value) || !burl__option_axes(site, "period", 2, period))
    return 0;
  for (int a = 0; a < 2; a++) l->period[a] = period[a];
  return 1;
}

static burl__value build(burl__call_site *site, int are_areas) {
  burl__drawing l;
  memset(&l, 0, sizeof l);
  l.are_areas = are_areas;
  if (site->expander->wishes) {
    burl__fail_at(site, site->tree->place, "what is read from a file has no code",
                  "render it to a picture, and let the shader read that");
    return burl__failed();
  }
  if (!read_request(site, &l)) return burl__failed();
  if (site->point->dims != 2) {
    burl__fail_at(site, site->tree->place, "it is over two coordinates",
                  site->point->dims == 1 ? "at(lines(…), x, 0) has two" : "at(lines(…), x, y) has two");
    return burl__failed();
  }
  site->expander->reads |= BURL__READS_POINT;
  return burl__number(burl__drawing_at(site->graph, &l, site->point->coordinate));
}

burl__value burl__build_lines(burl__call_site *site) { return build(site, 0); }
burl__value burl__build_areas(burl__call_site *site) { return build(site, 1); }
