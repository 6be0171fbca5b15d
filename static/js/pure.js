/** Components that are drawn again only when what they show has changed. */
import { Component } from "preact";

/** @import { ComponentChildren, ComponentType } from "preact" */

/**
 * The same component, skipped while its props hold equal values. A state or signal that it reads
 * draws it again as ever.
 * @template P
 * @param {(props: P) => ComponentChildren} View
 * @returns {ComponentType<P>}
 */
export function pure(View) {
  /** @extends {Component<P>} */
  class Pure extends Component {
    /**
     * @override
     * @param {P} props
     * @param {object} state
     */
    shouldComponentUpdate(props, state) {
      return state !== this.state || !isEqual(props, this.props);
    }

    /** @override */
    render() {
      return View(this.props);
    }
  }
  return Pure;
}

/**
 * True for equal values, also of plain objects and arrays; functions and nodes must be the same.
 * @param {unknown} one
 * @param {unknown} other
 * @returns {boolean}
 */
export function isEqual(one, other) {
  if (Object.is(one, other)) return true;
  if (!isPlain(one) || !isPlain(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => name in other && isEqual(one[name], other[name]))
  );
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
const isPlain = (value) =>
  Array.isArray(value) ||
  (value !== null &&
    typeof value === "object" &&
    Object.getPrototypeOf(value) === Object.prototype &&
    value.constructor === Object);
