"""Matches in which cheats are tried, and honest ones beside them."""

from typing import Final

from app.table.model import client_messages as say
from tests.prove.shuffles.cheating.stage import DEALS, NAMES, Stage

REMEMBERED: Final = 20
"""Matches whose messages a page keeps."""


async def whole_match(stage: Stage) -> None:
    await stage.begin(*NAMES)
    await stage.play()


async def with_bot(stage: Stage) -> None:
    await stage.begin(*NAMES, bots=1)
    await stage.play()


async def silent_cat(stage: Stage) -> None:
    """Cat seals and never opens."""
    stage.lost["Cat"] = frozenset({"open"})
    await whole_match(stage)


async def cat_without_a_part(stage: Stage) -> None:
    """Cat seals nothing."""
    stage.lost["Cat"] = frozenset({"join-shuffles", "seal"})
    await whole_match(stage)


async def nobody_helps_at_first(stage: Stage) -> None:
    """No page seals a part for the first shuffle, so its head follows from the secret alone."""
    stage.lost = dict.fromkeys(NAMES, frozenset({"seal"}))
    await stage.begin(*NAMES)
    await stage.deal()
    stage.lost = {}
    for window in stage.windows:
        await stage.reconnect(window)
    await stage.hand()
    await stage.play(DEALS - 1)


async def crash_while_parts_are_opened(stage: Stage) -> None:
    """The server ends once Ann has opened her part of the second shuffle."""
    await stage.begin(*NAMES)
    await stage.deal()
    ann, *others = stage.windows
    for window in others:
        stage.lost[window.name] = frozenset({"open"})
    await stage.hand()
    stage.lost = {}
    assert any(one["type"] == "open" and one["number"] == 1 for one in ann.said)
    await stage.crash()
    await stage.deal()
    await stage.hand()


async def bob_turned_away_after_a_crash(stage: Stage) -> None:
    """Ann and Bob have opened. The server ends, and Bob is let in again when his time is up."""
    await stage.begin(*NAMES)
    await stage.deal()
    stage.lost = {"Cat": frozenset({"open"})}
    await stage.hand()
    stage.lost = {}
    await stage.crash(away={"Bob"})
    await stage.server.pass_by(12.1, *stage.guests)
    await stage.pump()
    bob = next(one for one in stage.windows if one.name == "Bob")
    bob.connect(await stage.server.connect("Bob"))
    await stage.deal()
    await stage.hand()


async def stopped(stage: Stage) -> None:
    """The match is stopped before its second deal is dealt."""
    await stage.begin(*NAMES)
    await stage.deal()
    stage.lost = dict.fromkeys(NAMES, frozenset({"open"}))
    await stage.hand()
    await stage.guests[0].do(say.StopMatch)
    await stage.pump()


async def dropped(stage: Stage, matches: int = 1) -> None:
    """Matches are dropped once Ann has opened her part of their first shuffle; another begins."""
    stage.lost = {name: frozenset({"open"}) for name in NAMES[1:]}
    await stage.begin(*NAMES)
    ann, *_ = stage.windows
    for at in range(matches):
        assert sum(one["type"] == "open" for one in ann.said) == at + 1
        await stage.guests[0].do(say.StopMatch)
        await stage.pump()
        stage.over = False
        if at == matches - 1:
            stage.lost = {}
        await stage.server.start(*stage.guests)
        stage.match = stage.server.match_id
        await stage.pump()
    stage.cheat.done = True
    await stage.play()


async def flooded(stage: Stage) -> None:
    """More matches are dropped than a page remembers."""
    await dropped(stage, matches=REMEMBERED + 1)


async def comes_back_at_the_end(stage: Stage) -> None:
    """Bob's page is loaded again when the match is over."""
    await whole_match(stage)
    bob = stage.windows[1]
    bob.reload()
    await stage.reconnect(bob)
