/* The gallery: every recipe of recipes/, by theme, to open and to change. */
import { openRecipe } from "./recipes.js";

/** @type {Promise<{ sections: { title: string, recipes: { name: string, title: string, text: string }[] }[] }> | null} */
let list = null;

export function gallery() {
  list ??= fetch("gallery.json").then(answer => answer.json());
  return list;
}

export async function recipeNamed(name) {
  const { sections } = await gallery();
  return sections.flatMap(section => section.recipes).find(recipe => recipe.name === name) ?? null;
}

export async function showGallery(dialog) {
  const { sections } = await gallery();
  dialog.replaceChildren();
  const close = Object.assign(document.createElement("button"), { className: "close", textContent: "Close" });
  close.addEventListener("click", () => dialog.close());
  dialog.append(close, Object.assign(document.createElement("h2"), { textContent: "Gallery" }));
  for (const section of sections) {
    const grid = Object.assign(document.createElement("div"), { className: "grid" });
    dialog.append(Object.assign(document.createElement("h3"), { textContent: section.title }), grid);
    for (const recipe of section.recipes) {
      const card = Object.assign(document.createElement("button"), { className: "card" });
      const image = Object.assign(document.createElement("img"), { src: `gallery/${recipe.name}.webp`, alt: "", loading: "lazy" });
      card.append(image, Object.assign(document.createElement("span"), { textContent: recipe.title }));
      card.addEventListener("click", () => {
        openRecipe(recipe);
        dialog.close();
      });
      grid.append(card);
    }
  }
  dialog.showModal();
}
