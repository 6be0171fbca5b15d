"""The patient server with bots that lose: in rounds with ranks they pass while people may.

A person can then come first at will, and rounds are short.
"""

from collections.abc import Sequence
from typing import Any

from app.bot_workers.bot_service import BotService
from app.games.scum_the_masquerade.moves import Pass, Play
from app.rules.game import AnyGame, AnyView
from app.table.actor import autoplay
from tests.browser import patient_server
from tests.browser.patient_server import FASTEST_BOT, SLOWEST_BOT

PEOPLE = 2
SHUFFLE_WAIT = 4.0
"""Seconds. A page that was reloaded has lost its part of the next shuffle."""
wise = BotService.choose


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


if __name__ == "__main__":
    BotService.choose = choose  # type: ignore[method-assign, assignment]  # scripted
    autoplay.AUTOMATIC = FASTEST_BOT, SLOWEST_BOT  # type: ignore[misc]  # Final for everybody else
    patient_server.SHUFFLE_WAIT = SHUFFLE_WAIT
    patient_server.serve()
