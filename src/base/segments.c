/* The tree of segments.h. */
#include "base/segments.h"

#include <math.h>
#include <string.h>

enum { FAN = 4 }; /* how many a node has */

/* ---- Order --------------------------------------------------------------------------------------- */

typedef struct {
  uint64_t key;
  int32_t of;
} sorted;

/* Sorts by key, and of the same key by what they are of, as it is stable; spare: as many.  By merging. */
static void sort(sorted *all, sorted *spare, int32_t count) {
  sorted *from = all, *to = spare;
  for (int64_t width = 1; width < count; width *= 2) {
    for (int64_t begin = 0; begin < count; begin += 2 * width) {
      int64_t a = begin, b = begin + width;
      const int64_t middle = b < count ? b : count, end = b + width < count ? b + width : count;
      for (int64_t i = begin; i < end; i++)
        to[i] = a < middle && (b >= end || from[a].key <= from[b].key) ? from[a++] : from[b++];
    }
    sorted *const swapped = from;
    from = to, to = swapped;
  }
  if (from != all) memcpy(all, from, (size_t)count * sizeof *all);
}

/* 16 bits, a zero between each and the next. */
static uint32_t spread(uint32_t bits) {
  bits = (bits | bits << 8) & 0x00FF00FFu;
  bits = (bits | bits << 4) & 0x0F0F0F0Fu;
  bits = (bits | bits << 2) & 0x33333333u;
  return (bits | bits << 1) & 0x55555555u;
}

/* Where the middle of a box lies on a curve that fills another (G. M. Morton, 1966). */
static uint32_t place_on_curve(const burl__segment_box *box, const burl__segment_box *whole) {
  uint32_t place = 0;
  for (int a = 0; a < 2; a++) {
    const double width = whole->side[2 + a] - whole->side[a];
    const double middle = 0.5 * box->side[a] + 0.5 * box->side[2 + a];
    const double share = width > 0 ? (middle - whole->side[a]) / width * 65536 : 0;
    place |= spread((uint32_t)(share < 0 ? 0 : share > 65535 ? 65535 : share)) << a;
  }
  return place;
}

/* ---- Boxes --------------------------------------------------------------------------------------- */

static const burl__segment_box nothing = {{INFINITY, INFINITY, -INFINITY, -INFINITY}};

static void widen(burl__segment_box *box, const burl__segment_box *by) {
  for (int a = 0; a < 2; a++) {
    if (by->side[a] < box->side[a]) box->side[a] = by->side[a];
    if (by->side[2 + a] > box->side[2 + a]) box->side[2 + a] = by->side[2 + a];
  }
}

static burl__segment_box box_of(const burl__segment *s) {
  burl__segment_box box = {{s->end[0][0], s->end[0][1], s->end[0][0], s->end[0][1]}};
  widen(&box, &(burl__segment_box){{s->end[1][0], s->end[1][1], s->end[1][0], s->end[1][1]}});
  return box;
}

/* The square of the distance from a box: never more than what burl__segment_from computes of a segment in it, as each
 * step of both is rounded alike. */
static double squared_from(const burl__segment_box *box, const double point[2]) {
  double squared = 0;
  for (int a = 0; a < 2; a++) {
    const double below = box->side[a] - point[a], above = point[a] - box->side[2 + a];
    const double apart = below > 0 ? below : above > 0 ? above : 0;
    squared += apart * apart;
  }
  return squared;
}

/* ---- Segments ------------------------------------------------------------------------------------ */

static const double *vertex_at(const burl_shapes *shapes, int64_t i) { return shapes->vertices + 2 * i; }

static int are_one(const double *a, const double *b) { return a[0] == b[0] && a[1] == b[1]; }

/* What has been built of a path's segments. */
typedef struct {
  const burl_shapes *shapes;
  burl__segment *next;
  int32_t number, feature_path;
  double longest;
} building;

static void put(building *b, int64_t from, int64_t to, double along, int is_ring) {
  burl__segment *const s = b->next++;
  memset(s, 0, sizeof *s);
  memcpy(s->end[0], vertex_at(b->shapes, from), sizeof s->end[0]);
  memcpy(s->end[1], vertex_at(b->shapes, to), sizeof s->end[1]);
  const double x = s->end[1][0] - s->end[0][0], y = s->end[1][1] - s->end[0][1];
  s->length = sqrt(x * x + y * y);
  s->along = along;
  s->vertex[0] = (int32_t)from, s->vertex[1] = (int32_t)to;
  s->path = b->feature_path, s->number = b->number++;
  s->is_ring = is_ring;
  for (int a = 0; a < 2 && s->length > 0; a++)
    s->bend[0][a] = s->bend[1][a] = (s->end[1][a] - s->end[0][a]) / s->length;
}

/* Adds the directions of two that meet to each other's. */
static void join(burl__segment *before, burl__segment *after) {
  for (int a = 0; a < 2; a++) before->bend[1][a] = after->bend[0][a] = before->bend[1][a] + after->bend[0][a];
}

static void put_points(building *b, const burl_path *path) {
  for (int64_t i = 0; i < path->count; i++) put(b, path->first + i, path->first + i, 0, 0);
}

/* Puts a line or a ring. */
static void put_line(building *b, const burl_path *path) {
  const int64_t end = path->first + path->count;
  burl__segment *const first = b->next;
  const int is_ring = path->kind == BURL_RING;
  double along = 0;
  int64_t from = path->first;
  for (int64_t i = from + 1; i < end + is_ring; i++) {
    const int64_t to = i < end ? i : path->first;
    if (!are_one(vertex_at(b->shapes, from), vertex_at(b->shapes, to))) {
      put(b, from, to, along, is_ring);
      along += b->next[-1].length;
    }
    from = to;
  }
  if (b->next == first) put(b, path->first, path->first, 0, is_ring);
  for (burl__segment *s = first; s + 1 < b->next; s++) join(s, s + 1);
  if (is_ring && b->next > first + 1) join(b->next - 1, first);
  if (along > b->longest) b->longest = along;
}

/* ---- The tree ------------------------------------------------------------------------------------ */

/* Where each level lies among the boxes; how many there are in all. */
static int32_t lay_out(burl__segments *s) {
  int32_t total = 0;
  for (int32_t n = s->count; n > 0 && (s->levels == 0 || n > 1);) {
    n = (n + FAN - 1) / FAN;
    s->first[s->levels] = total;
    s->nodes[s->levels++] = n;
    total += n;
  }
  return total;
}

static void fill_boxes(burl__segments *s) {
  for (int level = 0; level < s->levels; level++) {
    const int32_t below = level ? s->nodes[level - 1] : s->count;
    for (int32_t i = 0; i < s->nodes[level]; i++) {
      burl__segment_box box = nothing;
      for (int32_t k = FAN * i; k < FAN * (i + 1) && k < below; k++) {
        const burl__segment_box one = level ? s->box[s->first[level - 1] + k] : box_of(&s->all[k]);
        widen(&box, &one);
      }
      s->box[s->first[level] + i] = box;
    }
  }
}

/* The place of each feature's segments: of the features by the middle of their boxes, *order, by number of the
 * feature's first path. */
static void rank_features(const burl__segments *s, sorted *order, sorted *spare, int32_t *rank) {
  int32_t features = 0;
  for (int32_t i = 0; i < s->count; features++) {
    burl__segment_box box = nothing;
    const int32_t path = s->all[i].path;
    for (; i < s->count && s->all[i].path == path; i++) {
      const burl__segment_box one = box_of(&s->all[i]);
      widen(&box, &one);
    }
    order[features] = (sorted){place_on_curve(&box, &s->whole), path};
  }
  sort(order, spare, features);
  for (int32_t i = 0; i < features; i++) rank[order[i].of] = i;
}

/* Brings each segment to the place that has its number, cycle by cycle. */
static void permute(burl__segment *all, sorted *order, int32_t count) {
  for (int32_t begin = 0; begin < count; begin++) {
    const burl__segment first = all[begin];
    int32_t i = begin;
    for (int32_t from; (from = order[i].of) != begin && from != i; i = from) {
      all[i] = all[from];
      order[i].of = i;
    }
    if (order[i].of == i) continue;
    all[i] = first;
    order[i].of = i;
  }
}

/* Sorts the segments. */
static void order_segments(burl__segments *s, sorted *order, sorted *spare) {
  int32_t *const rank = (int32_t *)(void *)(spare + (spare - order));
  rank_features(s, order, spare, rank);
  for (int32_t i = 0; i < s->count; i++) {
    const burl__segment_box box = box_of(&s->all[i]);
    order[i] = (sorted){(uint64_t)rank[s->all[i].path] << 32 | place_on_curve(&box, &s->whole), i};
  }
  sort(order, spare, s->count);
  permute(s->all, order, s->count);
}

/* Builds the segments by the order of the paths. */
static void fill_segments(burl__segments *s) {
  const burl_shapes *const shapes = s->shapes;
  building b = {shapes, s->all, 0, 0, 0};
  s->whole = nothing;
  for (int64_t p = 0; p < shapes->path_count; p++) {
    if (p == 0 || shapes->paths[p].feature != shapes->paths[p - 1].feature) b.feature_path = (int32_t)p;
    const burl__segment *const first = b.next;
    if (shapes->paths[p].kind == BURL_POINT) put_points(&b, &shapes->paths[p]);
    else put_line(&b, &shapes->paths[p]);
    for (const burl__segment *i = first; i < b.next; i++) {
      const burl__segment_box box = box_of(i);
      widen(&s->whole, &box);
      s->rings += i->is_ring;
    }
  }
  s->count = b.number;
  s->longest = b.longest;
}

burl__segments *burl__segments_make(const burl_shapes *shapes, const burl__allocator *allocator) {
  int64_t most = 0; /* segments: a path has as many as vertices, or fewer */
  for (int64_t p = 0; p < shapes->path_count; p++) most += shapes->paths[p].count;
  const size_t n = (size_t)most, boxes = n / (FAN - 1) + BURL__SEGMENT_LEVELS;
  const size_t scratch = 2 * n * sizeof(sorted) + (size_t)shapes->path_count * sizeof(int32_t);
  burl__segments *const s =
      burl__allocate(allocator, sizeof *s + n * sizeof(burl__segment) + boxes * sizeof(burl__segment_box));
  sorted *const order = s ? burl__allocate(allocator, scratch + 1) : NULL;
  if (!order) {
    burl__release(allocator, s);
    return NULL;
  }
  memset(s, 0, sizeof *s);
  s->shapes = shapes;
  s->all = (burl__segment *)(void *)(s + 1);
  s->box = (burl__segment_box *)(void *)(s->all + n);
  fill_segments(s);
  order_segments(s, order, order + n);
  lay_out(s);
  fill_boxes(s);
  burl__release(allocator, order);
  return s;
}

/* ---- The nearest --------------------------------------------------------------------------------- */

/* The place of the segment's line that is nearest, within the segment's box, as what is rounded might lie beyond. */
static double nearest_along(const burl__segment *s, int axis, double share) {
  const double a = s->end[0][axis], b = s->end[1][axis], at = a + share * (b - a);
  const double lo = a < b ? a : b, hi = a < b ? b : a;
  return at < lo ? lo : at > hi ? hi : at;
}

burl__nearest burl__segment_from(const burl__segment *s, const double point[2]) {
  const double ex = s->end[1][0] - s->end[0][0], ey = s->end[1][1] - s->end[0][1];
  const double dot = (point[0] - s->end[0][0]) * ex + (point[1] - s->end[0][1]) * ey, whole = ex * ex + ey * ey;
  const double share = !(dot > 0) ? 0 : dot >= whole ? 1 : dot / whole;
  double squared = 0;
  for (int a = 0; a < 2; a++) {
    const double at = share == 0 ? s->end[0][a] : share == 1 ? s->end[1][a] : nearest_along(s, a, share);
    squared += (point[a] - at) * (point[a] - at);
  }
  return (burl__nearest){squared, share, s};
}

/* What looks for the nearest. */
typedef struct {
  const burl__segments *s;
  int only_rings;
  const double *point;
  burl__nearest best;
} search;

static int is_better(const burl__nearest *one, const burl__nearest *best) {
  if (one->squared != best->squared) return one->squared < best->squared;
  return !best->segment || one->segment->number < best->segment->number;
}

static void look_at(search *f, const burl__segment *segment) {
  if (f->only_rings && !segment->is_ring) return;
  const burl__nearest one = burl__segment_from(segment, f->point);
  if (is_better(&one, &f->best)) f->best = one;
}

static void look_below(search *f, int level, int32_t node) {
  const burl__segments *const s = f->s;
  const int32_t begin = FAN * node, below = level ? s->nodes[level - 1] : s->count;
  const int32_t end = begin + FAN < below ? begin + FAN : below;
  for (int32_t i = begin; i < end; i++) {
    if (level == 0) look_at(f, &s->all[i]);
    else if (squared_from(&s->box[s->first[level - 1] + i], f->point) <= f->best.squared) look_below(f, level - 1, i);
  }
}

void burl__segments_nearest(const burl__segments *s, int only_rings, const double point[2], burl__nearest *best) {
  search f = {s, only_rings, point, *best};
  if (s->levels > 0) look_below(&f, s->levels - 1, 0);
  *best = f.best;
}

const burl__segment *burl__segments_some(const burl__segments *s, const double point[2]) {
  int32_t node = 0;
  for (int level = s->levels - 1; level > 0; level--) {
    const burl__segment_box *const box = s->box + s->first[level - 1];
    const int32_t begin = FAN * node, below = s->nodes[level - 1];
    node = begin;
    for (int32_t i = begin + 1; i < begin + FAN && i < below; i++)
      if (squared_from(&box[i], point) < squared_from(&box[node], point)) node = i;
  }
  return &s->all[FAN * node];
}

/* ---- Inside -------------------------------------------------------------------------------------- */

/* Counts what a ray towards greater x crosses, feature by feature. */
typedef struct {
  const burl__segments *s;
  const double *point;
  int32_t path, found; /* the feature, -1: none yet; the first one that is around the point */
  int is_odd;
} crossing;

static void end_feature(crossing *c) {
  if (c->is_odd && (c->found < 0 || c->path < c->found)) c->found = c->path;
  c->is_odd = 0;
}

/* The ends are taken from the lower one up, so that an outline that two areas share is crossed alike. */
static int crosses(const burl__segment *s, const double point[2]) {
  const int rises = s->end[0][1] < s->end[1][1];
  const double *const low = s->end[!rises], *const high = s->end[rises];
  if (!(low[1] <= point[1] && point[1] < high[1])) return 0;
  const double at = low[0] + (point[1] - low[1]) / (high[1] - low[1]) * (high[0] - low[0]);
  const double most = low[0] > high[0] ? low[0] : high[0];
  return point[0] < (at < most ? at : most);
}

static void cross_below(crossing *c, int level, int32_t node) {
  const burl__segments *const s = c->s;
  const int32_t begin = FAN * node, below = level ? s->nodes[level - 1] : s->count;
  for (int32_t i = begin; i < begin + FAN && i < below; i++) {
    if (level > 0) {
      const double *const side = s->box[s->first[level - 1] + i].side;
      if (side[1] <= c->point[1] && c->point[1] <= side[3] && c->point[0] <= side[2]) cross_below(c, level - 1, i);
    } else if (s->all[i].is_ring && crosses(&s->all[i], c->point)) {
      if (s->all[i].path != c->path) end_feature(c);
      c->path = s->all[i].path;
      c->is_odd = !c->is_odd;
    }
  }
}

int32_t burl__segments_around(const burl__segments *s, const double point[2]) {
  crossing c = {s, point, -1, -1, 0};
  if (s->levels > 0) cross_below(&c, s->levels - 1, 0);
  end_feature(&c);
  return c.found;
}
