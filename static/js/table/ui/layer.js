/**
 * Layers over the page. An element that comes or goes among the children of `body` makes the style
 * of the whole page be looked at again; in a layer only its own.
 */

/** @type {Map<string, HTMLElement>} */
const layers = new Map();

/**
 * The layer of that class, at the end of the page; made once, and hidden from screen readers.
 * @param {string} name
 */
export function layer(name) {
  const known = layers.get(name);
  if (known) return known;
  const made = document.createElement("div");
  made.className = name;
  made.setAttribute("aria-hidden", "true");
  document.body.append(made);
  layers.set(name, made);
  return made;
}
