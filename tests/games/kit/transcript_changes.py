"""Changes to plant in any game, and the golden transcripts that each of them shows in.

`python -m tests.games.kit.transcript_changes [GAME ...]` prints them by name; it takes minutes.
"""

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace as with_fields
from functools import partial
from typing import Any

from msgspec.structs import fields, replace

from app.rules.game import AnyGame, AnyState, AnyView, Event, Outcome, Prompt
from app.rules.play import take_up_to
from tests.games.kit.adapter import Adapter
from tests.games.kit.faulty_game import STEPS, FaultyGame
from tests.games.kit.transcripts import transcripts


def changes(adapter: Adapter, kinds: Sequence[str] = ()) -> dict[str, FaultyGame]:
    """By name; `kinds` of questions are those to which an answer less is listed."""
    game = adapter.game
    plans = {
        **{f"other words for {one.__name__}": partial(_reworded, one) for one in events_of(game)},
        "events in another order": partial(_retold, _in_another_order),
        "secret events told to all": partial(_retold, _told_to_all),
        **{f"an answer less to {kind}": partial(_fewer_answers, kind) for kind in kinds},
        **{
            f"without {option.name}": partial(_as_usual, option.name)
            for option in fields(game.options)
        },
        **{f"another deal for {seats}": partial(_dealt_backwards, seats) for seats in game.seats},
        "a point more": partial(_ended, points=lambda told: (told[0] + 1, *told[1:])),
        "the last are first": partial(_ended, ranking=lambda told: told[::-1]),
        "another reason": partial(_ended, reason=lambda told: f"not {told}"),
    }
    return {name: _planted(adapter, plan) for name, plan in plans.items()}


def each_alone(adapter: Adapter) -> dict[str, str]:
    """The transcripts, each as it is written where no other of the game comes before it."""
    return {name: _alone(adapter, name) for name in adapter.matches}


def shows_in(planted: FaultyGame, right: Mapping[str, str]) -> Iterator[str]:
    """The names of the transcripts that are no longer what is `right`, each alone."""
    assert right.keys() <= planted.adapter.matches.keys()
    for name, text in right.items():
        try:
            same = _alone(planted.adapter, name) == text
        except Exception:  # broad: a game that is changed may break in any way
            same = False
        if not same:
            yield name


def _alone(adapter: Adapter, name: str) -> str:
    return transcripts(with_fields(adapter, matches={name: adapter.matches[name]}))[name]


def _planted(adapter: Adapter, plan: Any) -> FaultyGame:
    return FaultyGame(adapter, lambda _, clean: plan(clean))


def events_of(game: AnyGame) -> list[type[Event]]:
    """All that the game's own modules define."""
    home = game.__module__.rpartition(".")[0]
    left, found = [Event], list[type[Event]]()
    while left:
        below = left.pop().__subclasses__()
        left += below
        found += (one for one in below if one.__module__.startswith(home))
    return sorted(found, key=lambda one: one.__name__)


def _reworded(kind: type[Event], clean: AnyGame) -> dict[str, Any]:
    def say_event(_: AnyGame, public: Any, event: Event, names: Sequence[str]) -> str:
        return clean.say_event(public, event, names) + "!" * (type(event) is kind)

    return {"say_event": say_event}


def _retold(change: Any, clean: AnyGame) -> dict[str, Any]:
    def step(name: str) -> Any:
        return lambda _, *given: change(getattr(clean, name)(*given))

    return {name: step(name) for name in STEPS if name not in ("setup", "resample")}


def _in_another_order(state: AnyState) -> AnyState:
    return replace(state, events=state.events[::-1])


def _told_to_all(state: AnyState) -> AnyState:
    own = tuple(one.event for one in state.private_events)
    return replace(state, events=(*state.events, *own), private_events=())


def _fewer_answers(kind: str, clean: AnyGame) -> dict[str, Any]:
    def legal_answers(_: AnyGame, seen: AnyView, prompt: Prompt) -> Iterator[Any]:
        moves = take_up_to(clean.legal_answers(seen, prompt), 1000)[0]
        fewer = prompt.kind == kind and len(moves) > 1
        return iter(moves[:-1] if fewer else moves)

    return {"legal_answers": legal_answers}


def _as_usual(option: str, clean: AnyGame) -> dict[str, Any]:
    usual = {option: getattr(clean.options(), option)}
    return {
        "setup": lambda _, seats, options, ranked: clean.setup(
            seats, replace(options, **usual), ranked
        )
    }


def _dealt_backwards(seats: int, clean: AnyGame) -> dict[str, Any]:
    def apply_shuffle(_: AnyGame, state: AnyState, order: Sequence[int]) -> AnyState:
        backwards = len(clean.active_seats(state.public)) == seats
        return clean.apply_shuffle(state, tuple(order)[::-1] if backwards else order)

    return {"apply_shuffle": apply_shuffle}


def _ended(clean: AnyGame, **change: Any) -> dict[str, Any]:
    def outcome(_: AnyGame, public: Any) -> Outcome | None:
        told = clean.outcome(public)
        return told and replace(
            told, **{name: to(getattr(told, name)) for name, to in change.items()}
        )

    return {"outcome": outcome}


if __name__ == "__main__":
    from tests.games.test_conformance import GAMES, adapter_of

    for slug in sys.argv[1:] or GAMES:
        adapter = adapter_of(slug)
        whole = "".join(transcripts(adapter, whole=True).values())
        asked = sorted(set(re.findall(r", ([\w-]+), 1 of", whole)))
        right = each_alone(adapter)
        for name, planted in changes(adapter, asked).items():
            found = ", ".join(shows_in(planted, right)) or "in none"
            sys.stdout.write(f"{slug} | {name} | {found}\n")
