"""An automatic player who never touches a mouse: keys lead to cards and buttons, and press them."""

from tests.browser.page_player import BUTTONS, CARDS, WHERE, PageButton, PagePlayer

IS_ON = """([selector, name]) => {
  const here = document.activeElement;
  const said = here.getAttribute("aria-label") ?? here.textContent.replace(/\\s+/g, " ").trim();
  return here.matches(selector) && said === name;
}"""
MAX_TABS = 80


class KeyPlayer(PagePlayer):
    """Answers as PagePlayer does. Focus stays where a key has put it."""

    def press(self, button: PageButton) -> bool:
        for selector in (BUTTONS, CARDS):
            if self.page.evaluate(WHERE, [selector, button.name]) is not None:
                return self.press_at(selector, button.name)
        return False

    def press_at(self, selector: str, name: str) -> bool:
        """Moves focus: to the first card and on with an arrow key, or on to the button with Tab."""
        in_hand = selector == CARDS
        if in_hand:
            self.page.keyboard.press("h")
            self.page.keyboard.press("Home")
        for _ in range(MAX_TABS):
            if self.page.evaluate(IS_ON, [selector, name]):
                self.page.keyboard.press("Space")
                return True
            self.page.keyboard.press("ArrowRight" if in_hand else "Tab")
        return False
