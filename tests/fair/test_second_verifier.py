"""Two verifiers, written apart from docs/fair-shuffle.md, agree on every record they are shown."""

import copy
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from app.games import GAMES
from app.rules.game import AnyGame
from tests.fair.altered_records import LIES, lied
from tests.fair.false_records import FAULTS
from tests.fair.forged_tables import FORGERIES, forged
from tests.fair.incomplete_records import GAPS, rechained
from tests.fair.played_matches import PlayedMatch
from tests.fair.sample_records import line, sample, sample_table
from tests.fair.sample_table import Lines, chained
from tests.fair.two_verifiers import TwoVerifiers, written

REVEALS = pytest.mark.parametrize("reveals", [True, False], ids=["revealed", "sealed"])


@pytest.fixture(scope="module")
def both() -> Iterator[TwoVerifiers]:
    with TwoVerifiers() as both:
        yield both


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_they_agree_on_played_matches_of_every_game(both: TwoVerifiers, game: AnyGame) -> None:
    said: Counter[str] = Counter()
    for number in range(14):
        played = PlayedMatch(game, f"match {number}", Random(number), entries=20)
        lines = played.record()
        said[both.agreed(lines, played.files(), lines[0]["receipt"])] += 1
    assert {"fair"} <= said.keys() <= {"fair", "not-checked"}, (
        "an honest server is accused by nobody"
    )


@REVEALS
def test_they_agree_on_every_lie(both: TwoVerifiers, reveals: bool) -> None:
    for name, lie in LIES.items():
        lines, files = lied(lie, Random(1), reveals)
        assert both.agreed(lines, files) == "not-fair", name
        both.agreed(lines)


@REVEALS
def test_they_agree_on_every_forgery_of_which_nobody_kept_anything(
    both: TwoVerifiers, reveals: bool
) -> None:
    for name in FORGERIES:
        lines = forged(name, reveals)
        chained(lines)
        seen = reveals or name != "another_promise"
        assert both.agreed(lines) == ("not-fair" if seen else "not-checked"), name


def test_they_agree_on_every_fault(both: TwoVerifiers) -> None:
    assert both.agreed(*_record(lambda lines, heard: None)) == "fair"
    for fault, _ in FAULTS:
        lines, files = _record(fault)
        assert both.agreed(lines, files) == "not-fair", fault.__name__
        both.agreed(lines)
        for kind in ("shuffle", "cards-opened"):
            both.agreed(lines, [[one for one in files[0] if one["type"] == kind]])


def _record(change: Callable[[Lines, Lines], None]) -> tuple[Lines, list[Lines]]:
    lines, heard = sample(3)
    change(lines, heard)
    if change is not hash_left_out:
        rechained(lines)
    return lines, [heard]


def test_they_agree_on_every_gap(both: TwoVerifiers) -> None:
    for gap, *_ in GAPS:
        lines, heard = sample()
        gap(lines, heard)
        rechained(lines)
        assert both.agreed(lines, [heard] if heard else []) == "not-checked", gap.__name__


@pytest.mark.parametrize(
    "record", ["", "{", "[]", "{}", '{"match": "m", "match": "m"}', '{"match": "\\ud800"}']
)
def test_they_agree_on_what_cannot_be_read(both: TwoVerifiers, record: str) -> None:
    assert both.agreed(record) == "not-read"


def test_they_agree_that_another_receipt_is_another_record(both: TwoVerifiers) -> None:
    lines, heard = sample()
    assert both.agreed(lines, [heard], lines[0]["receipt"]) == "fair"
    assert both.agreed(lines, [heard], "0" * 64) == "not-fair"
    grouped = " ".join(lines[0]["receipt"][at : at + 4] for at in range(0, 64, 4))
    assert both.agreed(lines, [heard], grouped.upper()) == "fair"
    assert both.agreed([{**lines[0], "receipt": None}], [], "0" * 64) == "not-fair"


def test_they_agree_that_numbers_beyond_json_cannot_be_read(both: TwoVerifiers) -> None:
    lines, heard = sample()
    text = written(lines).replace('"places"', '"other": NaN, "places"', 1)
    assert both.agreed(text, [heard]) == "not-read"


# -- what the page about the shuffle says of forms that are easily overlooked


def code_beside_open_codes(lines: Lines, heard: Lines) -> None:
    line(heard, "dealt")["cards"][0] |= {"code": "2H", "name_salt": "0" * 32}


def order_of_a_list_alone(lines: Lines, heard: Lines) -> None:
    """Shuffles count by the number of their entry."""
    lines[:] = [lines[0]["shuffles"]]
    lines[0]["shuffles"].reverse()


def opened_without_ask(lines: Lines, heard: Lines) -> None:
    del line(heard, "open")["ask"]


def large_number(lines: Lines, heard: Lines) -> None:
    lines[0]["shuffles"]["shuffles"][0]["order"][0] = 10**30


def bot_of_another_form(lines: Lines, heard: Lines) -> None:
    lines[0]["places"][0]["bot"] = True


def code_without_salt(lines: Lines, heard: Lines) -> None:
    del line(heard, "cards-opened", 1)["cards"][0]["name_salt"]


def hash_left_out(lines: Lines, heard: Lines) -> None:
    chained(lines)
    lines[2]["hash"] = None


def too_many_seats(lines: Lines, heard: Lines) -> None:
    lines[0]["setup"]["seats"] = 1000


def card_of_another_named(lines: Lines, heard: Lines) -> None:
    """A move that plays nothing may name any card: "You hold the four of hearts"."""
    told = next(one["entry"] for one in lines[1:] if one["entry"]["type"] == "played")
    told["move"] |= {"type": "call", "card": "a card that nobody was dealt"}


def card_of_another_played(lines: Lines, heard: Lines) -> None:
    card_of_another_named(lines, heard)
    lines[0]["public_origin"].append("call")


def version_as_text(lines: Lines, heard: Lines) -> None:
    line(heard, "dealt")["version"] = "2"


@pytest.mark.parametrize(
    ("change", "verdict"),
    [
        (code_beside_open_codes, "not-fair"),
        (order_of_a_list_alone, "not-checked"),
        (opened_without_ask, "not-read"),
        (large_number, "not-fair"),
        (bot_of_another_form, "not-read"),
        (code_without_salt, "not-read"),
        (version_as_text, "not-read"),
        (card_of_another_named, "fair"),
        (card_of_another_played, "not-fair"),
        (too_many_seats, "not-read"),
        (hash_left_out, "not-read"),
    ],
    ids=lambda one: getattr(one, "__name__", one),
)
def test_they_agree_on_forms(
    both: TwoVerifiers, change: Callable[[Lines, Lines], None], verdict: str
) -> None:
    assert both.agreed(*_record(change)) == verdict


def test_they_agree_where_any_value_was_changed(both: TwoVerifiers) -> None:
    chance = Random(1)
    for _ in range(80):
        table = sample_table(chance.randrange(8), chance.random() < 0.6)
        lines, files = table.record(), [table.heard(seat) for seat in chance.sample([0, 1, 3], 2)]
        damage(chance.choice([lines, *files]), chance)
        if chance.random() < 0.7:
            chained(lines)
        both.agreed(lines, files)


WRONG: list[Any] = [None, True, 0, 2, -1, 1.5, 10**30, "", "0" * 64, "*", [], {}, {"0": 0}, [0]]


def damage(lines: Lines, chance: Random) -> None:
    """Changes, exchanges or takes away one value anywhere, except what a chain is made of."""
    inside: Any = lines
    key: Any = chance.randrange(len(lines))
    while isinstance(inside[key], list | dict) and inside[key] and chance.random() < 0.9:
        inside = inside[key]
        key = chance.choice(list(inside if isinstance(inside, dict) else range(len(inside))))
    if key in ("match", "game", "rules_version", "setup", "entry", "at", "ply") or inside is lines:
        return
    value = inside[key]
    keys = list(inside if isinstance(inside, dict) else range(len(inside)))
    match chance.randrange(4):
        case 0:
            inside[key] = copy.deepcopy(chance.choice(WRONG))
        case 1:
            del inside[key]
        case 2:
            inside[key] = copy.deepcopy(inside[chance.choice(keys)])
        case _:
            inside[key] = value[:-1] if isinstance(value, str | list) else 7
