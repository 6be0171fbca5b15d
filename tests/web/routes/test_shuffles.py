"""The reveal of a match's shuffles, checked by the verifier that shares no code with the server."""

import json
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.exceptions import HTTPException

from app.fair import parts
from app.rules.game import Seat
from app.rules.replay import Setup, Shuffled
from app.store.matches.rows import MatchState
from app.table.match.prompt_clock import Instant
from app.table.match.shuffle_decks import ShuffleDecks
from app.table.match.shuffle_round import ShuffleRound
from app.table.model.records import LoggedEntry, MatchRecord, Place
from app.table.model.room import MatchId
from app.web.context.match_access import MatchAccess, requested_seats
from app.web.replay.replay import Replay
from app.web.replay.shuffle_reveal import revealed_shuffles
from app.web.routes.admin.matches import may_read
from app.web.routes.matches import replay_data
from tests.fair.load_verifier import verify
from tests.table.fakes import START
from tests.table.high_card import HighCard, HighCardOptions
from tests.web.conftest import NewVisitor
from tests.web.scenes import finished_match

HEARD = ("shuffle", "dealt", "cards-opened")


def test_the_record_of_a_match_is_found_whole_and_its_shuffles_without_parts(
    visitor: NewVisitor,
) -> None:
    scene = finished_match(visitor)
    lines = [
        json.loads(line)
        for line in scene.guest.get(f"/api/matches/{scene.match}/export").text.splitlines()
    ]
    heard = [message for message in scene.connection.received if message["type"] in HEARD]
    found = list(verify.check(lines, lines[0]["receipt"], [heard]))
    assert lines[0]["state"] == "finished"
    assert [one.sentence.partition(": ")[2] for one in found if one.seats is not None] == [
        "no seat had a part in it" for line in lines[1:] if line["entry"]["type"] == "shuffled"
    ]
    assert [one.verdict for one in found if one.seats is None] == [verify.Verdict.HOLDS]
    assert {message["type"] for message in heard} >= {"shuffle", "dealt"}
    told = scene.guest.get(f"/api/matches/{scene.match}/shuffles").json()
    unordered = [shuffle | {"order": None} for shuffle in told["shuffles"]]
    assert lines[0]["shuffles"] == told | {"shuffles": unordered}
    assert [one["order"] for one in told["shuffles"]] == [
        line["entry"]["order"] for line in lines[1:] if line["entry"]["type"] == "shuffled"
    ]
    secret = bytes.fromhex(told["secret"])
    assert told["promise"] == parts.promise(scene.match, secret) == heard[0]["promise"]


class Discreet(HighCard):
    """A game in which nobody ever learns what the others held."""

    reveals_after_match = False


def test_a_game_that_keeps_its_cards_secret_opens_neither_secrets_nor_orders() -> None:
    record = sealed_record()
    replay = Replay(
        record_game := Discreet(),
        record.setup,
        record.places,
        record_game.setup(2, record.setup.options, False),
    )
    replay.extend(record.places, record.entries)
    told = revealed_shuffles(record_game, record, replay)
    known = revealed_shuffles(HighCard(), record, replay)
    assert (told["secret"], told["shuffles"][0]["order"]) == (None, None)
    assert known["secret"] == (b"s" * 32).hex()
    assert known["shuffles"][0]["order"] == record.entries[0].entry.order  # type: ignore[union-attr]
    for one in (told, known):
        assert one["shuffles"][0]["codes"] == "0 1 2 3 4 5"
        assert one["shuffles"][0]["plan"] == "0 0 0 1 1 1"
    summary: Any = SimpleNamespace(
        state=MatchState.FINISHED, places=[SimpleNamespace(seat=0), SimpleNamespace(seat=1)]
    )
    seen = MatchAccess(summary, record_game, (Seat(0),), False)
    assert requested_seats(seen, "0") == (0,)
    for seat in ("1", "all"):
        with pytest.raises(
            HTTPException,
            match=r"403: You can see your own cards only: in this game .* secret for good",
        ):
            requested_seats(seen, seat)


def test_where_cards_stay_secret_only_an_administrator_from_outside_sees_every_hand_again() -> None:
    places = [SimpleNamespace(seat=seat, name=f"Player {seat}") for seat in range(2)]
    over: Any = SimpleNamespace(id="m", state=MatchState.FINISHED, places=places)
    limiter, player, watcher = (
        MatchAccess(over, Discreet(), own, admin)
        for own, admin in (((), True), ((Seat(0),), False), ((), False))
    )
    moderator = MatchAccess(over, Discreet(), (), True, moderator=True)
    seen = (limiter, player, watcher, moderator)
    assert [one.open for one in seen] == [True, False, False, False]
    assert requested_seats(limiter, "all") == (0, 1)
    assert [replay_data(seen)["seats"] for seen in (limiter, player, watcher)] == [[0, 1], [0], []]
    running: Any = SimpleNamespace(id="m", state=MatchState.RUNNING, places=places)
    assert not MatchAccess(running, Discreet(), (), True).open
    for game in (HighCard(), Discreet()):
        with pytest.raises(HTTPException, match="403"):
            requested_seats(MatchAccess(running, game, (), True), "all")


def test_an_administrator_reads_no_log_of_an_own_match_whose_cards_stay_secret() -> None:
    summary: Any = SimpleNamespace(
        state=MatchState.FINISHED,
        places=[],
        rules_version=HighCard.rules_version,
        archived_at=None,
    )
    assert may_read(MatchAccess(summary, Discreet(), (), True))
    assert not may_read(MatchAccess(summary, Discreet(), (Seat(0),), False))
    assert may_read(MatchAccess(summary, HighCard(), (Seat(0),), False))
    running: Any = SimpleNamespace(state=MatchState.RUNNING, places=[])
    assert not may_read(MatchAccess(running, HighCard(), (), True))


def test_codes_that_are_hidden_are_opened_with_the_secret_alone() -> None:
    class Covered(HighCard):
        def deck_codes(self, public: Any) -> tuple[str, ...]:
            return ()

        def hidden_codes(self, state: Any) -> tuple[str, ...]:
            return tuple("ABCDEF")

    class Shy(Covered):
        reveals_after_match = False

    record = sealed_record(Covered())
    for game, codes in ((Covered(), "A B C D E F"), (Shy(), "")):
        replay = Replay(
            game, record.setup, record.places, game.setup(2, record.setup.options, False)
        )
        replay.extend(record.places, record.entries)
        (one,) = revealed_shuffles(game, record, replay)["shuffles"]
        assert (one["codes"], one["hidden_codes"]) == (codes, True)
        assert len(one["names"]) == 64


def sealed_record(game: HighCard | None = None) -> MatchRecord:
    """A match of one shuffle."""
    game, match, secret = game or HighCard(), MatchId("m"), b"s" * 32
    before = game.setup(2, HighCardOptions(), False)
    coming = ShuffleRound(match, parts.promise(match, secret))
    decks = ShuffleDecks(game, match, secret, 0, before)
    question = coming.due_question(Instant(0, 0), (), {}, decks)
    assert question is not None
    coming.take_over(question, decks)
    entry = Shuffled(coming.order(), coming.proof())
    setup = Setup(2, HighCardOptions())
    places = tuple(Place(Seat(seat), None, "steady", "Bot") for seat in range(2))
    return MatchRecord(
        MatchId("m"),
        1,
        "high-card",
        1,
        setup,
        places,
        (LoggedEntry(entry, START, None),),
        secret=b"s" * 32,
    )
