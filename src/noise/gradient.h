/* The directions of gradient noise at a lattice point, from its hash: burl's default sets and the others
 * by name.
 *
 * Sources: K. Perlin, "Improving Noise", 2002 (edges); others are documented with their sets. */
#ifndef BURL_NOISE_GRADIENT_H
#define BURL_NOISE_GRADIENT_H

#include "noise/hash.h"
#include "noise/math.h"

typedef struct {
  real x, y, z, w;
} gradient;

/* ---- The default sets -------------------------------------------------------------------------- */

/* Of two dimensions: eight unit vectors, 45° apart, none along an axis or a diagonal; of three: the 12
 * vertices of an icosahedron, six and their opposites, whose moments are isotropic up to the fifth.  For
 * smooth simplex noise in two dimensions sixteen, 22.5° apart, as wide bumps show their directions more. */
#define ROOT_HALF ((scalar)0.70710678118654752) /* of four dimensions: both components that are not 0 */

/* Which of the directions of two dimensions a hash takes: its top bits. */
LANE word direction2(word h) { return h >> 29; }
LANE gradient default_gradient2(word h, scalar size) {
  const choice is_tall = (h & 0x40000000u) == 0u;
  const real minor = R((scalar)0.38268343236508977 * size), major = R((scalar)0.92387953251128676 * size);
  gradient g = {R(0), R(0), R(0), R(0)};
  g.x = flip_sign(pick(is_tall, minor, major), h);
  g.y = flip_sign(pick(is_tall, major, minor), h << 2);
  return g;
}
LANE gradient sixteen_gradient2(word h, scalar size) {
  const choice is_upper = (h & 0x80000000u) != 0u, is_odd = (h & 0x40000000u) != 0u;
  const real a = R((scalar)0.19509032201612827 * size), b = R((scalar)0.55557023301960222 * size);
  const real c = R((scalar)0.83146961230254524 * size), d = R((scalar)0.98078528040323044 * size);
  gradient g = {R(0), R(0), R(0), R(0)};
  g.x = flip_sign(pick(is_upper, pick(is_odd, d, c), pick(is_odd, b, a)), h << 2);
  g.y = flip_sign(pick(is_upper, pick(is_odd, a, b), pick(is_odd, c, d)), h << 3);
  return g;
}

/* Of three: six and, by the top bit, their opposites. */
LANE word sixth_of(word h) { return part_of(h << 1 & 0xFFFE0000u, 6u); }
LANE gradient default_gradient3(word h, scalar size) {
  const word six = sixth_of(h), last = six << 31;
  const real minor = R((scalar)0.52573111211913361 * size), major = R((scalar)0.85065080835203993 * size);
  gradient g = {R(0), R(0), R(0), R(0)};
  g.x = flip_sign(pick(six < 2u, R(0), pick(six < 4u, minor, major)), h);
  g.y = flip_sign(pick(six < 2u, minor, only(six < 4u, flip_sign(major, last))), h);
  g.z = flip_sign(pick(six < 2u, flip_sign(major, last), only(six >= 4u, flip_sign(minor, last))), h);
  return g;
}

/* Of four dimensions: the 24 vertices of the 24-cell (two of four components are ±half), whose moments are
 * isotropic up to the fifth. */
LANE gradient default_gradient4(word h, scalar half) {
  const word pair = part_of(h, 6u);
  gradient g;
  g.x = only(pair < 3u, flip_sign(R(half), h << 31));
  g.y = only((pair == 0u) | (pair == 3u) | (pair == 4u), flip_sign(R(half), h << 30));
  g.z = only((pair == 1u) | (pair == 3u) | (pair == 5u), flip_sign(R(half), h << 29));
  g.w = only((pair == 2u) | (pair >= 4u), flip_sign(R(half), h << 28));
  return g;
}

/* ---- The sets by name -------------------------------------------------------------------------- */

LANE real sign_by_bit(word h, int bit, scalar size) { return flip_sign(R(size), h << (31 - bit)); }

/* size for entry `plus` of a list, -size for the one behind it, 0 for the others. */
LANE real sign_by_entry(word entry, uint32_t plus, scalar size) {
  return pick(entry == plus, R(size), only(entry == plus + 1u, R(-size)));
}

/* One dimension: a slope.  Uniform in [−1, 1], or ±1. */
LANE gradient gradient1(int set, word h, scalar size) {
  gradient g = {R(0), R(0), R(0), R(0)};
  g.x = set == DEFAULT_SET || set == UNIFORM ? signed_of_hash(h) * size : sign_by_bit(h, 0, size);
  return g;
}

/* Two dimensions.  Axes: +x, −x, −y, +y by hash mod 4, as the terrain article has it; edges: +x, −x,
 * +y, −y. */
LANE gradient gradient2(int set, word h, scalar size) {
  gradient g = {R(0), R(0), R(0), R(0)};
  if (set == DEFAULT_SET) {
    g = default_gradient2(h, size);
  } else if (set == SIXTEEN) {
    g = sixteen_gradient2(h, size);
  } else if (set == EDGES || set == AXES) {
    const word low = h & 3u;
    g.x = sign_by_entry(low, 0u, size);
    g.y = sign_by_entry(low, 2u, set == EDGES ? size : -size);
  } else if (set == DIAGONAL) {
    g.x = sign_by_bit(h, 0, size);
    g.y = sign_by_bit(h, 1, size);
  } else if (set == CIRCLE) {
    const circle_point point = point_of_circle(signed_of_hash(h));
    g.x = point.x * size;
    g.y = point.y * size;
  } else {
    g.x = signed_of_hash(h) * size;
    g.y = signed_of_hash(hash_spread(h)) * size;
  }
  return g;
}

/* Three dimensions.  Edges: the 12 edges of the cube with four of them twice (Perlin 2002). */
LANE gradient gradient3(int set, word h, scalar size) {
  gradient g = {R(0), R(0), R(0), R(0)};
  if (set == DEFAULT_SET) {
    g = default_gradient3(h, size);
  } else if (set == EDGES) {
    const word low = h & 15u;
    const choice twice = (low == 12u) | (low == 14u);
    const real e = sign_by_bit(low, 0, size), f = sign_by_bit(low, 1, size);
    g.x = pick(low < 8u, e, only(twice, f));
    g.y = pick(low >= 8u, e, only(low < 4u, f));
    g.z = pick(twice, R(0), only(low >= 4u, f));
  } else if (set == AXES) {
    const word sixth = part_of(h, 6u);
    g.x = sign_by_entry(sixth, 0u, size);
    g.y = sign_by_entry(sixth, 2u, size);
    g.z = sign_by_entry(sixth, 4u, size);
  } else if (set == DIAGONAL) {
    g.x = sign_by_bit(h, 0, size);
    g.y = sign_by_bit(h, 1, size);
    g.z = sign_by_bit(h, 2, size);
  } else if (set == CIRCLE) {
    const real height = signed_of_hash(hash_spread(h)), rest = 1 - height * height;
    const real radius = root(only(rest > 0, rest)) * size;
    const circle_point point = point_of_circle(signed_of_hash(h));
    g.x = point.x * radius;
    g.y = point.y * radius;
    g.z = height * size;
  } else {
    const word second = hash_spread(h);
    g.x = signed_of_hash(h) * size;
    g.y = signed_of_hash(second) * size;
    g.z = signed_of_hash(hash_spread(second)) * size;
  }
  return g;
}

/* Four dimensions.  Edges: the 32 edges of the cube. */
LANE gradient gradient4(int set, word h, scalar size) {
  gradient g = {R(0), R(0), R(0), R(0)};
  if (set == DEFAULT_SET) {
    g = default_gradient4(h, ROOT_HALF * size);
  } else if (set == EDGES) { /* one component is left out, the others take the signs in turn */
    const word left_out = 3u - (h >> 3 & 3u);
    const real a = sign_by_bit(h, 0, size), b = sign_by_bit(h, 1, size), c = sign_by_bit(h, 2, size);
    g.x = pick(left_out == 0u, R(0), a);
    g.y = pick(left_out == 1u, R(0), pick(left_out < 1u, a, b));
    g.z = pick(left_out == 2u, R(0), pick(left_out < 2u, b, c));
    g.w = pick(left_out == 3u, R(0), c);
  } else if (set == AXES) {
    const word axis = h >> 29 & 3u;
    const real signed_size = sign_by_bit(h, 31, size);
    g.x = only(axis == 0u, signed_size);
    g.y = only(axis == 1u, signed_size);
    g.z = only(axis == 2u, signed_size);
    g.w = only(axis == 3u, signed_size);
  } else if (set == DIAGONAL) {
    g.x = sign_by_bit(h, 0, size);
    g.y = sign_by_bit(h, 1, size);
    g.z = sign_by_bit(h, 2, size);
    g.w = sign_by_bit(h, 3, size);
  } else {
    const word second = hash_spread(h), third = hash_spread(second);
    if (set == CIRCLE) {
      const real share = R(0.5) + R(0.5) * signed_of_hash(third);
      const real first_radius = root(share) * size, second_radius = root(1 - share) * size;
      const circle_point first = point_of_circle(signed_of_hash(h)), other = point_of_circle(signed_of_hash(second));
      g.x = first.x * first_radius;
      g.y = first.y * first_radius;
      g.z = other.x * second_radius;
      g.w = other.y * second_radius;
    } else {
      g.x = signed_of_hash(h) * size;
      g.y = signed_of_hash(second) * size;
      g.z = signed_of_hash(third) * size;
      g.w = signed_of_hash(hash_spread(third)) * size;
    }
  }
  return g;
}

LANE gradient gradient_of_set(int dims, int set, word h, scalar size) {
  return dims == 1   ? gradient1(set, h, size)
         : dims == 2 ? gradient2(set, h, size)
         : dims == 3 ? gradient3(set, h, size)
                     : gradient4(set, h, size);
}

/* ---- The gradient at a lattice point ----------------------------------------------------------- */

/* Published sets read the low bits of a hash as they are; the others want good bits, at the top. */
LANE int is_published(const burl__noise *n, int dims) {
  return n->gradients == EDGES || n->gradients == DIAGONAL || (n->gradients == AXES && dims <= 2);
}

/* Burl's hash and default directions, times size, which n->direction has. */
LANE gradient default_gradient(const burl__noise *n, point_keys key) {
  gradient g = {R(0), R(0), R(0), R(0)};
  if (n->dims == 1) {
    g.x = signed_of_hash(hash_of_keys(n, key)) * n->size;
  } else if (n->dims == 2) {
    const word top = top_of_keys(n, key);
    g.x = n->gradients == SIXTEEN ? entry16(n->direction[0], top >> 28) : entry8(n->direction[0], direction2(top));
    g.y = n->gradients == SIXTEEN ? entry16(n->direction[1], top >> 28) : entry8(n->direction[1], direction2(top));
  } else if (n->dims == 3) {
    const word top = top_of_keys(n, key); /* the same twelfth, as a sixth of the rest of its top half and a sign */
    const word six = sixth_of(top);
    g.x = flip_sign(entry8(n->direction[0], six), top);
    g.y = flip_sign(entry8(n->direction[1], six), top);
    g.z = flip_sign(entry8(n->direction[2], six), top);
  } else {
    g = default_gradient4(hash_of_keys(n, key), ROOT_HALF * n->size);
  }
  return g;
}

/* A finite set of two or three dimensions, which n->direction lists, times size.  How many there are, of those
 * that low bits don't tell; that of a hash, of other sets than SIXTEEN. */
LANE int is_listed(const burl__noise *n, int dims) {
  return (dims == 2 || dims == 3) && n->gradients != CIRCLE && n->gradients != UNIFORM;
}
LANE uint32_t directions_of(const burl__noise *n, int dims) {
  return n->gradients == SIXTEEN ? 16u : dims == 2 ? 8u : n->gradients == AXES ? 6u : 12u;
}
LANE gradient listed_gradient(const burl__noise *n, int dims, word h) {
  const word at = is_published(n, dims) ? h : part_of(h, directions_of(n, dims));
  gradient g = {R(0), R(0), R(0), R(0)};
  g.x = dims == 2 ? entry8(n->direction[0], at) : entry16(n->direction[0], at);
  g.y = dims == 2 ? entry8(n->direction[1], at) : entry16(n->direction[1], at);
  if (dims > 2) g.z = entry16(n->direction[2], at);
  return g;
}

/* By any hash and of any set. */
LANE gradient any_gradient(const burl__noise *n, int dims, point_keys key) {
  const word hash = lattice_hash(n, dims, key);
  const word h = n->hash == HASH_BURL || is_published(n, dims) ? hash : hash_spread(hash);
  return is_listed(n, dims) ? listed_gradient(n, dims, h) : gradient_of_set(dims, n->gradients, h, n->size);
}
RARE gradient other_gradient(const burl__noise *n, word x, word y, word z, word w) {
  const point_keys two = {x, y, W(0), W(0)}, three = {x, y, z, W(0)}, four = {x, y, z, w};
  if (n->dims == 2) return any_gradient(n, 2, two);
  return n->dims == 3 ? any_gradient(n, 3, three) : any_gradient(n, n->dims, four);
}

LANE gradient lattice_gradient(const burl__noise *n, point_keys key) {
  if (!n->is_usual) return other_gradient(n->whole, key.x, key.y, key.z, key.w);
  if (USUALLY(n->gradients == DEFAULT_SET)) return default_gradient(n, key);
  const word h = hash_of_keys(n, key);
  return n->gradients == UNIFORM ? gradient_of_set(n->dims, UNIFORM, h, n->size) : listed_gradient(n, n->dims, h);
}

/* One that turns: about an axis of its own (in two dimensions the one that is missing), from an angle of its own,
 * once or twice in each unit of `turn`, either way round; or how it changes then, differentiated `order` times by
 * `turn`.  With one speed alone the noise would be its own negative after half a turn.
 * Sources: K. Perlin and F. Neyret, "Flow Noise", 2001; S. Gustavson and I. McEwan, "Tiling simplex noise and flow
 * noise in two and three dimensions", 2022. */
RARE gradient turning_gradient(const burl__noise *n, word x, word y, word z, real turn, int order) {
  const point_keys key = {x, y, z, W(0)};
  const word h = hash_of_keys(n, key);
  const real speed = flip_sign(pick((h & 1u) != 0u, R(2), R(1)), h << 30);
  const circle_point at = point_of_circle(signed_of_hash(h) + 2 * speed * turn);
  const real rate = speed * R(2 * LANE_PI);
  const real size = order == 0 ? R(n->size) : order == 1 ? rate * n->size : -rate * rate * n->size;
  const real near = (order == 1 ? -at.y : at.x) * size, across = (order == 1 ? at.x : at.y) * size;
  gradient g = {near, across, R(0), R(0)};
  if (lattice_axes(n) == 2) return g;
  const word second = hash_spread(h);
  const real height = signed_of_hash(second), rest = 1 - height * height, flat = root(only(rest > 0, rest));
  const circle_point axis = point_of_circle(signed_of_hash(hash_spread(second)));
  g.x = axis.x * height * near - axis.y * across;
  g.y = axis.y * height * near + axis.x * across;
  g.z = flat * near;
  return g;
}

/* The same in one short text: of the sets themselves instead of what the compiler of recipes has listed. */
LANE gradient gradient_from_set(const burl__noise *n, point_keys key) {
  const int dims = n->dims, is_short = n->hash != HASH_BURL && !is_published(n, dims);
  const int reads_top = n->hash == HASH_BURL && n->gradients == DEFAULT_SET && (dims == 2 || dims == 3);
  const word hash = reads_top ? top_of_keys(n, key) : lattice_hash(n, dims, key);
  return gradient_of_set(dims, n->gradients, is_short ? hash_spread(hash) : hash, n->size);
}

#endif
