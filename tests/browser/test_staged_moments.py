"""Each moment of each game on its page: what is read out, what a key does, and what axe finds.

With PICTURES=1 it leaves a sheet of frames for each, see moment_pictures.py.
"""

from typing import Any, Final

import pytest

from app.rules.game import AnyGame
from tests.browser.conftest import PageOpener
from tests.browser.moment_pictures import take
from tests.browser.moment_stage import LONGEST, NAMED, MomentStage, staged_moments
from tests.browser.page_review import AXE, PICTURES
from tests.js.moments import Moment

PHONE: Final[Any] = {"width": 360, "height": 640}
"""Too low for portraits, so deeds hang at the seats' lower edge."""
HEAR: Final = """() => {
  const region = document.querySelector("#announcements");
  new MutationObserver(() => heard.push(region.textContent))
    .observe(region, { childList: true, characterData: true, subtree: true });
  return region.matches("[role=status]:not([aria-live])");
}"""
LOOK: Final = """(stamp) => {
  const shown = document.querySelector(".moment");
  if (!shown) return ["it is gone"];
  const layer = shown.parentElement, box = shown.getBoundingClientRect();
  const outside = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left < 0 || right > innerWidth || top < 0 || bottom > innerHeight;
  };
  const beside = [...shown.querySelectorAll(".moment__words *, .moment__amount")].filter(outside);
  const said = shown.querySelector(".moment__stamp").textContent;
  const hidden = [...document.querySelectorAll(".strip__seat")].filter((seat) => {
    const [deed, name] = [".deed", ".name__words"].map((part) => seat.querySelector(part));
    return deed && deed.getBoundingClientRect().top < name.getBoundingClientRect().bottom - 1;
  });
  const under = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return [
    said !== stamp && `it says ${said}`,
    layer.getAnimations({ subtree: true }).length && "something moves",
    layer.ariaHidden !== "true" && "a reader meets it a second time",
    layer.contains(under) && "it takes the taps",
    beside.length && `beside the screen: ${beside.map((one) => one.textContent)}`,
    hidden.length && `a deed hides half a name: ${hidden.map((one) => one.textContent)}`,
  ].filter(Boolean);
}"""
JUDGE: Final = """async () => {
  const rules = { runOnly: ["wcag2a", "wcag2aa"] };
  const { violations, passes, incomplete } = await axe.run(".moments", rules);
  const colours = [...passes, ...incomplete].filter(({ id }) => id === "color-contrast");
  const looked = JSON.stringify(colours).includes("moment__stamp");
  return [...violations.map(({ id }) => id), ...(looked ? [] : ["no look at the stamp"])];
}"""
FOCUS: Final = "() => document.querySelector('.top button').focus()"
END: Final = """async (longest) => {
  const focus = document.activeElement;
  const key = new KeyboardEvent("keydown", { key: "Shift", bubbles: true, cancelable: true });
  focus.dispatchEvent(key);
  const ended = !document.querySelector(".moment");
  pass(longest);
  await frames(4);
  const faults = [
    !ended && "a key does not end it",
    key.defaultPrevented && "it takes the key",
    !focus.matches(".top button") && "it takes the focus",
  ];
  return { faults: faults.filter(Boolean), heard: heard.join(" ") };
}"""
"""A key, and then all that was said since the step was shown."""


def test_each_moment_stands_on_a_phone_is_read_out_once_and_ends_with_a_key(
    visit: PageOpener,
) -> None:
    """With less motion. One page shows all, and axe reads each kind of stamp in both themes."""
    page = visit(viewport=PHONE)
    stage = MomentStage(page)
    page.evaluate(AXE)
    assert page.evaluate(HEAR), "politely"
    kinds: set[tuple[Any, ...]] = set()
    faults = []
    for one in (staged for game in NAMED for staged in staged_moments(game)):
        page.evaluate(FOCUS)
        stage.show(one)
        found = []
        for number, moment in enumerate(one.moments):
            if number:
                stage.go_on()
            found += page.evaluate(LOOK, moment["stamp"])
            if (kind := kind_of(moment)) not in kinds:
                kinds.add(kind)
                for theme in ("dark", "light"):
                    page.emulate_media(color_scheme=theme)
                    found += [f"{fault} ({theme})" for fault in page.evaluate(JUDGE)]
        end = page.evaluate(END, LONGEST)
        found += end["faults"]
        found += [said for moment in one.moments for said in wrongly_said(moment, end["heard"])]
        faults += [f"{one.game.slug}, {', '.join(one.stamps)}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)
    assert len(kinds) > 5


def kind_of(moment: Moment) -> tuple[Any, ...]:
    """The parts of a moment that decide how its stamp is drawn."""
    return moment["greatness"], *(bool(moment.get(part)) for part in ("cards", "letters", "amount"))


def wrongly_said(moment: Moment, heard: str) -> list[str]:
    """A small moment is said by the line of its event alone."""
    times = heard.lower().count(moment["stamp"].lower())
    right = times == 1 or (times == 0 and moment["greatness"] == "small")
    return [] if right else [f"{moment['stamp']} is said {times} times: {heard}"]


@pytest.mark.skipif(not PICTURES, reason="pictures are for people")
@pytest.mark.parametrize("game", NAMED, ids=lambda game: game.slug)
def test_pictures(visit: PageOpener, game: AnyGame) -> None:
    stage = MomentStage(visit(reduced_motion="no-preference"))
    for one in staged_moments(game):
        take(stage, one)
