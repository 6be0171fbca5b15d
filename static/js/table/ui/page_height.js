/** A mark on a page that is higher than its screen: there a finger on a card scrolls the page. */

/** Sets `data-scrolls` on the root as long as there is something to scroll. */
export function markHighPage() {
  const root = document.documentElement;
  const look = () => root.toggleAttribute("data-scrolls", root.scrollHeight > innerHeight + 1);
  new ResizeObserver(look).observe(document.body);
  addEventListener("resize", look);
}
