/* Sheets of points as triangles: bent into a surface, a ball or a log, with normals, and what closes them: a block's sides
 * and a log's ends.  Arrays as the graphics processor takes them. */

/** @typedef {{ columns: number, rows: number, positions: Float32Array, normals: Float32Array, uvs: Float32Array,
 *   index: Uint32Array }} Sheet */

/** A sheet of columns times rows points, u and v from 0 to 1 along them.
 * @returns {Sheet} */
export function makeSheet(columns, rows) {
  const count = columns*rows;
  const uvs = new Float32Array(2*count);
  for (let j = 0, n = 0; j < rows; j++)
    for (let i = 0; i < columns; i++) {
      uvs[n++] = i/(columns - 1);
      uvs[n++] = j/(rows - 1);
    }
  const index = new Uint32Array(6*(columns - 1)*(rows - 1));
  for (let j = 0, n = 0; j + 1 < rows; j++)
    for (let i = 0; i + 1 < columns; i++, n += 6) {
      const a = j*columns + i, b = a + 1, c = a + columns, d = c + 1;
      index.set([a, c, b, b, c, d], n);
    }
  return { columns, rows, positions: new Float32Array(3*count), normals: new Float32Array(3*count), uvs, index };
}

/** Puts each point where place(u, v, height, to, at) writes it, and gives it the normal of its neighbours.  isRound: the last
 * column is the first one again.
 * @param {Sheet} sheet */
export function bend(sheet, heights, place, isRound) {
  const { columns, rows, positions, uvs } = sheet;
  for (let n = 0; n < columns*rows; n++) place(uvs[2*n], uvs[2*n + 1], heights[n], positions, 3*n);
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++) {
      const left = i > 0 ? i - 1 : isRound ? columns - 2 : 0, right = i + 1 < columns ? i + 1 : isRound ? 1 : i;
      const up = Math.max(0, j - 1), down = Math.min(rows - 1, j + 1);
      setNormal(sheet, j*columns + i, j*columns + left, j*columns + right, up*columns + i, down*columns + i);
    }
}

/** The cross product of the ways down and right; at a pole, where there is no way right, the way outwards. */
function setNormal({ positions: p, normals }, at, left, right, up, down) {
  const [ux, uy, uz] = [0, 1, 2].map(a => p[3*down + a] - p[3*up + a]);
  const [vx, vy, vz] = [0, 1, 2].map(a => p[3*right + a] - p[3*left + a]);
  let [x, y, z] = [uy*vz - uz*vy, uz*vx - ux*vz, ux*vy - uy*vx];
  if (Math.hypot(vx, vy, vz) < 1e-4*Math.hypot(ux, uy, uz)) [x, y, z] = [p[3*at], p[3*at + 1], p[3*at + 2]];
  const length = Math.hypot(x, y, z) || 1;
  normals[3*at] = x/length;
  normals[3*at + 1] = y/length;
  normals[3*at + 2] = z/length;
}

/** The four sides of the block that a surface covers, down to a level.
 * @param {Sheet} sheet
 * @returns {Sheet} */
export function sidesOf({ columns, rows, positions }, level) {
  const along = (count, start, by) => Array.from({ length: count }, (_, i) => start + i*by);
  const edges = [
    { points: along(columns, (rows - 1)*columns, 1), normal: [0, 0, 1] }, { points: along(columns, columns - 1, -1), normal: [0, 0, -1] },
    { points: along(rows, rows*columns - 1, -columns), normal: [1, 0, 0] }, { points: along(rows, 0, columns), normal: [-1, 0, 0] }];
  const sides = { columns: 0, rows: 0, positions: [], normals: [], uvs: [], index: [] };
  for (const { points, normal } of edges)
    points.forEach((point, i) => {
      const first = sides.positions.length/3;
      const [x, y, z] = positions.subarray(3*point, 3*point + 3);
      sides.positions.push(x, y, z, x, level, z);
      sides.normals.push(...normal, ...normal);
      sides.uvs.push(0, 0, 0, 1);
      if (i + 1 < points.length) sides.index.push(first, first + 1, first + 2, first + 2, first + 1, first + 3);
    });
  return asArrays(sides);
}

/** The flat end of a log: the disc within one row of its sheet, whose picture is `half` to every side of the middle.
 * @param {Sheet} sheet
 * @returns {Sheet} */
export function endOf({ columns, rows, positions }, isLast, half) {
  const row = isLast ? rows - 1 : 0, way = isLast ? 1 : -1;
  const x = positions[3*row*columns];
  const end = { columns: 0, rows: 0, positions: [x, 0, 0], normals: [way, 0, 0], uvs: [0.5, 0.5], index: [] };
  for (let i = 0; i < columns; i++) {
    const [, y, z] = positions.subarray(3*(row*columns + i), 3*(row*columns + i) + 3);
    end.positions.push(x, y, z);
    end.normals.push(way, 0, 0);
    end.uvs.push(0.5 - 0.5*y/half, 0.5 + 0.5*z/half);
    if (i) end.index.push(0, ...(isLast ? [i + 1, i] : [i, i + 1]));
  }
  return asArrays(end);
}

function asArrays({ columns, rows, positions, normals, uvs, index }) {
  return { columns, rows, positions: new Float32Array(positions), normals: new Float32Array(normals), uvs: new Float32Array(uvs),
    index: new Uint32Array(index) };
}

/* ---- Places -------------------------------------------------------------------------------------- */

/** A plane of this width and depth around the middle, heights upwards. */
export function flat(width, depth) {
  return (u, v, height, to, at) => {
    to[at] = (u - 0.5)*width;
    to[at + 1] = height;
    to[at + 2] = (v - 0.5)*depth;
  };
}

/** The ball of radius 1 whose longitude 0 faces the reader; u from 180° west to east, v from north to south. */
export function ball(u, v, height, to, at) {
  const longitude = (u - 0.5)*2*Math.PI, latitude = (0.5 - v)*Math.PI, radius = 1 + height, out = radius*Math.cos(latitude);
  to[at] = out*Math.sin(longitude);
  to[at + 1] = radius*Math.sin(latitude);
  to[at + 2] = out*Math.cos(longitude);
}

/** A log of this radius and length that lies from left to right; u once around from below, v along. */
export function log(radius, length) {
  return (u, v, height, to, at) => {
    const angle = 2*Math.PI*u;
    to[at] = (v - 0.5)*length;
    to[at + 1] = -(radius + height)*Math.cos(angle);
    to[at + 2] = (radius + height)*Math.sin(angle);
  };
}
