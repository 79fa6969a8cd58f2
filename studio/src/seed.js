/* Seeds, as burl --seed takes them: a whole number of 64 bits, or a text that can't be taken for a number. */

const NUMBER = /^[-+]?\.?\d[\d.]*(e[-+]?\d+)?$|^[-+]?0x/i; /* what only a number is written like */

/** The seed that a text says; null: it says none. */
export function seedOf(text) {
  const word = String(text ?? "").trim();
  const whole = /^(-?)(\d+|0x[0-9a-f]+)$/i.exec(word);
  if (whole) {
    const number = (whole[1] ? -1n : 1n)*BigInt(whole[2]);
    return number >= -(2n ** 63n) && number < 2n ** 64n ? String(number) : null;
  }
  return word === "" || word.length > 200 || NUMBER.test(word) ? null : word;
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
