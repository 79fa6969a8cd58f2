/* The ways to show a recipe: as a picture, tiled, in space, as a graph, by the graphics processor.  What isn't needed at once is loaded
 * when it is asked for. */
import { listen, set, state } from "./state.js";

export function makeViews({ stage, other, modes, canvas }, pool, editor) {
  /** @type {{ stop(): void } | null} */
  let shown = null;
  for (const button of modes.querySelectorAll("button"))
    button.addEventListener("click", () => set({ mode: button.dataset.mode }));

  const show = async () => {
    shown?.stop();
    shown = null;
    other.replaceChildren();
    const isPicture = state.mode === "picture" || state.mode === "tile";
    canvas.hidden = !isPicture;
    other.hidden = isPicture;
    if (isPicture) return;
    const { mode } = state;
    try {
      /** @type {{ show(target: HTMLElement, pool: any, mode: string, editor: any): { stop(): void } }} */
      const view = mode === "gpu" ? await import("./gpu.js") : mode === "sheet" ? await import("./several.js")
        : mode === "graph" ? await import("./graph/graph.js") : await import("./surface.js");
      if (state.mode !== mode) return;
      shown = view.show(other, pool, mode, editor);
    } catch (error) {
      other.textContent = error.message;
    }
  };
  listen(["mode"], () => {
    for (const button of modes.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.mode === state.mode));
    show();
  });
}
