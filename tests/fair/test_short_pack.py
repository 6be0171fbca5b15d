"""A deal that goes on after a reshuffle, and cards that are looked at later, checked by everybody.

So it must be for games such as Skuncum and The Masquerade, which deal from a short stock.
"""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from app.rules.game import Seat
from app.table.model.match_messages import CardsOpened, DealtShown
from tests.fair.played_matches import Browser, PlayedMatch
from tests.fair.sample_table import as_sent, chained
from tests.fair.short_pack import PACK, SEATS, HiddenPack, SealedPack, ShortPack
from tests.fair.two_verifiers import TwoVerifiers
from tests.prove.shuffles.cheating.pages import PageProcess
from tests.table.fair_check import check_chosen, opened_codes, question

GAMES = pytest.mark.parametrize("game", [ShortPack, HiddenPack, SealedPack])


@cache
def played(game: type[ShortPack]) -> PlayedMatch:
    """A whole match of four deals, in which the server never restarted."""
    matches = (PlayedMatch(game(), "short-pack", Random(seed), 200) for seed in range(40))
    return next(
        one
        for one in matches
        if len(one.browsers) == 4
        and one.setup.options.deals > 3
        and all(browser.seals and browser.opens for browser in one.browsers[1:])
        and not any(line.get("restarted") for line in one.browsers[0].kept)
    )


@pytest.fixture(scope="module")
def both() -> Iterator[TwoVerifiers]:
    with TwoVerifiers() as both:
        yield both


def codes(browser: Browser) -> list[tuple[int, str, str]]:
    """The cards that were opened to a browser: shuffle, kind of message, and the proven code."""
    messages = [as_sent(line) for line in browser.kept if line["type"] != "open"]
    dealt, found = dict[int, DealtShown](), list[tuple[int, str, str]]()
    for one in messages:
        if isinstance(one, DealtShown):
            check_chosen(question(messages, one), one)
            dealt[one.number] = one
        if isinstance(one, DealtShown | CardsOpened):
            asked = question(messages, one)
            opened = opened_codes(asked, dealt[one.number], one).values()
            found += [(one.number, str(type(one).__struct_config__.tag), code) for code in opened]
    return found


@GAMES
def test_each_card_is_opened_to_its_seat_from_the_shuffle_that_it_came_from(
    game: type[ShortPack],
) -> None:
    """From the old stock, from the new one, and looked at later from either."""
    match = played(game)
    decks = [
        line["decks"] for line in match.browsers[0].kept
        if line["type"] == "shuffle" and line["opening"]
    ]  # fmt: skip
    refill = next(one for one in decks if one["n"] < len(PACK))
    assert {"1", "1?", "-"} <= set(refill["plan"].split()), "the deal goes on by the plan"
    assert not codes(match.browsers[0]), "a spectator is opened nothing"
    ways = set[tuple[int, str]]()
    for browser in match.browsers[1:]:
        assert browser.seat is not None
        opened = codes(browser)
        ways |= {(number, kind) for number, kind, _ in opened}
        assert [code for _, _, code in opened] == held(match, browser.seat)
    shuffles = range(match.coming.number)
    assert ways == {(number, kind) for number in shuffles for kind in ("dealt", "cards-opened")}


def held(match: PlayedMatch, seat: Seat) -> list[str]:
    """All cards that a seat has come to see, in the order in which it saw them."""
    seen: list[str] = []
    before: tuple[str, ...] = ()
    for state in match.states:
        cards = state.private[seat].cards
        looked = cards[: len(before)] == before
        seen += cards[len(before) :] if looked else cards
        before = cards
    return seen


@GAMES
def test_both_verifiers_call_it_fair(both: TwoVerifiers, game: type[ShortPack]) -> None:
    match = played(game)
    lines = match.record()
    lines[0]["state"] = "finished"
    files = [browser.kept for browser in match.browsers[1:]]
    assert both.agreed(lines, files, lines[0]["receipt"]) == "fair"
    for file in files:
        assert both.agreed(lines, [file], lines[0]["receipt"]) == "fair"


@pytest.mark.parametrize("game", [ShortPack, HiddenPack])
def test_a_card_that_another_seat_was_dealt_is_found_also_after_a_reshuffle(
    both: TwoVerifiers, game: type[ShortPack]
) -> None:
    match = played(game)
    last = next(state.public for state in match.states[::-1] if state.public.phase == "look")
    at = next(at for at, one in enumerate(last.given) if one.shuffle == last.shuffles - 1)
    owner = last.given[at].seat
    theirs = match.states[-3].private[owner].cards[at // SEATS]
    for card, verdict in ((None, "fair"), (theirs, "not-fair")):
        lines = match.record()
        lines[0]["state"] = "finished"
        moves = [line["entry"] for line in lines[1:] if line["entry"]["type"] == "played"]
        played_last = next(one for one in moves[-4:-1] if one["seat"] != owner)
        played_last["move"]["card"] = card or played_last["move"]["card"]
        chained(lines)
        files = [browser.kept for browser in match.browsers[1:]]
        assert both.agreed(lines, files, lines[0]["receipt"]) == verdict


@GAMES
def test_no_page_finds_a_lie(game: type[ShortPack]) -> None:
    match = played(game)
    with PageProcess() as pages:
        for browser in match.browsers:
            name = f"{game.__name__} {browser.seat}"
            heard = [line for line in browser.kept if line["type"] != "open"]
            frame = {"type": "frame", "match": heard[0]["match"], "seat": browser.seat}
            shown = [frame | {"view": {"public": {"phase": "over"}, "private": None}}]
            assert pages.hear(name, "open", shown + heard)["lies"] == []
            stolen = [line for line in heard if line["type"] == "cards-opened"][-1:]
            for line in stolen:
                first, *_ = line["cards"]
                line = line | {"cards": [first | {"thing": first["thing"] ^ 1}]}
                assert pages.hear(name, "open", [line])["lies"] != []
