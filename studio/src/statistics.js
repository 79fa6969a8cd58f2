/* What is known of the picture: the least, greatest and mean value, how often each is taken, below what a share of them lies,
 * proven beside observed bounds, and how long it took. */
import { quantilesOf, statisticsOf } from "./colour.js";
import { rounded } from "./numbers.js";
import { state } from "./state.js";

const range = ({ lo, hi }) => `${rounded(lo, 4)} … ${rounded(hi, 4)}`;

const SHARES = [0.05, 0.25, 0.5, 0.75, 0.95];

/** Marks where the shares end, each above its value. */
function marksOf(quantiles, { lo, hi }) {
  const placeOf = value => (hi > lo ? 100*(value - lo)/(hi - lo) : 50);
  const marks = quantiles.map((value, i) => `<i class="${SHARES[i] === 0.5 ? "middle" : ""}" style="left: ${placeOf(value).toFixed(2)}%" title="${
    100*SHARES[i]} % lie below ${rounded(value, 4)}"></i>`);
  return `<div class="marks" aria-hidden="true">${marks.join("")}</div>`;
}

function tableOf(quantiles) {
  const cells = (name, texts) => texts.map(text => `<${name}>${text}</${name}>`).join("");
  return `<table class="quantiles"><caption>quantiles: this share lies below</caption><tr>${cells("th", SHARES.map(share => `${100*share} %`))}</tr><tr>${
    cells("td", quantiles.map(value => rounded(value, 3)))}</tr></table>`;
}

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
  const quantiles = found.lo <= found.hi ? quantilesOf(samples, channels, SHARES) : null;
  element.innerHTML = `<h2>${channels < 3 ? "Values" : "Lightness"}</h2><div class="histogram">${histogram(found.bins)}${
    quantiles ? marksOf(quantiles, found) : ""}</div>${quantiles ? tableOf(quantiles) : ""}<table>${
    rows.map(([name, value]) => `<tr><td>${name}</td><td>${value}</td></tr>`).join("")}</table>`;
}
