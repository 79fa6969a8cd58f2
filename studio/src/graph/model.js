/* A recipe as a graph: a node for each line that has a name, and for the result; an edge for each use of one line
 * by another.
 * Both are read from the tree of the text, and nothing is kept beside it. */
import { isMuted } from "../acts.js";
import { meaningOf, namesIn } from "../names.js";
import { nodesOf } from "../syntax.js";

/** @typedef {import("../syntax.js").Node} Node @typedef {import("../syntax.js").Tree} Tree
 * @typedef {{ key: string, kind: string, name: string, line: Node, words: string }} GraphNode
 * @typedef {{ from: string, to: string, use: Node }} GraphEdge  from: the node that is used; use: where it is, in
 * the text */

/** A line's key: parts and knobs have names of their own, functions others. */
export const keyOf = ({ kind, name = "" }) => `${kind === "part" || kind === "param" ? "name" : kind}:${name}`;

/** The calls of a line in words: "fbm perlin×2". */
function wordsOf(line) {
  const counts = new Map();
  for (const { kind, name } of nodesOf(line)) if (kind === "call") counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count > 1 ? `${name}×${count}` : name)).join(" ");
}

/** @param {Tree} tree @returns {{ nodes: GraphNode[], edges: GraphEdge[] }} */
export function graphOf(tree) {
  const lines = tree.parts.filter(line => ["part", "function", "param", "result", "set"].includes(line.kind));
  const nodes = lines.map(line => ({ key: keyOf(line), kind: line.kind, name: line.name ?? "result", line,
    words: wordsOf(line) }));
  const edges = lines.flatMap(line => namesIn(line).flatMap(use => {
    const used = meaningOf(tree, use);
    return used ? [{ from: keyOf(used), to: keyOf(line), use }] : [];
  }));
  return { nodes, edges };
}

/** The keys of a node, of what it is made from and of what is made from it: of very many the `most` nearest.
 * @returns {Set<string>} */
export function around({ edges }, key, most = Infinity) {
  const found = new Set([key]);
  let ends = [{ at: key, from: "to", to: "from" }, { at: key, from: "from", to: "to" }];
  while (ends.length) {
    const next = [];
    for (const end of ends)
      for (const edge of edges) {
        if (edge[end.from] !== end.at || found.has(edge[end.to]) || found.size >= most) continue;
        found.add(edge[end.to]);
        next.push({ ...end, at: edge[end.to] });
      }
    ends = next;
  }
  return found;
}

/** What the pictures of nodes are made from: for each key the lines that it depends on, its own with them, as one
 * text. */
export function sourcesOf({ nodes, edges }, tree) {
  const lines = new Map(nodes.map(({ key, line }) => [key, line])), found = new Map();
  const behind = key => {
    if (found.has(key)) return found.get(key);
    const all = new Set([key]);
    found.set(key, all);
    for (const { from } of edges.filter(({ to }) => to === key)) for (const other of behind(from)) all.add(other);
    return all;
  };
  return new Map(nodes.map(({ key }) =>
    [key, [...behind(key)].sort().map(at => tree.text.slice(lines.get(at).from, lines.get(at).to)).join("\n")]));
}

/** What a layout depends on: which nodes there are, and which use which. */
export const shapeOf = ({ nodes, edges }) =>
  JSON.stringify([nodes.map(node => [node.key, node.kind]), edges.map(edge => [edge.from, edge.to])]);

/** The call that a line ends with: its options and arguments are the node's; null: its expression is no call. */
export function callOfLine(line) {
  let [node] = line.parts;
  while (node?.kind === "group") [node] = node.parts;
  return node?.kind === "call" ? node : null;
}

/** Whether the call that a line is passes its argument on. */
export const isMutedLine = (tree, line) => line.parts.length > 0 && isMuted(tree, line.parts[0]);

/** The places of a line that another part could take: names that are used, arguments of calls, and all of it. */
export function placesIn(line) {
  const bodies = line.kind === "set" ? line.parts.map(entry => entry.parts[0]) : line.parts, places = [],
    left = [...bodies];
  for (let node; (node = left.shift());) {
    if (!bodies.includes(node) && (node.kind === "name"
      || (node.parent.kind === "call" && !node.option))) places.push(node);
    left.push(...node.parts.filter(part => !part.option));
  }
  return [...places.slice(0, 12), ...bodies];
}
