/* What is known of the picture: the least, greatest and mean value, how often each is taken, proven beside observed bounds,
 * and how long it took. */
import { statisticsOf } from "./colour.js";
import { rounded } from "./numbers.js";
import { state } from "./state.js";

const range = ({ lo, hi }) => `${rounded(lo, 4)} … ${rounded(hi, 4)}`;

function histogram(bins) {
  const most = Math.max(...bins, 1);
  const bars = bins.map((count, i) => `<rect x="${i}" y="${40 - 40*count/most}" width="0.9" height="${40*count/most}"/>`).join("");
  return `<svg viewBox="0 0 ${bins.length} 40" preserveAspectRatio="none" role="img" aria-label="how often each value is taken"><g class="bars">${bars}</g></svg>`;
}

/** @param {HTMLElement} element */
export function showStatistics(element, samples, channels, ms) {
  const found = statisticsOf(samples, channels);
  const proven = channels < 3 ? state.about.bounds[0] : null;
  const rows = [["observed", found.lo <= found.hi ? range(found) : "none"]];
  if (proven) rows.push(["proven", range(proven) + (proven.mayBeNaN ? ", or NaN" : "")]);
  if (found.lo <= found.hi) rows.push(["mean ± deviation", `${rounded(found.mean, 3)} ± ${rounded(found.deviation, 3)}`]);
  if (found.nans) rows.push(["NaN, hatched", `${found.nans} of ${samples.length/channels}`]);
  if (found.infinite) rows.push(["infinite", `${found.infinite} of ${samples.length/channels}`]);
  rows.push(["took", `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`]);
  element.innerHTML = `<h2>${channels < 3 ? "Values" : "Lightness"}</h2>${histogram(found.bins)}<table>${
    rows.map(([name, value]) => `<tr><td>${name}</td><td>${value}</td></tr>`).join("")}</table>`;
}
