/* The editor: the recipe's text with its mistakes underlined, its knobs as sliders, its parts as small pictures in the
 * margin. */
import { defaultKeymap, history, historyKeymap, indentWithTab, redo, undo } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { EditorView, GutterMarker, drawSelection, gutter, highlightActiveLine, keymap, lineNumbers, tooltips } from "@codemirror/view";

import { knobs } from "./knobs.js";
import { language } from "./language.js";
import { listen, set, state } from "./state.js";
import { touch } from "./touch.js";

const UNDONE = 500; /* steps that can be undone, at least */

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

/** @param {HTMLElement} parent @param {{ save(): void, preview(canvas: HTMLCanvasElement, source: any, grid: any): Promise<any> }} actions */
export function makeEditor(parent, actions) {
  const begin = () => EditorState.create({
    doc: state.text,
    extensions: [
      lineNumbers(), thumbs, thumbGutter, history({ minDepth: UNDONE }), drawSelection(), bracketMatching(), closeBrackets(), highlightActiveLine(),
      EditorView.lineWrapping, indentUnit.of("  "), EditorState.tabSize.of(2), EditorState.lineSeparator.of("\n"), language(), knobs(), touch(actions.preview), theme,
      tooltips({ tooltipSpace: editor => ({ left: 0, top: editor.dom.getBoundingClientRect().top, right: innerWidth, bottom: innerHeight }) }), // not over the buttons
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
