/* How a recipe is laid on a surface, a ball or a log: the texts to sample, and over which rectangle. */
import { definitionsOf, withLast } from "./expression.js";
import { viewOf } from "./view.js";

const WHOLE = "laid_result"; /* the last expression's name where a text needs one */
const TAU = 2*Math.PI;
export const END = 1.3; /* half the side of an end's picture, in radii: a rim that stands out lies on it, too */

/** @typedef {{ from: number[], to: number[] }} Region  two opposite corners, the upper left one first */
/** @typedef {{ text: string, result: string | null, region: Region }} Laid  what is sampled, and where */
/** @typedef {"map" | "solid" | "flat"} Kind  longitude and latitude; in space; a picture */

/** The view, moved and zoomed as the picture is.
 * @returns {Region} */
export function regionOf({ about, centre, step, fitted, ways }) {
  const view = viewOf(about), zoom = step/fitted;
  const half = [0, 1].map(a => ways[a]*zoom*Math.abs(view[a + 2] - view[a])/2);
  return { from: centre.map((c, a) => c - half[a]), to: centre.map((c, a) => c + half[a]) };
}

export const sizeOf = ({ from, to }) => from.map((low, a) => Math.abs(to[a] - low));

/** The radius around which a region's width goes once. */
export const radiusOf = region => sizeOf(region)[0]/TAU;

/** A recipe whose last line is a call with one of its parts; null: with its last expression. */
export function withCall(text, part, call) {
  const last = definitionsOf(text).at(-1);
  const name = part ?? last?.name;
  return withLast(text, name ? call(name) : `${WHOLE} = ${last?.text ?? ""}\n${call(WHOLE)}`);
}

/** A picture that repeats along x after the region's width, so that it closes around. */
export function closed(text, part, region) {
  return { text: withCall(text, part, name => `tile(${name}, ${sizeOf(region)[0]}, 0)`), result: null, region };
}

/** @returns {Laid} */
export function onBall(text, part, region) {
  return { text: withCall(text, part, name => `sphere(${name}, radius: ${radiusOf(region)})`), result: null,
    region: { from: [-180, 90], to: [180, -90] } };
}

/** The side of a log, whose angle is x.
 * @returns {Laid} */
export function onSide(text, part, region) {
  return { text: withCall(text, part, name => `cylinder(${name}, radius: ${radiusOf(region)})`), result: null,
    region: { from: [0, region.from[1]], to: [360, region.to[1]] } };
}

/** A cut through the log where the region begins, or ends.
 * @returns {Laid} */
export function onEnd(text, part, region, isLast) {
  const half = END*radiusOf(region), height = (isLast ? region.to : region.from)[1];
  return { text: withCall(text, part, name => `at(${name}, x, y, ${height})`), result: null,
    region: { from: [-half, -half], to: [half, half] } };
}

/** The grid of a region: with samples on its edges, or in the middles of cells. */
export function gridOf({ from, to }, size, onEdges, time) {
  const step = size.map((count, a) => (to[a] - from[a])/(onEdges ? count - 1 : count));
  return { size, origin: from.map((low, a) => (onEdges ? low : low + step[a]/2)), step, time };
}

/** So many samples along the longer side, at least 8 along the other. */
export function samplesOf(region, most) {
  const [width, height] = sizeOf(region), longer = Math.max(width, height);
  return [width, height].map(side => Math.max(8, Math.round(most*side/longer)));
}

/* ---- Which part is what -------------------------------------------------------------------------- */

const named = (parts, ...patterns) => patterns.map(pattern => parts.find(part => pattern.test(part.name))).find(Boolean);

/** The parts that have a value here: { name, channels }.  solids: the channels of those that fill space, by name. */
export function partsFor(about, solids) {
  return about.parts.filter(part => !part.takesArguments)
    .map(({ name, channels }) => ({ name, channels: channels || (solids.get(name) ?? 0) })).filter(part => part.channels);
}

/** Which parts are heights, colours and a log's ends, where nobody has chosen: a part's name; null: the recipe's result.
 * A log is cut from parts that there are in space alone, as wood whose rings name z, where the result isn't in space. */
export function chosenOf(about, mode, solids) {
  const flat = new Set(about.parts.filter(part => part.channels).map(part => part.name));
  const parts = partsFor(about, solids), woods = parts.filter(part => !flat.has(part.name));
  const isWood = mode === "cylinder" && woods.length > 0 && !solids.has(null);
  const heights = (isWood ? woods : parts).filter(part => part.channels < 3);
  const height = about.channels < 3 && !isWood ? null
    : named(heights, /^h$/, /^heights?$/, /^(terrain|ground|land|elevation|relief)$/, /^base$/)?.name ?? null;
  if (!isWood) return { height, colour: null, ends: null };
  const bark = named(woods, /bark/) ?? woods.findLast(part => part.channels > 2) ?? woods.at(-1);
  const wood = named(woods, /wood|ring|grain/) ?? bark;
  return { height: height ?? bark.name, colour: bark.name, ends: wood.name };
}
