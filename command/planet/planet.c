/* A plan's folder as a program: its recipe, compiled for its layers, with the images that it reads. */
#include "planet/planet.h"

#include <stdlib.h>
#include <string.h>

/* ---- What a plan can be of ----------------------------------------------------------------------- */

int planet_channels(const planet *p, int layer) {
  const int channels = burl_result_at(p->recipe.program, layer).channels;
  switch (p->plan.layers[layer].encoding) {
  case ENCODE_float: return channels;
  case ENCODE_colour: return channels == 4 ? 4 : 3;
  default: return 3;
  }
}

/* Whether a layer's result can be what its encoding says. */
static int check_layer(const planet *p, int layer) {
  const map_layer *const l = &p->plan.layers[layer];
  const burl_result result = burl_result_at(p->recipe.program, layer);
  const burl_range bounds = range_of_grey(burl_bounds(p->recipe.program, result.first));
  const int is_height = l->encoding == ENCODE_terrarium || l->encoding == ENCODE_mapbox;
  if (is_height && result.channels != 1)
    return fail("%s: layer %s: %s is of heights, and this is a colour", p->recipe.name, l->name,
                tile_encoding_names[l->encoding]);
  if (l->encoding == ENCODE_colour && result.channels == 1 && (bounds.lo != 0 || bounds.hi != 1))
    return fail("%s: layer %s: it is a number that isn't proven to be from 0 to 1; %s:%s has heights", p->recipe.name,
                l->name, l->name, p->plan.format == PLAN_TIF ? "float" : "terrarium");
  return DONE;
}

/* A tile or window is made by itself: so nothing may need the whole, but images that have a place. */
static int check_whole(const planet *p) {
  const burl_program *const program = p->recipe.program;
  const char *name;
  for (int i = 0; (name = burl_stage_at(program, i)); i++)
    if (strcmp(name, "image") != 0)
      return fail(
          "%s: %s needs the whole map at once, and tiles are made one by one; what burl render makes of it, image() "
          "reads",
          p->recipe.name, name);
  for (int i = 0; (name = burl_image_name(program, i)); i++)
    if (burl_image_at(program, i).step[0] == 0 && burl_needs_whole_grid(program))
      return fail("%s: image(\"%s\") has no place on the map: a .tif has one, and size: gives it one", p->recipe.name,
                  name);
  return DONE;
}

/* ---- The program --------------------------------------------------------------------------------- */

int planet_compile(planet *p) {
  recipe *const r = &p->recipe;
  *p->results = '\0';
  for (int i = 0; i < p->plan.layer_count; i++) {
    if (i) strcat(p->results, ",");
    strcat(p->results, p->plan.layers[i].name);
  }
  r->result = p->results;
  return recipe_compile(r, 2);
}

int planet_check(const planet *p) {
  int code = check_whole(p);
  for (int i = 0; !code && i < p->plan.layer_count; i++) code = check_layer(p, i);
  return code;
}

/* Reads an image of the plan, and gives it to the program. */
static int load_image(planet *p, int index) {
  const plan_image *const m = &p->plan.images[index];
  char *const path = plan_image_path(p->folder, m);
  const heights_wish wish = {.colours = 1};
  heights h = {0};
  image_error error;
  int code = !path                                        ? fail("not enough memory")
             : heights_read(path, &wish, &h, &error) != 0 ? fail("%s", error.text)
                                                          : DONE;
  if (!code && (h.crc != m->crc || h.size[0] != m->size[0] || h.size[1] != m->size[1]))
    code = fail("%s has changed since the plan was made: burl plan makes a new one", path);
  if (!code) {
    const burl_field field = {.data = h.data,
                              .channels = h.channels,
                              .size = {m->size[0], m->size[1]},
                              .origin = {m->origin[0], m->origin[1]},
                              .step = {m->step[0], m->step[1]}};
    p->images[index] = h.data;
    h.data = NULL;
    const burl_status status = burl_set_image(p->recipe.program, m->name, &field);
    if (status != BURL_OK) code = fail("%s: %s", path, burl_status_text(status));
  }
  heights_free(&h);
  free(path);
  return code;
}

static void take_recipe(planet *p) {
  recipe *const r = &p->recipe;
  r->name = "recipe.burl";
  r->expression = r->text = p->plan.recipe;
  r->length = strlen(r->text);
  r->seed = p->plan.seed;
  r->files_unread = 1;
  for (; r->knob_count < p->plan.knob_count; r->knob_count++) {
    r->knobs[r->knob_count].name = p->plan.knobs[r->knob_count].name;
    r->knobs[r->knob_count].value = p->plan.knobs[r->knob_count].value;
  }
}

int planet_open(planet *p, const char *folder) {
  image_error error;
  *p = (planet){.folder = folder};
  if (plan_read(&p->plan, folder, &error) == 0) return DONE;
  fail("%s", error.text);
  return BAD_PLAN;
}

int planet_open_program(planet *p, const char *folder) {
  if (planet_open(p, folder)) return BAD_PLAN;
  take_recipe(p);
  int code = files_begin(&p->recipe, NULL, "a plan");
  if (!code) code = planet_compile(p);
  for (int i = 0; !code && i < p->plan.image_count; i++) code = load_image(p, i);
  return code || planet_check(p) ? BAD_PLAN : DONE;
}

void planet_close(planet *p) {
  recipe_free(&p->recipe);
  plan_free(&p->plan);
  for (int i = 0; i < MOST_PLAN_IMAGES; i++) free(p->images[i]);
}

void planet_print_seconds(double seconds) {
  if (seconds < 120) printf("%.3g seconds", seconds);
  else if (seconds < 7200) printf("%.3g minutes", seconds / 60);
  else printf("%.3g hours", seconds / 3600);
}
