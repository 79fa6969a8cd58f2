/* Lines and areas that are drawn on the picture, which a recipe reads by lines("roads.geojson") and areas(…).  They are kept
 * with the recipe as GeoJSON, by the names of files: a click adds a vertex, a click on the line's first one closes it, a
 * double click or Escape ends it; a vertex is dragged, and Delete takes it away. */
import { download } from "./files.js";
import { listen, set, state } from "./state.js";
import { pointAt, zoomAt } from "./view.js";

const UNNAMED = "drawn.geojson";
const MOST_HANDLES = 1500;

/** @typedef {number[]} Position */
/** @typedef {{ positions: Position[], isClosed: boolean, feature: any }} Path */

/** What is drawn, by the names of files. */
export const drawings = () => JSON.parse(state.drawings || "{}");

/** The names that the recipe reads, and those that are drawn beside. */
const names = () => [...new Set([...(state.about?.images ?? []), ...Object.keys(drawings())])];

/** GeoJSON of any kind as a collection of features. */
function collectionOf(geojson) {
  if (Array.isArray(geojson?.features)) return geojson;
  if (geojson?.type === "Feature") return { type: "FeatureCollection", features: [geojson] };
  const features = geojson?.type ? [{ type: "Feature", properties: {}, geometry: geojson }] : [];
  return { type: "FeatureCollection", features };
}

/** The paths of a geometry, whose positions may be moved where they are.
 * @returns {Path[]} */
function pathsOf(geometry, feature) {
  const { type, coordinates: at, geometries } = geometry ?? {};
  const path = (positions, isClosed = false) => ({ positions, isClosed, feature });
  if (type === "GeometryCollection") return geometries.flatMap(one => pathsOf(one, feature));
  if (type === "Point") return [path([at])];
  if (type === "MultiPoint") return at.map(one => path([one]));
  if (type === "LineString") return [path(at)];
  if (type === "MultiLineString") return at.map(one => path(one));
  if (type === "Polygon") return at.map(one => path(one, true));
  return type === "MultiPolygon" ? at.flat().map(one => path(one, true)) : [];
}

const isSame = (a, b) => a[0] === b[0] && a[1] === b[1];

/** The vertices that lie where one does in its path: a ring's last one is its first. */
const together = ({ positions, isClosed }, i) =>
  (isClosed ? positions.filter(at => isSame(at, positions[i])) : [positions[i]]);

/** Takes a vertex away, and a feature that has too few then. */
function remove(collection, { positions, isClosed, feature }, i) {
  const wasEnd = isClosed && isSame(positions[0], positions.at(-1)) && (i === 0 || i === positions.length - 1);
  positions.splice(wasEnd ? 0 : i, 1);
  if (wasEnd) positions[positions.length - 1] = [...positions[0]];
  if (positions.length < (isClosed ? 4 : 1)) collection.features.splice(collection.features.indexOf(feature), 1);
}

/** Puts what a file holds under the name by which the recipe reads it: its own, or the only one that isn't there yet. */
export async function openDrawing(file) {
  const text = await file.text(), geojson = JSON.parse(text);
  if (!geojson?.type) throw new Error("this isn't GeoJSON: it has no \"type\"");
  const read = state.about?.images ?? [], missing = read.filter(name => !Object.hasOwn(drawings(), name));
  const name = read.includes(file.name) ? file.name : missing.length === 1 ? missing[0] : file.name;
  const notice = read.includes(name) ? "" : `lines("${name}") in the recipe reads what was opened`;
  set({ drawings: JSON.stringify({ ...drawings(), [name]: geojson }), notice });
}

export const isDrawing = file => /\.(geo)?json$/i.test(file.name);

/** The layer over the picture, on which is drawn. */
export function makeDraw({ layer, button, choice, save }, picture) {
  let isOn = false, selected = null, going = null; // { path, vertex }; the number of the feature that is being drawn

  const name = () => choice.value || UNNAMED;
  const collection = () => collectionOf(drawings()[name()]);
  const put = shapes => set({ drawings: JSON.stringify({ ...drawings(), [name()]: shapes }), notice: noticeFor(name()) });
  const noticeFor = which => ((state.about?.images ?? []).includes(which) ? "" : `lines("${which}") in the recipe reads what you draw`);
  const pathsIn = shapes => shapes.features.flatMap(feature => pathsOf(feature?.geometry, feature));

  function show() {
    const isHere = isOn && state.mode === "picture";
    layer.toggleAttribute("hidden", !isHere);
    button.setAttribute("aria-pressed", String(isOn));
    for (const field of [choice, save]) field.hidden = !isHere;
    if (!isHere) return;
    const known = names(), kept = known.includes(choice.value) ? choice.value : known[0] ?? UNNAMED;
    choice.replaceChildren(...(known.length ? known : [UNNAMED]).map(text => new Option(text, text, false, text === kept)));
    const paths = pathsIn(collection());
    const isMany = paths.reduce((count, { positions }) => count + positions.length, 0) > MOST_HANDLES;
    layer.replaceChildren(...paths.map(lineOf), ...(isMany ? [] : paths.flatMap(handlesOf)));
  }

  const svg = (kind, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", kind);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    return element;
  };

  function lineOf({ positions, isClosed }) {
    const d = positions.map(at => picture.placeOf(at).join(" ")).join("L");
    return svg("path", { d: `M${d}${isClosed ? "Z" : ""}` });
  }

  function handlesOf({ positions }, path) {
    return positions.map((at, vertex) => {
      const [cx, cy] = picture.placeOf(at), isIt = selected?.path === path && selected.vertex === vertex;
      return svg("circle", { cx, cy, r: 5, "data-path": path, "data-vertex": vertex, class: isIt ? "selected" : "" });
    });
  }

  function end() {
    going = null;
  }

  /** The vertex whose handle an event is on; null: none. */
  function vertexAt(event) {
    const { path, vertex } = event.target.dataset ?? {};
    return path === undefined ? null : { path: Number(path), vertex: Number(vertex) };
  }

  function add(point) {
    const shapes = collection(), feature = going === null ? null : shapes.features[going];
    if (feature?.geometry?.type === "LineString") feature.geometry.coordinates.push(point);
    else {
      going = shapes.features.length;
      shapes.features.push({ type: "Feature", properties: {}, geometry: { type: "LineString", coordinates: [point] } });
    }
    selected = null;
    put(shapes);
  }

  /** Makes an area of the line that is being drawn, if it is its first vertex that was clicked. */
  function close({ path, vertex }) {
    const shapes = collection(), { feature, positions } = pathsIn(shapes)[path];
    if (going === null || feature !== shapes.features[going] || vertex !== 0 || positions.length < 3) return;
    feature.geometry = { type: "Polygon", coordinates: [[...positions, [...positions[0]]]] };
    end();
    put(shapes);
  }

  function moveTo(point) {
    const shapes = collection(), path = pathsIn(shapes)[selected.path];
    for (const at of together(path, selected.vertex)) at.splice(0, 2, ...point);
    put(shapes);
  }

  let pressed = null; // { at, isMoved, vertex }
  layer.addEventListener("pointerdown", event => {
    if (event.button) return;
    layer.setPointerCapture(event.pointerId);
    pressed = { at: [event.clientX, event.clientY], isMoved: false, vertex: vertexAt(event) };
    selected = pressed.vertex;
    layer.focus();
    show();
  });
  layer.addEventListener("pointermove", event => {
    if (!pressed) return;
    const by = [event.clientX - pressed.at[0], event.clientY - pressed.at[1]];
    if (!pressed.isMoved && Math.hypot(...by) < 3) return;
    pressed.isMoved = true;
    if (pressed.vertex) return moveTo(pointAt(picture.canvas, event.clientX, event.clientY));
    if (picture.isMovable) set({ centre: state.centre.map((c, a) => c - by[a]*state.step*state.ways[a]) });
    pressed.at = [event.clientX, event.clientY];
  });
  layer.addEventListener("pointerup", event => {
    const { isMoved = true, vertex = null } = pressed ?? {};
    pressed = null;
    if (isMoved) return;
    if (vertex) close(vertex);
    else add(pointAt(picture.canvas, event.clientX, event.clientY));
  });
  layer.addEventListener("pointercancel", () => (pressed = null));
  layer.addEventListener("dblclick", end);
  layer.addEventListener("wheel", event => {
    if (!picture.isMovable) return;
    event.preventDefault();
    zoomAt(pointAt(picture.canvas, event.clientX, event.clientY), Math.exp(event.deltaY*(event.deltaMode ? 0.05 : 0.0016)));
  }, { passive: false });
  layer.addEventListener("keydown", event => {
    if (event.key === "Escape") end();
    else if ((event.key === "Delete" || event.key === "Backspace") && selected) {
      const shapes = collection();
      remove(shapes, pathsIn(shapes)[selected.path], selected.vertex);
      selected = null;
      end();
      put(shapes);
    } else return;
    event.preventDefault();
  });

  const toggle = on => {
    isOn = on;
    selected = null;
    end();
    show();
  };
  button.addEventListener("click", () => toggle(!isOn));
  choice.addEventListener("change", () => toggle(true));
  save.addEventListener("click", () =>
    download(name(), new Blob([JSON.stringify(collection())], { type: "application/geo+json" })));
  listen(["drawings", "centre", "step", "mode", "about", "failure"], show);
  listen(["opened"], () => toggle(false));
}
