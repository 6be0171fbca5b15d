"""Hints and explained cards follow from the asker's view, and agree with the legal moves."""

import random
from collections.abc import Iterator
from typing import Any

from app.rules.codec import to_json
from app.rules.game import AnyGame, AnyState, AnyView, Seat, view
from app.rules.hints import hint
from app.rules.play import take_up_to
from tests.games.kit.match_endings import sentence
from tests.games.kit.match_record import require
from tests.games.kit.random_matches import MOST_MOVES, NAMES

LONGEST = 260
"""Letters of a hint: it is read on a phone above a hand of cards."""


def hints(game: AnyGame, state: AnyState, seat: Seat, chance: random.Random) -> None:
    """The hint for one question and the explained hand, in the truth and in another world."""
    seen = view(state, seat)
    other = view(game.resample(seen, chance), seat)
    if game.gives_reasons:
        said = [_hint(game, looked) for looked in (seen, other)]
        require(said[0] == said[1], "a hint tells what its seat knows and no more", said=said)
    explained = [_explained(game, looked) for looked in (seen, other)]
    require(explained[0] == explained[1], "a card is explained by what its seat knows")


def _hint(game: AnyGame, seen: AnyView) -> str:
    prompt = game.prompt(seen)
    assert prompt is not None
    found = hint(game, seen, prompt, NAMES)
    require(game.check_answer(seen, prompt, found.move) is None, "a hint is legal")
    sentence(found.text, "a hint")
    require(len(found.text) <= LONGEST, "a hint is short", text=found.text)
    return f"{to_json(found.move)}: {found.text}"


def _explained(game: AnyGame, seen: AnyView) -> list[Any]:
    prompt = game.prompt(seen)
    assert prompt is not None
    moves, complete = take_up_to(game.legal_answers(seen, prompt), MOST_MOVES)
    used = {code for move in moves for code in _strings(to_json(move))}
    texts = []
    for code in dict.fromkeys(map(str, getattr(seen.private, "cards", ()))):
        text = game.say_card(seen, code, NAMES)
        if text is None:
            continue
        sentence(text.does, "what a card does")
        require(text.playable is None or text.why != "", "a card says why", card=code)
        if text.playable is not None and (complete or code in used):
            require(text.playable == (code in used), "a card says what is legal", card=code)
        texts.append(text)
    return texts


def _strings(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for inner in value.values():
                yield from _strings(inner)
        case list() | tuple():
            for inner in value:
                yield from _strings(inner)
