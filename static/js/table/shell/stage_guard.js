/**
 * The boundary round the stage: where a game's part throws while it is drawn, words and ways out
 * stand in its place, and the rest of the page stays usable.
 */
import { Component } from "preact";
import { html } from "../../html.js";
import { page } from "../core/page_data.js";

/** @import { Child } from "../core/game_types.js" */

/**
 * `moment` is what the children draw: with every new one they are tried again.
 * @typedef {{moment: unknown[], member: boolean, children?: Child}} StageGuardProps
 */

/** @extends {Component<StageGuardProps, {failed: unknown[] | null}>} */
export class StageGuard extends Component {
  /** @type {string | null} */
  #reported = null;

  /** @param {StageGuardProps} props */
  constructor(props) {
    super(props);
    this.state = { failed: null };
  }

  /**
   * @override
   * @param {Error} error
   */
  componentDidCatch(error) {
    this.setState({ failed: this.props.moment });
    if (this.#reported === String(error)) return;
    this.#reported = String(error);
    reportError(error); // to the console and to the error log, see site/error_log.js
  }

  /**
   * @override
   * @param {StageGuardProps} props
   * @param {{failed: unknown[] | null}} state
   */
  render({ moment, member, children }, { failed }) {
    return failed?.every((part, i) => part === moment[i])
      ? html`<${Fault} member=${member} />`
      : children;
  }
}

/** @param {{member: boolean}} props */
function Fault({ member }) {
  return html`<section class="panel stack stage-fault" role="alert">
    <h2>This page has a fault</h2>
    <p>
      The table cannot be shown at this moment. The match goes on, and the chat and the menu still
      work. Reload the page; if the fault comes back, report it. What went wrong is added to the
      report.
    </p>
    <p class="row">
      <button type="button" class="button" onClick=${() => location.reload()}>Reload</button>
      ${
        member
          ? html`<a class="button quiet" href=${page.report} target="_blank">Report a problem</a>`
          : null
      }
    </p>
  </section>`;
}
