"""One attack tried at a table, and the same match of an honest server."""

import asyncio
from collections.abc import Iterator
from typing import Final, NamedTuple

import pytest

from tests.prove.shuffles.cheating.attack import (
    AS_A_GAP,
    AT_ONCE,
    AT_THE_END,
    NOBODY,
    ONLY_VERIFIER,
    Attack,
    Play,
    Told,
)
from tests.prove.shuffles.cheating.games import GAMES
from tests.prove.shuffles.cheating.pages import PageProcess
from tests.prove.shuffles.cheating.stage import NOT_FAIR, NOT_READ, Cheat, Stage
from tests.table.table_server import table_server


class Outcome(NamedTuple):
    """All that pages and verifier said of one match."""

    at_once: frozenset[str]
    at_the_end: frozenset[str]
    """Lies that were said only when the match was over."""
    sentences: frozenset[str]
    """The lines that players read under the log, and below the result."""
    heads: frozenset[str]
    """The newest heads of the pages: four words each."""
    unearned: frozenset[str]
    """Those that a page told as words before it had a part."""
    verdict: str
    found: tuple[str, ...]
    done: bool
    """The cheat did something."""


_HONEST: Final = dict[tuple[Play, str, str], Outcome]()
"""Honest matches that were played."""


async def _tried(pages: PageProcess, cheat: Cheat, play: Play, game: str, seed: str) -> Outcome:
    async with table_server(games=(GAMES[game],)) as server:
        stage = Stage(server, pages, cheat, game, seed)
        await play(stage)
        windows = stage.windows
        receipt = windows[0].receipt
        verdict, found = stage.verdict(*windows, receipt=receipt)
        at_once = {lie for one in windows for lie in one.at_once}
        return Outcome(
            frozenset(at_once),
            frozenset({lie for one in windows for lie in one.lies} - at_once),
            frozenset(line for one in windows for line in (*one.lines, one.report["end"] or "")),
            frozenset(one.report["head"] or "" for one in windows),
            frozenset(head for one in windows for head in one.unearned),
            verdict,
            tuple(found),
            cheat.done,
        )


def tried(pages: PageProcess, attack: Attack, seed: str) -> Outcome:
    """The attack, played."""
    seed = attack.seed or seed
    with pytest.MonkeyPatch.context() as patch:
        if attack.plant is not None:
            attack.plant(patch)
        cheat = attack.cheat() if attack.cheat is not None else Told(attack)
        return asyncio.run(_tried(pages, cheat, attack.play, attack.game, seed))


def honest(pages: PageProcess, attack: Attack, seed: str) -> Outcome:
    """The same match without the attack."""
    match = (attack.twin or attack.play, attack.game, attack.seed or seed)
    if match not in _HONEST:
        _HONEST[match] = asyncio.run(_tried(pages, Cheat(), *match))
    return _HONEST[match]


def complaints(pages: PageProcess, attack: Attack, seed: str) -> Iterator[str]:
    """All that is not as the table of attacks says, of the attack and of the honest match."""
    twin, found = honest(pages, attack, seed), tried(pages, attack, seed)
    yield from (f"honest: {one}" for one in _honest_complaints(attack, twin))
    yield from _attack_complaints(attack, found)
    if twin.unearned or found.unearned:
        yield "a page tells words that it had no part in"


def _honest_complaints(attack: Attack, found: Outcome) -> Iterator[str]:
    if found.at_once or found.at_the_end:
        yield f"a page says {sorted(found.at_once | found.at_the_end)}"
    if found.verdict != attack.honest:
        yield f"the verifier says {found.verdict}: {found.found}"
    if attack.noticed == AS_A_GAP and any(attack.says in one for one in found.sentences):
        yield f"a page says {attack.says}"


def _attack_complaints(attack: Attack, found: Outcome) -> Iterator[str]:
    if not found.done:
        yield "the attack was not played"
    if found.verdict != attack.verdict:
        yield f"the verifier says {found.verdict}: {found.found}"
    if attack.noticed == AT_ONCE:
        if not any(attack.says in lie for lie in found.at_once):
            yield f"not said at once: {attack.says}, but {sorted(found.at_once)}"
        return
    if found.at_once:
        yield f"said at once: {sorted(found.at_once)}"
    if attack.noticed == AT_THE_END:
        if not any(attack.says in lie for lie in found.at_the_end):
            yield f"not said at the end: {attack.says}, but {sorted(found.at_the_end)}"
        return
    if found.at_the_end:
        yield f"said at the end: {sorted(found.at_the_end)}"
    if attack.noticed == AS_A_GAP and not any(attack.says in one for one in found.sentences):
        yield f"not said: {attack.says}, but {sorted(found.sentences)}"
    if attack.words_differ and len(found.heads) < 2:
        yield "all pages show the same four words"
    if attack.noticed == ONLY_VERIFIER and not any(attack.says in one for one in found.found):
        yield f"the verifier does not say {attack.says}: {found.found}"
    if attack.noticed == NOBODY and found.verdict in {NOT_FAIR, NOT_READ}:
        yield "somebody notices it"
