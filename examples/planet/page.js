/* The page: two archives beside it, one of colours and one of heights, as a map that can be turned and tilted.  MapLibre GL JS
 * draws it; the package pmtiles reads the archives, a few kilobytes at a time. */
import { addProtocol, FullscreenControl, Map, NavigationControl, ScaleControl } from "./maplibre-gl.mjs";

const { Protocol } = globalThis.pmtiles;
const archive = name => `pmtiles://${new URL(`${name}.pmtiles`, location.href)}`;
const heights = { type: "raster-dem", url: archive("height"), encoding: "terrarium", tileSize: 256 };

const style = {
  version: 8,
  projection: { type: "globe" },
  sources: {
    colour: { type: "raster", url: archive("result"), tileSize: 256, attribution: "Tiles by burl, of planet.burl" },
    shade: heights,
    ground: heights, // MapLibre wants a source of its own for what is raised
  },
  layers: [
    { id: "colour", type: "raster", source: "colour", paint: { "raster-fade-duration": 150 } },
    { id: "light", type: "hillshade", source: "shade",
      paint: { "hillshade-exaggeration": 0.5, "hillshade-shadow-color": "#101a38", "hillshade-highlight-color": "#fff8e8",
               "hillshade-accent-color": "#101a38" } },
  ],
  sky: {
    "sky-color": "#5f97d4", "horizon-color": "#d7e6f2", "fog-color": "#cfdeea",
    "sky-horizon-blend": 0.6, "horizon-fog-blend": 0.6, "fog-ground-blend": 0.7,
    "atmosphere-blend": ["interpolate", ["linear"], ["zoom"], 0, 0.9, 3, 0.7, 5, 0.3, 7, 0],
  },
};

addProtocol("pmtiles", new Protocol().tile);
const map = new Map({ container: "map", style, hash: true, center: [24, 18], zoom: 2.2, maxZoom: 8, maxPitch: 80 });
map.addControl(new NavigationControl({ visualizePitch: true }));
map.addControl(new FullscreenControl({ container: document.body }));
map.addControl(new ScaleControl());

/* ---- The panel ----------------------------------------------------------------------------------- */

const at = id => document.getElementById(id);

/** How many times as high as they are heights are drawn: from space, or on a screen, mountains are flat. */
const exaggeration = () => Number(at("heights").value);

function raise() {
  at("heights").nextElementSibling.textContent = `×${exaggeration()}`;
  map.setTerrain(exaggeration() ? { source: "ground", exaggeration: exaggeration() } : null);
}

const degrees = (angle, [positive, negative]) => `${Math.abs(angle).toFixed(2)}° ${angle < 0 ? negative : positive}`;

/** Where the pointer is, and how high the ground is there. */
function tellPlace({ lngLat }) {
  const { lng, lat } = lngLat.wrap(), raised = map.queryTerrainElevation(lngLat);
  const height = raised === null ? "" : `, ${Math.round(raised/exaggeration())} m`;
  at("place").textContent = `${degrees(lat, "NS")}, ${degrees(lng, "EW")}${height}`;
}

at("light").addEventListener("change", ({ target }) =>
  map.setLayoutProperty("light", "visibility", target.checked ? "visible" : "none"));
at("globe").addEventListener("change", ({ target }) => map.setProjection({ type: target.checked ? "globe" : "mercator" }));
at("heights").addEventListener("input", raise);
map.on("load", raise);
map.on("mousemove", tellPlace);

globalThis.planet = { map, exaggeration }; // for tests, and for the curious
