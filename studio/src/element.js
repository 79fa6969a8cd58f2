/** A new element with these properties and children. */
export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** A new element of an SVG with these attributes. */
export function drawn(name, attributes = {}) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** How far a key's event moves something along x and y, ten times as far with Shift; null: it moves nothing. */
export function wayOf({ key, shiftKey }) {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key];
  return way ? way.map(by => by*(shiftKey ? 10 : 1)) : null;
}
