"""Faults to plant in a game with offers, spans, composed answers and events for some."""

from typing import Any

from msgspec.structs import replace

from app.rules.game import AnyGame, AnyState, AnyView, Prompt, Seat
from app.rules.play import spans
from tests.games.kit.adapter import Adapter
from tests.games.kit.faulty_game import FaultyGame


def offer_resets_a_clock(adapter: Adapter) -> FaultyGame:
    """The questions have new keys whenever somebody takes an offer."""

    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def prompts(self: AnyGame, seen: AnyView) -> tuple[Prompt, ...]:
            taken = len(seen.public.objected)
            planted.acted += taken
            return tuple(
                one if one.offer or one.within else replace(one, key=f"{one.key}.{taken}")
                for one in clean.prompts(seen)
            )

        return {"prompts": prompts}

    return FaultyGame(adapter, methods)


def offer_is_awaited(adapter: Adapter) -> FaultyGame:
    """The table waits for those who may object."""

    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def awaited_seats(self: AnyGame, public: Any) -> tuple[Seat, ...]:
            awaited = clean.awaited_seats(public)
            others = (seat for seat in clean.active_seats(public) if seat not in awaited)
            planted.acted += bool(awaited)
            return (*awaited, *others) if awaited else awaited

        return {"awaited_seats": awaited_seats}

    return FaultyGame(adapter, methods)


def answer_that_closes_nothing(adapter: Adapter) -> FaultyGame:
    """A vote may be cast again and again."""

    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def prompts(self: AnyGame, seen: AnyView) -> tuple[Prompt, ...]:
            if seen.private is not None and seen.private.vote is not None:
                planted.acted += 1
                seen = replace(seen, private=replace(seen.private, vote=None))
            return clean.prompts(seen)

        return {"prompts": prompts}

    return FaultyGame(adapter, methods)


def endless_span(adapter: Adapter) -> FaultyGame:
    """Time runs out for a span, and it goes on."""

    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def expire(self: AnyGame, state: AnyState, key: str) -> AnyState:
            running = {one.key for found in spans(clean, state).values() for one in found}
            if key not in running:
                return clean.expire(state, key)
            planted.acted += 1
            return replace(state, events=(), private_events=())

        return {"expire": expire}

    return FaultyGame(adapter, methods)


def event_for_a_third_seat(adapter: Adapter) -> FaultyGame:
    """An event for two seats is told to one more."""

    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def apply(self: AnyGame, state: AnyState, seat: Seat, move: Any) -> AnyState:
            after = clean.apply(state, seat, move)
            told = []
            for one in after.private_events:
                others = (at for at in clean.active_seats(after.public) if at not in one.seats)
                third = next(others, None)
                planted.acted += third is not None
                told.append(one if third is None else replace(one, seats=(*one.seats, third)))
            return replace(after, private_events=tuple(told))

        return {"apply": apply}

    return FaultyGame(adapter, methods)


def composed_and_refused(adapter: Adapter) -> FaultyGame:
    """A composed gift goes to the giver itself, which the rules forbid."""

    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def composed_move(self: AnyGame, seen: AnyView, prompt: Prompt, picks: Any) -> Any:
            planted.acted += 1
            return replace(clean.composed_move(seen, prompt, picks), to=seen.seat)

        return {"composed_move": composed_move}

    return FaultyGame(adapter, methods)


def accepted_neighbour(adapter: Adapter) -> FaultyGame:
    """A gift of any number of coins is accepted, although no steps lead to it."""

    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def check_answer(self: AnyGame, seen: AnyView, prompt: Prompt, move: Any) -> Any:
            refusal = clean.check_answer(seen, prompt, move)
            if prompt.kind == "gift" and hasattr(move, "coins") and refusal is not None:
                planted.acted += 1
                return None
            return refusal

        return {"check_answer": check_answer}

    return FaultyGame(adapter, methods)


def answer_under_any_key(adapter: Adapter) -> FaultyGame:
    """An answer is legal if it fits any question or offer of its seat."""

    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def check_answer(self: AnyGame, seen: AnyView, prompt: Prompt, move: Any) -> Any:
            refusal = clean.check_answer(seen, prompt, move)
            for other in clean.prompts(seen):
                if refusal is not None and clean.check_answer(seen, other, move) is None:
                    planted.acted += 1
                    return None
            return refusal

        return {"check_answer": check_answer}

    return FaultyGame(adapter, methods)


def offer_of_another_seat(adapter: Adapter) -> FaultyGame:
    """A seat that may object may do so under another seat's key."""

    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def prompts(self: AnyGame, seen: AnyView) -> tuple[Prompt, ...]:
            own = clean.prompts(seen)
            if not own or seen.seat is None:
                return own
            others = (
                one
                for seat in clean.active_seats(seen.public)
                for one in clean.prompts(replace(seen, seat=seat))
                if one.offer and one.kind in {two.kind for two in own if two.offer}
            )
            more = [one for one in others if one not in own]
            planted.acted += len(more)
            return (*own, *more)

        return {"prompts": prompts}

    return FaultyGame(adapter, methods)


def key_used_again(adapter: Adapter) -> FaultyGame:
    """All reactions have one key, so a late answer may answer the next one."""

    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def prompts(self: AnyGame, seen: AnyView) -> tuple[Prompt, ...]:
            found = clean.prompts(seen)
            planted.acted += any(one.kind == "answer" for one in found)
            return tuple(
                replace(one, key="answer") if one.kind == "answer" else one for one in found
            )

        return {"prompts": prompts}

    return FaultyGame(adapter, methods)
