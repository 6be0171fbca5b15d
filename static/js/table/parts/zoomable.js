/**
 * A window onto a board that may be larger than it: buttons and two fingers zoom, one finger, a
 * mouse and the focus move it. A list of the same places is the alternative.
 */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { html } from "../../html.js";
import { announce } from "../ui/announce.js";
import { Icon } from "../ui/icons.js";
import { listenToDrags, listenToPinches } from "./zoom_gestures.js";
import { bounded, isSameZoom, nextZoom, scrollAfter, wholeZoom } from "./zoom_steps.js";

/** @import { Child } from "../core/game_types.js" */
/** @import { PinchHandlers } from "./zoom_gestures.js" */
/** @import { Pair } from "./zoom_steps.js" */

/** @type {{window: Pair, board: Pair}} */
const UNKNOWN = { window: [0, 0], board: [0, 0] };

/**
 * The board at its natural size first. It scrolls natively: so a place that gets the focus comes
 * into view, and one finger scrolls the page where the whole board is seen. Nothing is animated.
 * @param {{children: Child, list: () => Child}} props `list`: the same places in words
 */
export function Zoomable({ children, list }) {
  const [asList, showList] = useState(false);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const board = useRef(/** @type {HTMLElement | null} */ (null));
  const scroll = useRef(/** @type {Pair | null} */ (null));
  const [zoom, setZoom] = useState(1);
  const sizes = useSizes(box, board, zoom, () => setZoom(1));
  const whole = wholeZoom(sizes.window, sizes.board);

  /** @type {(next: number, point?: Pair) => void} */
  const zoomTo = (next, point = [sizes.window[0] / 2, sizes.window[1] / 2]) => {
    const { scrollLeft = 0, scrollTop = 0 } = box.current ?? {};
    scroll.current = scrollAfter([scrollLeft, scrollTop], point, next / zoom);
    setZoom(next);
  };
  /** @param {number} next */
  const press = (next) => {
    zoomTo(next);
    announce(`The board at ${Math.round(next * 100)} percent.`);
  };
  useLayoutEffect(() => {
    if (scroll.current) box.current?.scrollTo(...scroll.current);
    scroll.current = null;
  }, [zoom]);
  /** @type {PinchHandlers} */
  const now = {
    begin: () => zoom,
    pinch: (next, point) => zoomTo(bounded(next, whole), point),
  };
  const pinches = useRef(now);
  pinches.current = now;
  useEffect(() => {
    const listening = new AbortController();
    const window = /** @type {HTMLElement} */ (box.current);
    /** @type {PinchHandlers} */
    const handlers = {
      begin: () => pinches.current.begin(),
      pinch: (next, point) => pinches.current.pinch(next, point),
    };
    listenToPinches(window, handlers, listening.signal);
    listenToDrags(window, listening.signal);
    return () => listening.abort();
  }, []);

  const [wide, high] = sizes.board;
  const scaled = !isSameZoom(zoom, 1);
  const larger = scaled || !isSameZoom(whole, 1);
  return html`<div class="zoom__tools" data-larger=${larger ? "" : null}>
      ${
        asList
          ? null
          : html`<${Button} name="Zoom out" icon="zoom-out" zoom=${zoom}
              next=${nextZoom(zoom, -1, whole)} act=${press} />
            <${Button} name="Zoom in" icon="zoom-in" zoom=${zoom}
              next=${nextZoom(zoom, 1, whole)} act=${press} />
            <${Button} name="Whole board" zoom=${zoom} next=${whole} act=${press} />`
      }
      <button type="button" class="places__way" aria-pressed=${String(asList)}
        onClick=${() => showList(!asList)}>
        As a list
      </button>
    </div>
    ${asList ? list() : null}
    <div class="zoom__window" ref=${box} hidden=${asList} data-zoomed=${zoom > whole && larger ? "" : null}>
      <div class="zoom__sheet"
        style=${scaled ? { inlineSize: `${wide * zoom}px`, blockSize: `${high * zoom}px` } : {}}>
        <div class="zoom__board" ref=${board}
          style=${scaled ? { inlineSize: `${wide}px`, transform: `scale(${zoom})` } : {}}>
          ${children}
        </div>
      </div>
    </div>`;
}

/**
 * Greyed where it would change nothing, and yet it keeps the focus.
 * @param {{name: string, icon?: string | null, zoom: number, next: number,
 *   act: (next: number) => void}} props
 */
function Button({ name, icon = null, zoom, next, act }) {
  const idle = isSameZoom(zoom, next);
  return html`<button type="button" class="places__way zoom__way" aria-label=${icon ? name : null}
    aria-disabled=${idle ? "true" : null} onClick=${() => idle || act(next)}>
    ${icon ? html`<${Icon} name=${icon} />` : name}
  </button>`;
}

/**
 * The sizes of window and board, without a zoom. A window of another width begins anew.
 * @param {{current: HTMLElement | null}} box
 * @param {{current: HTMLElement | null}} board
 * @param {number} zoom
 * @param {() => void} beginAnew
 */
function useSizes(box, board, zoom, beginAnew) {
  const [sizes, setSizes] = useState(UNKNOWN);
  const look = useRef(() => {});
  look.current = () => {
    // with its scroll bars, which come and go with the zoom; 0 while the list is shown
    const { offsetWidth: across = 0, offsetHeight: down = 0 } = box.current ?? {};
    if (across === 0 || !board.current) return;
    if (zoom !== 1 && across !== sizes.window[0]) beginAnew();
    /** @type {Pair} */
    const found = [board.current.offsetWidth, board.current.offsetHeight];
    if (`${[across, down, ...found]}` !== `${[...sizes.window, ...sizes.board]}`)
      setSizes({ window: [across, down], board: found });
  };
  useEffect(() => {
    const observer = new ResizeObserver(() => look.current());
    for (const { current } of [box, board]) if (current) observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return sizes;
}
