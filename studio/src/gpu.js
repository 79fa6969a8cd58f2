/* In space: to come. */
export function show(element) {
  element.textContent = "";
  return { stop() {} };
}
