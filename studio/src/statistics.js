/* What is known of the picture: the least, greatest and mean value, how often each is taken, proven beside observed bounds,
 * and how long it took. */
import { statisticsOf } from "./colour.js";
import { state } from "./state.js";

const text = (value, digits = 4) => (Number.isFinite(value) ? String(Number(value.toPrecision(digits))) : value > 0 ? "∞" : value < 0 ? "−∞" : "–").replace("-", "−");

function histogram(bins) {
  const most = Math.max(...bins, 1);
  const bars = bins.map((count, i) => `<rect x="${i}" y="${40 - 40*count/most}" width="0.9" height="${40*count/most}"/>`).join("");
  return `<svg viewBox="0 0 ${bins.length} 40" preserveAspectRatio="none" role="img" aria-label="how often each value is taken"><g class="bars">${bars}</g></svg>`;
}

/** @param {HTMLElement} element */
export function showStatistics(element, samples, channels, ms) {
  const found = statisticsOf(samples, channels);
  const proven = channels < 3 ? state.about.bounds[0] : null;
  const rows = [["observed", `${text(found.lo)} … ${text(found.hi)}`]];
  if (proven) rows.push(["proven", `${text(proven.lo)} … ${text(proven.hi)}`]);
  rows.push(["mean ± deviation", `${text(found.mean, 3)} ± ${text(found.deviation, 3)}`]);
  if (found.nans) rows.push(["not a number", `${found.nans}`]);
  rows.push(["took", `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`]);
  element.innerHTML = `<h2>${channels < 3 ? "Values" : "Lightness"}</h2>${histogram(found.bins)}<table>${
    rows.map(([name, value]) => `<tr><td>${name}</td><td>${value}</td></tr>`).join("")}</table>`;
}
