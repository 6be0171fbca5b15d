"""The corpus: exported matches that were kept, each with a digest of every view of them.

It lies in `corpus` beside each game's tests. A match by older rules than the game's keeps its
receipt and is not replayed; see decision 050. New matches: `python -m tests.prove.records.corpus
SEED ...`, each called at its first deal. A whole one, of a person and bots: `python -m
tests.prove.records.corpus GAME SEATS OPTIONS SEED`, with the options as JSON.
"""

import asyncio
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec

from app.games import BY_SLUG
from app.rules import chain
from app.rules.codec import read_entry, read_options
from app.rules.game import AnyGame, AnyState, Seat
from app.rules.replay import Setup, replay
from app.settings import ROOT

FOLDER: Final = ROOT / "tests" / "games"


def files() -> list[Path]:
    return sorted(FOLDER.glob("*/corpus/*.jsonl"))


@cache
def lines_of(file: Path) -> tuple[Mapping[str, Any], ...]:
    """The match, then its entries, as exported."""
    return tuple(msgspec.json.decode(line) for line in file.read_bytes().splitlines())


def digest(game: AnyGame, states: Iterable[AnyState]) -> str:
    """The digest of all views of any seat and a spectator, hexadecimal."""
    from tests.prove.records.played_matches import shown

    whole = sha256()
    for state in states:
        for seat in (None, *map(Seat, range(len(state.private)))):
            whole.update(shown(game, state, seat))
    return whole.hexdigest()


def states_of(game: AnyGame, lines: Sequence[Mapping[str, Any]]) -> list[AnyState]:
    told = lines[0]["setup"]
    setup = Setup(told["seats"], read_options(game, told["options"]), told["ranked"])
    return list(replay(game, setup, (read_entry(game, line["entry"]) for line in lines[1:])))


def fault_in(lines: Sequence[Mapping[str, Any]], games: Mapping[str, AnyGame]) -> str | None:
    """The fault of one kept match, or None."""
    head = lines[0]
    first = chain.initial_hash(head["match"], head["game"], head["rules_version"], head["setup"])
    links = [
        chain.StoredEntry(line["ply"], line["at"], line["entry"], bytes.fromhex(line["hash"]))
        for line in lines[1:]
    ]
    try:
        last = chain.verify(first, head["match"], links)
    except chain.BrokenChain as error:
        return str(error)
    if last.hex() != head["receipt"]:
        return "its receipt is not that of its entries"
    game = games.get(head["game"])
    if game is None or game.rules_version != head["rules_version"]:
        return None
    try:
        states = states_of(game, lines)
    except Exception as error:  # whatever the rules make of it, it is the finding
        return f"it does not replay ({type(error).__name__}): has the game a new rules_version?"
    return (
        None
        if digest(game, states) == head["views"]
        else "somebody would see something else in it now: has the game a new rules_version?"
    )


def checked(games: Mapping[str, AnyGame] = BY_SLUG) -> tuple[int, list[str]]:
    """The number of matches, and the faults in them."""
    found = [(file, fault_in(lines_of(file), games)) for file in files()]
    return len(found), [
        f"{file.relative_to(ROOT)}: {fault}" for file, fault in found if fault is not None
    ]


async def keep(url: str, seeds: Sequence[int]) -> None:
    """Plays a match for each seed and keeps it."""
    from tests.prove.records.in_process_app import running_app
    from tests.prove.records.played_matches import Tally, play_match

    async with running_app(url) as app:
        for seed in seeds:
            tally = Tally()
            exported = await play_match(app, seed, tally)
            assert not tally.faults, tally.faults
            write(exported, f"{seed}")


async def keep_whole(url: str, slug: str, seats: int, options: str, seed: int) -> None:
    """Plays one match to its own end, and keeps it."""
    from tests.prove.records.in_process_app import running_app
    from tests.prove.records.played_matches import play_whole

    game = BY_SLUG[slug]
    setup = Setup(seats, read_options(game, msgspec.json.decode(options)), False)
    async with running_app(url) as app:
        write(await play_whole(app, game, setup, seed), f"whole-{seed}")


def write(exported: bytes, name: str) -> None:
    """Adds an exported match, with the digest of its views."""
    head, *entries = [msgspec.json.decode(line) for line in exported.splitlines()]
    game = BY_SLUG[head["game"]]
    head["views"] = digest(game, states_of(game, [head, *entries]))
    folder = FOLDER / type(game).__module__.split(".")[2] / "corpus"
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.jsonl").write_bytes(
        b"".join(chain.canonical(line) + b"\n" for line in (head, *entries))
    )


if __name__ == "__main__":
    from tests.prove.runner.temp_server import temp_postgres

    with temp_postgres() as postgres:
        match sys.argv[1:]:
            case [game, seats, options, seed] if game in BY_SLUG:
                asyncio.run(keep_whole(postgres.url, game, int(seats), options, int(seed)))
            case seeds:
                asyncio.run(keep(postgres.url, [int(seed) for seed in seeds]))
