"""The decisions of one seat in a match that is over, as a look back hands them on.

Each is made from the seat's own view at that moment, as a bot's would be. What others held decides
nothing here: two matches that looked alike to the seat give the same decisions.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator

import msgspec

from app.bots.look_back.decisions import choices
from app.rules.codec import to_json
from app.rules.game import AnyGame, AnyView, Seat, view
from app.rules.hints import name_move
from app.rules.replay import Played
from app.web.replay.replay import Replay


class DecisionShown(msgspec.Struct, frozen=True):
    """One answer of the seat: what it saw, and the moves to compare; the first is its own."""

    step: int
    """The step of the replay before the answer."""
    deal: int
    """The number of the deal, from 1."""
    view: msgspec.Raw
    moves: tuple[msgspec.Raw, ...]
    """Only one where nothing could be chosen."""
    usual: int
    """The index of the move that a steady bot would have made."""
    question: str
    texts: tuple[str, ...]
    """The moves in words."""


def decisions(
    replay: Replay, seat: Seat, plies: Iterable[int], every_step: bool
) -> Iterator[bytes]:
    """A line of JSON for each answer at `plies`; offers that stood open are left out.

    `every_step`: True if the replay shows all steps, not only those that the seat saw.
    """
    shown = range(len(replay.states)) if every_step else replay.plies_seen_by(seat)
    for ply in plies:
        entry = replay.entries[ply].entry
        before = replay.states[ply - 1] if ply else replay.start
        if isinstance(entry, Played) and entry.seat == seat:
            step = max(0, bisect_left(shown, ply) - 1)
            seen = view(before, seat)
            made = decision(replay.game, seen, entry.key, entry.move, replay.names, step)
            if made is not None:
                yield msgspec.json.encode(made) + b"\n"


def decision(
    game: AnyGame,
    seen: AnyView,
    key: str,
    made: object,
    names: tuple[str, ...],
    step: int,
) -> DecisionShown | None:
    """One answer by what its seat saw; None if it took an offer, which nobody waited for."""
    prompt = next(one for one in game.prompts(seen) if one.key == key)
    if prompt.offer:
        return None
    found = choices(game, seen, prompt, made)
    moves, usual = ((made,), 0) if found is None else (found.moves, found.usual)
    texts: dict[str, int] = {}
    for index, move in enumerate(moves):
        texts.setdefault(name_move(game, seen, moves, move, names), index)
    kept = list(texts.values())  # moves of one name could not be told apart
    standings = game.standings(seen.public)
    return DecisionShown(
        step,
        1 + (standings[0].deal if standings else 0),
        msgspec.Raw(msgspec.json.encode(to_json(seen))),
        tuple(msgspec.Raw(msgspec.json.encode(to_json(moves[index]))) for index in kept),
        kept.index(usual) if usual in kept else 0,
        game.say_prompt(seen, prompt, names),
        tuple(texts),
    )
