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
from tests.fair.sample_table import made_up_table, plain
from tests.prove.runner.proof import Findings, PlantedFault, Progress, Proof, RunOptions

HOST: Final = "http://fair.test"
SHELL: Final = "<!doctype html>"
PATIENT: Final = 120_000
"""Milliseconds to wait for the browser."""
AT_ONCE: Final = 10
"""Matches checked by one call."""
CHECK: Final = """async (written) => {
  const { Witness } = await import("/static/js/fair/witness.js");
  const { recallMatch, updateMatch } = await import("/static/js/fair/memory.js");
  const { checkMatch, summarize } = await import("/static/js/fair/review.js");
  return JSON.parse(written).map(({ heard, revealed }) => {
    localStorage.clear();
    let report = null;
    const nothing = async () => null;
    const onChange = (found) => (report = found);
    const witness = new Witness({ send: nothing, fetchShuffles: nothing, onChange });
    const { match } = revealed;
    const frame = { match, view: { public: {}, private: null } };
    witness.update({ frame, acting: false, member: false, game: null });
    for (const line of heard)
      if (line.type === "open") {
        const part = { seat: 0, entropy: line.entropy, opened: true, ask: line.ask };
        const { parts } = recallMatch(match);
        updateMatch(match, { parts: { ...parts, [`${line.number}.${line.attempt}`]: [part] } });
      } else witness.receive(line);
    const kept = recallMatch(match);
    const sum = summarize(checkMatch(revealed, kept), kept);
    const lies = [...(report?.lies ?? []), ...sum.lies];
    return { checked: sum.checked, cards: sum.places, lies: lies.map(({ says }) => says) };
  });
}"""

Telling = dict[str, Any]
"""A match as one browser gets it: {heard: the lines of seat 0, revealed: the shuffles at the
end}."""
Lie = Callable[[Telling, Random], None]


def telling(match: str, chance: Random) -> Telling:
    """A whole match of an honest server, as seat 0 gets it."""
    table = made_up_table(match, chance, shuffles=chance.randint(1, 3))
    return {"heard": table.heard(0), "revealed": plain(table.record()[:1])[0]["shuffles"]}


# -- lies, each told once in a match


def _one(told: Telling, chance: Random, kind: str, **fields: Any) -> dict[str, Any]:
    found = [
        line
        for line in told["heard"]
        if line["type"] == kind and fields.items() <= line.items() and line.get("cards") != []
    ]
    return chance.choice(found)


def another_card(told: Telling, chance: Random) -> None:
    """The opened card is not the sealed one."""
    chance.choice(_one(told, chance, "dealt")["cards"])["thing"] += 1


def another_deck(told: Telling, chance: Random) -> None:
    """A deck that is not played is another than was fixed."""
    keys = _one(told, chance, "dealt")["keys"]
    keys[chance.randrange(7)] = chance.randbytes(32).hex()


def card_not_opened(told: Telling, chance: Random) -> None:
    """A card of the player's own is not opened, so that any hand would do."""
    _one(told, chance, "dealt").update(cards=[], nodes=[], names_nodes=[])


def part_ignored(told: Telling, chance: Random) -> None:
    """A part is left out of the shuffle."""
    openings = _one(told, chance, "dealt")["openings"]
    del openings[chance.choice(sorted(openings))]


def part_added(told: Telling, chance: Random) -> None:
    """A part that the server chose after all others were open joins them."""
    _one(told, chance, "dealt")["openings"]["11"] = chance.randbytes(32).hex()


def other_promise(told: Telling, chance: Random) -> None:
    """The promise is changed while the match runs."""
    chance.choice([line for line in told["heard"] if line["type"] == "shuffle"])["promise"] = (
        chance.randbytes(32).hex()
    )


def other_chain(told: Telling, chance: Random) -> None:
    """An earlier shuffle is changed."""
    _one(told, chance, "shuffle", opening=True)["head"] = chance.randbytes(32).hex()


def attempts_without_end(told: Telling, chance: Random) -> None:
    """One seat is named, and the order is drawn until the server likes it."""
    asked = _one(told, chance, "shuffle", opening=True)
    asked.update(attempt=16, refused=[11])


def another_secret(told: Telling, chance: Random) -> None:
    """The secret was chosen after the promise."""
    told["revealed"]["secret"] = chance.randbytes(32).hex()


def another_order(told: Telling, chance: Random) -> None:
    """The order does not follow from decks and parts."""
    chance.choice(told["revealed"]["shuffles"])["order"].reverse()


LIES: Final[Mapping[str, Lie]] = {
    "another-card-in-the-browser": another_card,
    "another-deck-in-the-browser": another_deck,
    "card-not-opened-in-the-browser": card_not_opened,
    "part-ignored-in-the-browser": part_ignored,
    "part-added-in-the-browser": part_added,
    "other-promise-in-the-browser": other_promise,
    "other-chain-in-the-browser": other_chain,
    "attempts-without-end-in-the-browser": attempts_without_end,
    "another-secret-in-the-browser": another_secret,
    "another-order-in-the-browser": another_order,
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
                    faults.append(
                        f"{one['revealed']['match']}, seed {options.seed}: {found['lies'][0]}"
                    )
                elif lie is not None:
                    return Findings({"P11": f"a lie was not found in {one['revealed']['match']}"})
                elif found["checked"] != found["cards"]:
                    faults.append(
                        f"{one['revealed']['match']}, seed {options.seed}: "
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
    quick=0.05,
    planted={name: PlantedFault("P11", partial(prove, lie=lie)) for name, lie in LIES.items()}
    if find_browser()
    else {},
)
