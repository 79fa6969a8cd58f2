/* Sun, shadow and water on a tile of the ground.  Shadows are swept from the sun across heights: what stands nearer to it hides
 * a sample that lies below a slope which falls away from it.  A tile goes on with the shadows of the coarser one around it. */
import { CELLS } from "./tiles.js";

const COUNT = CELLS + 1, WIDE = COUNT + 2;
const SUN = [1.08, 0.98, 0.84], SKY = [0.40, 0.44, 0.50]; /* their light on a level place */
const SHALLOW = [92, 150, 158], DEEP = [18, 52, 84];
const CLEAR = 0.012; /* of the view: how deep one sees */

/** The unit vector to a sun in the east at hour 6, in the south and high at 12, in the west at 18. */
export function sunAt(hour) {
  const angle = (hour - 12)/12*Math.PI, up = Math.cos(angle)*0.75 + 0.12, south = Math.cos(angle)*0.55 + 0.25;
  const length = Math.hypot(Math.sin(angle), up, south);
  return [-Math.sin(angle)/length, up/length, south/length];
}

/** A field of a tile at places of the parent's samples. */
function between(field, column, row) {
  const i = Math.min(CELLS - 1, Math.max(0, Math.floor(column))), j = Math.min(CELLS - 1, Math.max(0, Math.floor(row)));
  const u = Math.min(1, Math.max(0, column - i)), v = Math.min(1, Math.max(0, row - j)), at = j*COUNT + i;
  return (1 - v)*((1 - u)*field[at] + u*field[at + 1]) + v*((1 - u)*field[at + COUNT] + u*field[at + COUNT + 1]);
}

/** Below which height each sample of a tile is in shadow: Float32Array[65][65].  heights[67][67] have one sample more around;
 * parent: the shadows of the tile around this one, of which it is the quarter [0 or 1, 0 or 1]; null: there is none. */
export function shadowsOf(heights, step, sun, parent, quarter) {
  const shadows = new Float32Array(COUNT*COUNT), across = Math.abs(sun[0]) > Math.abs(sun[2]) ? 0 : 1;
  const [main, other] = across ? [sun[2], sun[0]] : [sun[0], sun[2]], towards = Math.sign(main) || 1;
  if (Math.abs(main) < 1e-6) return shadows.fill(-Infinity);
  const slant = other/Math.abs(main), fall = step*sun[1]/Math.abs(main);
  const at = (line, place) => (across ? line*COUNT + place : place*COUNT + line);
  const heightAt = (line, place) => heights[across ? (line + 1)*WIDE + place + 1 : (place + 1)*WIDE + line + 1];
  const beyond = (line, place) => (parent ? between(parent, ...(across ? [place, line] : [line, place]).map((p, a) => (p + quarter[a]*CELLS)/2)) : -Infinity);
  for (let n = 0; n < COUNT; n++) {
    const line = towards > 0 ? CELLS - n : n, before = line + towards;
    for (let place = 0; place < COUNT; place++) {
      const from = place + slant, low = Math.min(CELLS, Math.max(-1, Math.floor(from))), share = from - low;
      const isIn = n > 0 && from >= 0 && from <= CELLS;
      const ground = (1 - share)*heightAt(before, low) + share*heightAt(before, low + 1);
      const dark = !isIn ? beyond(before, from) : share ? (1 - share)*shadows[at(before, low)] + share*shadows[at(before, low + 1)] : shadows[at(before, low)];
      shadows[at(line, place)] = Math.max(ground, dark) - fall;
    }
  }
  return shadows;
}

/** Pixels [65][65][4] of a tile: its colours in sun and shadow; alpha is 0 where there is water, else 255.  heights: in the
 * ground's units, with a sample more around; level: of the water; view: how long the recipe's view is. */
export function lit(heights, colours, shadows, step, sun, level, view) {
  const pixels = new Uint8Array(4*COUNT*COUNT);
  for (let j = 0, n = 0; j < COUNT; j++)
    for (let i = 0; i < COUNT; i++, n++) {
      const at = (j + 1)*WIDE + i + 1, height = heights[at], depth = level - height;
      const isWater = depth > 0, top = isWater ? level : height;
      const x = isWater ? 0 : heights[at - 1] - heights[at + 1], z = isWater ? 0 : heights[at - WIDE] - heights[at + WIDE];
      const length = Math.hypot(x, 2*step, z), facing = (x*sun[0] + 2*step*sun[1] + z*sun[2])/length;
      const open = 1 - Math.min(1, Math.max(0, (shadows[n] - top)/(0.7*step) + 0.5));
      const direct = Math.max(0, facing)/Math.max(0.3, sun[1])*(Number.isNaN(open) ? 1 : open), sky = 0.5 + step/length;
      const below = isWater ? 1 - Math.exp(-depth/(CLEAR*view)) : 0;
      for (let c = 0; c < 3; c++) {
        const water = SHALLOW[c] + (DEEP[c] - SHALLOW[c])*below, under = isWater ? 0.35 + 0.65*below : 0;
        const colour = colours[4*n + c]*(1 - under) + water*under;
        pixels[4*n + c] = Math.min(255, colour*(0.68*SUN[c]*direct + SKY[c]*sky));
      }
      pixels[4*n + 3] = isWater ? 0 : 255;
    }
  return pixels;
}

/** The heights of a tile's corners as triangles have them: water is level, and around it an edge that hangs down: [67][67]. */
export function surfaceOf(heights, level, hang) {
  const surface = new Float32Array(WIDE*WIDE);
  for (let j = 0, n = 0; j < WIDE; j++)
    for (let i = 0; i < WIDE; i++, n++) {
      const column = Math.min(COUNT, Math.max(1, i)), row = Math.min(COUNT, Math.max(1, j));
      surface[n] = Math.max(heights[row*WIDE + column], level) - (column === i && row === j ? 0 : hang);
    }
  return surface;
}
