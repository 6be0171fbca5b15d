"""An automatic player who never touches a mouse: keys lead to cards and buttons, and press them."""

from tests.browser.page_player import BUTTONS, CARDS, WHERE, PageButton, PagePlayer

KEY = """([selector, name, inHand]) => {
  const here = document.activeElement;
  const named = (one) =>
    (one.getAttribute("aria-label") ?? one.textContent.replace(/\\s+/g, " ").trim()) === name;
  if (here.matches(selector) && named(here)) return "Space";
  const all = [...document.querySelectorAll(selector)], wanted = all.find(named);
  if (!wanted) return null;
  if (inHand) return all.indexOf(wanted) > all.indexOf(here) ? "ArrowRight" : "ArrowLeft";
  const behind = wanted.compareDocumentPosition(here) & Node.DOCUMENT_POSITION_FOLLOWING;
  return behind ? "Shift+Tab" : "Tab";
}"""
"""The key that presses this control, or leads nearer to it; null: it is gone."""
MAX_KEYS = 80


class KeyPlayer(PagePlayer):
    """Answers as PagePlayer does. Focus stays where a key has put it."""

    def press(self, button: PageButton) -> bool:
        for selector in (BUTTONS, CARDS):
            if self.page.evaluate(WHERE, [selector, button.name]) is not None:
                return self.press_at(selector, button.name)
        return False

    def press_at(self, selector: str, name: str) -> bool:
        """Moves focus: through the hand with the arrow keys, or on to the button with Tab."""
        in_hand = selector == CARDS
        if in_hand:
            self.page.keyboard.press("h")
        for _ in range(MAX_KEYS):
            key = self.page.evaluate(KEY, [selector, name, in_hand])
            if key is None:
                return False
            self.page.keyboard.press(key)
            if key == "Space":
                return True
        return False
