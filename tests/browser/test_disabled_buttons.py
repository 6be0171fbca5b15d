"""A button that cannot be pressed looks different from one that can, in forced colours too."""

from tests.browser.conftest import Reopen
from tests.browser.page_steps import new_table

LOOKS = """(kind) => {
  const look = (state) => {
    const button = document.createElement("button");
    button.className = kind;
    button.textContent = "Play";
    if (state) button.setAttribute(...state);
    document.querySelector("main").append(button);
    const { color, borderTopColor } = getComputedStyle(button);
    button.remove();
    return `${color} ${borderTopColor}`;
  };
  return [look(null), look(["aria-disabled", "true"]), look(["disabled", ""])];
}"""
"""The colours of a button of this kind: pressable, resting, and disabled."""
KINDS = ("button", "button quiet", "button plain", "button grave", "bar__choice", "amount__step")


def test_a_disabled_button_looks_disabled_in_plain_and_in_forced_colours(reopened: Reopen) -> None:
    page = reopened("/login")
    page.goto(new_table(page, "Ann"))
    for kind in KINDS[:-1]:  # the last one fades
        pressable, resting, _ = page.evaluate(LOOKS, kind)
        assert resting != pressable, kind
    alike = []
    for dark in (False, True):
        page.emulate_media(forced_colors="active", color_scheme="dark" if dark else "light")
        assert page.evaluate("() => matchMedia('(forced-colors: active)').matches")
        assert page.evaluate("() => matchMedia('(prefers-color-scheme: dark)').matches") is dark
        for kind in KINDS:
            pressable, resting, disabled = page.evaluate(LOOKS, kind)
            alike += [(kind, dark) for look in (resting, disabled) if look == pressable]
    assert alike == []
