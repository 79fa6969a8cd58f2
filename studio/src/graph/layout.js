/* Where the nodes of a graph are put: by dagre, only when its shape or the room for it changes; from left to right,
 * or down where they come out larger so. */
import dagre from "@dagrejs/dagre";

const SIZES = { param: [150, 74], function: [132, 126], part: [132, 126], result: [132, 126], set: [132, 60] };

/** @typedef {{ size: number[], isDown: boolean, places: Map<string, { x: number, y: number, width: number, height:
 * number }> }} Layout */

/** @param {{ nodes: import("./model.js").GraphNode[], edges: import("./model.js").GraphEdge[] }} graph @param {"LR"
 * | "TB"} way
 * @returns {Layout} */
function laid({ nodes, edges }, way) {
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: way, nodesep: 18, ranksep: 44, marginx: 16, marginy: 16 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { key, kind } of nodes) graph.setNode(key, { width: SIZES[kind][0], height: SIZES[kind][1] });
  edges.forEach(({ from, to }, i) => graph.setEdge(from, to, {}, String(i)));
  dagre.layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  const places = new Map(nodes.map(({ key }) => {
    const { x, y, width: wide, height: high } = graph.node(key);
    return [key, { x: x - wide/2, y: y - high/2, width: wide, height: high }];
  }));
  return { size: [width, height], isDown: way === "TB", places };
}

/** How large things of a size can be shown in a room: 1 is as they are. */
export const scaleFor = (size, room) => Math.min(1, room[0]/size[0], room[1]/size[1]);

/** @param {number[]} room */
export function layOut(graph, room) {
  const right = laid(graph, "LR");
  if (scaleFor(right.size, room) === 1) return right;
  const down = laid(graph, "TB");
  return scaleFor(down.size, room) > 1.15*scaleFor(right.size, room) ? down : right;
}

/** The path of a wire from one place to another, where it arrives at a share of the side. */
export function wirePath(a, b, isDown, share) {
  const [x0, y0, x1, y1] = isDown ? [a.x + a.width/2, a.y + a.height, b.x + b.width*share, b.y]
    : [a.x + a.width, a.y + a.height/2, b.x, b.y + b.height*share];
  const bend = Math.max(24, (isDown ? y1 - y0 : x1 - x0)/2), [right, down] = isDown ? [0, bend] : [bend, 0];
  return `M${x0} ${y0}C${x0 + right} ${y0 + down} ${x1 - right} ${y1 - down} ${x1} ${y1}`;
}
