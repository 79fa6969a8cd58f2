/* Recipes of what a reader drags: a knob for each number, so that the studio shows sliders for the same curve. */

/** Numbers as a recipe's knobs hold them. */
export const rounded = numbers => Array.from(numbers, number => Number(number.toFixed(4)));

/** Lines of a recipe with a knob for each number, and a function of that name, which says the number at i. */
export function numbersText(name, numbers, lo = -1, hi = 1) {
  const knob = name[0];
  const knobs = rounded(numbers).map((number, i) => `param ${knob}${i} = ${number} [${lo}, ${hi}]`);
  const cases = knobs.slice(1).map((_, i) => `i < ${i + 1} ? ${knob}${i} :`);
  const lines = [];
  while (cases.length) lines.push(cases.splice(0, 5).join(" "));
  return `${knobs.join("\n")}\n${name}(i) = (${lines.join("\n  ")} ${knob}${numbers.length - 1})\n`;
}
