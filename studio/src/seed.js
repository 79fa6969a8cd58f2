/* Seeds, as burl --seed takes them, in the form that the page keeps: digits, or a text. */
import { readSeed } from "../../packages/js/index.js";

const LONGEST = 200; /* of a text */

/** The seed that a text says; null: it says none. */
export function seedOf(text) {
  const word = String(text ?? "").trim();
  return word.length > LONGEST ? null : readSeed(word)?.toString() ?? null;
}

/** The seed of a recipe that comes from elsewhere, 0 where it names none. */
export function knownSeed(text) {
  const seed = seedOf(text ?? "0");
  if (seed === null) throw new Error(`its seed, ${text}, is neither a whole number of 64 bits nor a text`);
  return seed;
}

/** The number of 64 bits that a seed is, in digits.
 * @param {import("../../packages/js/index.js").Burl} library @param {string} seed */
export function numberOfSeed(library, seed) {
  return String(BigInt.asUintN(64, /^-?\d+$/.test(seed) ? BigInt(seed) : library.seedOfText(seed)));
}
