/* The language's functions, as burl list --json prints them. */
import groups from "../functions.json" with { type: "json" };

export { groups };

/** @type {Map<string, any>} */
export const functions = new Map(groups.flatMap(group => group.functions.map(f => [f.name, f])));

/** A call of a function, with what stands in for its arguments where it needs some. */
export function callOf({ name, signature, arguments: given }) {
  if (!signature.includes("(")) return name;
  return `${name}(${given.some(argument => argument.is_needed) ? given.map(argument => argument.stand_in).join(", ") : ""})`;
}

/** Whether that call alone is a picture: not a named number's, nor one that needs a file or is known somewhere alone. */
export const hasPicture = ({ name, signature }) => signature.includes("(") && !/^(id|height|lines|areas|image)$/.test(name);
