/* A word of an option: the others that it could be, each with what the recipe would look like. */
import { applied, put } from "../acts.js";
import { element } from "../element.js";
import { treeIn } from "../language.js";
import { optionOf } from "../names.js";
import { Stale } from "../pool.js";
import { smallGrid } from "../preview.js";
import { state } from "../state.js";

/** @returns {import("../touch.js").Widget} */
export function wordWidget(view, node, preview) {
  const { words, help } = optionOf(node), box = element("div", { className: "words" });
  let now = node;
  const draw = () => {
    const { text } = treeIn(view.state), shown = text.slice(now.from, now.to);
    box.replaceChildren(...words.filter(word => word !== "-").map(word => {
      const canvas = element("canvas", { width: 78, height: 52 });
      const button = element("button", {}, canvas, word);
      button.setAttribute("aria-pressed", String(word === shown));
      button.addEventListener("click", () => view.dispatch({ changes: put(now, word), userEvent: "input" }));
      const source = { text: applied(text, put(now, word)), result: state.result, seed: state.seed };
      if (state.about) preview(canvas, source, smallGrid(state.about)).catch(error => error instanceof Stale || button.classList.add("failed"));
      return button;
    }));
  };
  draw();
  return { dom: element("div", {}, element("p", { textContent: help }), box), renew(changed) {
    now = changed;
    draw();
  } };
}
