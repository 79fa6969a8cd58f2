/* Numbers as the page prints them. */

const sign = text => text.replaceAll("-", "−");
const special = value => (Number.isNaN(value) ? "NaN" : value > 0 ? "∞" : "−∞");

/** A number in so many digits. */
export function rounded(value, digits = 5) {
  return Number.isFinite(value) ? sign(String(Number(value.toPrecision(digits)))) : special(value);
}

/** A sample, a number of 32 bits, in the fewest digits that are no other such number. */
export function sampleText(value) {
  if (!Number.isFinite(value)) return special(value);
  for (let digits = 1; digits < 9; digits++) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return sign(String(Number(text)));
  }
  return sign(String(Number(value.toPrecision(9))));
}

/** Coordinates of the view, as many digits as tell samples so far apart. */
export function placeText(point, step) {
  const digits = Math.max(0, Math.min(15, Math.ceil(-Math.log10(step))));
  return sign(point.map(at => at.toFixed(digits)).join(", "));
}
