/* GeoJSON in plain numbers, as flat.c takes it: positions, paths, and a value a position of each property that is a number,
 * or a number a position. */

const DEPTH = { Point: -1, MultiPoint: 0, LineString: 0, MultiLineString: 1, Polygon: 1, MultiPolygon: 2 };
const KIND = { Point: 0, MultiPoint: 0, LineString: 1, MultiLineString: 1, Polygon: 2, MultiPolygon: 2 };

const isNumber = value => typeof value === "number" && Number.isFinite(value);

/** What is wrong, and where. */
class Wrong extends Error {}

/** What has been read so far. */
class Shapes {
  positions = []; // [x, y] or [x, y, z]
  paths = []; // [first, count, feature, kind]
  features = []; // { properties, first, end }: which positions it has

  path(list, feature, kind) {
    if (!Array.isArray(list)) throw new Wrong(`feature ${feature} (from 0): its coordinates aren't lists of positions`);
    for (const at of list)
      if (!Array.isArray(at) || !isNumber(at[0]) || !isNumber(at[1]))
        throw new Wrong(`feature ${feature} (from 0): a position is [x, y], two numbers`);
    if (list.length) this.paths.push([this.positions.length, list.length, feature, kind]);
    for (const at of list) this.positions.push(at);
  }

  geometry(geometry, feature) {
    if (geometry == null) return;
    const { type, coordinates, geometries } = geometry;
    if (type === "GeometryCollection") return void (geometries ?? []).forEach(one => this.geometry(one, feature));
    if (!Object.hasOwn(DEPTH, type)) throw new Wrong(`feature ${feature} (from 0): no geometry is a "${type}"`);
    const lists = (list, depth) => {
      if (depth === 0) return this.path(list, feature, KIND[type]);
      if (!Array.isArray(list)) throw new Wrong(`feature ${feature} (from 0): its coordinates aren't lists of positions`);
      list.forEach(one => lists(one, depth - 1));
    };
    if (DEPTH[type] >= 0) lists(coordinates, DEPTH[type]);
    else if (coordinates?.length !== 0) this.path([coordinates], feature, KIND[type]);
  }

  feature({ geometry, properties }, number) {
    const first = this.positions.length;
    this.geometry(geometry, number);
    this.features.push({ properties: properties ?? {}, first, end: this.positions.length });
  }

  /** The numbers that a feature has by a name, one a position; null: it has none. */
  static numbers({ properties, first, end }, name) {
    const value = Object.hasOwn(properties, name) ? properties[name] : null;
    if (isNumber(value)) return Array(end - first).fill(value);
    return Array.isArray(value) && value.length === end - first && value.every(isNumber) ? value : null;
  }

  names() {
    const names = new Set();
    for (const feature of this.features)
      for (const name of Object.keys(feature.properties))
        if (feature.end > feature.first && !name.includes("\0") && Shapes.numbers(feature, name)) names.add(name);
    return names;
  }

  flat() {
    const names = this.names(), hasOwn = names.has("z");
    if (this.positions.some(at => isNumber(at[2]))) names.add("z");
    const columns = [...names], values = new Float64Array(this.positions.length*columns.length).fill(NaN);
    columns.forEach((name, column) => {
      const put = (i, value) => { values[i*columns.length + column] = value; };
      if (name === "z" && !hasOwn) this.positions.forEach((at, i) => isNumber(at[2]) && put(i, at[2]));
      else for (const feature of this.features) Shapes.numbers(feature, name)?.forEach((value, i) => put(feature.first + i, value));
    });
    const numbers = new Float64Array(3 + 2*this.positions.length + 4*this.paths.length + values.length);
    numbers.set([this.positions.length, this.paths.length, columns.length]);
    this.positions.forEach(([x, y], i) => numbers.set([x, y], 3 + 2*i));
    this.paths.forEach((path, i) => numbers.set(path, 3 + 2*this.positions.length + 4*i));
    numbers.set(values, numbers.length - values.length);
    return { numbers, names: columns.map(name => `${name}\0`).join("") };
  }
}

/** The shapes of GeoJSON, as text or as an object: { numbers, names }.  Throws an Error that says what is wrong. */
export function flatShapes(geojson) {
  const root = typeof geojson === "string" ? JSON.parse(geojson) : geojson, shapes = new Shapes();
  if (root?.type === "FeatureCollection") {
    if (!Array.isArray(root.features)) throw new Wrong('its "features" aren\'t a list');
    root.features.forEach((feature, i) => shapes.feature(feature ?? {}, i));
  } else if (root?.type === "Feature") shapes.feature(root, 0);
  else if (typeof root?.type === "string") shapes.feature({ geometry: root }, 0);
  else throw new Wrong('this isn\'t GeoJSON: it has no "type"');
  return shapes.flat();
}
