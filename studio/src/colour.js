/* Samples as pixels, and what is known of them: range, mean, histogram. */

/** The range over which numbers are shown: that of what is finite. */
export function rangeOf(samples, channels, range = { lo: Infinity, hi: -Infinity }) {
  let { lo, hi } = range;
  for (let i = 0; i < samples.length; i += channels) {
    const value = samples[i];
    if (value < lo && value > -Infinity) lo = value;
    if (value > hi && value < Infinity) hi = value;
  }
  return { lo, hi };
}

/** A range that is not empty. */
export function shownRange({ lo, hi }) {
  if (!(lo <= hi)) return { lo: 0, hi: 1 };
  return lo === hi ? { lo: lo - 0.5, hi: hi + 0.5 } : { lo, hi };
}

/** Pixels [rows][columns][4] of samples [rows][columns][channels]; numbers as greys from lo to hi, clear where NaN. */
export function paint(samples, channels, { lo, hi }, pixels) {
  const width = hi - lo;
  for (let i = 0, s = 0, p = 0; p < pixels.length; i++, s += channels, p += 4) {
    if (channels < 3) {
      const value = samples[s];
      const grey = Math.round(255*((value - lo)/width));
      pixels[p] = pixels[p + 1] = pixels[p + 2] = grey;
      pixels[p + 3] = value === value ? 255 : 0;
    } else {
      pixels[p] = Math.round(255*samples[s]);
      pixels[p + 1] = Math.round(255*samples[s + 1]);
      pixels[p + 2] = Math.round(255*samples[s + 2]);
      pixels[p + 3] = channels > 3 ? Math.round(255*samples[s + 3]) : 255;
      if (Number.isNaN(samples[s] + samples[s + 1] + samples[s + 2])) pixels[p + 3] = 0;
    }
  }
  return pixels;
}

/** The i-th sample as one number: its first channel; of colours their lightness. */
const numberIn = (samples, channels) => (channels < 3 ? i => samples[i*channels]
  : i => 0.2126*samples[i*channels] + 0.7152*samples[i*channels + 1] + 0.0722*samples[i*channels + 2]);

/** The values below which such shares of those that aren't NaN lie, each one of them, as burl stats has them. */
export function quantilesOf(samples, channels, shares) {
  const value = numberIn(samples, channels), numbers = Float32Array.from({ length: samples.length/channels }, (_, i) => value(i));
  numbers.sort(); /* NaN last */
  let known = numbers.length;
  while (known && Number.isNaN(numbers[known - 1])) known--;
  return shares.map(share => numbers[Math.floor(share*known)]);
}

/** { lo, hi, mean, deviation, bins, nans, infinite } of the first channel; of colours of their lightness. */
export function statisticsOf(samples, channels, bins = 64) {
  const value = numberIn(samples, channels);
  const count = samples.length/channels;
  let lo = Infinity, hi = -Infinity, sum = 0, squares = 0, finite = 0, nans = 0;
  for (let i = 0; i < count; i++) {
    const v = value(i);
    if (Number.isNaN(v)) nans++;
    if (!Number.isFinite(v)) continue;
    if (v < lo) lo = v;
    if (v > hi) hi = v;
    sum += v;
    squares += v*v;
    finite++;
  }
  const mean = sum/finite;
  const found = new Array(bins).fill(0);
  const width = hi > lo ? bins/(hi - lo) : 0;
  for (let i = 0; i < count; i++) {
    const v = value(i);
    if (Number.isFinite(v)) found[Math.min(bins - 1, Math.floor((v - lo)*width))]++;
  }
  return { lo, hi, mean, deviation: Math.sqrt(Math.max(0, squares/finite - mean*mean)), bins: found, nans,
    infinite: count - finite - nans };
}
