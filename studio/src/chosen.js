/* Which parts of a recipe are heights and which are colours in space, as the reader chooses, and their samples as such. */
import { paint, rangeOf } from "./colour.js";
import { chosenOf, partsFor } from "./lay.js";
import { state } from "./state.js";

const RAMP = [[45, 74, 92], [78, 121, 112], [142, 156, 104], [205, 186, 136], [247, 243, 234]];

/** Pixels of a number, as greys or by the ramp of heights. */
export function pixelsOf({ samples, channels }, isRamp, range) {
  const pixels = paint(samples, channels, range, new Uint8ClampedArray(4*samples.length/channels));
  if (channels < 3 && isRamp)
    for (let p = 0; p < pixels.length; p += 4) {
      const at = pixels[p]/255*(RAMP.length - 1), i = Math.min(RAMP.length - 2, Math.floor(at));
      for (let c = 0; c < 3; c++) pixels[p + c] = RAMP[i][c] + (at - i)*(RAMP[i + 1][c] - RAMP[i][c]);
    }
  return new Uint8Array(pixels.buffer);
}

/** Heights of samples: numbers as they are, of colours their lightness; the lowest where there is none. */
export function heightsOf({ samples, channels }) {
  const heights = new Float32Array(samples.length/channels);
  for (let i = 0, s = 0; i < heights.length; i++, s += channels)
    heights[i] = channels < 3 ? samples[s] : 0.2126*samples[s] + 0.7152*samples[s + 1] + 0.0722*samples[s + 2];
  const { lo, hi } = rangeOf(heights, 1);
  for (let i = 0; i < heights.length; i++) if (!Number.isFinite(heights[i])) heights[i] = heights[i] === Infinity ? hi : lo;
  return heights;
}

/* ---- What is chosen ------------------------------------------------------------------------------ */

const CONTROLS = `<label>height <select data-is="height"></select></label>
  <label>colour <select data-is="colour"></select></label>
  <label data-is="ends-box">ends <select data-is="ends"></select></label>
  <label>height × <input data-is="factor" type="range" min="-4" max="3" step="0.05" value="0"></label><output data-is="times"></output>`;

/** The selects and the slider below; more: the markup of further ones. */
export class Controls {
  constructor(element, mode, changed, more = "") {
    this.form = Object.assign(document.createElement("form"), { innerHTML: CONTROLS + more });
    this.form.addEventListener("submit", event => event.preventDefault());
    element.append(this.form);
    this.mode = mode;
    this.chosen = {};
    for (const name of ["height", "colour", "ends"])
      this.is(name).addEventListener("change", () => {
        this.chosen[name] = this.is(name).value;
        changed(name);
      });
    for (const input of this.form.querySelectorAll("input")) input.addEventListener("input", () => changed(input.dataset.is));
  }

  /** @returns {any} */
  is(name) {
    return this.form.querySelector(`[data-is="${name}"]`);
  }

  /** Offers a recipe's parts; what was chosen stays where it still is there. */
  offer(about, solids) {
    const parts = partsFor(about, solids), usual = chosenOf(about, this.mode, solids);
    const whole = state.result ?? "result";
    const offered = parts.filter(part => part.name !== state.result).map(part => [part.name, part.name]);
    const lists = { height: [["", about.channels < 3 ? whole : `${whole}'s lightness`], ...offered], ends: [["", whole], ...offered],
      colour: [["", whole], ["ramp:", "by height"], ...offered] };
    for (const [name, list] of Object.entries(lists)) {
      const select = this.is(name);
      select.replaceChildren(...list.map(([value, text]) => new Option(text, value)));
      const standard = name === "colour" && usual.colour === null && about.channels < 3 ? "ramp:" : usual[name] ?? "";
      select.value = list.some(([value]) => value === this.chosen[name]) ? this.chosen[name] : standard;
    }
    this.is("ends-box").hidden = this.mode !== "cylinder" || solids.size === 0;
  }

  /** The part that is chosen; null: the result.  Colours by height are the heights' own part. */
  part(name) {
    const { value } = this.is(name);
    return value === "ramp:" ? this.part("height") : value || state.result;
  }

  get isRamp() {
    return this.is("colour").value === "ramp:";
  }

  get factor() {
    return 2 ** Number(this.is("factor").value);
  }

  sayTimes(times) {
    this.is("times").textContent = Number(times.toPrecision(2));
  }
}
