"""Bots see one seat's view, and pause whatever they hold; a premove is its owner's alone."""

import asyncio
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from structlog.testing import capture_logs

from app.rules.game import Prompt, Seat, View
from app.rules.replay import Played
from app.rules.values import Manner
from app.table.model import client_messages as say
from app.table.model.match_messages import Frame
from app.table.model.server_messages import Refused
from tests.table.fakes import settle
from tests.table.high_card import Choose
from tests.table.parley import Give, Parley, Private, Public, Speak
from tests.table.table_server import Guest, TableServer, table_server


async def with_bots(server: TableServer, **options: int) -> Guest:
    ann = await server.room("Ann", "high-card", listed=False, **options)
    await ann.do(say.AddBot, strength="casual")
    await ann.do(say.AddBot, strength="steady")
    await server.start(ann)
    return ann


def played(server: TableServer) -> list[Played]:
    """The moves played so far."""
    return [
        line.entry
        for line in server.store.matches[server.match_id].lines
        if isinstance(line.entry, Played)
    ]


async def test_a_bot_is_handed_its_own_view_and_its_legal_moves() -> None:
    async with table_server() as server:
        await with_bots(server)
        assert [(strength, view.seat) for strength, view, _moves in server.bots.asked] == [
            ("casual", 1),
            ("steady", 2),
        ]
        for _strength, view, moves in server.bots.asked:
            assert view.private is not None
            assert moves == tuple(Choose(card) for card in view.private.hand)


async def test_a_bot_takes_its_time() -> None:
    async with table_server() as server:
        ann = await with_bots(server)
        await server.pass_by(0.9, ann)
        assert server.entries == ["shuffled"]
        await server.pass_by(0.2, ann)
        assert server.entries == ["shuffled", "played", "played"]


async def test_a_bots_time_shrinks_with_the_pace() -> None:
    async with table_server(pace=0.01) as server:
        ann = await with_bots(server)
        await server.pass_by(0.011, ann)
        assert server.entries == ["shuffled", "played", "played"]


@pytest.mark.parametrize("trouble", ["it breaks", "it cheats"])
async def test_a_bot_that_cannot_choose_makes_the_first_legal_move(trouble: str) -> None:
    async with table_server() as server:
        server.bots.broken = trouble == "it breaks"
        server.bots.instead = Choose(99) if trouble == "it cheats" else None
        ann = await with_bots(server)
        await server.pass_by(1.5, ann)
        assert server.entries == ["shuffled", "played", "played"]


@pytest.mark.parametrize("answer", ["the first", "the better"])
async def test_the_line_about_a_failed_bot_names_its_game_seat_and_strength(answer: str) -> None:
    async with table_server() as server:
        server.bots.broken = answer == "the first"
        server.bots.second_thought = lambda moves: moves[99]
        with capture_logs() as logged:
            ann = await with_bots(server)
            await server.pass_by(1.5, ann)
        failed = [line for line in logged if line["event"] == "bot failed"]
        kind = "RuntimeError" if answer == "the first" else "IndexError"
        for line, seat, strength in zip(failed, (1, 2), ("casual", "steady"), strict=True):
            assert (line["game"], line["seat"], line["strength"]) == ("high-card", seat, strength)
            assert line["error"][0].startswith(f"{kind} at ")


async def test_a_bot_may_think_better_of_it_until_its_answer_is_due() -> None:
    async with table_server() as server:
        server.bots.second_thought = lambda moves: moves[-1]
        ann = await with_bots(server)
        await server.pass_by(1.5, ann)
        assert [answered.move for answered in played(server)] == [
            moves[-1] for _strength, _view, moves in server.bots.asked
        ]


async def test_a_bot_that_is_still_thinking_answers_in_time_all_the_same() -> None:
    async with table_server() as server:
        server.bots.thinks_for_ever = True
        ann = await with_bots(server)
        await server.pass_by(0.9, ann)
        assert server.entries == ["shuffled"]
        await server.pass_by(0.2, ann)
        assert [answered.move for answered in played(server)] == [
            moves[0] for _strength, _view, moves in server.bots.asked
        ]


async def test_a_bot_that_breaks_while_it_thinks_keeps_to_its_first_answer() -> None:
    async with table_server() as server:
        server.bots.second_thought = lambda moves: moves[99]
        ann = await with_bots(server)
        await server.pass_by(1.5, ann)
        assert [answered.move for answered in played(server)] == [
            moves[0] for _strength, _view, moves in server.bots.asked
        ]


async def test_bots_wait_while_the_table_is_paused() -> None:
    async with table_server() as server:
        ann = await with_bots(server)
        await ann.do(say.Pause)
        await server.pass_by(100, ann)
        assert server.entries == ["shuffled"]
        await ann.do(say.Resume)
        await server.pass_by(1.5, ann)
        assert server.entries == ["shuffled", "played", "played"]


async def test_bots_do_not_play_for_ever_where_nobody_looks_on() -> None:
    async with table_server() as server:
        ann = await with_bots(server, deals=50)
        await server.pass_by(2, ann)
        await ann.do(say.Premove, move={"type": "crow", "loud": False})
        await ann.leave()
        await server.pass_by(60)
        before = len(server.entries)
        await server.pass_by(200)
        assert len(server.entries) == before


async def test_a_premove_is_made_when_its_owner_is_next_asked() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        await bob.choose()
        await bob.do(say.Premove, move={"type": "crow", "loud": True})
        assert bob.frame.premove == {"type": "crow", "loud": True}
        await ann.choose()
        await server.pass_by(0.9, ann, bob)
        assert server.entries[-1] == "played"
        assert bob.frame.prompt is not None
        await server.pass_by(0.2, ann, bob)
        assert bob.frame.premove is None
        assert bob.frame.events[0].text == "Bob crows."


async def test_a_premove_is_told_to_nobody() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        await bob.choose()
        before = len(ann.messages)
        await bob.do(say.Premove, move={"type": "crow", "loud": True})
        await bob.do(say.CancelPremove)
        await bob.do(say.Premove, move={"type": "crow", "loud": False})
        assert len(ann.messages) == before
        assert all(frame.premove is None for frame in ann.all(Frame))


async def test_a_premove_that_is_not_legal_is_dropped_and_its_owner_told() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        await ann.choose()
        await ann.do(say.Premove, move={"type": "choose", "card": 77})
        await bob.choose()
        await bob.crow()
        refused = ann.last(Refused)
        assert (refused.id, refused.code, refused.reason) == (None, "illegal-move", "not-yours")
        assert refused.text == "Your premove was dropped: You do not hold that card."
        assert ann.frame.premove is None
        assert not bob.all(Refused)


async def test_a_premove_is_forgotten_when_its_owner_moves() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        await ann.do(say.Premove, move={"type": "choose", "card": ann.hand[1]})
        await ann.choose(ann.hand[2])
        assert ann.frame.premove is None
        assert ann.chosen() == 2
        await server.pass_by(5, ann, bob)
        assert server.entries == ["shuffled", "played"]


async def test_what_cannot_be_a_move_cannot_be_queued() -> None:
    async with table_server() as server:
        ann, _bob = await server.match("Ann", "Bob")
        assert (await ann.refused(say.Premove, move={"type": "fly"})).code == "malformed-move"
        eve = await server.come("Eve", sit=False)
        assert (
            await eve.refused(say.Premove, move={"type": "crow", "loud": True})
        ).code == "not-seated"


async def test_a_later_premove_replaces_the_earlier_one() -> None:
    async with table_server() as server:
        ann, bob = await server.match("Ann", "Bob")
        await ann.do(say.Premove, move={"type": "choose", "card": ann.hand[1]})
        await ann.do(say.Premove, move={"type": "choose", "card": ann.hand[2]})
        await server.pass_by(1.1, ann, bob)
        assert ann.chosen() == 2


async def test_bots_are_asked_once_everybody_has_been_shown_what_happened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A bot's thinking time depends on its cards, so no frame may be late because of it."""
    async with table_server() as server:
        ann = await server.room()
        await ann.do(say.AddBot, strength="casual")
        seen, choose = list[int](), server.bots.choose

        def choosing(*asked: Any) -> Any:
            seen.append(len(ann.messages))
            return choose(*asked)

        monkeypatch.setattr(server.bots, "choose", choosing)
        await server.start(ann)
        assert seen == [len(ann.messages)]


class Generous(Parley):
    """Parley in which bots give when they may."""

    def accepted_offer(self, view: View[Public, Private], prompt: Prompt) -> Give | None:
        return Give(Seat(0), (1,)) if prompt.kind == "gift" else None

    def legal_answers(self, view: View[Public, Private], prompt: Prompt) -> Iterator[Any]:
        """The moves of Parley; after a gift nobody speaks softly."""
        for move in super().legal_answers(view, prompt):
            if not (view.public.given and move == Speak(loud=False)):
                yield move


async def test_a_bot_thinks_again_after_its_own_move_and_takes_no_longer_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its better move is of no use that was found before the other move."""
    async with table_server(games=(Generous(),)) as server:
        ann = await server.room("Ann", "parley")
        await ann.do(say.AddBot, strength="casual")
        await server.start(ann)
        pauses = iter((1.2, 0.7))
        monkeypatch.setattr(server.dealer, "uniform", lambda low, high: next(pauses, high))
        giving, append = asyncio.Event(), server.store.append

        async def appending(*line: Any) -> None:
            await append(*line)
            if len(played(server)) == 2:
                giving.set()
                await settle()

        async def pondering(*asked: Any) -> Speak:
            await giving.wait()
            return Speak(loud=False)

        monkeypatch.setattr(server.store, "append", appending)
        monkeypatch.setattr(server.bots, "ponder", pondering)
        with capture_logs() as logs:
            await ann.do(say.Play, key="turn-0", move={"type": "speak"})
            await server.pass_by(1.1, ann)
            given, spoken = Played(Seat(1), "gift", Give(Seat(0), (1,))), Speak(loud=True)
            assert played(server)[1:] == [given]
            await server.pass_by(0.2, ann)
        assert played(server)[1:] == [given, Played(Seat(1), "turn-1", spoken)]
        assert [line for line in logs if line["log_level"] == "error"] == []


class Late(Parley):
    """Parley whose second seat may always give; its bot does so once it has spoken."""

    def prompts(self, view: View[Public, Private]) -> tuple[Prompt, ...]:
        found = tuple(one for one in super().prompts(view) if not one.offer)
        gives = view.seat == 1 and not view.public.given and not view.public.over
        return (*found, Prompt("gift", "gift", offer=True)) if gives else found

    def accepted_offer(self, view: View[Public, Private], prompt: Prompt) -> Give | None:
        return Give(Seat(0), (1,)) if view.public.turn == 2 else None


async def test_a_bot_looks_at_an_open_offer_again_after_its_own_move() -> None:
    async with table_server(games=(Late(),)) as server:
        ann = await server.room("Ann", "parley")
        await ann.do(say.AddBot, strength="casual")
        await server.start(ann)
        await ann.do(say.Play, key="turn-0", move={"type": "speak"})
        await server.pass_by(2, ann)
        await server.pass_by(2, ann)
        assert Played(Seat(1), "gift", Give(Seat(0), (1,))) in played(server)


class Tempered(Parley):
    """Parley in which bots have tempers; it notes in which manner they were asked."""

    tempers = ("meek", "bold")
    asked: ClassVar[list[Manner]] = []

    def in_manner(self, manner: Manner) -> "Tempered":
        self.asked.append(manner)
        return self


async def test_a_bot_plays_in_the_manner_that_the_table_shows() -> None:
    game = Tempered()
    async with table_server(games=(game,)) as server:
        ann = await server.room("Ann", "parley")
        await ann.do(say.AddBot, strength="casual")
        await server.start(ann)
        await ann.do(say.Play, key="turn-0", move={"type": "speak"})
        await server.pass_by(2, ann)
        shown = ann.room.seats[1]
        assert shown.temper in game.tempers
        assert set(game.asked) == {Manner("casual", shown.temper)}
