/* Every named part of the recipe, and its result, as small pictures: in a strip below the picture, and in the margin. */
import { withLast } from "./expression.js";
import { Stale } from "./pool.js";
import { SIZE, drawSmall, smallGrid } from "./preview.js";
import { listen, set, shownRecipe, state } from "./state.js";
import { treeOf } from "./syntax.js";

const MOST = 60; /* parts that are shown: the last ones */

const short = value => (Math.abs(value) >= 1e4 ? value.toExponential(0) : String(Number(value.toPrecision(2)))).replace("-", "−");

/** The parts to show, the result last: a part with arguments has a sample call, of its own names where these are parts or
 * coordinates, else of perlin() of different seeds.
 * @param {import("./syntax.js").Tree} tree  of the text that the parts are of */
export function partsOf(about, tree) {
  const parts = about.parts.slice(-MOST).map(part => ({ ...part, result: part.name, note: "" }));
  for (const part of parts.filter(p => p.takesArguments)) {
    const given = tree.parts.find(line => line.kind === "function" && line.name === part.name)?.parameters.map(({ name }) => name) ?? [];
    const known = new Set(["x", "y", "t", ...about.parts.filter(p => p.channels).map(p => p.name)]);
    const call = given.map((name, i) => (known.has(name) ? name : i ? `perlin(seed: ${i})` : "perlin()"));
    part.note = `${part.name}(${call.join(", ")})`;
    part.sample = `${part.name}(${call.join(", ")})`;
  }
  return [...parts, { name: "result", result: null, line: 0, channels: about.channels, note: "" }];
}

export class Parts {
  /** @param {HTMLElement} element @param {import("./pool.js").Pool} pool */
  constructor(element, pool, editor) {
    this.element = element;
    this.pool = pool;
    this.editor = editor;
    this.urls = new Map();
    listen(["about"], () => this.renew());
    listen(["result"], () => this.mark());
    listen(["time", "seed"], () => this.redraw());
  }

  renew() {
    if (state.about) this.renewFrom(state.about, shownRecipe().text);
  }

  /** Shows the parts of a text, which is the recipe, or its good part.  What a part of the same name looked like stays until
   * its new picture is there. */
  renewFrom(about, text) {
    const before = new Map((this.shown ?? []).map(part => [part.name, part]));
    this.text = text;
    this.about = about;
    this.shown = partsOf(about, treeOf(text)).filter(part => part.result !== null || text === state.about?.recipe.text);
    this.element.replaceChildren(Object.assign(document.createElement("h2"), { textContent: "Parts" }));
    const strip = document.createElement("div");
    strip.className = "strip";
    this.element.append(strip);
    for (const part of this.shown) {
      const button = document.createElement("button");
      const canvas = before.get(part.name)?.canvas ?? Object.assign(document.createElement("canvas"), { width: SIZE[0], height: SIZE[1] });
      const name = Object.assign(document.createElement("span"), { textContent: part.name });
      const range = Object.assign(document.createElement("span"), { className: "range", textContent: part.note });
      button.append(canvas, name, range);
      button.addEventListener("click", () => !part.takesArguments && set({ result: part.result }));
      button.title = part.note || `show ${part.name}`;
      strip.append(button);
      Object.assign(part, { button, canvas, range, url: before.get(part.name)?.url });
    }
    this.element.hidden = this.shown.every(part => part.result === null);
    this.mark();
    this.redraw();
  }

  mark() {
    for (const part of this.shown ?? [])
      part.button.setAttribute("aria-pressed", String(part.result === state.result && !part.takesArguments));
    this.margin();
  }

  /** While time plays small pictures wait. */
  redraw() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.drawAll(), 120);
  }

  async drawAll() {
    this.pool.cancel("parts");
    const parts = this.shown ?? [];
    await Promise.all(parts.map(part => this.draw(part).catch(error => {
      if (!(error instanceof Stale)) part.button.classList.add("failed");
    })));
    this.margin();
  }

  async draw(part) {
    const source = { text: part.sample ? withLast(this.text, part.sample) : this.text, result: part.sample ? null : part.result, seed: state.seed };
    const { range, channels, ms } = await drawSmall(this.pool, "parts", part.canvas, source, smallGrid(this.about));
    part.range.textContent = part.note || (channels < 3 ? `${short(range.lo)} … ${short(range.hi)}` : "colour");
    part.button.title = `${part.note || `show ${part.name}`}, ${ms.toFixed(1)} ms`;
    part.url = part.canvas.toDataURL();
  }

  /** The small pictures beside the parts' lines. */
  margin() {
    const lines = new Map();
    for (const part of this.shown ?? [])
      if (part.line && !part.takesArguments)
        lines.set(part.line, { name: part.name, result: part.result, url: part.url, isShown: part.result === state.result });
    this.editor.showParts(lines);
  }
}
