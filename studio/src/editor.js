/* The editor: the recipe's text with its mistakes underlined, its knobs as sliders, its parts as small pictures in the
 * margin. */
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory, redo, undo } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState, RangeSetBuilder, Transaction, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, drawSelection, gutter, highlightActiveLine, keymap, lineNumbers,
  ViewPlugin, WidgetType } from "@codemirror/view";

import { language } from "./language.js";
import { listen, set, state } from "./state.js";

/* ---- Dragging a number --------------------------------------------------------------------------- */

/** A number in the text while it is dragged, which is one step of undoing: { set(text), end() }. */
function dragged(view, from, before) {
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

/* ---- Knobs --------------------------------------------------------------------------------------- */

const NUMBER = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?`;
const KNOB = new RegExp(String.raw`^(\s*param\s+([A-Za-z_]\w*)\s*=\s*)(${NUMBER})\s*\[\s*(${NUMBER})\s*,\s*(${NUMBER})\s*\](?:\s*"([^"]*)")?`);

/** A number in as many digits as a step of its size deserves. */
export function tidy(value, step) {
  const digits = Math.max(0, Math.min(12, Math.ceil(-Math.log10(step)) + 1));
  return String(Number(value.toFixed(digits)));
}

/** The slider of a param line; it writes its number into the text. */
class Slider extends WidgetType {
  constructor(name, label, value, lo, hi) {
    super();
    this.name = name;
    this.label = label;
    this.value = value;
    this.lo = lo;
    this.hi = hi;
  }

  eq(other) {
    return this.name === other.name && this.label === other.label && this.lo === other.lo && this.hi === other.hi && this.value === other.value;
  }

  /** The slider that is being dragged stays the same element. */
  updateDOM(dom) {
    const input = dom.querySelector("input");
    if (input.dataset.name !== this.name || input.title !== this.label || Number(input.min) !== this.lo || Number(input.max) !== this.hi) return false;
    if (Number(input.value) !== this.value) input.value = String(this.value);
    return true;
  }

  toDOM(view) {
    const box = document.createElement("span");
    const input = document.createElement("input");
    box.className = "slider";
    Object.assign(input, { type: "range", min: this.lo, max: this.hi, step: (this.hi - this.lo)/200 });
    input.value = String(this.value);
    input.dataset.name = this.name;
    input.title = this.label;
    input.setAttribute("aria-label", this.label);
    let drag = null;
    input.addEventListener("input", () => {
      const line = view.state.doc.lineAt(view.posAtDOM(box)), match = KNOB.exec(line.text);
      if (!match) return;
      drag ??= dragged(view, line.from + match[1].length, match[3]);
      drag.set(tidy(Number(input.value), (this.hi - this.lo)/200));
    });
    input.addEventListener("change", () => {
      drag?.end();
      drag = null;
    });
    box.append(input);
    return box;
  }

  ignoreEvent() {
    return true;
  }
}

function slidersOf(view) {
  /** @type {RangeSetBuilder<Decoration>} */
  const builder = new RangeSetBuilder();
  for (const { from, to } of view.visibleRanges)
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at);
      const match = KNOB.exec(line.text);
      if (match) {
        const [lo, hi] = [Number(match[4]), Number(match[5])];
        if (lo < hi) builder.add(line.to, line.to, Decoration.widget({ widget: new Slider(match[2], match[6] || match[2], Number(match[3]), lo, hi), side: 1 }));
      }
      at = line.to + 1;
    }
  return builder.finish();
}

const sliders = ViewPlugin.fromClass(class {
  constructor(view) {
    this.decorations = slidersOf(view);
  }

  update(update) {
    if (update.docChanged || update.viewportChanged) this.decorations = slidersOf(update.view);
  }
}, { decorations: plugin => plugin.decorations });

/* ---- Numbers that can be dragged ----------------------------------------------------------------- */

/** The number in the text at a place: { from, to, text }; null: there is none, or it is part of a word or colour. */
export function numberAt(doc, at) {
  const line = doc.lineAt(at);
  if (line.text.slice(0, at - line.from).includes("//")) return null;
  for (const match of line.text.matchAll(/(?<![\w#.])(\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w.])/g)) {
    const from = line.from + match.index, to = from + match[0].length;
    if (at >= from && at <= to) return { from, to, text: match[0] };
  }
  return null;
}

/** Between which numbers one in the text may lie, without its sign: a knob's within its range, others from 0. */
function rangeAt(doc, number) {
  const line = doc.lineAt(number.from), match = KNOB.exec(line.text);
  const at = line.from + (match?.[1].length ?? 0);
  if (!match || number.from < at || number.to > at + match[3].length) return [0, Infinity];
  const [lo, hi] = [Number(match[4]), Number(match[5])];
  return match[3].startsWith("-") ? [Math.max(0, -hi), -lo] : [Math.max(0, lo), hi];
}

/** With Alt held, a number under the pointer is dragged to the left and right. */
const dragNumbers = EditorView.domEventHandlers({
  pointerdown(event, view) {
    if (!event.altKey) return false;
    const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
    const number = at === null ? null : numberAt(view.state.doc, at);
    if (!number) return false;
    const first = Number(number.text), decimals = (number.text.split(".")[1] ?? "").length;
    const step = decimals ? 10 ** -decimals : first >= 10 || first === 0 ? 1 : 0.1;
    const drag = dragged(view, number.from, number.text), [lo, hi] = rangeAt(view.state.doc, number);
    const move = moved => {
      const value = Number(tidy(first + step*Math.round((moved.clientX - event.clientX)/4), step));
      drag.set(String(Math.min(hi, Math.max(lo, value))));
    };
    const end = () => {
      drag.end();
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      document.body.classList.remove("dragging");
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    document.body.classList.add("dragging");
    event.preventDefault();
    return true;
  },
});

/* ---- Parts in the margin ------------------------------------------------------------------------- */

const setThumbs = StateEffect.define();

const thumbs = StateField.define({
  create: () => new Map(),
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setThumbs)) return effect.value;
    return value;
  },
});

class Thumb extends GutterMarker {
  constructor(part) {
    super();
    this.part = part;
  }

  eq(other) {
    return this.part.url === other.part.url && this.part.isShown === other.part.isShown;
  }

  toDOM() {
    const button = document.createElement("button");
    button.tabIndex = -1; /* the strip of parts has the same for the keyboard */
    button.className = `thumb${this.part.isShown ? " shown" : ""}`;
    button.title = this.part.isShown ? `${this.part.name} is shown` : `show ${this.part.name}`;
    button.setAttribute("aria-pressed", String(this.part.isShown));
    button.style.backgroundImage = this.part.url ? `url(${this.part.url})` : "none";
    button.addEventListener("click", () => set({ result: this.part.isShown ? null : this.part.result }));
    return button;
  }
}

const thumbGutter = gutter({
  class: "thumbs",
  lineMarker(view, block) {
    const part = view.state.field(thumbs).get(view.state.doc.lineAt(block.from).number);
    return part ? new Thumb(part) : null;
  },
  lineMarkerChange: update => update.transactions.some(t => t.effects.some(effect => effect.is(setThumbs))),
});

/* ---- Mistakes ------------------------------------------------------------------------------------ */

/** Where a place in bytes of UTF-8 lies in the text. */
export function placeOf(doc, { line, column, length }) {
  const at = doc.line(Math.max(1, Math.min(line || 1, doc.lines)));
  const encoder = new TextEncoder(), decoder = new TextDecoder();
  const bytes = encoder.encode(at.text);
  const start = decoder.decode(bytes.subarray(0, Math.max(0, column - 1))).length;
  const rest = encoder.encode(doc.sliceString(at.from + start, doc.length));
  const size = decoder.decode(rest.subarray(0, Math.max(length, 1))).length;
  const from = Math.min(at.from + start, doc.length);
  return { from, to: Math.min(from + size, doc.length) };
}

function diagnosticOf(doc, problem, severity) {
  const message = problem.message + (problem.hint ? `\n${problem.hint}` : "");
  return { ...placeOf(doc, problem), severity, message };
}

/* ---- The editor ---------------------------------------------------------------------------------- */

const theme = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", backgroundColor: "transparent" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.65" },
  ".cm-content": { caretColor: "var(--ink)", padding: "12px 0 40vh" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--faint)", border: "none" },
  ".cm-activeLine": { backgroundColor: "var(--line-active)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--selection) !important" },
  ".cm-tooltip": { backgroundColor: "var(--card)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "6px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--selection)", color: "var(--ink)" },
});

/** What was typed is the recipe now; what was said of files and links is past. */
function edited(text) {
  if (text !== state.text) set({ text, notice: "" });
}

/** @param {HTMLElement} parent @param {{ save(): void }} actions */
export function makeEditor(parent, actions) {
  const begin = () => EditorState.create({
    doc: state.text,
    extensions: [
      lineNumbers(), thumbs, thumbGutter, history(), drawSelection(), bracketMatching(), closeBrackets(), highlightActiveLine(),
      EditorView.lineWrapping, indentUnit.of("  "), EditorState.tabSize.of(2), language(), sliders, dragNumbers, theme,
      EditorView.contentAttributes.of({ "aria-label": "recipe", spellcheck: "false" }),
      keymap.of([{ key: "Mod-s", run: () => (actions.save(), true), preventDefault: true }, ...closeBracketsKeymap,
        ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, indentWithTab]),
      EditorView.updateListener.of(update => update.docChanged && edited(update.state.doc.toString())),
    ],
  });
  const view = new EditorView({ parent, state: begin() });

  /* Each recipe has an editor's state of its own, with what can be undone there. */
  const left = new Map();
  let id = state.id;
  const turnTo = () => {
    left.set(id, view.state);
    id = state.id;
    const before = left.get(id);
    view.setState(before?.doc.toString() === state.text ? before : begin());
  };
  listen(["text", "opened", "id"], changed => {
    if (changed.includes("opened")) return turnTo();
    id = state.id;
    const text = view.state.doc.toString();
    if (text !== state.text) view.dispatch({ changes: { from: 0, to: text.length, insert: state.text } });
  });
  listen(["error", "about"], () => {
    const { doc } = view.state;
    const problems = state.error?.line ? [diagnosticOf(doc, state.error, "error")] : [];
    for (const note of state.about?.notes ?? []) problems.push(diagnosticOf(doc, note, "info"));
    view.dispatch(setDiagnostics(view.state, problems));
  });
  return {
    view,
    /** parts: of each line number { name, result, url, isShown }. */
    showParts: parts => view.dispatch({ effects: setThumbs.of(parts) }),
    /** For a recipe that is begun: what is typed replaces all. */
    selectAll() {
      view.dispatch({ selection: { anchor: 0, head: view.state.doc.length } });
      view.focus();
    },
    undo: () => undo(view),
    redo: () => redo(view),
    goTo(place) {
      const { from } = placeOf(view.state.doc, place);
      view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
      view.focus();
    },
  };
}
