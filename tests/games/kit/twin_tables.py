"""Non-interference at the table: two matches on fakes, in worlds that one viewer cannot tell apart.

Clock and people are the same, and so is every message on the viewer's connection, byte for byte and
at the same moment. In the first match people play at random, premove, try illegal moves and let
time run out. Then a world is drawn for one viewer, and its past is written down (twin_worlds.py).
The second match plays that past at the same moments, while others do things that the viewer may
not notice.
"""

import asyncio
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

import msgspec

from app.rules.codec import to_json
from app.rules.game import Seat
from app.rules.replay import Played
from app.table.model import client_messages as say
from app.table.model.records import LogLine
from app.table.model.server_messages import Refused
from tests.games.kit.adapter import Adapter
from tests.games.kit.counts import Counts
from tests.games.kit.match_record import Broken, require
from tests.games.kit.observation import around
from tests.games.kit.pairwise_setups import pairwise_setups
from tests.games.kit.table_script import Act, Heard, Kind, Script, orders
from tests.games.kit.twin_worlds import answers_of, world_for
from tests.table.table_server import TableServer, table_server

LOOKS = 3
"""Viewers and moments of one match for which another one is played."""
WAITS = (0.2, 0.7, 1.0, 1.5, 3.0, 9.0)
"""Seconds between two acts; once in a while somebody is away instead."""
AWAY = 190.0
KINDS: Final[tuple[Kind, ...]] = ("play", "queue", "try")
OFFERS: Final = 0.3
"""The rate at which somebody who may takes an offer."""
NOW_AND_THEN: Final = 0.06
"""The rate at which a player pauses, comes back or reacts; pauses are short."""


def twin_tables(adapter: Adapter, seed: int, steps: int, counts: Counts) -> None:
    asyncio.run(_matches(adapter, seed, steps, counts))


async def _matches(adapter: Adapter, seed: int, steps: int, counts: Counts) -> None:
    setups = [setup for setup in pairwise_setups(adapter.game) if not setup.ranked]
    setup = setups[seed % len(setups)]
    chance = random.Random(seed)
    script = Script(adapter.game, setup, seed, people=chance.randrange(2, setup.seats + 1))
    async with table_server(games=(adapter.game,)) as server:
        acts = await improvised(script, server, steps, chance)
        record = script.record(server)
    counts.add("matches")
    counts.add("states", len(record.states))
    secret = [number for number, act in enumerate(acts) if adapter.deck(record.states[act.plies])]
    for _ in range(LOOKS if secret else 0):
        viewer, last = chance.choice(list(script.guests)), acts[(number := chance.choice(secret))]
        twin = world_for(adapter, record.until(last.plies), viewer, script.people, chance)
        if twin is None:
            counts.add("unpaired")
            continue
        other = Script(adapter.game, setup, seed, script.people, orders(twin), answers_of(twin))
        async with table_server(games=(adapter.game,)) as server:
            await repeated(other, server, acts[: number + 1], viewer, chance)
            said = answers_of(other.record(server))
        require(
            all(other.answers.get(key, move) == move for key, move in said.items()),
            "the second match goes by its script",
        )
        truth, world = script.heard(viewer)[: last.heard[viewer]], other.heard(viewer)
        same(truth, world, viewer)
        counts.add("messages", len(truth))


# -- the first match


async def improvised(
    script: Script, server: TableServer, steps: int, chance: random.Random
) -> list[Act]:
    """Plays at random; returns what people did."""
    await script.open(server)
    acts: list[Act] = []

    def did(act: Act) -> None:
        acts.append(
            replace(
                act,
                plies=script.plies(server),
                heard={who: len(guest.messages) for who, guest in script.guests.items()},
            )
        )

    tried: list[object] = [{"type": "none"}]
    for number in range(steps):
        wait = AWAY if chance.random() < 0.02 else chance.choice(WAITS)
        await server.pass_by(wait, *script.guests.values())
        beside = _beside(script, chance)
        if beside is not None:
            await script.act(server, number, beside)
            did(replace(beside, wait=wait))
            continue
        asked = [
            seat
            for seat, guest in script.guests.items()
            if seat is not None and guest.frame.prompt is not None
        ]
        if script.guests[None].frame.outcome is not None:
            did(Act(wait))
            break
        offers = [
            (seat, one)
            for seat, guest in script.guests.items()
            if seat is not None
            for one in guest.frame.more
            if one.prompt.offer
        ]
        if offers and chance.random() < OFFERS:
            seat, one = chance.choice(offers)
            taken = Act(0.0, seat, "play", one.prompt.key, chance.choice(one.moves))
            await script.act(server, number, taken)
            did(replace(taken, wait=wait))
            continue
        if not asked:
            did(Act(wait))
            continue
        seat = chance.choice(asked)
        frame = script.guests[seat].frame
        assert frame.prompt is not None
        move = chance.choice(frame.moves)
        kind: Kind = chance.choices(KINDS, (70, 15, 15))[0]
        if kind == "try":
            tried.append(move)
            move = chance.choice(tried)
            if move in frame.moves:
                kind = "play"
        await script.act(server, number, Act(0.0, seat, kind, frame.prompt.key, move))
        refused = any(
            isinstance(message, Refused) and message.id == f"a{number}"
            for message in script.guests[seat].messages
        )  # a covered answer has no reply yet
        said: Kind = "play" if kind == "try" and not refused else kind
        did(Act(wait, seat, said, frame.prompt.key, move, refused=refused))
    return with_taken(acts, server.store.matches[server.match_id].lines, script.people)


def with_taken(acts: Sequence[Act], log: Sequence[LogLine], people: int) -> list[Act]:
    """The acts, with the question that the table answered with each premove.

    A premove or a covered answer that another answer overtook counts as refused.
    """
    noted = list(acts)
    for ply, line in enumerate(log):
        entry = line.entry
        if not isinstance(entry, Played) or entry.seat >= people or line.command is not None:
            continue
        put_down = [
            number
            for number, act in enumerate(acts)
            if (act.seat, act.kind) == (entry.seat, "queue")
            and act.plies <= ply
            and not act.refused
        ]
        if put_down and _plain(acts[put_down[-1]].move) == _plain(to_json(entry.move)):
            noted[put_down[-1]] = replace(acts[put_down[-1]], taken=entry.key)
    made = {
        (line.entry.seat, line.entry.key): (
            _plain(to_json(line.entry.move)),
            line.command is not None,
        )
        for line in log
        if isinstance(line.entry, Played)
    }
    return [replace(act, refused=True) if _overtaken(act, made) else act for act in noted]


def _overtaken(act: Act, made: Mapping[tuple[Seat, str], tuple[object, bool]]) -> bool:
    """True for a premove or a covered answer whose question got another answer by a command.

    A premove that another premove replaced has begun the pause of that one.
    """
    if act.seat is None or act.kind not in ("play", "queue") or act.taken:
        return False
    own = _plain(act.move)
    move, commanded = made.get((act.seat, act.key), (own, True))
    return move != own and (commanded or act.kind == "play")


def _plain(move: object) -> object:
    """A move as JSON has it, with lists where values have tuples."""
    return msgspec.json.decode(msgspec.json.encode(move))


def _beside(script: Script, chance: random.Random) -> Act | None:
    """The acts of people other than playing."""
    if script.guests[None].frame.outcome is not None:
        return None
    host = Seat(0)
    if script.guests[host].room.paused:
        return Act(0.0, host, "resume") if chance.random() < 0.6 else None
    if chance.random() >= NOW_AND_THEN:
        return None
    somebody = chance.choice([seat for seat in script.guests if seat is not None])
    return Act(0.0, somebody, chance.choice(("pause", "return", "react", "react")))


# -- the second match


async def repeated(
    script: Script, server: TableServer, acts: list[Act], viewer: Seat | None, chance: random.Random
) -> None:
    """The same acts at the same moments with this world's moves; the viewer acts exactly alike."""
    await script.open(server)
    for number, act in enumerate(acts):
        mine = act.seat == viewer
        if act.kind in KINDS and not mine and act.seat is not None:
            act = replace(act, move=_instead(script, act))
            if act.move is None or act.refused:
                act = Act(act.wait)
        await script.act(server, number, act)
        await _unnoticed(script, server, number, viewer, chance)


def _instead(script: Script, act: Act) -> object:
    assert act.seat is not None
    move = script.answers.get((act.seat, act.taken), script.answers.get((act.seat, act.key)))
    return None if move is None else to_json(move)


async def _unnoticed(
    script: Script, server: TableServer, number: int, viewer: Seat | None, chance: random.Random
) -> None:
    """Another player premoves and cancels it, or tries a move with an old key."""
    idle = [
        seat
        for seat, guest in script.guests.items()
        if seat is not None
        and seat != viewer
        and guest.frame.prompt is None
        and guest.frame.premove is None
    ]
    if not idle or chance.random() < 0.5 or script.guests[None].frame.outcome is not None:
        return
    seat = chance.choice(idle)
    guest, live = script.guests[seat], server.lobby._tables[server.id].state.live
    known = list(script.answers.values())
    drawn = chance.choice(known) if known else None
    move = {"type": "none"} if drawn is None else to_json(drawn)
    await script.tell(guest, say.Play(id=f"x{number}", key="long-ago", move=move))
    if live is None or (drawn and script.game.premove_stands(live.view(seat), drawn)):
        return
    await script.tell(guest, say.Premove(id=f"y{number}", move=move))
    await script.tell(guest, say.CancelPremove(id=f"z{number}"))


def same(truth: Heard, world: Heard, viewer: Seat | None) -> None:
    """Raises Broken where the two matches differ for the viewer."""
    who = "a spectator" if viewer is None else f"seat {viewer}"
    for number, ((at, message), (then, another)) in enumerate(zip(truth, world, strict=False)):
        if message != another:
            raise Broken(
                f"message {number} tells {who} at {at:.3f} s what it may not know: "
                f"{around(message, another)}"
            )
        require(
            at == then,
            f"{who} hears everything at the same moment in worlds that it cannot tell apart",
            message=number,
            truth=at,
            world=then,
        )
    require(
        len(truth) == len(world),
        f"{who} hears as much in worlds that it cannot tell apart",
        truth=len(truth),
        world=len(world),
    )
