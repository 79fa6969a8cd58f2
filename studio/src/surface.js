/* In space: to come. */
export function show(element, pool, mode) {
  element.textContent = "";
  return { stop() {} };
}
