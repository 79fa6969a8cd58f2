/* The recipes that are open, that were, and that this browser keeps: each under an identifier of its own, so that none takes
 * another's place.  Back and Forward of the browser go from one to the next. */
import { keep, kept, keptNames, listen, set, state, unkeep } from "./state.js";

const PREFIX = "burl-recipe-";
const MOST_KEPT = 200;
const FIELDS = ["name", "text", "seed", "result", "original", "drawings"];

/** @typedef {{ name: string, text: string, seed?: string, result?: string | null, original?: string, drawings?: string, look?: object }} Recipe */

const newId = () => [...crypto.getRandomValues(new Uint32Array(2))].map(word => word.toString(36)).join("");

/** original: the text from which changes count; look: how one looks at first, as a link says it.
 * @param {string} id @param {Recipe} recipe */
function show(id, { name, text, seed = "0", result = null, original = text, drawings = "", look = {} }) {
  set({ id, name, text, original, result, seed, drawings, time: 0, pin: null, error: null, failure: null, notice: "", opened: { ...look } });
}

/** The browser's history has an entry for each recipe that is opened, in whose address there is nothing of it. */
function enter(id, isHere) {
  const address = location.pathname + location.search;
  if (isHere) history.replaceState({ recipe: id }, "", address);
  else history.pushState({ recipe: id }, "", address);
}

/** Opens a recipe beside those that are there.  isHere: the browser's history has an entry for it already, as where it was in
 * the page's address.
 * @param {Recipe} recipe */
export function openRecipe(recipe, { isHere = false } = {}) {
  const id = newId();
  enter(id, isHere);
  show(id, recipe);
}

/** Opens one that is kept. */
export function reopen(id, { isHere = false } = {}) {
  const recipe = keptRecipe(id);
  if (!recipe) return;
  enter(id, isHere);
  show(id, recipe);
}

/** The recipe that an entry of the browser's history stands for, { id, text, … }; null: none that is kept. */
export function recipeOfEntry(entry) {
  const recipe = typeof entry?.recipe === "string" ? keptRecipe(entry.recipe) : null;
  return recipe && { id: entry.recipe, ...recipe };
}

/** @returns {(Recipe & { changed: number }) | null} */
function keptRecipe(id) {
  try {
    const recipe = JSON.parse(kept(PREFIX + id) ?? "null");
    return typeof recipe?.text === "string" ? recipe : null;
  } catch {
    return null;
  }
}

export const isChanged = recipe => recipe.text !== recipe.original || Boolean(recipe.drawings);

/** Those that somebody has changed, the last one first: [{ id, name, text, changed }]. */
export function changedRecipes() {
  return allKept().filter(isChanged);
}

function allKept() {
  return keptNames(PREFIX).map(name => ({ id: name.slice(PREFIX.length), ...keptRecipe(name.slice(PREFIX.length)) }))
    .filter(recipe => recipe.text !== undefined).sort((a, b) => b.changed - a.changed);
}

/** The one that was changed or opened last; null: there is none. */
export const lastRecipe = () => allKept()[0]?.id ?? null;

export const forget = id => unkeep(PREFIX + id);

function keepThis() {
  const before = keptRecipe(state.id);
  if (!state.id || (before && FIELDS.every(field => before[field] === state[field]))) return;
  const recipe = Object.fromEntries(FIELDS.map(field => [field, state[field]]));
  keep(PREFIX + state.id, JSON.stringify({ ...recipe, changed: Date.now() }));
}

/** Makes room: recipes that nobody changed go first, then the oldest. */
function keepFew() {
  const all = allKept(), surplus = all.length - MOST_KEPT;
  const inOrder = [...all.filter(recipe => !isChanged(recipe)).reverse(), ...all.filter(isChanged).reverse()];
  for (const { id } of inOrder.slice(0, Math.max(0, surplus))) if (id !== state.id) forget(id);
}

/** From now on recipes are kept as they are changed, and the browser's Back and Forward change between them. */
export function keepRecipes() {
  listen(["id", ...FIELDS], keepThis);
  keepFew();
  addEventListener("popstate", ({ state: entry }) => {
    const recipe = recipeOfEntry(entry);
    if (recipe && recipe.id !== state.id) reopen(recipe.id, { isHere: true });
  });
  /* Where another page changes the same recipe, this page's is another one from then on. */
  addEventListener("storage", ({ key, newValue }) => {
    if (key !== PREFIX + state.id || newValue === null) return;
    const id = newId();
    enter(id, true);
    set({ id });
  });
}
