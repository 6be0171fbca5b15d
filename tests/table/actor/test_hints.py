"""Hints and explained cards: who may ask, and that nobody else learns of it."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import pytest
from structlog.testing import capture_logs

from app.rules.comparison import Comparison
from app.rules.game import CardText, HintReason, Prompt, View
from app.table.model import client_messages as say
from app.table.model.server_messages import CardExplained, HintShown, Refused, RoomShown
from app.table.turn.questions import HINT_PAUSE
from tests.table.high_card import Choose, HighCard, Move, Private, Public
from tests.table.table_server import Guest, TableServer, command_id, table_server

NOT_RATED = "This match is not rated: hints were allowed or given in it."


class Hinted(HighCard):
    """The toy, whose bots put their highest card down."""

    gives_reasons = True

    def score_moves(self, view: View[Public, Private], moves: Sequence[Move]) -> Sequence[float]:
        return [float(move.card) if isinstance(move, Choose) else 0.0 for move in moves]

    def say_reason(
        self,
        view: View[Public, Private],
        moves: Sequence[Move],
        move: Move,
        names: Sequence[str],
    ) -> HintReason:
        return HintReason("Put your highest card down", "the highest wins")

    def say_card(
        self, view: View[Public, Private], code: str, names: Sequence[str]
    ) -> CardText | None:
        if not code.isdecimal():
            return None
        asked = self.prompt(view) is not None
        return CardText("A card.", asked or None, "You may put it down." if asked else "")


@asynccontextmanager
async def alone(*others: str) -> AsyncIterator[tuple[TableServer, Guest]]:
    """Ann with a bot, in a match that has begun."""
    async with table_server(games=(Hinted(),)) as server:
        ann = await server.room()
        for name in others:
            await server.come(name, sit=False)
        await ann.do(say.AddBot, strength="casual")
        await server.start(ann)
        yield server, ann


def key(guest: Guest) -> str:
    prompt: Prompt | None = guest.frame.prompt
    assert prompt is not None
    return prompt.key


async def test_who_plays_bots_alone_gets_the_move_and_the_reason_and_nobody_else_does() -> None:
    async with alone("Eve") as (server, ann):
        eve = server.guests[-1]
        entries, seen = server.entries, len(eve.messages)
        assert ann.room.may_hint
        await ann.do(say.AskHint, key=key(ann))
        hint = ann.last(HintShown)
        assert hint.move == {"type": "choose", "card": max(ann.hand)}
        assert hint.text == "Put your highest card down: the highest wins."
        assert hint.key == key(ann)
        assert server.entries == entries, "a hint leaves no entry"
        assert len(eve.messages) == seen
        assert ann.chosen() is None


async def test_a_hint_is_the_move_that_a_search_chose_with_what_it_counted() -> None:
    async with alone() as (server, ann):
        low, high = min(ann.hand), max(ann.hand)
        moves = (Choose(low), Choose(high))
        server.bots.compared = Comparison(moves, 0, ((1.0,) * 12, (0.5,) * 12))
        await ann.do(say.AskHint, key=key(ann))
        assert ann.last(HintShown).move == {"type": "choose", "card": low}
        assert ann.last(HintShown).text == (
            "Put your highest card down: the highest wins; "
            "in all 12 imagined deals no other move tried came out better."
        )


async def test_the_table_plays_on_while_a_hint_is_searched_for() -> None:
    async with alone() as (server, ann):
        server.bots.compares_for_ever = True
        hint, chat = command_id(), len(ann.chat)
        await ann.send(say.AskHint(hint, key(ann)))
        await ann.send(say.AskHint(hint, key(ann)))
        assert not ann.all(HintShown)
        await ann.do(say.Say, text="Let me think.")
        assert len(ann.chat) == chat + 1
        await ann.choose()
        assert "played" in server.entries
        assert len(server.bots.comparing) == 1, "two copies of one command are searched for once"
        server.bots.comparing[0].set()
        await server.pass_by(0.1, ann)
        assert not ann.all(HintShown), "the question is answered"
        assert [one.code for one in ann.all(Refused)] == ["not-your-turn", "not-your-turn"]


async def test_a_search_that_fails_takes_no_hint_away() -> None:
    async with alone() as (server, ann):
        server.bots.broken = True
        with capture_logs() as logs:
            await ann.do(say.AskHint, key=key(ann))
        assert ann.last(HintShown).text == "Put your highest card down: the highest wins."
        assert [line["event"] for line in logs if line["log_level"] == "error"] == ["hint failed"]


async def test_a_hint_that_is_searched_for_ends_with_its_table() -> None:
    async with alone() as (server, ann):
        server.bots.compares_for_ever = True
        await ann.send(say.AskHint(command_id(), key(ann)))
        await server.restart(clean=True)
        assert server.bots.comparing[0].cancelled
        server.bots.compares_for_ever = False
        ann = await server.connect("Ann")
        await ann.do(say.AskHint, key=key(ann))
        assert len(ann.all(HintShown)) == 1


async def test_a_rated_match_has_no_hints() -> None:
    async with table_server(games=(Hinted(),)) as server:
        ann, ben = await server.match("Ann", "Ben")
        assert not ann.room.may_hint
        refused = await ann.refused(say.AskHint, key=key(ann))
        assert refused.code == "not-now"
        assert refused.text.startswith("This match is rated, because two or more people play")
        assert not ann.all(HintShown)
        assert (await ann.refused(say.SetRoom, hints=True)).code == "not-now"
        assert server.store.matches[server.match_id].lines[-1].rated
        assert ben.room.hints is False


async def test_the_host_allows_hints_before_a_match_which_is_not_rated_then() -> None:
    async with table_server(games=(Hinted(),)) as server:
        ann = await server.room()
        ben = await server.come("Ben")
        assert (await ben.refused(say.SetRoom, hints=True)).code == "not-host"
        await ann.do(say.SetRoom, hints=True)
        assert ben.chat[-1] == "Hints are allowed now, and matches are not rated."
        await server.start(ann, ben)
        assert ann.room.may_hint
        assert ben.room.may_hint
        await ben.do(say.AskHint, key=key(ben))
        assert len(ben.all(HintShown)) == 1
        assert not ann.all(HintShown)
        await ann.choose()
        assert not server.store.matches[server.match_id].lines[-1].rated


async def test_who_joins_after_a_hint_is_told_that_the_match_is_not_rated() -> None:
    async with alone() as (server, ann):
        await ann.do(say.AskHint, key=key(ann))
        assert not ann.room.unrated, "a match of one person never is"
        ben = await server.come("Ben")
        assert ben.chat[-1] == NOT_RATED
        assert ben.room.unrated
        await server.deal_with_bots(ann)
        await server.pass_by(0.5, ann, ben)
        assert ben.frame.prompt is not None, "dealt in"
        assert not ann.room.may_hint
        refused = await ann.refused(say.AskHint, key=key(ann))
        assert (
            refused.text == "Two or more people play now, so there are no more hints in this match."
        )
        match = server.match_id
        await server.restart()
        ann, ben = await server.connect("Ann"), await server.connect("Ben")
        await server.deal_with_bots(ann, ben)
        assert ann.frame.outcome is not None
        assert ben.room.unrated, "the result says so"
        assert not server.store.matches[match].lines[-1].rated
        await server.start(ann, ben)
        assert not ben.last(RoomShown).unrated, "the next match is rated"
        await ann.choose()
        assert server.store.matches[server.match_id].lines[-1].rated


async def test_a_first_hint_while_somebody_waits_for_the_next_hand_is_told_too() -> None:
    async with alone() as (server, ann):
        ben = await server.come("Ben")
        assert NOT_RATED not in ben.chat
        await ann.do(say.AskHint, key=key(ann))
        assert ben.chat[-1] == NOT_RATED
        assert ben.room.unrated


@pytest.mark.parametrize("goes_wrong", ["fail_at", "lose_at"])
async def test_no_hint_is_given_before_the_room_has_noted_it(goes_wrong: str) -> None:
    async with alone() as (server, ann):
        setattr(server.store, goes_wrong, 1)
        server.store.on_failure = lambda: setattr(server.store, "down", True)
        await ann.send(say.AskHint(command_id(), key(ann)))
        if goes_wrong == "fail_at":
            assert not ann.all(HintShown)
        server.store.down = False
        await server.pass_by(30.0, ann)
        assert len(ann.all(HintShown)) == 1
        assert server.store.rooms[server.id].unrated


async def test_a_hint_is_for_ones_own_open_question_and_not_too_often() -> None:
    async with alone("Eve") as (server, ann):
        eve = server.guests[-1]
        assert (await eve.refused(say.AskHint, key=key(ann))).code == "not-seated"
        assert (await ann.refused(say.AskHint, key="another")).code == "stale-move"
        await ann.do(say.AskHint, key=key(ann))
        assert (await ann.refused(say.AskHint, key=key(ann))).code == "too-much"
        await server.pass_by(HINT_PAUSE, ann, eve)
        await ann.do(say.AskHint, key=key(ann))
        assert len(ann.all(HintShown)) == 2


async def test_a_game_without_reasons_has_no_hints() -> None:
    async with table_server() as server:
        ann = await server.room()
        await ann.do(say.AddBot, strength="casual")
        await server.start(ann)
        assert not ann.room.may_hint
        assert (await ann.refused(say.AskHint, key=key(ann))).text == "High Card has no hints."


async def test_a_card_is_explained_to_players_and_onlookers_each_by_what_they_see() -> None:
    async with alone("Eve") as (server, ann):
        eve = server.guests[-1]
        await ann.do(say.Explain, card=str(ann.hand[0]))
        assert ann.last(CardExplained).playable is True
        assert ann.last(CardExplained).why == "You may put it down."
        await eve.do(say.Explain, card=str(ann.hand[0]))
        assert eve.last(CardExplained).playable is None
        assert (await ann.refused(say.Explain, card="none")).code == "unknown"
