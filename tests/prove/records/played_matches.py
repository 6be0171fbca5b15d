"""Matches at tables of every kind, read back from the store and compared with what was seen."""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import msgspec

from app.games import BY_SLUG, GAMES
from app.rules.codec import to_json
from app.rules.game import AnyGame, AnyState, Prompt, Seat, view
from app.rules.play import prompts, take_up_to
from app.rules.replay import Setup, replay
from app.store.matches import records
from app.table.model.client_messages import AddBot, CallLastDeal, Ready, SetOptions, Start
from app.table.model.match_messages import Frame
from app.table.model.room import MatchId, RoomId
from tests.games.kit.pairwise_setups import pairwise_setups
from tests.prove.page_view import page_view
from tests.prove.records.in_process_app import InProcessApp, Visitor


class Tally(msgspec.Struct):
    """The counts of one run."""

    matches: int = 0
    frames: int = 0
    states: int = 0
    entries: int = 0
    kept: int = 0
    faults: list[str] = []


def seen(frame: Frame) -> bytes:
    """The part of a frame that the log must give again, byte for byte."""
    prompt = None if frame.prompt is None else whole_prompt(frame.prompt)
    return msgspec.json.encode([frame.view, prompt, frame.moves, frame.outcome], order="sorted")


def whole_prompt(prompt: Prompt) -> dict[str, Any]:
    """The prompt as JSON with its window, which is left out where there is none."""
    return {"window": None, **to_json(prompt)}


def shown(game: AnyGame, state: AnyState, seat: Seat | None, page: bool = False) -> bytes:
    """A state as a seat sees it, as JSON: with the whole view, or as a page is sent it."""
    known = view(state, seat)
    outcome = game.outcome(state.public)
    prompt = None if outcome is not None or seat is None else prompts(game, state).get(seat)
    moves, _ = (
        take_up_to(game.legal_moves(known), game.max_listed_moves(prompt))
        if prompt is not None
        else ((), True)
    )
    told = [
        to_json(page_view(game, known) if page else known),
        None if prompt is None else whole_prompt(prompt),
        [to_json(move) for move in moves],
        to_json(outcome),
    ]
    return msgspec.json.encode(told, order="sorted")


def unlike(game: AnyGame, states: Sequence[AnyState], frames: Sequence[Frame]) -> str | None:
    """The first frame that is no state of the match, or not in its order; None where all are."""
    at = 0
    for frame in frames:
        wanted, seat = seen(frame), None if frame.seat is None else Seat(frame.seat)
        while at < len(states) and (
            (seat is not None and seat >= len(states[at].private))
            or shown(game, states[at], seat, page=True) != wanted
        ):
            at += 1
        if at == len(states):
            viewer = "a spectator" if seat is None else f"seat {seat}"
            return f"frame {frame.n} of {viewer} is no state of the replayed match"
    return None


async def play_match(app: InProcessApp, seed: int, tally: Tally) -> bytes:
    """One match, read back from the store; its export.

    A game whose cards stay secret exports to nobody: then as its export would be.
    """
    chance = Random(seed)
    game = GAMES[seed % len(GAMES)]
    setups = pairwise_setups(game)
    setup = setups[seed // len(GAMES) % len(setups)]
    many = chance.randrange(1, setup.seats + 1)
    async with AsyncExitStack() as stack:
        host, watcher = [
            await stack.enter_async_context(app.visitor(name)) for name in ("Hanna", "")
        ]
        room = await host.open_room(game.slug, listed="true")
        await host.sit(room)
        await host.do(SetOptions(host.id(), to_json(setup.options)))
        guests = [
            await stack.enter_async_context(app.visitor(f"Guest {number}"))
            for number in range(many - 1)
        ]
        for guest in guests:
            await _enter(guest, host, room)
        for _ in range(setup.seats - many):
            await host.do(AddBot(host.id(), chance.choice(host.room.bots)))
        await watcher.sit(room)
        match, last = await _play([host, *guests], chance)
        faults = await _compare(app, game, room, match, last, [host, *guests, watcher], tally)
        tally.faults += [f"seed {seed}: {fault}" for fault in faults]
        return await _export(app, game, host, match)


async def play_whole(app: InProcessApp, game: AnyGame, setup: Setup, seed: int) -> bytes:
    """A match to its own end, of one person and steady bots, who take offers; its export."""
    tally = Tally()
    async with app.visitor("Hanna") as host:
        room = await host.open_room(game.slug, listed="true")
        await host.sit(room)
        await host.do(SetOptions(host.id(), to_json(setup.options)))
        for _ in range(setup.seats - 1):
            await host.do(AddBot(host.id(), "steady"))
        await host.do(Start(host.id(), False))
        last = await host.play(Random(seed))
        faults = await _compare(app, game, room, last.match, last, [host], tally)
        assert not faults, faults
        return await _export(app, game, host, last.match)


async def _export(app: InProcessApp, game: AnyGame, host: Visitor, match: MatchId) -> bytes:
    export = await host.http.get(f"/api/matches/{match}/export")
    if game.reveals_after_match:
        return export.content
    assert export.status_code == 403, "what stays secret is not given out"
    return await _as_exported(app, match)


async def _as_exported(app: InProcessApp, match: MatchId) -> bytes:
    async with app.services.db.sessions() as db:
        record = await records.read_logged(db, match)
    assert record is not None
    head = {
        "match": match, "game": record.game, "rules_version": record.rules_version,
        "setup": record.setup,
        "receipt": record.last_hash().hex(),
    }  # fmt: skip
    lines = [
        {"ply": link.ply, "at": link.at, "entry": link.entry, "hash": link.hash.hex()}
        for link in record.links
    ]
    return b"".join(msgspec.json.encode(line) + b"\n" for line in (head, *lines))


async def _enter(guest: Visitor, host: Visitor, room: RoomId) -> None:
    answer = await guest.post(f"/join/{host.room.secret}", name=guest.name)
    assert answer.status_code == 303, answer.text
    await guest.sit(room)
    await guest.do(Ready(guest.id(), True))


async def _play(people: Sequence[Visitor], chance: Random) -> tuple[MatchId, Frame]:
    host = people[0]
    await host.do(Start(host.id(), False))
    await host.say(CallLastDeal(host.id()))
    frames = await asyncio.gather(*(person.play(Random(chance.random())) for person in people))
    return frames[0].match, frames[0]


async def _compare(
    app: InProcessApp,
    game: AnyGame,
    room: RoomId,
    match: MatchId,
    last: Frame,
    viewers: Sequence[Visitor],
    tally: Tally,
) -> list[str]:
    async with app.services.db.sessions() as db:
        record = await records.read(db, match, BY_SLUG)
    assert record is not None
    live = app.services.lobby._tables[room].state.live
    assert live is not None, "the match is still on the table"
    try:
        states = list(replay(game, record.setup, (written.entry for written in record.entries)))
    except Exception as error:
        return [f"match {match} does not replay: {type(error).__name__}"]
    tally.matches += 1
    tally.states += len(states)
    tally.entries += len(record.entries)
    faults = []
    if states[-1] != live.state:
        faults.append(f"match {match}: the replayed state is not the one that the table holds")
    for viewer in viewers:
        tally.frames += len(viewer.frames)
        fault = unlike(game, states, viewer.frames)
        if fault is not None:
            faults.append(f"match {match}: {fault}")
    if last.receipt != live.last_hash.hex():
        faults.append(f"match {match}: the receipt that was shown is not the record's")
    return faults
