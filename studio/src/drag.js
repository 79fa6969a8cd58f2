/* Changing a span of the text while something is dragged, which is one step of undoing; and numbers as they are written. */
import { isolateHistory } from "@codemirror/commands";

import { set } from "./state.js";

const REST_MS = 400; /* what is held so long is at rest, as what is let go of */

let resting = 0;

/** While something is dragged its pictures are drafts. */
function going() {
  clearTimeout(resting);
  resting = window.setTimeout(atRest, REST_MS);
  set({ isDragging: true });
}

function atRest() {
  clearTimeout(resting);
  set({ isDragging: false });
}

/** A span of the text while it is dragged: { set(text), end() }.  Its changes join the first one's step of undoing, as those of
 * a word do that is composed. */
export function dragged(view, from, before) {
  let now = before, hasBegun = false;
  return {
    set(text) {
      if (text === now) return;
      going();
      view.dispatch({ changes: { from, to: from + now.length, insert: text }, userEvent: hasBegun ? "input.type.compose" : "input.drag",
        annotations: hasBegun ? [] : isolateHistory.of("before") });
      now = text;
      hasBegun = true;
    },
    end() {
      if (!hasBegun) return;
      view.dispatch({ annotations: isolateHistory.of("after") });
      atRest();
    },
  };
}

/** Calls move(event) until the pointer is let go of, then end(). */
export function follow(move, end) {
  const stop = () => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", stop);
    removeEventListener("pointercancel", stop);
    document.body.classList.remove("dragging");
    end();
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", stop);
  addEventListener("pointercancel", stop);
  document.body.classList.add("dragging");
}

/** A number in as many digits as a step of its size deserves. */
export function tidy(value, step) {
  const digits = Math.max(0, Math.min(12, Math.ceil(-Math.log10(step)) + 1));
  return String(Number(value.toFixed(digits)));
}
