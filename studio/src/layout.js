/* How the page is divided: the divider between text and picture, the panel below the text that is folded, and the picture on
 * the whole page.  What the reader has chosen is kept for the next visit. */
import { keep, kept, listen, state } from "./state.js";

const LEAST = 18, MOST = 60; /* percent of the page for the text */
const STEP = 2; /* of an arrow key */

/** A share of the page by which the text is wide; null: the style's own. */
function keptShare() {
  const share = Number(kept("burl-text"));
  return share >= LEAST && share <= MOST ? share : null;
}

/** @param {HTMLElement} divider @param {HTMLElement} text whose right side it is */
function makeDivider(divider, text) {
  const root = document.documentElement;
  const say = () => divider.setAttribute("aria-valuenow", String(Math.round(100*text.clientWidth/root.clientWidth)));
  const show = share => {
    if (share === null) root.style.removeProperty("--text");
    else root.style.setProperty("--text", `${share}vw`);
    say();
  };
  const put = share => {
    const held = Math.min(MOST, Math.max(LEAST, share));
    show(held);
    keep("burl-text", held.toFixed(2));
  };
  const now = () => 100*text.getBoundingClientRect().width/root.clientWidth;
  divider.setAttribute("aria-valuemin", String(LEAST));
  divider.setAttribute("aria-valuemax", String(MOST));
  divider.addEventListener("pointerdown", event => {
    if (event.button) return;
    divider.setPointerCapture(event.pointerId);
    event.preventDefault();
    divider.focus();
  });
  divider.addEventListener("pointermove", event => {
    if (divider.hasPointerCapture(event.pointerId)) put(100*(event.clientX - text.getBoundingClientRect().left)/root.clientWidth);
  });
  divider.addEventListener("dblclick", () => {
    keep("burl-text", "");
    show(null);
  });
  divider.addEventListener("keydown", event => {
    const to = { ArrowLeft: now() - STEP, ArrowRight: now() + STEP, Home: LEAST, End: MOST }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    put(to);
  });
  new ResizeObserver(say).observe(text);
  show(keptShare());
}

/** The panel opens by itself for what is asked for, without its being kept. */
function makeFold(button, panel) {
  const show = isOpen => {
    panel.hidden = !isOpen;
    button.setAttribute("aria-expanded", String(isOpen));
  };
  button.addEventListener("click", () => {
    show(panel.hidden);
    keep("burl-below", panel.hidden ? "folded" : "open");
  });
  listen(["pin", "line"], () => (state.pin || state.line) && show(true));
  show(kept("burl-below") !== "folded");
}

const isTyping = target => target.isContentEditable || target.matches("input:not([type=range]), select, textarea");

/** The picture alone, on all of the screen where the browser can. */
function makeFull(button, stage) {
  const { body } = document;
  const show = isFull => {
    body.classList.toggle("full", isFull);
    button.setAttribute("aria-pressed", String(isFull));
  };
  const toggle = async () => {
    const isFull = !body.classList.contains("full");
    show(isFull);
    if (!isFull && document.fullscreenElement) await document.exitFullscreen();
    if (isFull) await document.documentElement.requestFullscreen?.().catch(() => {}); /* else it has the page */
    if (isFull) stage.querySelector("canvas:not([hidden])")?.focus();
  };
  button.addEventListener("click", toggle);
  document.addEventListener("fullscreenchange", () => document.fullscreenElement || show(false));
  addEventListener("keydown", event => {
    const target = /** @type {HTMLElement} */ (event.target), isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isPlain || isTyping(target) || document.querySelector("dialog[open]")) return;
    if (event.key.toLowerCase() === "f" || (event.key === "Escape" && body.classList.contains("full") && !event.defaultPrevented)) {
      event.preventDefault();
      toggle();
    }
  });
}

/** What lies on the picture leaves room for the buttons there. */
function keepRoom(bar, time) {
  const put = () => {
    const above = bar.offsetHeight + 16;
    document.body.style.setProperty("--bar", `${above}px`);
    document.body.style.setProperty("--over", `${above + (time.offsetHeight ? time.offsetHeight + 8 : 0)}px`);
  };
  for (const element of [bar, time]) new ResizeObserver(put).observe(element);
}

export function makeLayout({ divider, text, fold, below, full, stage, bar, time }) {
  keepRoom(bar, time);
  makeDivider(divider, text);
  makeFold(fold, below);
  makeFull(full, stage);
}
