/* The dialog that opens a recipe: a file, or one that was changed here before. */
import { isDrawing, openDrawing } from "./draw.js";
import { element } from "./element.js";
import { recipeOfFile } from "./files.js";
import { changedRecipes, forget, openRecipe, reopen } from "./recipes.js";
import { state } from "./state.js";

const BODY = `<button class="close">Close</button><h2>Open</h2>
<p><label>A .burl, a .png that burl made, or lines as .geojson: <input type="file" accept=".burl,.txt,.png,.geojson,.json"></label></p>
<p role="status"></p><h3>Changed here</h3><div class="list"></div>`;

/** The line that says most: the first one that is computed. */
const gistOf = text => text.split("\n").find(line => line.trim() && !/^\s*(\/\/|view\b|param\b|import\b)/.test(line)) ?? "";

function rowOf({ id, name, text, changed }, dialog) {
  const row = element("div", { className: "row" });
  const open = element("button", { className: "kept" }, element("b", { textContent: name }),
    element("span", { textContent: new Date(changed).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }) }),
    element("code", { textContent: gistOf(text) }));
  open.addEventListener("click", () => {
    dialog.close();
    if (id !== state.id) reopen(id);
  });
  row.append(open);
  if (id === state.id) return row;
  const remove = element("button", { textContent: "Delete", ariaLabel: `delete ${name}` });
  remove.addEventListener("click", () => {
    if (remove.textContent === "Delete") return void (remove.textContent = "Really delete");
    forget(id);
    row.remove();
  });
  row.append(remove);
  return row;
}

export function showOpen(dialog) {
  dialog.innerHTML = BODY;
  dialog.querySelector(".close").addEventListener("click", () => dialog.close());
  const file = dialog.querySelector("input"), said = dialog.querySelector("[role=status]"), list = dialog.querySelector(".list");
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    try {
      if (isDrawing(chosen)) await openDrawing(chosen);
      else openRecipe(await recipeOfFile(chosen));
      dialog.close();
    } catch (error) {
      said.textContent = `${chosen.name}: ${error.message}`;
      file.value = "";
    }
  });
  const recipes = changedRecipes();
  list.append(...recipes.map(recipe => rowOf(recipe, dialog)));
  if (!recipes.length) list.textContent = "Nothing yet: what you change is kept in this browser, and listed here.";
  dialog.showModal();
}
