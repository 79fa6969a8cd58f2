/* Changing a span of the text while something is dragged, which is one step of undoing; and numbers as they are written. */
import { isolateHistory } from "@codemirror/commands";
import { Transaction } from "@codemirror/state";

/** A span of the text while it is dragged: { set(text), end() }. */
export function dragged(view, from, before) {
  const passing = Transaction.addToHistory.of(false), kept = isolateHistory.of("full");
  const change = (old, insert, annotations) => ({ changes: { from, to: from + old.length, insert }, userEvent: "input.drag", annotations });
  let now = before;
  return {
    set(text) {
      if (text === now) return;
      view.dispatch(change(now, text, passing));
      now = text;
    },
    end() {
      if (now === before) return;
      const back = view.state.update(change(now, before, passing));
      view.update([back, back.state.update(change(before, now, kept))]);
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
