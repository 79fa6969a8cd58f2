/* A colour as a picker. */
import { dragged } from "../drag.js";
import { element } from "../element.js";
import { treeIn } from "../language.js";

/** A colour of three digits or six as one of six. */
export const sixDigits = text => (text.length === 4 ? text.replace(/[0-9a-f]/gi, "$&$&") : text).toLowerCase();

/** An input that writes a colour of the text, whose place is asked for when it is changed. */
export function colourInput(view, nodeNow) {
  const textNow = () => treeIn(view.state).text.slice(nodeNow().from, nodeNow().to);
  const input = element("input", { type: "color", value: sixDigits(textNow()) });
  let drag = null;
  input.setAttribute("aria-label", "colour");
  input.addEventListener("input", () => {
    drag ??= dragged(view, nodeNow().from, textNow());
    drag.set(input.value);
  });
  input.addEventListener("change", () => {
    drag?.end();
    drag = null;
  });
  return input;
}

/** @returns {import("../touch.js").Widget} */
export function colourWidget(view, node) {
  let now = node;
  const input = colourInput(view, () => now), shown = element("code", { textContent: input.value });
  return { dom: element("div", { className: "number" }, input, shown), renew(changed) {
    now = changed;
    shown.textContent = treeIn(view.state).text.slice(now.from, now.to);
    input.value = sixDigits(shown.textContent);
  } };
}
