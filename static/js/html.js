/** The template tags: htm bound to Preact. */

import htm from "htm";
import { h } from "preact";

/**
 * For what a component returns. Parts without values are made once and given out again. Preact
 * copies each of them for its tree, so that none holds on to a tree that has gone.
 */
export const html = htm.bind(
  /** @this {number[]} */
  function (...what) {
    const node = make(what);
    return this[0] ? node : copiedWhereUsed(node); // htm keeps it if no value is in it
  },
);

/** For constants of a module, such as drawings: all of it is copied wherever it is used. */
export const drawing = htm.bind((...what) => copiedWhereUsed(make(what)));

/** @type {(what: any[]) => any} */
const make = ([type, props, ...children]) => h(type, props, ...children);

/**
 * Preact copies a node that has a depth, as one in use has. See its `diffChildren`.
 * @param {any} node
 */
function copiedWhereUsed(node) {
  node.__b = 1;
  return node;
}
