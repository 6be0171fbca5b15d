/** Components that are drawn again only when what they show has changed. */
import { Component } from "preact";

/** @import { ComponentType } from "preact" */

/**
 * The same component, skipped while its props hold equal values. A state or signal that it reads
 * draws it again as ever.
 * @param {(props: any) => any} View
 * @returns {ComponentType<any>}
 */
export function pure(View) {
  return class extends Component {
    /**
     * @override
     * @param {any} props
     * @param {any} state
     */
    shouldComponentUpdate(props, state) {
      return state !== this.state || !isEqual(props, this.props);
    }

    /**
     * @override
     * @param {any} props
     */
    render(props) {
      return View(props);
    }
  };
}

/**
 * True for equal values, also of plain objects and arrays; functions and nodes must be the same.
 * @param {any} one
 * @param {any} other
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

/** @param {any} value */
const isPlain = (value) =>
  Array.isArray(value) ||
  (value !== null &&
    typeof value === "object" &&
    Object.getPrototypeOf(value) === Object.prototype &&
    value.constructor === Object);
