/* The ways to show a recipe: as a picture, tiled, in space, as a graph, by the graphics processor.  What isn't needed at once is loaded
 * when it is asked for. */
import { listen, set, state } from "./state.js";

const VIEWS = { gpu: () => import("./gpu.js"), sheet: () => import("./several.js"), graph: () => import("./graph/graph.js"),
  ground: () => import("./ground/ground.js") };
const inSpace = () => import("./surface.js");

export function makeViews({ stage, other, modes, canvas }, pool, editor) {
  const views = { shown: /** @type {{ stop(): void } | null} */ (null) };
  for (const button of modes.querySelectorAll("button"))
    button.addEventListener("click", () => set({ mode: button.dataset.mode }));

  const show = async () => {
    views.shown?.stop();
    views.shown = null;
    other.replaceChildren();
    const isPicture = state.mode === "picture" || state.mode === "tile";
    canvas.hidden = !isPicture;
    other.hidden = isPicture;
    if (isPicture) return;
    const { mode } = state;
    try {
      /** @type {{ show(target: HTMLElement, pool: any, mode: string, editor: any): { stop(): void } }} */
      const view = await (VIEWS[mode] ?? inSpace)();
      if (state.mode !== mode) return;
      views.shown = view.show(other, pool, mode, editor);
    } catch (error) {
      other.textContent = error.message;
    }
  };
  listen(["mode"], () => {
    for (const button of modes.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.mode === state.mode));
    show();
  });
  return views;
}
