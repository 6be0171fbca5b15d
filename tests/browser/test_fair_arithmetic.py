"""The browser's checks of fair shuffles: test vectors, and every lie that they must find."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from tests.browser.conftest import PageOpener
from tests.fair.sample_match import CARDS, Deal, kept

VECTORS = Path(__file__).parents[1] / "fair" / "vectors.json"
CALCULATE = """async (written) => {
  const { vectors } = JSON.parse(written);
  const fair = await import("/static/js/fair/shuffle.js");
  return vectors.map((vector) => {
    const { match, number, attempt, n, secret, openings, order, leaves, paths } = vector;
    const hidden = fair.bytes(secret, 32);
    const drawn = fair.seed(match, number, attempt, hidden, openings);
    const found = fair.order(drawn, n);
    const salts = found.map((_, position) => fair.salt(hidden, position));
    const leafs = found.map((thing, position) => fair.leaf(salts[position], position, thing));
    const sealOf = ([seat, opened]) =>
      [seat, fair.seal(match, number, attempt, seat, fair.bytes(opened))];
    const climb = ([position, path]) =>
      fair.climb(n, Number(position), fair.bytes(leaves[position]), path);
    return {
      commitment: fair.commitment(match, number, attempt, hidden),
      seals: Object.fromEntries(Object.entries(openings).map(sealOf)),
      seed: fair.hex(drawn),
      order: found,
      salts: salts.map(fair.hex),
      leaves: leafs.map(fair.hex),
      root: fair.root(leafs),
      climbed: Object.entries(paths).map(climb),
    };
  });
}"""
CHECK_DEAL = """async ([dealt, kept, seat]) => {
  const { checkDealt } = await import("/static/js/fair/checks.js");
  const { lies, ...found } = checkDealt(dealt, kept, seat);
  return { ...found, lies: lies.map((lie) => lie.says) };
}"""
CHECK_MATCH = """async ([match, shuffles, kept]) => {
  const { checkMatch, summarize } = await import("/static/js/fair/checks.js");
  const { matchVerdict } = await import("/static/js/fair/verdict_text.js");
  const sum = summarize(checkMatch(match, shuffles, kept));
  return { ...sum, lies: sum.lies.map((lie) => lie.says), words: matchVerdict(sum) };
}"""
MATCH = "made-up-match"


@pytest.fixture
def page(visit: PageOpener) -> Page:
    return visit("/fair")


def test_the_browser_computes_the_test_vectors(page: Page) -> None:
    vectors = msgspec.json.decode(VECTORS.read_bytes())["vectors"]
    found = page.evaluate(CALCULATE, VECTORS.read_text())
    for vector, calculated in zip(vectors, found, strict=True):
        assert calculated.pop("climbed") == [vector["root"]] * len(vector["paths"])
        for name, value in calculated.items():
            assert value == vector[name], f"{name} of {vector['match']} {vector['number']}"


def test_an_honest_deal_is_found_honest(page: Page) -> None:
    deal = Deal(MATCH, 3)
    found = page.evaluate(CHECK_DEAL, [deal.dealt(), kept([deal]), 0])
    assert found == {"watched": True, "part": "in", "cards": 18, "lies": []}


def test_a_deal_that_was_not_watched_or_had_no_part_is_said_to_be_so(page: Page) -> None:
    alone = Deal(MATCH, 3, parts=())
    nothing: dict[str, Any] = {"commitments": {}, "parts": {}, "deals": {}}
    found = page.evaluate(CHECK_DEAL, [alone.dealt(), nothing, 0])
    assert found == {"watched": False, "part": "none", "cards": 18, "lies": []}
    again = Deal(MATCH, 3, parts=(), attempt=1)
    found = page.evaluate(CHECK_DEAL, [again.dealt() | {"refused": [0]}, kept([again]), 0])
    assert (found["part"], found["lies"]) == ("late", [])


def another_card(message: dict[str, Any]) -> None:
    message["cards"][4]["card"] = "??"


def another_thing(message: dict[str, Any]) -> None:
    card = message["cards"][4]
    card["thing"] = (card["thing"] + 1) % 52
    card["card"] = CARDS[card["thing"]]


def another_place(message: dict[str, Any]) -> None:
    message["cards"][4]["position"] += 1


def another_root(message: dict[str, Any]) -> None:
    message["root"] = "0" * 64


def another_promise(message: dict[str, Any]) -> None:
    message["commitment"] = "0" * 64


def another_part(message: dict[str, Any]) -> None:
    message["openings"]["0"] = "0" * 64


def my_part_ignored(message: dict[str, Any]) -> None:
    del message["openings"]["0"]


def anothers_part_ignored(message: dict[str, Any]) -> None:
    del message["openings"]["2"]


def my_part_never_sealed(message: dict[str, Any]) -> None:
    del message["openings"]["0"]
    del message["seals"]["0"]


def begun_anew(message: dict[str, Any]) -> None:
    message["refused"] = [5]


def refused_and_opened(message: dict[str, Any]) -> None:
    message["refused"] = [2]


def another_way(message: dict[str, Any]) -> None:
    message["version"] = 2


LIES = (
    another_card,
    another_thing,
    another_place,
    another_root,
    another_promise,
    another_part,
    my_part_ignored,
    anothers_part_ignored,
    my_part_never_sealed,
    begun_anew,
    refused_and_opened,
    another_way,
)


def test_a_deal_that_lies_is_found_out_at_once(page: Page) -> None:
    deal = Deal(MATCH, 3)
    for lie in LIES:
        message = deepcopy(deal.dealt())
        lie(message)
        assert page.evaluate(CHECK_DEAL, [message, kept([deal]), 0])["lies"], lie.__name__


def test_a_part_that_was_sealed_after_ours_was_open_is_found_out(page: Page) -> None:
    deal = Deal(MATCH, 3)
    part = deal.part() | {"seals": deal.dealt()["seals"]}
    memory = {**kept([deal]), "parts": {"3.0": part}, "asked": {}}
    assert page.evaluate(CHECK_DEAL, [deal.dealt(), memory, 0])["lies"] == []
    part["seals"] = {"0": part["seals"]["0"]}
    assert page.evaluate(CHECK_DEAL, [deal.dealt(), memory, 0])["lies"] == [
        "Seat 3 got a part in the shuffle after parts were asked for."
    ]


def test_a_match_that_is_over_is_made_again_card_by_card(page: Page) -> None:
    deals = [Deal(MATCH, 0, (), n=4), Deal(MATCH, 1, (0, 1)), Deal(MATCH, 2, (2,), attempt=1)]
    opened = [deal.opened() for deal in deals]
    found = page.evaluate(CHECK_MATCH, [MATCH, opened, kept(deals)])
    assert found["words"] == (
        "The orders of the cards fit the promises: checked 108 of 108 places."
    )
    found = page.evaluate(CHECK_MATCH, [MATCH, opened, kept(deals[1:])])
    assert found["words"] == (
        "The orders that were watched fit the promises: checked 104 of 108 places; "
        "1 shuffle was not watched from the beginning by this browser."
    )
    found = page.evaluate(CHECK_MATCH, [MATCH, opened, None])
    assert found["words"].startswith(
        "The record is in order by itself, but 3 shuffles were not watched"
    )
    sealed = [message | {"secret": None, "order": None} for message in opened]
    found = page.evaluate(CHECK_MATCH, [MATCH, sealed, kept(deals)])
    assert found["words"].startswith("The orders of the cards stay secret for good, so they were")


def other_secret(opened: list[dict[str, Any]]) -> None:
    opened[1]["secret"] = "0" * 64


def other_secret_and_its_promise(opened: list[dict[str, Any]]) -> None:
    opened[1] = Deal("another", 1).opened()


def other_order(opened: list[dict[str, Any]]) -> None:
    order = opened[1]["order"]
    order[3], order[4] = order[4], order[3]


def other_things(opened: list[dict[str, Any]]) -> None:
    opened[1]["things"] = opened[1]["things"][::-1]


def other_root(opened: list[dict[str, Any]]) -> None:
    opened[1]["root"] = "0" * 64


def left_out(opened: list[dict[str, Any]]) -> None:
    del opened[1]


def without_my_part(opened: list[dict[str, Any]]) -> None:
    opened[1] = Deal(MATCH, 1, parts=(2,)).opened()


LATE_LIES = (
    other_secret,
    other_secret_and_its_promise,
    other_order,
    other_things,
    other_root,
    left_out,
    without_my_part,
)


def test_a_record_that_lies_is_found_out_at_the_end(page: Page) -> None:
    deals = [Deal(MATCH, 0), Deal(MATCH, 1)]
    for lie in LATE_LIES:
        opened = deepcopy([deal.opened() for deal in deals])
        lie(opened)
        found = page.evaluate(CHECK_MATCH, [MATCH, opened, kept(deals)])
        assert found["lies"], lie.__name__
        assert found["words"] == "The shuffles do not fit what was promised."
