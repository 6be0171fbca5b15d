"""The patient server with bots that lose: in rounds with ranks they pass while people may.

A person can then come first at will, and rounds are short. Windows wait for people only.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from app.bot_workers.bot_service import BotService
from app.games.scum_the_masquerade.moves import Pass, Play
from app.rules.game import AnyGame, AnyView, Prompt, Seat, Span
from app.table.actor import held_commands
from app.table.match.prompt_clock import Instant
from app.table.match.turn_clocks import TurnClocks
from tests.browser import patient_server

PEOPLE = 2
SHUFFLE_WAIT = 1.0
"""Seconds. A page that was reloaded has lost its part of the next shuffle."""
FASTEST_BOT, SLOWEST_BOT = 0.002, 0.006
"""Seconds: a page then draws several moves at once."""
wise = BotService.choose
follow = TurnClocks.follow_prompts


def choose(
    service: BotService, strength: str, game: AnyGame, view: AnyView, moves: Sequence[Any]
) -> Any:
    """A pass or the lowest lead until the people are out, then the largest hand."""
    plays = [move for move in moves if isinstance(move, Play)]
    if not plays:
        return wise(service, strength, game, view, moves)
    if not view.public.ranked or len(view.public.out) >= PEOPLE:
        return max(plays, key=lambda move: len(move.cards))
    return next((move for move in moves if isinstance(move, Pass)), plays[0])


def follow_answers(
    clocks: TurnClocks,
    open_to: Mapping[Seat, Sequence[Prompt]],
    now: Instant,
    running: Mapping[Seat | None, tuple[Span, ...]] | None = None,
) -> None:
    """A window that holds up the table ends when everybody has answered in it."""
    follow(clocks, open_to, now, running)
    asked = {prompt.within for prompts in open_to.values() for prompt in prompts}
    for span in {span for spans in (running or {}).values() for span in spans}:
        if not span.beside and span.key not in asked:
            clocks._open[span.key].ends = now


if __name__ == "__main__":
    TurnClocks.follow_prompts = follow_answers  # type: ignore[method-assign, assignment]  # scripted
    BotService.choose = choose  # type: ignore[method-assign, assignment]  # scripted
    held_commands.MOMENTS = FASTEST_BOT, SLOWEST_BOT  # type: ignore[misc]  # Final for everybody else
    patient_server.SHUFFLE_WAIT = SHUFFLE_WAIT
    patient_server.FASTEST_BOT, patient_server.SLOWEST_BOT = FASTEST_BOT, SLOWEST_BOT
    patient_server.serve()
