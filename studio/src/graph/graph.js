/* The recipe as nodes: each named part with its picture, knobs as sliders, wires where one uses another.  Whatever
 * is done to a node is an act on the text (acts.js), made as one step of undoing, and only where what comes of it
 * compiles. */
import { isolateHistory } from "@codemirror/commands";

import { Refused, applied, rewire } from "../acts.js";
import { dragged, follow, tidy } from "../drag.js";
import { element } from "../element.js";
import { withLast } from "../expression.js";
import { knobOf } from "../knobs.js";
import { treeIn } from "../language.js";
import { freshName } from "../names.js";
import { partsOf } from "../parts.js";
import { Stale } from "../pool.js";
import { drawSmall, smallGrid } from "../preview.js";
import { listen, state } from "../state.js";
import { viewOf } from "../view.js";
import { ACTS, barOf, put, zoomButtons } from "./bar.js";
import { layOut, scaleFor, wirePath } from "./layout.js";
import { around, graphOf, isMutedLine, placesIn, shapeOf, sourcesOf } from "./model.js";

const MOST = 18; /* nodes that are shown: the nearest to the one that is chosen, or to the result */
const LEAST_SCALE = 0.5; /* below it nobody could read; then one scrolls */
const ROUND_MS = 250; /* how long pictures are drawn before newer ones take their place */
const NS = "http://www.w3.org/2000/svg";
const SMALL = [108, 72];

function svg(name, attributes = {}) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** As many samples as a node's picture has, as wide and high as the recipe's view. */
function sizeFor(about) {
  const view = viewOf(about), aspect = Math.abs((view[3] - view[1])/(view[2] - view[0])),
    wide = Math.min(SMALL[0], SMALL[1]/aspect);
  return [wide, wide*aspect].map(length => Math.max(8, Math.round(length)));
}

export class Graph {
  constructor(target, pool, view) {
    this.pool = pool;
    this.view = view;
    this.selected = "";
    this.zoom = 0; /* 0: as large as there is room for */
    this.drawn = new Map(); /* what the picture of each node is made from */
    this.wires = svg("svg", { class: "wires", "aria-hidden": "true" });
    this.nodes = element("div", { className: "nodes" });
    this.plane = element("div", { className: "plane" });
    this.plane.append(this.wires, this.nodes);
    this.scroll = element("div", { className: "scroll" }, this.plane);
    this.bar = element("div", { className: "acts" });
    this.size = [1, 1];
    this.isDown = false;
    /** @type {import("./layout.js").Layout["places"]} */
    this.places = new Map();
    this.said = element("div", { className: "said", hidden: true });
    this.said.setAttribute("role", "status");
    this.box = element("div", { className: "graph" }, this.scroll, zoomButtons(this), this.said, this.bar);
    target.append(this.box);
    this.box.addEventListener("keydown", event => this.key(event));
    this.scroll.addEventListener("wheel", event => this.wheel(event), { passive: false });
    this.scroll.addEventListener("pointerdown", event => this.pan(event));
    this.sizes = new ResizeObserver(([{ target: resized }]) =>
      (resized === this.box && this.graph ? this.lay() : this.fit()));
    for (const box of [this.scroll, this.box]) this.sizes.observe(box);
    const takes = event => event.preventDefault() || put(this, event.detail);
    addEventListener("function-chosen", takes);
    const ends = [listen(["text"], () => this.renew()), listen(["about", "time", "seed"], () => this.draw()),
      () => removeEventListener("function-chosen", takes)];
    this.end = () => ends.forEach(end => end());
    this.renew();
  }

  stop() {
    this.end();
    clearTimeout(this.timer);
    this.sizes.disconnect();
    this.pool.cancel("graph");
  }

  get tree() {
    return treeIn(this.view.state);
  }

  /* ---- Showing ----------------------------------------------------------------------------------- */

  /** Reads the text anew.  While it is broken, what was there stays. */
  renew() {
    const { tree } = this;
    this.box.classList.toggle("broken", tree.errors.length > 0);
    if (tree.errors.length) return;
    const whole = this.whole = graphOf(tree);
    if (!whole.nodes.some(({ key }) => key === this.selected)) this.selected = "";
    const shown = whole.nodes.length > MOST ? around(whole, this.selected || whole.nodes.at(-1).key, MOST) : null;
    const nodes = whole.nodes.filter(({ key }) => !shown || shown.has(key)),
      keys = new Set(nodes.map(({ key }) => key));
    this.graph = { nodes, edges: whole.edges.filter(({ from, to }) => keys.has(from) && keys.has(to)) };
    this.hidden = whole.nodes.length - nodes.length;
    const shape = shapeOf(this.graph);
    if (shape !== this.shape) this.lay();
    this.shape = shape;
    this.fill();
    this.draw();
  }

  /** Puts nodes and wires where they belong; pictures stay with nodes of the same name, and the focus where it was. */
  lay() {
    const before = new Map([...this.nodes.children].map(box => [/** @type {HTMLElement} */ (box).dataset.key, box]));
    const focused = this.nodes.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement)
      : null;
    ({ size: this.size, places: this.places, isDown: this.isDown } = layOut(this.graph,
      [this.box.clientWidth, this.box.clientHeight*0.85]));
    this.box.classList.toggle("down", this.isDown);
    this.nodes.replaceChildren(...this.graph.nodes.map(node => before.get(node.key) ?? this.boxOf(node)));
    for (const box of /** @type {HTMLElement[]} */ ([...this.nodes.children])) {
      const { x, y, width, height } = this.places.get(box.dataset.key);
      box.style.cssText = `left:${x}px;top:${y}px;width:${width}px;height:${height}px`;
    }
    this.wires.setAttribute("width", String(this.size[0]));
    this.wires.setAttribute("height", String(this.size[1]));
    this.wires.replaceChildren(...this.graph.nodes.flatMap(({ key }) => this.wiresTo(key)));
    this.fit();
    this.bringIn();
    const chosen = this.boxAt(this.selected || this.graph.nodes.at(-1).key);
    if (focused) (chosen.contains(focused) ? focused : chosen).focus({ preventScroll: true });
  }

  /** A node's wires arrive side by side, in the order of where they come from. */
  wiresTo(key) {
    const middle = from => this.places.get(from)[this.isDown ? "x" : "y"];
    const arriving = this.graph.edges.filter(({ to }) => to === key).sort((a, b) => middle(a.from) - middle(b.from));
    return arriving.map(({ from }, i) => {
      const share = (i + 1)/(arriving.length + 1);
      const wire = svg("path", { d: wirePath(this.places.get(from), this.places.get(key), this.isDown, share),
        class: from.split(":")[0] });
      Object.assign(/** @type {any} */ (wire).dataset, { from, to: key });
      return wire;
    });
  }

  boxOf({ key, kind }) {
    const box = element("div", { className: `node ${kind}`, tabIndex: 0 }),
      hasPicture = ["part", "function", "result"].includes(kind);
    box.dataset.key = key;
    box.setAttribute("role", "group");
    box.append(element("b"), ...(hasPicture ? [element("canvas", { width: SMALL[0], height: SMALL[1] })] : []),
      ...(kind === "param" ? [this.sliderOf(key)] : []), element("small"),
        ...(kind === "part" || kind === "param" ? [this.socketOf(key)] : []));
    box.addEventListener("focusin", () => this.select(key));
    box.addEventListener("dblclick", () => ACTS.F2(this));
    return box;
  }

  /** What nodes say of their lines: names, calls, values; which is chosen, and what belongs to it. */
  fill() {
    const near = this.selected ? around(this.graph, this.selected) : null, { tree } = this;
    for (const { key, kind, name, line, words } of this.graph.nodes) {
      const box = this.boxAt(key);
      const said = kind === "param" ? line.label : isMutedLine(tree, line) ? `muted: ${words}` : words;
      box.querySelector("b").textContent = line.parameters ? `${name}(${line.parameters.map(p => p.name).join(", ")})`
        : name;
      box.querySelector("small").textContent = said;
      box.title = said;
      box.setAttribute("aria-label", `${name}, ${kind === "param" ? "knob" : kind}${words ? `: ${words}` : ""}`);
      box.setAttribute("aria-current", String(key === this.selected));
      box.classList.toggle("pale", near !== null && !near.has(key));
      const slider = box.querySelector("input"), knob = slider && knobOf(tree, line);
      if (slider) slider.hidden = !knob;
      if (knob) Object.assign(slider,
        { min: knob.lo, max: knob.hi, step: (knob.hi - knob.lo)/200, value: String(knob.value) });
    }
    for (const wire of /** @type {SVGElement[]} */ ([...this.wires.children]))
      wire.classList.toggle("pale", near !== null && !(near.has(wire.dataset.from) && near.has(wire.dataset.to)));
    this.showActs();
  }

  showActs() {
    const active = /** @type {HTMLElement} */ (document.activeElement);
    const held = this.bar.contains(active) ? active.dataset.is : null;
    this.bar.replaceChildren(...barOf(this));
    const again = held && /** @type {HTMLElement} */ (this.bar.querySelector(`[data-is="${held}"]`));
    if (held) (again ?? this.boxAt(this.selected))?.focus();
  }

  boxAt(key) {
    return /** @type {HTMLElement} */ ([...this.nodes.children].find(box =>
      /** @type {HTMLElement} */ (box).dataset.key === key));
  }

  /* ---- Pictures ---------------------------------------------------------------------------------- */

  /** The pictures, behind the recipe's own.  The newest are drawn as soon as those before have had their time. */
  draw() {
    clearTimeout(this.timer);
    const wait = this.isDrawing ? Math.max(20, this.began + ROUND_MS - performance.now()) : 20;
    this.timer = setTimeout(() => this.drawAll(), wait);
  }

  /** Draws those nodes anew whose lines, or what these are made from, have changed. */
  async drawAll() {
    const { about } = state, round = this.began = performance.now();
    this.pool.cancel("graph");
    if (!about || state.error || about.recipe.text !== this.tree.text) return;
    this.isDrawing = true;
    const { tree } = this, sources = sourcesOf(this.whole, tree), size = sizeFor(about);
    const shared = JSON.stringify([state.seed, state.time, state.drawings, viewOf(about), tree.text.slice(tree.end)]);
    const parts = new Map(partsOf(about, tree).map(part => [part.name, part]));
    await Promise.all(this.graph.nodes.map(async ({ key, kind, name }) => {
      const part = parts.get(name), canvas = this.boxAt(key)?.querySelector("canvas"),
        source = sources.get(key) + shared;
      if (!canvas || this.drawn.get(key) === source || (kind !== "result" && !part?.channels && !part?.sample)) return;
      const drawn = part?.sample ? { text: withLast(tree.text, part.sample), result: null, seed: state.seed }
        : { text: tree.text, result: kind === "result" ? null : name, seed: state.seed };
      try {
        await drawSmall(this.pool, "graph", canvas, drawn, smallGrid(about, size, viewOf(about)));
        canvas.classList.remove("failed");
        this.drawn.set(key, source);
      } catch (error) {
        if (!(error instanceof Stale)) canvas.classList.add("failed");
      }
    }));
    if (this.began !== round) return;
    this.isDrawing = false;
    this.box.dataset.drawn = String(Number(this.box.dataset.drawn ?? 0) + 1);
  }

  /* ---- Room -------------------------------------------------------------------------------------- */

  fit() {
    this.scale = this.zoom || Math.max(LEAST_SCALE,
      scaleFor(this.size, [this.scroll.clientWidth, this.scroll.clientHeight]));
    this.plane.style.cssText = `width:${this.size[0]*this.scale}px;height:${this.size[1]*this.scale}px`;
    for (const layer of [this.wires, this.nodes]) layer.style.transform = `scale(${this.scale})`;
  }

  zoomBy(factor) {
    this.zoom = factor && Math.min(2, Math.max(0.2, this.scale*factor));
    this.fit();
    this.bringIn();
  }

  /** Scrolls to the node that is chosen, or to the result. */
  bringIn() {
    this.boxAt(this.selected || this.graph.nodes.at(-1).key)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    this.zoomBy(Math.exp(-event.deltaY/400));
  }

  /** Beside the nodes a drag moves all, a click chooses none. */
  pan(event) {
    if (/** @type {HTMLElement} */ (event.target).closest(".node") || event.pointerType === "touch") return;
    const { scrollLeft, scrollTop } = this.scroll;
    let hasMoved = false;
    follow(moved => {
      hasMoved = true;
      this.scroll.scrollTo(scrollLeft - moved.clientX + event.clientX, scrollTop - moved.clientY + event.clientY);
    }, () => hasMoved || this.select(""));
  }

  /* ---- Choosing ---------------------------------------------------------------------------------- */

  get node() {
    return this.graph.nodes.find(({ key }) => key === this.selected);
  }

  /** Chooses a node; the editor selects its expression. */
  select(key) {
    if (key === this.selected) return;
    this.selected = key;
    this.say("");
    this.renew();
    if (this.node) this.mark(this.node.line.parts[0] ?? this.node.line);
  }

  /** Selects a piece of the text, in the text; the page itself stays where it is. */
  mark({ from, to }) {
    const { scrollDOM } = this.view;
    this.view.dispatch({ selection: { anchor: from, head: to },
      scrollIntoView: scrollDOM.scrollHeight > scrollDOM.clientHeight });
  }

  /** Goes to what a node uses (−1), to what uses it (+1), or to the next one in the text. */
  go(step, isAlong) {
    const { nodes, edges } = this.graph, [from, to] = step > 0 ? ["from", "to"] : ["to", "from"];
    const next = isAlong ? edges.find(edge => edge[from] === this.selected)?.[to]
      : nodes[nodes.findIndex(({ key }) => key === this.selected) + step]?.key;
    if (next) this.boxAt(next).focus();
  }

  key(event) {
    const target = /** @type {HTMLElement} */ (event.target), isInNodes = this.nodes.contains(target);
    if (event.key === "Escape") {
      event.preventDefault();
      if (!this.said.hidden) this.say("");
      else if (isInNodes) return target.blur(), this.select("");
      return this.boxAt(this.selected)?.focus();
    }
    if (!isInNodes || event.ctrlKey || event.metaKey || event.altKey
      || (target.matches("input") && !/^[a-zA-Z]$|^F2$|^Delete$/.test(event.key))) return;
    const steps = { ArrowLeft: [-1, true], ArrowRight: [1, true], ArrowUp: [-1, false], ArrowDown: [1, false] },
      act = ACTS[event.key];
    if (!act && !steps[event.key]) return;
    event.preventDefault();
    if (act) act(this);
    else this.go(...steps[event.key]);
  }

  /* ---- Acts -------------------------------------------------------------------------------------- */

  say(...what) {
    this.said.hidden = what.join("") === "";
    this.said.replaceChildren(...what);
  }

  /** Does an act on the text where what comes of it compiles; else says why not.  chosen: the key of the node that
   * is then chosen.
   * @param {(tree: import("../syntax.js").Tree) => import("../acts.js").Edit[]} make */
  async act(make, chosen = this.selected) {
    const { tree } = this;
    try {
      const edits = make(tree), text = applied(tree.text, edits);
      if (text === tree.text) return;
      await this.pool.ask("act", { task: "describe", text, result: null, seed: state.seed }, { first: true });
      if (this.tree.text !== tree.text) return this.say("Not done: the recipe has changed meanwhile");
      this.say("");
      this.selected = chosen;
      this.view.dispatch({ changes: edits, userEvent: "input.graph", annotations: isolateHistory.of("full") });
    } catch (error) {
      if (!(error instanceof Refused) && error.status === undefined) throw error;
      this.say(`Not done: ${error.message}`);
    }
  }

  /** Asks which of several is meant: of { text, node, then } one button each; node: what it means in the text.
   * @param {{ text: string, node?: import("../syntax.js").Node, then(): void }[]} choices */
  ask(question, choices, ...more) {
    const buttons = choices.map(({ text, node, then }) => {
      const short = text.replaceAll(/\s+/g, " "), shown = short.length > 28 ? `${short.slice(0, 27)}…` : short;
      const button = element("button", {}, element("code", { textContent: shown }));
      if (node) for (const type of ["focus", "pointerenter"]) button.addEventListener(type, () => this.mark(node));
      button.addEventListener("click", () => {
        this.say("");
        this.boxAt(this.selected)?.focus();
        then();
      });
      return button;
    });
    this.say(element("span", { textContent: question }), ...buttons, ...more);
    buttons[0]?.focus();
  }

  /* ---- Knobs and wires --------------------------------------------------------------------------- */

  sliderOf(key) {
    const slider = element("input", { type: "range" });
    let drag = null;
    slider.setAttribute("aria-label", key.split(":")[1]);
    slider.addEventListener("input", () => {
      const { line } = this.graph.nodes.find(node => node.key === key), knob = knobOf(this.tree, line);
      if (!knob) return;
      drag ??= dragged(this.view, knob.node.from, this.tree.text.slice(knob.node.from, knob.node.to));
      drag.set(tidy(Number(slider.value), (knob.hi - knob.lo)/200));
    });
    slider.addEventListener("change", () => {
      drag?.end();
      drag = null;
    });
    return slider;
  }

  /** What a node gives: dragged to another node it asks what of that it shall take the place of. */
  socketOf(key) {
    const socket = element("span", { className: "socket", title: "drag to what shall use it" });
    socket.addEventListener("pointerdown", event => {
      event.stopPropagation();
      event.preventDefault();
      const line = svg("path", { class: "new" }), { x, y, width, height } = this.places.get(key),
        box = this.plane.getBoundingClientRect();
      const start = this.isDown ? [x + width/2, y + height] : [x + width, y + height/2];
      this.wires.append(line);
      let over = "";
      follow(moved => {
        const end = [(moved.clientX - box.left)/this.scale, (moved.clientY - box.top)/this.scale];
        line.setAttribute("d", `M${start}L${end}`);
        const under = document.elementFromPoint(moved.clientX, moved.clientY)?.closest(".node");
        over = /** @type {HTMLElement} */ (under)?.dataset.key ?? "";
        for (const node of this.nodes.children) node.classList.toggle("over",
          /** @type {HTMLElement} */ (node).dataset.key === over && over !== key);
      }, () => {
        line.remove();
        this.boxAt(over)?.classList.remove("over");
        if (over && over !== key) this.askWhere(key, over);
      });
    });
    return socket;
  }

  /** Asks which place of a node a part shall take, and whether what is there stays as a part. */
  askWhere(key, to) {
    const [part, user] = [key, to].map(at => this.graph.nodes.find(node => node.key === at));
    this.select(to);
    const keep = element("input", { type: "checkbox", id: "graph-keep" }), { text } = this.tree;
    this.ask(`${part.name} in place of`, placesIn(user.line).map(node => ({ text: text.slice(node.from, node.to), node,
      then: () => this.act(tree =>
        rewire(tree, node, part.line, keep.checked ? freshName(tree, `${user.name}_was`) : "")) })),
    element("span", {}, keep, element("label", { htmlFor: "graph-keep", textContent: "keep that as a part" })));
  }
}

/** Shows the graph; what stop() of the answer ends. */
export function show(target, pool, mode, view) {
  return new Graph(target, pool, view);
}
