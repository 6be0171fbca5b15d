/** The one template tag: htm bound to Preact. */

import htm from "htm";
import { h } from "preact";

export const html = htm.bind(h);
