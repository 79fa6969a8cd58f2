/* Which squares of the ground are shown: a quadtree, whose squares are finer the nearer they are to the eye (chunked levels of
 * detail: T. Ulrich, "Rendering massive terrains using chunked level of detail control", 2002).  Level 0 is the coarsest. */

export const CELLS = 64; /* of a tile, along each side */
const DETAIL = 0.9; /* a tile is split whose side is longer than so much of its distance */
const AROUND = 2; /* tiles of level 0 on each side of the one below the eye */
const FINEST = 30;

/** @typedef {{ key: string, level: number, i: number, j: number, x: number, z: number, side: number }} Place
 *  one corner at (x, z), the other at (x + side, z + side) */

/** @returns {Place} */
export function placeOf(level, i, j, root) {
  const side = root/2 ** level;
  return { key: `${level}/${i}/${j}`, level, i, j, x: i*side, z: j*side, side };
}

export const parentKey = ({ level, i, j }) => `${level - 1}/${i >> 1}/${j >> 1}`;

const childrenOf = ({ level, i, j }, root) => [0, 1, 2, 3].map(n => placeOf(level + 1, 2*i + (n & 1), 2*j + (n >> 1), root));

/** How far an eye is from a tile that lies so far below it. */
export function distanceTo({ x, z, side }, eye, below) {
  const beside = Math.max(x - eye[0], 0, eye[0] - x - side), before = Math.max(z - eye[1], 0, eye[1] - z - side);
  return Math.hypot(beside, before, below);
}

/** What is shown around an eye at [x, z], so high above the ground, and what is to be made, the most urgent first.  A tile gives
 * way to its four quarters once all of them are there.  sees(place): whether it is in sight.
 * @param {number[]} eye @param {number} up @param {number} root the side of a tile of level 0
 * @returns {{ shown: Place[], wanted: Place[], kept: Set<string> }} */
export function tilesFor(eye, up, root, isThere, sees = (/** @type {Place} */ _place) => true) {
  const shown = [], wanted = [], kept = new Set();
  const visit = place => {
    kept.add(place.key);
    if (!isThere(place.key)) return wanted.push(place);
    if (place.level === FINEST || place.side <= DETAIL*distanceTo(place, eye, up)) return shown.push(place);
    const quarters = childrenOf(place, root);
    if (quarters.every(({ key }) => isThere(key))) return quarters.forEach(visit);
    shown.push(place);
    for (const quarter of quarters) isThere(quarter.key) ? kept.add(quarter.key) : wanted.push(quarter);
  };
  const [i, j] = eye.map(at => Math.floor(at/root));
  for (let b = -AROUND; b <= AROUND; b++)
    for (let a = -AROUND; a <= AROUND; a++) visit(placeOf(0, i + a, j + b, root));
  const urgency = wanted.map(place => ({ place, at: [sees(place) ? 0 : 1, place.level, distanceTo(place, eye, up)] }));
  urgency.sort((one, other) => one.at[0] - other.at[0] || one.at[1] - other.at[1] || one.at[2] - other.at[2]);
  return { shown, wanted: urgency.map(({ place }) => place), kept };
}

/** The grid of a tile's heights, with one more sample beyond each edge; of its colours, on its edges.  ways: which way the
 * recipe's x and y run: 1 right and down, as the ground's x and z do. */
export function gridOfTile({ x, z, side }, ways, time, margin) {
  const step = side/CELLS, count = CELLS + 1 + 2*margin;
  return { size: [count, count], origin: [ways[0]*(x - margin*step), ways[1]*(z - margin*step)], step: ways.map(way => way*step), time };
}
