/* The language's functions, as burl list --json prints them. */
import groups from "../functions.json" with { type: "json" };

export { groups };

/** @type {Map<string, any>} */
export const functions = new Map(groups.flatMap(group => group.functions.map(f => [f.name, f])));
