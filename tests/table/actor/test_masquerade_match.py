"""Six rounds of Scum: The Masquerade at a table: two people, four bots, and all its politics."""

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.moves import Play
from app.games.scum_the_masquerade.state import Phase
from app.rules.replay import replay
from app.table.model import client_messages as say
from app.table.model.match_messages import Frame
from app.table.model.room import ClockLevel
from app.table.model.server_messages import Done
from tests.games.scum_the_masquerade.whole_match import WANTED
from tests.table.table_server import Guest, TableServer, command_id, table_server

SEED = 1
OFFERS = ("ask-boon", "use", "hunt", "answer-conspiracy", "conspire")


def best_for(seat: int, order: list[int], cards: list[int]) -> None:
    """Puts the highest cards where this seat of the order is dealt them."""
    places = [at for at in range(len(cards) - len(cards) % len(order)) if dealt(order, at) == seat]
    for number, at in enumerate(places):
        other = cards.index(len(cards) - 1 - number)
        cards[at], cards[other] = cards[other], cards[at]


def dealt(order: list[int], at: int) -> int:
    return order[at % len(order)]


def chosen(guest: Guest, chance: random.Random) -> Any:
    """Bob comes last in the round for the ranks, then goes out first. Both cancel what they can."""
    frame = guest.frame
    assert frame.prompt is not None
    moves, public = frame.moves, frame.view["public"]
    if frame.prompt.kind == "react":
        return next(move for move in moves if move["cancel"])
    if frame.prompt.kind == "declare":
        return moves[0]
    if guest.name == "Bob" and public["round"] < 2:
        if frame.prompt.kind not in ("lead", "follow"):
            return moves[0]
        passes = [move for move in moves if move["type"] == "pass"]
        if public["round"] == 0 and passes:
            return passes[0]
        return max(moves, key=lambda move: len(move.get("cards", ())))
    return chance.choice(moves)


def eager(strength: str, game: Any, view: Any, moves: Sequence[Any]) -> Any:
    """A bot that plays the lowest hand that it may."""
    return next((move for move in moves if isinstance(move, Play)), moves[0])


async def answer(guest: Guest, chance: random.Random) -> bool:
    """Takes an offer now and then, else answers the question; whether anything was said."""
    frame = guest.frame
    offers = [one for one in frame.more if one.prompt.kind in OFFERS and one.moves]
    if guest.name == "Ann" and offers and chance.random() < 0.3:
        offer = chance.choice(offers)
        move = chance.choice(offer.moves)
        await guest.send(say.Play(command_id(), key=offer.prompt.key, move=move))
        return True
    if frame.prompt is None:
        return False
    command = say.Play(command_id(), key=frame.prompt.key, move=chosen(guest, chance))
    assert isinstance(await guest.send(command), Done)
    return True


def shown(frame: Frame) -> Any:
    """The parts of a frame that a page draws, without the times."""
    more = [(one.prompt, one.text, one.moves, one.step) for one in frame.more]
    return frame.view, frame.prompt, frame.prompt_text, frame.moves, frame.step, more, frame.awaited


async def reloads_show_the_same(server: TableServer, guests: list[Guest]) -> None:
    for guest in guests:
        again = await server.connect(guest.name)
        assert shown(again.frame) == shown(guest.frame)
        await again.leave()


@pytest.mark.slow
async def test_six_rounds_with_trades_a_boon_reactions_a_pact_and_a_revolution() -> None:
    chance = random.Random(SEED)
    phases = set[str]()
    async with table_server(games=(GAME,)) as server:
        ann = await server.room("Ann", GAME.slug, evening="masquerade", rounds=6)
        bob = await server.come("Bob")
        await ann.do(say.SetRoom, clock=ClockLevel.RELAXED)
        for _ in range(4):
            await ann.do(say.AddBot, strength="casual")
        seat = {guest.name: number for number, guest in enumerate((ann, bob))}["Bob"]

        def shuffle(cards: list[int]) -> None:
            chance.shuffle(cards)
            public: Any = ann.frame.view["public"] if ann.all(Frame) else {"round": 0}
            if public["round"] == 1 and len(cards) > 6:
                best_for(seat, list(public["order"]), cards)

        server.dealer.shuffle, server.bots.choose = shuffle, eager  # type: ignore[method-assign]  # scripted
        await server.start(ann, bob)
        for _ in range(20_000):
            if ann.frame.outcome is not None:
                break
            phase = ann.frame.view["public"]["phase"]
            if phase not in phases:
                phases.add(phase)
                await reloads_show_the_same(server, [ann, bob])
            said = [await answer(guest, chance) for guest in (ann, bob)]
            if not any(said):
                await server.pass_by(1.5, ann, bob)
        stored = server.store.matches[server.match_id]
        assert stored.state == "finished"
        states = list(replay(GAME, stored.setup, [line.entry for line in stored.lines]))
        outcome: Any = GAME.outcome(states[-1].public)
        assert ann.frame.outcome["ranking"] == outcome.ranking
        assert bob.frame.outcome["points"] == outcome.points
        kinds = {msgspec.to_builtins(event)["type"] for one in states for event in one.events}
        assert WANTED - kinds == set()
        assert phases >= {Phase.DECIDE, Phase.DECLARE, Phase.PACTS, Phase.TRADE, Phase.PLAY}
