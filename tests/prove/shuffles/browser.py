"""The proof `fair-pages`: the pages' own code checks invented matches and finds each lie.

The modules run in a real browser. No server is started: the messages are invented here with the
server's arithmetic.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Any, Final

import msgspec
from playwright.sync_api import Browser, Page, Route, sync_playwright

from app.ops.doctor import browser as find_browser
from app.settings import ROOT
from tests.fair.sample_match import CARDS, Deal, kept
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, RunOptions

HOST: Final = "http://fair.test"
NAMES: Final[Mapping[str, str]] = {
    f"@noble/hashes/{name}.js": f"/static/vendor/noble-hashes-2.4.0/{name}.js"
    for name in ("hmac", "sha2")
}
IMPORTS: Final = msgspec.json.encode({"imports": NAMES}).decode()
SHELL: Final = f'<!doctype html><script type="importmap">{IMPORTS}</script>'
PATIENT: Final = 120_000
"""Milliseconds to wait for the browser."""
AT_ONCE: Final = 10
"""Matches checked by one call."""
CHECK: Final = """async (written) => {
  const { checkDealt, checkMatch, summarize } = await import("/static/js/fair/checks.js");
  return JSON.parse(written).map(({ match, dealt, before, opened, after }) => {
    const sum = summarize(checkMatch(match, opened, after));
    const lies = [...dealt.flatMap((told) => checkDealt(told, before, 0).lies), ...sum.lies];
    return { checked: sum.checked, cards: sum.cards, lies: lies.map((lie) => lie.says) };
  });
}"""

Telling = dict[str, Any]
"""One browser's messages of a match: {match, dealt, before: what the browser keeps by then, opened:
at the end, after}."""
Lie = Callable[[Telling, Random], None]


def telling(match: str, chance: Random) -> Telling:
    """A whole match of an honest server, as seat 0 gets it."""
    deals = []
    for number in range(chance.randint(1, 4)):
        others = sorted(chance.sample(range(1, 11), chance.randint(0, 4)))
        deals.append(
            Deal(
                match,
                number,
                (0, *others),
                attempt=chance.choice((0, 0, 1)),
                n=chance.randint(2, len(CARDS)),
            )
        )
    after = kept(deals)
    before = {**after, "deals": {}}
    return {
        "match": match,
        "dealt": [deal.dealt() for deal in deals],
        "before": before,
        "opened": [deal.opened() for deal in deals],
        "after": after,
    }


# -- lies, each told once in a match


def another_card(told: Telling, chance: Random) -> None:
    """The opened card is not the sealed one."""
    deal = chance.choice(told["dealt"])
    card = chance.choice(deal["cards"])
    card["thing"] = (card["thing"] + 1) % deal["n"]
    card["card"] = deal["things"][card["thing"]]


def another_secret(told: Telling, chance: Random) -> None:
    """The secret was chosen after the promise."""
    at = chance.randrange(len(told["opened"]))
    old = told["opened"][at]
    new = Deal("chosen later", old["number"], n=old["n"])
    told["opened"][at] = old | {"secret": new.secret.hex(), "order": list(new.order)}


def part_ignored(told: Telling, chance: Random) -> None:
    """The part that the seat opened is left out of the shuffle."""
    at = chance.randrange(len(told["dealt"]))
    seats = [int(seat) for seat in told["dealt"][at]["seals"] if seat != "0"]
    old = told["dealt"][at]
    deal = Deal(told["match"], old["number"], seats, old["attempt"], old["n"])
    told["dealt"][at], told["opened"][at] = deal.dealt(), deal.opened()
    told["after"]["deals"][str(old["number"])] = kept([deal])["deals"][str(old["number"])]


def other_promise(told: Telling, chance: Random) -> None:
    """Another shuffle than the promised one is dealt, in order by itself."""
    at = chance.randrange(len(told["dealt"]))
    old = told["dealt"][at]
    deal = Deal(told["match"], old["number"], (0,), old["attempt"] + 1, old["n"])
    told["dealt"][at] = deal.dealt() | {"attempt": old["attempt"]}


def seal_added(told: Telling, chance: Random) -> None:
    """A part that the server chose after the seat had opened joins the others."""
    _of_parts(told, chance, lambda parts: parts | {11: chance.randbytes(32)})


def seal_dropped(told: Telling, chance: Random) -> None:
    """A part that was sealed vanishes."""

    def fewer(parts: dict[int, bytes]) -> dict[int, bytes]:
        gone = chance.choice(sorted(parts))
        return {seat: part for seat, part in parts.items() if seat != gone}

    _of_parts(told, chance, fewer)


def attempts_without_end(told: Telling, chance: Random) -> None:
    """One seat is named, and the order is drawn until the server likes it."""
    deal = chance.choice(told["dealt"])
    again = Deal(told["match"], deal["number"], (0,), 16, deal["n"])
    told["dealt"][told["dealt"].index(deal)] = again.dealt() | {"refused": [11]}


def _of_parts(
    told: Telling, chance: Random, change: Callable[[dict[int, bytes]], dict[int, bytes]]
) -> None:
    """Deals one shuffle of other parts than were sealed, in order by itself."""
    at = chance.randrange(len(told["dealt"]))
    old = told["dealt"][at]
    parts = {int(seat): bytes.fromhex(one) for seat, one in old["openings"].items()}
    place = (told["match"], old["number"])
    deal = Deal(*place, attempt=old["attempt"], n=old["n"], entropies=change(parts))
    told["dealt"][at], told["opened"][at] = deal.dealt(), deal.opened()
    told["after"]["deals"][str(old["number"])] = kept([deal])["deals"][str(old["number"])]


LIES: Final[Mapping[str, Lie]] = {
    "seal-added-in-the-browser": seal_added,
    "seal-dropped-in-the-browser": seal_dropped,
    "attempts-without-end-in-the-browser": attempts_without_end,
    "another-card-in-the-browser": another_card,
    "another-secret-in-the-browser": another_secret,
    "part-ignored-in-the-browser": part_ignored,
    "other-promise-in-the-browser": other_promise,
}


# -- the browser


@contextmanager
def modules() -> Iterator[Page]:
    """A page that can import our modules, and nothing else."""
    with sync_playwright() as playwright:
        opened: Browser = playwright.chromium.launch(
            executable_path=find_browser(), timeout=PATIENT, args=["--no-sandbox", "--disable-gpu"]
        )
        page = opened.new_page()
        page.set_default_timeout(PATIENT)
        page.route("**/*", served)
        page.goto(HOST)
        yield page
        opened.close()


def served(route: Route) -> None:
    path = route.request.url.removeprefix(HOST)
    if path == "/":
        route.fulfill(content_type="text/html", body=SHELL)
    else:
        route.fulfill(content_type="text/javascript", path=ROOT / path.removeprefix("/"))


# -- the proof


def prove(options: RunOptions, lie: Lie | None = None) -> Findings:
    """An honest match must be found fair; with a `lie` in each match, each is a fault."""
    if find_browser() is None:
        return Findings(
            {"P11": "there is no Chromium here"}, impossible="there is no Chromium here"
        )
    progress, chance = Progress(options), Random(options.seed)
    matches = cards = 0
    faults: list[str] = []
    with modules() as page:
        while not matches or (not progress.over and not faults):
            told = [telling(f"match-{options.seed}-{matches + i}", chance) for i in range(AT_ONCE)]
            for one in told if lie else ():
                assert lie is not None
                lie(one, chance)
            for one, found in zip(
                told, page.evaluate(CHECK, msgspec.json.encode(told).decode()), strict=True
            ):
                matches += 1
                cards += found["checked"]
                if found["lies"]:
                    faults.append(f"{one['match']}, seed {options.seed}: {found['lies'][0]}")
                elif lie is not None:
                    return Findings({"P11": f"a lie was not found in {one['match']}"})
                elif found["checked"] != found["cards"]:
                    faults.append(
                        f"{one['match']}, seed {options.seed}: "
                        f"{found['checked']} of {found['cards']} cards checked"
                    )
            progress.show(f"{matches:,} matches, {cards:,} cards, {len(faults)} faults")
    return Findings(
        {
            "P11": f"the browser's code found {matches - len(faults):,} of {matches:,} "
            f"honest matches fair, {cards:,} cards"
        },
        tuple(faults),
    )


PROOF: Final = Proof(
    name="fair-pages",
    promises=("P11",),
    summary="the browser's code checks invented deals, and finds each lie about them",
    run=prove,
    quick=0.1,
    planted={name: PlantedFault("P11", partial(prove, lie=lie)) for name, lie in LIES.items()}
    if find_browser()
    else {},
)
