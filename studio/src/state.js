/* What the page shows: the recipe, which part of it, how its knobs stand, where and when one looks.  Whoever changes it
 * says so by set(), and whoever shows it listens. */

/** @typedef {"picture" | "tile" | "surface" | "sphere" | "cylinder" | "graph" | "gpu" | "sheet" | "ground"} Mode */

/** @type {Mode[]} */
export const MODES = ["picture", "tile", "surface", "sphere", "cylinder", "ground", "gpu", "graph", "sheet"];

export const state = {
  /** Which of the kept recipes it is; see recipes.js. */
  id: "",
  name: "untitled",
  text: "",
  /** Of the gallery's recipe that this began as; "": none. */
  original: "",
  /** The part that is shown; null: the last line. */
  result: /** @type {string | null} */ (null),
  seed: "0",
  /** What is drawn: JSON of an object from the names of files to GeoJSON; "": nothing. */
  drawings: "",
  /** What the page knows of the last text that compiled, and that text with its result and seed as `recipe`; null: nothing
   * has compiled yet. */
  about: /** @type {any} */ (null),
  /** What is wrong with the recipe, and why its picture couldn't be made; null: nothing. */
  error: /** @type {any} */ (null),
  failure: /** @type {any} */ (null),
  /** What is to be said besides, as of a file that couldn't be opened; "": nothing. */
  notice: "",
  /** Where one looks: the middle, how much one pixel of the page is, and which way x and y run: 1 right and down. */
  centre: [4, 4],
  step: 8/512,
  /** The step at which the recipe's view was fitted into the page. */
  fitted: 8/512,
  ways: [1, 1],
  /** Whether something in the text is being dragged. */
  isDragging: false,
  time: 0,
  isPlaying: false,
  /** Another object with each recipe that is opened: its view is shown as soon as it is known, and then what it says of how
   * one looks: mode, time, centre and step. */
  opened: /** @type {{ mode?: Mode, time?: number, centre?: number[], step?: number }} */ ({}),
  mode: /** @type {Mode} */ ("picture"),
  /** The two ends of the line along which values are plotted; null: none. */
  line: /** @type {number[][] | null} */ (null),
  /** The point that is explained; null: none. */
  pin: /** @type {number[] | null} */ (null),
};

const listeners = new Map();

/** Calls `then` whenever one of these fields has changed, with the names of those that have, until what this returns is
 * called. */
export function listen(fields, then) {
  for (const field of fields) listeners.set(field, [...(listeners.get(field) ?? []), then]);
  return () => {
    for (const field of fields) listeners.set(field, listeners.get(field).filter(other => other !== then));
  };
}

/** Changes fields, and tells those who listen, each once. */
export function set(changes) {
  const changed = Object.keys(changes).filter(field => state[field] !== changes[field]);
  Object.assign(state, changes);
  const told = new Set(changed.flatMap(field => listeners.get(field) ?? []));
  for (const then of told) then(changed);
}

/** What the browser keeps for the next visit, where it may. */
export function keep(name, text) {
  try {
    localStorage.setItem(name, text);
  } catch { /* it is full, or not allowed: then nothing is kept */ }
}

export function unkeep(name) {
  try {
    localStorage.removeItem(name);
  } catch { /* then nothing is kept */ }
}

/** The names of what is kept that begin so. */
export function keptNames(prefix) {
  try {
    return Object.keys(localStorage).filter(name => name.startsWith(prefix));
  } catch {
    return [];
  }
}

/** @returns {string | null} */
export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** The recipe as it is written, as the workers take it. */
export function recipe() {
  return { text: state.text, result: state.result, seed: state.seed, drawings: state.drawings };
}

/** Whether there are drafts now, and nothing else of the text is computed; see drafts.js. */
export const isDrafted = () => state.isDragging && state.mode === "picture";

/** The recipe that is shown: the last one that compiled. */
export function shownRecipe() {
  return state.about.recipe;
}
