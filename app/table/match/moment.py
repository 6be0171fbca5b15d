"""The moment of a match: its state, and all that follows from it, each part made once."""

from collections.abc import Mapping
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from app.rules.game import AnyGame, AnyState, Outcome, Prompt, Seat, Span, Standing, View
from app.rules.play import spans

OpenTo: TypeAlias = Mapping[Seat, tuple[Prompt, ...]]


class Moment(msgspec.Struct, frozen=True):
    """A part of the state that is as before is the same object as before."""

    state: AnyState
    standings: tuple[Standing, ...]
    """The points of the last finished deal."""
    outcome: Outcome | None
    open_to: OpenTo = {}
    """Every open question and offer, by seat in ascending order."""
    spans: Mapping[Seat | None, tuple[Span, ...]] = {}
    """The spans that run, by viewer."""
    awaited: tuple[Seat, ...] = ()

    def __repr__(self) -> str:
        return "Moment(…)"


def first_moment(game: AnyGame, state: AnyState) -> Moment:
    return _moment(game, state, None)


def next_moment(game: AnyGame, before: Moment, state: AnyState) -> Moment:
    """The moment of the state that follows. What follows from the same parts is not made again."""
    known = before.state.public
    if state.public is not known and state.public == known:
        state = replace(state, public=known)
    return _moment(game, state, before)


def _moment(game: AnyGame, state: AnyState, before: Moment | None) -> Moment:
    public = state.public
    outcome, standings = game.outcome(public), game.standings(public)
    if outcome is not None:
        return Moment(state, standings, outcome)
    same = before if before is not None and before.state.public is public else None
    open_to: dict[Seat, tuple[Prompt, ...]] = {}
    for number, private in enumerate(state.private):
        seat = Seat(number)
        if same is not None and same.state.private[number] is private:
            found = same.open_to.get(seat, ())
        else:
            found = game.prompts(View(seat, public, private))
        if found:
            open_to[seat] = found
    return Moment(
        state,
        standings,
        None,
        open_to,
        spans(game, state),
        game.awaited_seats(public) if same is None else same.awaited,
    )
