"""The server's own rules about seals: nothing changes once parts are asked for, bots have none."""

import pytest
from msgspec.structs import replace

from app.fair import parts
from app.rules.game import Seat
from app.table.match.live_match import rebuild
from app.table.match.prompt_clock import Instant
from app.table.match.shuffle_decks import ShuffleDecks
from app.table.match.shuffle_round import ShuffleRound
from app.table.model import client_messages as say
from app.table.model.errors import NotNow
from app.table.model.match_messages import ShuffleShown
from app.table.model.records import Question
from app.table.model.room import ClockLevel, MatchId
from app.table.model.server_messages import Refused
from app.table.turn.loading import restored_shuffle_round
from tests.table.high_card import GAME, HighCardOptions
from tests.table.match.shuffle_parts import begun, seal, shuffles
from tests.table.table_server import table_server

ANN, BOB, CAT = Seat(0), Seat(1), Seat(2)
EVERYBODY = (ANN, BOB, CAT)
DECKS = ShuffleDecks(GAME, MatchId("m"), bytes(32), 0, GAME.setup(3, HighCardOptions(), False))
HERE = dict.fromkeys(EVERYBODY)
"""All on the connections on which they sealed."""
PARTS = {seat: bytes([seat]) * 32 for seat in EVERYBODY}


def at(seconds: float) -> Instant:
    return Instant(seconds, 1000 + round(seconds))


def sealed(coming: ShuffleRound, seat: Seat) -> str:
    return parts.seal(coming.match, coming.number, coming.attempt, seat, PARTS[seat])


def asked(coming: ShuffleRound, *seats: Seat, now: float = 0.0) -> None:
    """These seats seal, and are asked to open."""
    for seat in seats:
        coming.seal(seat, coming.number, coming.attempt, sealed(coming, seat))
    question = coming.due_question(at(now), seats, HERE, DECKS)
    assert question is not None
    assert coming.decks is None, "nothing is asked before it is written"
    coming.take_over(question, DECKS)
    assert coming.opening


def test_nobody_can_seal_exchange_or_lose_a_part_once_parts_are_asked_for() -> None:
    coming = ShuffleRound(MatchId("m"), "promise")
    asked(coming, ANN, BOB)
    before = dict(coming.seals)
    for seat in (ANN, CAT):
        with pytest.raises(NotNow):
            coming.seal(seat, 0, 0, "ab" * 32)
    assert coming.due_question(at(1), EVERYBODY, {ANN: None}, DECKS) is None
    assert coming.seals == before, "Bob is away, and his part stays"
    complete = []
    for seat in (ANN, BOB):
        complete.append(coming.complete)
        coming.open(seat, 0, 0, PARTS[seat], coming.ask)
    assert (*complete, coming.complete) == (False, False, True)
    assert coming.proof().seals == {str(seat): before[seat] for seat in (ANN, BOB)}


@pytest.mark.parametrize("change", ["exchange", "add", "drop"])
def test_a_deal_of_other_parts_than_were_asked_for_is_never_written(change: str) -> None:
    coming = ShuffleRound(MatchId("m"), "promise")
    asked(coming, ANN, BOB)
    for seat in (ANN, BOB):
        coming.open(seat, 0, 0, PARTS[seat], coming.ask)
    if change == "exchange":
        coming.seals[BOB] = parts.seal("m", 0, 0, BOB, PARTS[CAT])
    elif change == "add":
        coming.seals[CAT], coming._openings[CAT] = sealed(coming, CAT), PARTS[CAT]
    else:
        del coming.seals[BOB], coming._openings[BOB]
    with pytest.raises(AssertionError, match="exchanged"):
        coming.proof()


def test_each_further_attempt_names_another_seat_and_has_the_same_decks() -> None:
    coming, asks, now = ShuffleRound(MatchId("m"), "promise"), set(), 0.0
    for left in (3, 2, 1):
        asked(coming, *EVERYBODY[-left:], now=now)
        assert coming.decks is DECKS
        asks.add(coming.ask)
        for seat in EVERYBODY[-left + 1 :] if left > 1 else ():
            coming.open(seat, 0, coming.attempt, PARTS[seat], coming.ask)
        assert coming.due_naming(at(now), EVERYBODY) is None
        now += 10
        naming = coming.due_naming(at(now), EVERYBODY)
        assert naming is not None
        assert naming.refused == (*coming.refused, EVERYBODY[-left])
        coming.take_over(naming, DECKS)
        assert coming.attempt == len(set(coming.refused))
    question = coming.due_question(at(now), EVERYBODY, HERE, DECKS)
    assert question is not None
    assert not question.seals, "nobody is left, and the deal goes on"
    coming.take_over(question, DECKS)
    assert (len(asks), coming.attempt, coming.proof().seals) == (3, 3, {})


async def test_a_seat_that_a_bot_holds_has_no_part() -> None:
    """Somebody who left the table has left the seat to a bot."""
    async with table_server() as server:
        ann, bob = await begun(server, "Ann", "Bob", willing=False)
        await ann.do(say.SetRoom, clock=ClockLevel.OFF)
        await bob.do(say.Stand)
        refused = await seal(bob)
        assert isinstance(refused, Refused)
        assert refused.code == "not-seated"
        assert ann.last(ShuffleShown).sealed == ()


async def test_a_part_for_a_bots_seat_is_never_dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    take_over = ShuffleRound.take_over

    def with_a_bots_part(self: ShuffleRound, question: Question, decks: ShuffleDecks) -> None:
        seals = {**question.seals, BOB: sealed(self, BOB)}
        take_over(self, replace(question, seals=seals), decks)
        self._openings[BOB] = PARTS[BOB]

    async with table_server() as server:
        server.dealer.fair = True
        ann = await server.room("Ann", deals=3)
        await ann.do(say.AddBot, strength="casual")
        monkeypatch.setattr(ShuffleRound, "take_over", with_a_bots_part)
        await ann.send(say.Start("start"))
        assert shuffles(server) == []


async def test_a_lost_answer_of_the_store_is_no_restart() -> None:
    """A shuffle was written, its answer was lost, and the next one is due at once."""
    async with table_server() as server:
        await begun(server, "Ann", "Bob")
        record = await server.store.claim(server.match_id, GAME)
        live, _ = rebuild(GAME, record)
        assert live.secret is not None
        assert live.game.pending_shuffle_size(live.state)
        before = ShuffleRound(live.match, "promise", 4)
        live.shuffles = 5
        after = restored_shuffle_round(live, before, record)
        assert after is not None
        assert (after.number, after.after_restart) == (5, False)
        anew = restored_shuffle_round(live, None, record)
        assert anew is not None
        assert anew.after_restart
