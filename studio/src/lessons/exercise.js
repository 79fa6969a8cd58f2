/* Exercises: a picture to reach.  The reader edits a recipe, or moves knobs, until the samples of both are the same, to a
 * tolerance that is said.  What to do and the hints are in the page; the solution is the recipe of the goal. */
import { element, figure, program, show } from "./kit.js";

const NEAR = 0.01; /* of the goal's range, the mean distance that counts as reached */
const SIDE = [352, 234]; /* of a picture, in the figure's units */
const TOP = 30;
const COUNT = [88, 58]; /* samples that are compared */

/** The samples of a text over an extent, a colour's channels one after another.
 * @param {string} text @param {number[]} extent */
function samplesOf(text, [x0, y0, x1, y1]) {
  const made = program(text), step = [(x1 - x0)/COUNT[0], (y1 - y0)/COUNT[1]];
  const values = made.grid(made.needsWholeGrid ? { size: COUNT } : { size: COUNT, origin: [x0 + step[0]/2, y0 + step[1]/2], step });
  return { values, channels: made.channels };
}

/** How far apart samples are, on average, as a share of the goal's range. */
function distanceOf(mine, goal) {
  let sum = 0, lo = Infinity, hi = -Infinity;
  goal.values.forEach((value, n) => {
    const other = mine.values[mine.channels === goal.channels ? n : mine.channels*Math.floor(n/goal.channels)];
    sum += Number.isFinite(other) ? Math.abs(value - other) : 1e9;
    [lo, hi] = [Math.min(lo, value), Math.max(hi, value)];
  });
  return sum/goal.values.length/(hi - lo);
}

/** What a recipe comes to: its distance, or what is wrong with it. */
function judged(text, goal, extent) {
  try {
    return { off: distanceOf(samplesOf(text, extent), goal), error: "" };
  } catch (error) {
    return { off: Infinity, error: error.message };
  }
}

const percent = share => `${show(100*share, share < 0.1 && share !== NEAR ? 1 : 0)} %`;

function verdictOf({ off, error }) {
  if (error) return error;
  if (off <= NEAR) return `Reached. The pictures differ by ${percent(off)}.`;
  return off > 10 ? "Not yet: the values are far beyond the goal’s." : `Not yet: the pictures differ by ${percent(off)} of the goal’s range; ${percent(NEAR)} is near enough.`;
}

function makeField(begin, changed) {
  const field = element("textarea", { value: begin, rows: begin.split("\n").length, spellcheck: false, autocapitalize: "off", autocomplete: "off" });
  field.setAttribute("aria-label", "your recipe");
  field.addEventListener("input", () => {
    field.rows = field.value.split("\n").length;
    changed({ text: field.value });
  });
  return field;
}

const solutionOf = (spec, goal) => (spec.controls
  ? Object.entries(spec.goal).map(([name, value]) => `${spec.controls[name].label}: ${spec.controls[name].form(value)}`).join("\n") : goal);

/**
 * Fills <figure id=…> with a goal beside the reader's own picture.
 * @param {string} id
 * @param {{ extent: number[], look?: any, begin?: string, goal: any, controls?: Record<string, any>, text?: (s) => string }} spec
 *   By a field: begin is the recipe that is in it first, goal the one to reach.  By knobs: controls, the recipe that they
 *   make, and goal, their settings.  look: how samples become greys.
 */
export function exercise(id, spec) {
  const textOf = spec.text ?? (s => s.text), goal = spec.text ? spec.text(spec.goal) : spec.goal;
  const verdict = element("output", { className: "verdict" });
  const again = element("button", { type: "button", textContent: "Begin again" });
  let field = null, goalSamples = null, shown = goal, result = { off: Infinity, error: "" };
  const { set, state } = figure(id, {
    height: TOP + SIDE[1] + 4, settings: spec.controls ? {} : { text: spec.begin }, controls: spec.controls, recipe: textOf,
    command: s => `burl render -e '${textOf(s)}' --extent=${spec.extent.join(",")} -o mine.png`,
    label: () => verdictOf(result),
    draw(stage, s) {
      goalSamples ??= samplesOf(goal, spec.extent);
      result = judged(textOf(s), goalSamples, spec.extent);
      const isReached = result.off <= NEAR;
      if (!result.error) shown = textOf(s);
      [["the goal", goal], ["yours", shown]].forEach(([name, text], n) => {
        const box = [n*(720 - SIDE[0]), TOP, ...SIDE];
        stage.text(box[0], 21, name, n && isReached ? "accent" : "ink", { weight: 600 });
        stage.picture(text, box, spec.extent, spec.look);
        stage.box(...box, n && isReached ? "accent" : "faint", n && isReached ? 4 : 1);
      });
      stage.drawn.exercise = { off: result.off, isReached, goal: spec.goal };
      verdict.textContent = verdictOf(result);
      verdict.classList.toggle("reached", isReached);
      verdict.classList.toggle("error", Boolean(result.error));
      if (field && field.value !== s.text) field.value = s.text;
      field?.setAttribute("aria-invalid", String(Boolean(result.error)));
    },
  });
  const first = { ...state };
  again.addEventListener("click", () => set(first));
  const target = document.getElementById(id), caption = target.querySelector("figcaption");
  if (!spec.controls) target.insertBefore(field = makeField(spec.begin, set), caption);
  target.insertBefore(element("div", { className: "judged" }, verdict, again), caption);
  target.insertBefore(element("details", { className: "hint" }, element("summary", { textContent: "The solution" }),
    element("pre", {}, element("code", { textContent: solutionOf(spec, goal) }))), target.querySelector(".recipe"));
  target.classList.add("exercise");
  target.prepend(caption);
}
