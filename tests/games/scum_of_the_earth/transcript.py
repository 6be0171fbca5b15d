"""Golden transcripts: two hands for each number of players as a text that people can read.

`python -m tests.games.scum_of_the_earth.transcript --write` writes them anew; read the difference before you keep it.
"""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from app.games.scum_of_the_earth import GAME
from app.games.scum_of_the_earth.cards import write_cards
from app.games.scum_of_the_earth.moves import Give, Move, Play, Target
from app.games.scum_of_the_earth.names import rank_title
from app.games.scum_of_the_earth.state import Options, Phase, ScumState
from app.rules import codec
from app.rules.game import Seat, prompts, view
from app.rules.replay import Entry, Played, Shuffled, step
from tests.games.scum_of_the_earth.table import NAMES

FOLDER = Path(__file__).parent / "transcripts"

PLAYED = {
    4: Options(ending="deals", end_deals=2),
    5: Options(ending="deals", end_deals=2, wild_3_9=True, special_5=True, theme="office"),
    6: Options(ending="deals", end_deals=2, special_7=True, special_8=True, theme="sports"),
    7: Options(ending="deals", end_deals=2, special_9=True, special_10=True, theme="military"),
    8: Options(ending="deals", end_deals=2, theme="court"),
    9: Options(ending="deals", end_deals=2, theme="own", own_titles=("Cook", "Sous-chef", "Line Cook", "Porter", "Dishwasher")),
    10: Options(
        ending="deals", end_deals=2, wild_3_9=True, special_5=True, special_7=True, special_8=True, special_9=True, special_10=True
    ),
}  # fmt: skip
"""By number of players; every option and experimental card occurs."""


def transcript(seats: int) -> str:
    """Two hands of so many players, moves drawn at random among the legal ones."""
    return "\n".join(line.rstrip() for line in _lines(seats)) + "\n"


def _lines(seats: int) -> Iterator[str]:
    chance = random.Random(seats)
    state = GAME.setup(seats, PLAYED[seats], False)
    yield f"{GAME.title}, {seats} players, {len(state.public.deck)} cards, rules version {GAME.rules_version}"
    plain = codec.plain(Options())
    yield f"options: {', '.join(f'{name} {value}' for name, value in codec.plain(PLAYED[seats]).items() if value != plain[name])}"
    yield ""
    while GAME.outcome(state.public) is None:
        entry, said = _next(state, chance)
        state = step(GAME, state, entry)
        told = [GAME.say_event(state.public, event, NAMES) for event in state.events]
        yield f"{said:<60} {' '.join(told)}" if len(told) < 3 else said
        yield from (f"      {sentence}" for sentence in told if len(told) >= 3)
        if state.public.phase is Phase.TAKEOVER and not state.public.confirmed:
            yield from _hands(state)
    outcome = GAME.outcome(state.public)
    assert outcome is not None
    yield ""
    yield f"ended by {outcome.reason}: " + ", ".join(f"{NAMES[seat]} {outcome.points[seat]}" for (seat,) in outcome.ranking)


def _next(state: ScumState, chance: random.Random) -> tuple[Entry, str]:
    number = GAME.awaits_shuffle(state)
    if number:
        return Shuffled(tuple(chance.sample(range(number), number))), f"shuffle of {number}"
    seat, prompt = next(iter(prompts(GAME, state).items()))
    seen = view(state, seat)
    moves = list(GAME.legal_moves(seen))
    move = chance.choice(moves)
    return Played(seat, prompt.key, move), f"{prompt.key:<8} {NAMES[seat]}, {prompt.kind}, 1 of {len(moves)}: {_said(move)}"


def _said(move: Move) -> str:
    kind = type(move).__name__.lower()
    match move:
        case Play(cards, face, double):
            return f"{kind} {write_cards(cards)} as {face}{' doubled' if double else ''}"
        case Give(cards):
            return f"{kind} {write_cards(cards)}"
        case Target(seat):
            return f"{kind} {NAMES[seat]}"
        case _:
            return kind


def _hands(state: ScumState) -> Iterator[str]:
    for seat in state.public.ranks:
        yield f"      {NAMES[seat]:<5} {rank_title(state.public, Seat(seat)):<18} {write_cards(state.private[seat].cards)}"


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    FOLDER.mkdir(exist_ok=True)
    for players in PLAYED:
        (FOLDER / f"{players}.txt").write_text(transcript(players))
