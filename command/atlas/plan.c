/* How the work on a map is divided. */
#include "atlas/plan.h"

#include <string.h>

#define MAP_NAME(name, faces, help) #name,
#define MAP_FACES(name, faces, help) faces,
#define TILE_ENCODING_NAME(name, help) #name,
const char *const map_names[MAP_COUNT] = {MAPS(MAP_NAME)};
static const int map_faces[MAP_COUNT] = {MAPS(MAP_FACES)};
const char *const tile_encoding_names[ENCODINGS] = {TILE_ENCODINGS(TILE_ENCODING_NAME)};
const char *const plan_format_names[PLAN_FORMATS] = {"png", "webp", "tif"};

int plan_word(const char *word, const char *const *list, int count) {
  for (int i = 0; i < count; i++)
    if (strcmp(word, list[i]) == 0) return i;
  return -1;
}

int plan_faces(const map_plan *plan) { return map_faces[plan->map]; }

/* ---- Parts --------------------------------------------------------------------------------------- */

uint64_t part_tiles(const tile_part *part) {
  uint64_t count = 0;
  for (int i = 0; i < part->count; i++) count += part->ranges[i].count;
  return count;
}

int64_t part_place(const tile_part *part, uint64_t number) {
  uint64_t before = 0;
  for (int i = 0; i < part->count; i++) {
    const tile_range *const r = &part->ranges[i];
    if (number >= r->first && number - r->first < r->count) return (int64_t)(before + number - r->first);
    before += r->count;
  }
  return -1;
}

static void add_range(tile_part *part, uint64_t first, uint64_t end) {
  if (first < end) part->ranges[part->count++] = (tile_range){first, end - first};
}

/* ---- Shards of tiles ----------------------------------------------------------------------------- */

uint64_t plan_tile_count(const map_plan *plan) {
  const int faces = plan_faces(plan);
  return first_of_zoom(faces, plan->most_zoom + 1) - first_of_zoom(faces, plan->least_zoom);
}

static uint64_t windows_across(const map_plan *plan, int axis) {
  return (uint64_t)((plan->size[axis] + plan->window - 1) / plan->window);
}

uint64_t plan_most_shards(const map_plan *plan) {
  if (plan->format == PLAN_TIF) return windows_across(plan, 0) * windows_across(plan, 1);
  return plan->overviews ? (uint64_t)plan_faces(plan) << 2 * plan->most_zoom : plan_tile_count(plan);
}

/* Divides `count` tiles into parts whose sizes differ by one at most: the range of part k, and the part that has a
 * place. */
static tile_range divide(uint64_t count, uint64_t parts, uint64_t k) {
  const uint64_t each = count / parts, larger = count % parts; /* this many parts have one more */
  return (tile_range){each * k + (k < larger ? k : larger), each + (k < larger)};
}

static uint64_t part_of(uint64_t count, uint64_t parts, uint64_t place) {
  const uint64_t each = count / parts, larger = count % parts, in_larger = larger * (each + 1);
  return place < in_larger ? place / (each + 1) : larger + (place - in_larger) / each;
}

/* With overviews, a shard has some of this zoom's tiles, and all above them.  There are several of these tiles a shard,
 * so that shards are about equal. */
static int root_zoom(const map_plan *plan) {
  enum { A_SHARD = 8 };
  const uint64_t least = A_SHARD * plan->shards;
  int zoom = plan->least_zoom;
  while (zoom < plan->most_zoom && (uint64_t)plan_faces(plan) << 2 * zoom < least) zoom++;
  return zoom;
}

int plan_has_second(const map_plan *plan) { return plan->overviews && root_zoom(plan) > plan->least_zoom; }

static tile_part overview_part(const map_plan *plan, uint64_t shard) {
  const int faces = plan_faces(plan), root = root_zoom(plan);
  tile_part part = {0};
  if (shard == plan->shards) {
    for (int zoom = root - 1; zoom >= plan->least_zoom; zoom--)
      add_range(&part, first_of_zoom(faces, zoom), first_of_zoom(faces, zoom + 1));
    return part;
  }
  const tile_range roots = divide((uint64_t)faces << 2 * root, plan->shards, shard);
  for (int zoom = plan->most_zoom; zoom >= root; zoom--) {
    const uint64_t first = first_of_zoom(faces, zoom) + (roots.first << 2 * (zoom - root));
    add_range(&part, first, first + (roots.count << 2 * (zoom - root)));
  }
  return part;
}

tile_part plan_part(const map_plan *plan, uint64_t shard) {
  if (plan->overviews) return overview_part(plan, shard);
  const int faces = plan_faces(plan);
  const tile_range all = divide(plan_tile_count(plan), plan->shards, shard);
  const uint64_t first = first_of_zoom(faces, plan->least_zoom) + all.first, end = first + all.count;
  tile_part part = {0};
  for (int zoom = plan->least_zoom; zoom <= plan->most_zoom; zoom++) {
    const uint64_t begin = first_of_zoom(faces, zoom), behind = first_of_zoom(faces, zoom + 1);
    add_range(&part, first > begin ? first : begin, end < behind ? end : behind);
  }
  return part;
}

uint64_t plan_shard_of(const map_plan *plan, uint64_t number) {
  const int faces = plan_faces(plan);
  if (!plan->overviews)
    return part_of(plan_tile_count(plan), plan->shards, number - first_of_zoom(faces, plan->least_zoom));
  const int zoom = zoom_of(faces, number), root = root_zoom(plan);
  if (zoom < root) return plan->shards;
  return part_of((uint64_t)faces << 2 * root, plan->shards, (number - first_of_zoom(faces, zoom)) >> 2 * (zoom - root));
}

/* ---- Shards of a raster -------------------------------------------------------------------------- */

void plan_divide_raster(map_plan *plan, uint64_t most_shards) {
  plan->window = 0;
  do {
    plan->window += RASTER_BLOCK;
    plan->shards = windows_across(plan, 0) * windows_across(plan, 1);
  } while (plan->shards > most_shards && plan->window < MOST_WINDOW);
}

raster_window plan_window(const map_plan *plan, uint64_t shard) {
  const uint64_t across = windows_across(plan, 0), at[2] = {shard % across, shard / across};
  raster_window w;
  for (int a = 0; a < 2; a++) {
    const int64_t left = plan->size[a] - (int64_t)at[a] * plan->window;
    w.first[a] = (int64_t)at[a] * plan->window;
    w.size[a] = left < plan->window ? left : plan->window;
  }
  return w;
}
