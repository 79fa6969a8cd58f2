/* Simplex noise: space is cut into simplices, and a sample is the sum of what the corners of its own
 * contribute, each its gradient under a bump.  A bump ends within the simplices around its corner: its
 * squared radius is their least squared altitude, 1/2 (1 in one dimension), so that the sum is smooth
 * everywhere.
 *
 * Sources: K. Perlin, "Noise hardware", 2001; S. Gustavson, "Simplex noise demystified", 2005.  There
 * the skew makes the simplices regular and is irrational in two and four dimensions.  Here it is 1/3 in
 * two and three dimensions and 1/4 in four, so that a step of a block of 3 (or 4) cells along an axis
 * takes lattice points to lattice points: any whole number of blocks is a period, exactly.
 *
 * All is measured in units of which a cell has 5 in two dimensions, 6 in three, 8 in four: lattice
 * points lie on whole ones, the point of the skewed coordinates i at units·i_a − Σ i.  A sample lies a
 * fraction into its block, rounded to 2^−20 units (2^−19 from three dimensions on), so that every
 * distance is exact, from whichever lattice point it is reckoned.  Parts are added in the order of Σ i,
 * and where that is the same of i along w, z, y.  So whoever adds the parts of all lattice points that
 * reach a sample, and of any that don't, has the same bits.
 *
 * Text for one sample or for a vector of them (lane.h): no include guard for that reason. */

/* Cells of a block, and units of a cell. */
LANE int L(simplex_block)(int dims) { return dims == 1 ? 1 : dims == 4 ? 4 : 3; }
LANE int L(simplex_units)(int dims) { return dims == 1 ? 1 : dims == 2 ? 5 : dims == 3 ? 6 : 8; }
/* What a fraction is rounded to. */
LANE double L(simplex_grain)(int dims) { return dims < 3 ? 0x1p-20 : 0x1p-19; }
/* Where a bump ends, squared and in units: that much within the simplices that a sample on their border,
 * rounded to the other side, misses none.  Smooth ones are half as large again and reach over them. */
LANE double L(simplex_reach2)(int dims, int is_smooth) {
  const int units = L(simplex_units)(dims);
  return (dims == 1 ? 1 : 0.5) * (is_smooth ? 1.5 : 1) * (units * units) * (1 - 0x1p-13);
}

/* Where a sample is: the first corner of its simplex, in skewed coordinates from its block; how far it is
 * from there, in units; and how far into the skewed cell. */
typedef struct {
  word skewed[4];
  real from_first[4], within[4];
} L(simplex);

LANE L(simplex) L(simplex_at)(int dims, const real fraction[4]) {
  const int units = L(simplex_units)(dims);
  L(simplex) s;
  real first[4], sum = fraction[0];
  if (dims > 1) sum = sum + fraction[1];
  if (dims > 2) sum = sum + fraction[2];
  if (dims > 3) sum = sum + fraction[3];
  const real skew = sum * R(dims > 1 ? 1.0 / (units * L(simplex_block)(dims)) : 0);
  EACH_AXIS(a, dims, const real skewed = fraction[a] * R(1.0 / units) + skew;
            s.skewed[a] = L(truncated)(skewed);
            first[a] = L(whole)(s.skewed[a]);
            s.within[a] = skewed - first[a])
  sum = first[0] - first[0];
  if (dims > 1) sum = first[0] + first[1];
  if (dims > 2) sum = sum + first[2];
  if (dims > 3) sum = sum + first[3];
  EACH_AXIS(a, dims, s.from_first[a] = fraction[a] - (first[a] * R(units) - sum))
  return s;
}

/* Whether axis a is stepped along before axis b: the order of the fractions, the greatest first. */
LANE L(choice) L(steps_before)(const L(simplex) *s, int a, int b) {
  return a < b ? s->within[a] > s->within[b] : s->within[a] >= s->within[b];
}

/* Whether corner number 1 to dims − 1 of the simplex is a step further along the axis than the first
 * one: corner n is after the n axes that are stepped along first.  (The last one is along all.) */
LANE L(choice) L(is_stepped)(int dims, const L(simplex) *s, int axis, int corner) {
  const L(choice) p = L(steps_before)(s, axis, axis > 0 ? 0 : 1);
  if (dims == 2) return p;
  const L(choice) q = L(steps_before)(s, axis, axis > 1 ? 1 : 2);
  if (dims == 3) return corner == 1 ? p & q : p | q;
  const L(choice) r = L(steps_before)(s, axis, axis > 2 ? 2 : 3);
  return corner == 1 ? p & q & r : corner == 2 ? (p & q) | (p & r) | (q & r) : p | q | r;
}

/* By how many units a corner is ahead of the first one along an axis, where it is a step further along
 * it and where it is not. */
LANE int L(units_ahead)(int dims, int corner, int is_stepped) {
  return (is_stepped ? L(simplex_units)(dims) : 0) - (dims > 1 ? corner : 0);
}

/* What is left of `left` (at first the squared reach) after the distance along one axis more; and the
 * gradient's product with the distances so far.  Axes come in the order w, z, y, x. */
LANE real L(left_of_reach)(real left, real d) { return left - d * d; }
LANE real L(bump)(real left) {
  const real above = L(positive)(left), squared = above * above;
  return squared * squared;
}
/* The slope of the bump along an axis along which the distance is d; and, by the product of both, what of the slope
 * of a part goes with a distance: the part rises along the axis by the bump times the gradient, and by that. */
LANE real L(bump_slope)(real left, real d) {
  const real above = L(positive)(left);
  return (above * above) * (above * d) * -8;
}

/* ---- Short periods ------------------------------------------------------------------------------ */

/* Where all periods are short, the directions of all lattice points are had once, and those of a cell's corners lie
 * together.  Cells are numbered by their first corners.
 *
 * In two dimensions numbers are linear in skewed coordinates, a step along y being a line of them.  A word has the
 * directions of a lattice point and of the seven behind it along y, three bits each, then those of the first two one
 * step further along x.  All that a sample's corners can be is there, and as much behind the period along x as lets the
 * words of some samples be read in a row.  A line is so long that no two cells around them have one number. */
enum { L(words_further) = 114, L(directions_in_column) = 8, L(direction_bits) = 3 };
LANE uint32_t L(line_of_words)(uint32_t period) { return (period * 5u + L(words_further) + 24u) / 4u + 1u; }
LANE word L(number_of_word)(uint32_t line, word x, word y) { return (y + 9u) * line + (x + 2u); }

/* In more, corner c is a step along axis a where bit a of c says so.  How many bits one takes, and how many words a
 * cell. */
LANE int L(corner_bits)(int dims) { return dims == 4 ? 8 : 4; }
LANE int L(cell_words)(int dims) { return dims == 4 ? 4 : 1; }

/* As skewed coordinates would leave many numbers out, they are sums over the axes: along x of places in the periods,
 * in units; along the next axes of those in cells, along the last one in blocks, as places along the axes before leave
 * no choice of less.  Each is times the product of all that come before. */
LANE uint32_t L(numbers_along)(int dims, int axis, uint32_t period) {
  if (axis == 0) return period * (uint32_t)L(simplex_units)(dims);
  return axis == dims - 1 ? period / (uint32_t)L(simplex_block)(dims) : period;
}
LANE word L(number_along)(int dims, int axis, word place) { /* place/by, of those in a table */
  const uint32_t units = (uint32_t)L(simplex_units)(dims), block = (uint32_t)L(simplex_block)(dims);
  if (axis == 0) return place;
  return axis == dims - 1 ? place * ((1u << 20) / (units * block) + 1u) >> 20 : place * ((1u << 19) / units + 1u) >> 19;
}
