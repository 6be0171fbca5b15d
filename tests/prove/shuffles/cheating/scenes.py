"""Matches in which cheats are tried, and honest ones beside them."""

from app.table.model import client_messages as say
from tests.prove.shuffles.cheating.stage import NAMES, Stage


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


async def dropped(stage: Stage) -> None:
    """A match is dropped once Ann has opened her part of its first shuffle; another begins."""
    stage.lost = {name: frozenset({"open"}) for name in NAMES[1:]}
    await stage.begin(*NAMES)
    ann, *_ = stage.windows
    assert any(one["type"] == "open" for one in ann.said)
    await stage.guests[0].do(say.StopMatch)
    await stage.pump()
    stage.lost, stage.over = {}, False
    await stage.server.start(*stage.guests)
    stage.match = stage.server.match_id
    await stage.pump()
    stage.cheat.done = True
    await stage.play()


async def comes_back_at_the_end(stage: Stage) -> None:
    """Bob's page is loaded again when the match is over."""
    await whole_match(stage)
    bob = stage.windows[1]
    bob.reload()
    await stage.reconnect(bob)
