"""All of a moment that reaches one viewer, as bytes, to compare two worlds."""

from collections.abc import Sequence
from typing import Any

import msgspec

from app.rules.codec import to_json
from app.rules.game import AnyGame, AnyState, AnyView, Prompt, Seat, view
from app.rules.play import take_up_to
from tests.games.kit.match_record import Broken
from tests.games.kit.random_matches import MOST_MOVES, NAMES


def observation(
    game: AnyGame,
    state: AnyState,
    viewer: Seat | None,
    tries: Sequence[Any] = (),
    with_events: bool = True,
    whole: bool = True,
) -> dict[str, bytes]:
    """The view, prompt, list and sentences of `viewer`, and the answers to `tries`.

    `with_events`: include the events of the last step. `whole`: include all that follows from the
    view, unless the game looks past it.
    """
    seen = view(state, viewer)
    parts: dict[str, Any] = {"view": to_json(seen)}
    if whole:
        parts |= _following(game, seen, tries)
    if with_events:
        parts["events"] = [
            (to_json(event), game.say_event(seen.public, event, NAMES))
            for event in state.events_for(() if viewer is None else (viewer,))
        ]
    return {name: msgspec.json.encode(part) for name, part in parts.items()}


def _following(game: AnyGame, seen: AnyView, tries: Sequence[Any]) -> dict[str, Any]:
    prompts = game.prompts(seen)
    return {
        "outcome": game.outcome(seen.public),
        "standings": game.standings(seen.public),
        "awaited": game.awaited_seats(seen.public),
        "question": game.prompt(seen),
        "questions and offers": prompts,
        "words of the question": [game.say_prompt(seen, prompt, NAMES) for prompt in prompts],
        "legal moves": [
            [to_json(move) for move in take_up_to(game.legal_answers(seen, one), MOST_MOVES)[0]]
            for one in prompts
        ],
        "steps": [game.next_step(seen, prompt, ()) for prompt in prompts],
        "spans": game.spans(seen),
        "waiting": game.say_wait(seen.public, NAMES),
        "refusals": [answer(game, seen, prompt, move) for prompt in prompts for move in tries],
    }


def answer(game: AnyGame, seen: Any, prompt: Prompt, move: Any) -> str | None:
    """The answer to a try: None, or the reason and the sentence."""
    reason = game.check_answer(seen, prompt, move)
    return None if reason is None else f"{reason}: {game.say_refusal(seen, move, reason)}"


def compare(
    truth: dict[str, bytes], world: dict[str, bytes], viewer: Seat | None, where: str
) -> None:
    """Raises Broken where somebody can tell two worlds apart that should look alike."""
    for name, part in truth.items():
        if part != world[name]:
            who = "a spectator" if viewer is None else f"seat {viewer}"
            raise Broken(
                f"{name} tells {who} what it may not know; {where}; {around(part, world[name])}"
            )


def around(one: bytes, other: bytes) -> str:
    """Both where they first differ."""
    at = next(
        (index for index, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )
    begin = max(at - 60, 0)
    return (
        f"…{one[begin : at + 60].decode(errors='replace')}… or "
        f"…{other[begin : at + 60].decode(errors='replace')}…"
    )
