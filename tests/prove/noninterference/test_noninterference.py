"""The comparison of runs; the proof itself plants the leaks that it must find."""

from collections.abc import Sequence
from random import Random

import msgspec
import pytest

from app.fair.decks import Deck
from app.rules.game import Seat
from app.rules.replay import Played
from app.table.model.records import LogLine
from app.table.model.room import MatchId
from tests.games.kit.match_record import Broken
from tests.games.kit.table_script import Act
from tests.games.kit.twin_tables import with_taken
from tests.games.test_conformance import GAMES, adapter_of
from tests.prove.noninterference import run_pair
from tests.prove.noninterference.cells import CANNOT, MESSAGES, VIEWERS, missing
from tests.prove.noninterference.in_process_client import Received
from tests.prove.noninterference.run_pair import RARE, Count, compare, compare_pairs, shown
from tests.prove.noninterference.salt_guess import check_sealed
from tests.prove.noninterference.viewer_cards import arranged
from tests.table.fakes import START
from tests.table.high_card import Choose

SMALL = GAMES[0]


def test_nothing_differs_in_a_few_runs_of_the_small_game() -> None:
    count = Count()
    for seed in (1, 2):
        compare_pairs(adapter_of(SMALL), seed, count)
    assert count.what["pairs of different worlds"] > 0
    assert {channel for _, channel, _ in count.cells} >= {"socket", "page", "api"}
    assert {who for who, _, _ in count.cells} >= set(VIEWERS)


def test_reactions_portraits_and_backs_are_among_what_is_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared: list[tuple[str, Received]] = []
    same = run_pair.same

    def noting(
        truth: Sequence[Received], world: Sequence[Received], who: str, count: Count
    ) -> None:
        compared.extend((who, each) for each in truth)
        same(truth, world, who, count)

    monkeypatch.setattr(run_pair, "same", noting)
    for seed, focus in ((1, None), (2, None), (3, "/match/")):
        compare_pairs(adapter_of("scum-of-the-earth"), seed, Count(), focus)
    seat = [each for who, each in compared if who.startswith("seat") and each.channel == "socket"]
    assert any(each.kind == "reacted" for each in seat), "a reaction that was accepted"
    assert any(b'"portrait":"d12"' in each.data for each in seat if each.kind == "room")
    assert any(b'"counts":[' in each.data for each in seat if each.kind == "frame")
    pages = [each for _, each in compared if each.kind.startswith("/match/")]
    assert any(b'"faces"' in each.data for each in pages)


def test_the_same_seed_is_the_same_comparison() -> None:
    one, other = Count(), Count()
    for count in (one, other):
        compare_pairs(adapter_of(SMALL), 1, count)
    assert one.cells == other.cells


def test_every_eighth_seed_is_for_pages_that_are_rarely_compared() -> None:
    cell, first = (
        ("the stranger", "api", "/api/matches/…/export 404"),
        5 + 8 * RARE.index("/export"),
    )
    often, rarely = Count(), Count()
    for seed in range(first, first + 240, 8 * len(RARE)):
        compare_pairs(adapter_of(SMALL), seed, often)
        compare_pairs(adapter_of(SMALL), seed + 1, rarely)
    assert often.cells[cell] > 2 * rarely.cells[cell]


def test_a_world_in_which_time_would_have_run_out_is_no_world_to_compare() -> None:
    """Seed 100022: the world lacked a premove whose window closed before the moment in question."""
    count = Count()
    compare_pairs(adapter_of(SMALL), 100022, count)
    assert count.what["worlds that a clock rules out"] > 0


def test_a_move_put_down_for_one_question_is_put_down_again_where_it_answered_another() -> None:
    """Seed 818210644: a premove just before a window closed answered the prompt after the next one.

    The second run looked for an answer to the first prompt, found none, and left that player
    silent.
    """
    count = Count()
    compare_pairs(adapter_of(SMALL), 818210644, count)
    assert count.what["pairs of different worlds"] > 0


def test_a_bot_that_is_left_one_move_to_consider_answers_as_the_script_says_too() -> None:
    """Scroker, seed 91000112: the truth left a bot two moves, the other world left it one."""
    count = Count()
    compare_pairs(adapter_of("scroker"), 91000112, count)
    assert count.what["pairs of different worlds"] > 0


def test_what_was_dealt_before_a_stock_was_shuffled_again_lies_as_it_did_in_the_truth() -> None:
    """Scroker, seed 92000130: the viewer's own cards had changed places in the deal."""
    count = Count()
    compare_pairs(adapter_of("scroker"), 92000130, count)
    assert count.what["pairs of different worlds"] > 0


def test_of_a_move_put_down_it_is_noted_which_question_it_answered() -> None:
    card, other = ({"type": "choose", "card": number} for number in (6, 7))
    acts = [
        Act(1.0, Seat(1), "queue", "choose.1", other, plies=0),
        Act(1.0, Seat(1), "queue", "choose.1", card, plies=0),
        Act(1.0, Seat(0), "play", "choose.1", card, plies=1),
        Act(1.0, Seat(0), "queue", "sure.1.0", other, plies=1),
        Act(1.0, Seat(0), "play", "sure.1.0", other, plies=3),
    ]
    log = [
        LogLine(MatchId("m"), 1, ply, START, Played(Seat(seat), key, Choose(number)), command)
        for ply, (seat, key, number, command) in enumerate(
            (
                (0, "choose.1", 6, "a2"),
                (1, "sure.1.1", 6, None),
                (0, "sure.1.0", 7, "a4"),
                (2, "choose.1", 6, None),
            )
        )
    ]
    assert [act.taken for act in with_taken(acts, log, people=2)] == ["", "sure.1.1", "", "", ""]


def test_a_byte_a_moment_and_a_message_more_are_differences() -> None:
    said = Received("stranger", "socket", "frame", 1.0, b'{"n":1}')
    compare([said], [said], None, Count())
    for other in (
        [Received("stranger", "socket", "frame", 1.0, b'{"n":2}')],
        [Received("stranger", "socket", "frame", 1.1, b'{"n":1}')],
        [],
    ):
        with pytest.raises(Broken):
            compare([said], other, None, Count())


def test_what_another_seat_is_sent_is_not_compared() -> None:
    own, others = (Received(name, "socket", "frame", 1.0, b"1") for name in ("Ada", "Ben"))
    compare([own, others], [own], Seat(0), Count())
    with pytest.raises(Broken):
        compare([own, others], [others], Seat(0), Count())


def test_hashes_of_the_fair_shuffle_are_compared_by_their_form() -> None:
    def sealed(digit: str, length: int, card: str = "7") -> bytes:
        return shown(
            Received(
                "Ada",
                "socket",
                "dealt",
                1.0,
                f'{{"root":"{digit * length}","card":"{card}"}}'.encode(),
            )
        )

    assert sealed("a", 64) == sealed("b", 64)
    assert sealed("a", 64) != sealed("a", 62)
    assert sealed("a", 64) != sealed("a", 64, card="8")
    drawn = [
        b'{"chosen":%d,"nodes":[%s],"cards":[]}' % each for each in ((3, b'"a","b"'), (7, b""))
    ]
    assert len({shown(Received("Ada", "socket", "dealt", 1.0, one)) for one in drawn}) == 1
    hidden = [b'{"thing":%d,"salt":"s","code":"%s"}' % each for each in ((1, b"A"), (2, b"A"))]
    assert len({shown(Received("Ada", "socket", "dealt", 1.0, one)) for one in hidden}) == 1
    told = [one.replace(b',"code":"A"', b"") for one in hidden]
    assert len({shown(Received("Ada", "socket", "dealt", 1.0, one)) for one in told}) == 2
    assert (
        shown(Received("Ada", "socket", "frame", 1.0, b'"' + b"a" * 64 + b'"'))
        == b'"' + b"a" * 64 + b'"'
    )


def test_the_viewers_own_positions_hold_what_they_held() -> None:
    chance, things = Random(1), [str(number // 4) for number in range(20)]
    for _ in range(50):
        truth = chance.sample(range(20), 20)
        positions = chance.sample(range(20), 5)
        other = list(truth)
        chance.shuffle(own := [other[position] for position in positions])
        rest = [position for position in range(20) if position not in positions]
        chance.shuffle(left := [other[position] for position in rest])
        for position, thing in (*zip(positions, own, strict=True), *zip(rest, left, strict=True)):
            other[position] = thing
        order = arranged(truth, other, positions, things, things)
        assert order is not None
        assert sorted(order) == list(range(20))
        assert [order[position] for position in positions] == [
            truth[position] for position in positions
        ]
        assert [things[thing] for position, thing in enumerate(order) if position in rest] == [
            things[other[position]] for position in rest
        ]


def test_a_hand_that_was_not_dealt_has_no_other_order() -> None:
    assert arranged((0, 1, 2), (2, 1, 0), (0,), "abc", "abc") is None


def test_cards_of_another_pile_lie_where_they_lay() -> None:
    """The viewer drew D and B; in the other world the pile lacks A and has E."""
    assert arranged((3, 1, 0, 2), (0, 2, 1, 3), (0, 1), "ABCD", "BCDE") == (2, 0, 1, 3)


def test_a_card_under_a_salt_that_is_known_is_guessed() -> None:
    deck = Deck(bytes(32), 4)
    about = {"match": "m", "number": 0, "attempt": 0, "version": 3, "seat": 0}

    def heard(salt: str) -> list[Received]:
        asked = about | {
            "type": "shuffle", "promise": "", "head": "", "refused": [],
            "opening": True, "due": None, "sealed": [], "seals": {},
            "decks": {"n": 4, "codes": "", "plan": "", "roots": [], "names": None},
        }  # fmt: skip
        dealt = about | {
            "type": "dealt", "openings": {}, "asks": {}, "chosen": 0, "keys": [],
            "cards": [{"position": 0, "thing": deck.things[0], "salt": salt}],
            "nodes": deck.missing([0]), "names_nodes": [],
        }  # fmt: skip
        return [
            Received("Ada", "socket", str(one["type"]), 1.0, msgspec.json.encode(one))
            for one in (asked, dealt)
        ]

    assert check_sealed(heard(deck.salt(0)), "seat 0") == 1
    with pytest.raises(Broken, match="guess"):
        check_sealed(heard(deck.salt(1)), "seat 0")


def test_a_cell_that_was_never_compared_is_named() -> None:
    count = Count()
    assert "seat / socket / frame" in missing(count)
    count.cells["seat", "socket", "frame"] += 1
    assert "seat / socket / frame" not in missing(count)
    assert all(
        who in VIEWERS and kind in MESSAGES
        for who, channel, kind in CANNOT
        if channel == "socket" and who != "every other viewer"
    )
