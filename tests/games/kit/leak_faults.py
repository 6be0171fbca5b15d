"""Leaks to plant in any game: events, lists or questions that depend on a hidden hand."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from app.rules.game import AnyGame, AnyState, AnyView, Event, OpenedPosition, Seat, view
from app.rules.play import prompts, take_up_to
from tests.games.kit.adapter import Adapter
from tests.games.kit.faulty_game import FaultyGame, Overheard, gossip, is_odd, with_hands


def card_in_the_log(adapter: Adapter) -> FaultyGame:
    """A card copied to public: each move's event names the first card of the first hand."""

    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def apply(self: AnyGame, state: AnyState, seat: Seat, move: Any) -> AnyState:
            after = clean.apply(state, seat, move)
            hands = [
                cards
                for place, cards in planted.places(after).items()
                if isinstance(place, int) and cards
            ]
            if not hands:
                return after
            planted.acted += 1
            return replace(after, events=(*after.events, Overheard(str(hands[0][0]))))

        def say_event(self: AnyGame, public: Any, event: Event, names: Any) -> str:
            return (
                event.say(names)
                if isinstance(event, Overheard)
                else clean.say_event(public, event, names)
            )

        return {"apply": apply, "say_event": say_event}

    return FaultyGame(adapter, methods)


def list_from_another_hand(adapter: Adapter) -> FaultyGame:
    """Legal moves in an order that another hand decides."""

    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def legal_moves(self: AnyGame, seen: AnyView) -> Iterator[Any]:
            moves = list(clean.legal_moves(seen))
            if len(moves) > 1 and is_odd(planted.neighbour(seen)):
                planted.acted += 1
                moves.reverse()
            return iter(moves)

        return {**gossip(planted, clean), "legal_moves": legal_moves}

    return FaultyGame(adapter, methods)


def refusal_that_knows(adapter: Adapter) -> FaultyGame:
    """A refusal whose words depend on another hand."""

    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def say_refusal(self: AnyGame, seen: AnyView, move: Any, reason: Any) -> str:
            words = clean.say_refusal(seen, move, reason)
            if not is_odd(planted.neighbour(seen)):
                return words
            planted.acted += 1
            return f"{words} Somebody holds it."

        return {**gossip(planted, clean), "say_refusal": say_refusal}

    return FaultyGame(adapter, methods)


def question_that_knows(adapter: Adapter) -> FaultyGame:
    """A question whose window is shorter where another hand allows it."""

    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def prompt(self: AnyGame, seen: AnyView) -> Any:
            prompt = clean.prompt(seen)
            if prompt is None or not is_odd(planted.neighbour(seen)):
                return prompt
            planted.acted += 1
            return replace(prompt, window=5)

        return {**gossip(planted, clean), "prompt": prompt}

    return FaultyGame(adapter, methods)


def silent_skip(adapter: Adapter) -> FaultyGame:
    """A seat with only one legal move is not asked, and everybody sees that it had no choice."""

    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def apply(self: AnyGame, state: AnyState, seat: Seat, move: Any) -> AnyState:
            after = clean.apply(state, seat, move)
            for _ in range(20):
                asked = prompts(clean, after) if clean.outcome(after.public) is None else {}
                if len(asked) != 1:
                    break
                other = next(iter(asked))
                moves, _ = take_up_to(clean.legal_moves(view(after, other)), 2)
                if len(moves) != 1:
                    break
                planted.acted += 1
                events = after.events
                after = clean.apply(after, other, moves[0])
                after = replace(after, events=(*events, *after.events))
            return after

        return {"apply": apply}

    return FaultyGame(adapter, methods)


def early_closed_window(adapter: Adapter) -> FaultyGame:
    """A question to several closes once nobody who is still asked has a useful card."""

    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def closed(state: AnyState) -> AnyState:
            asked = prompts(clean, state) if clean.outcome(state.public) is None else {}
            keys = {prompt.key for prompt in asked.values()}
            if len(asked) < 2 or len(keys) != 1:
                return state
            hands = [cards for place, cards in planted.places(state).items() if place in asked]
            if not hands or not all(is_odd(tuple(cards)) for cards in hands):
                return state
            planted.acted += 1
            after = clean.expire(state, keys.pop())
            return replace(after, events=(*state.events, *after.events))

        def apply(self: AnyGame, state: AnyState, seat: Seat, move: Any) -> AnyState:
            return closed(clean.apply(state, seat, move))

        return {"apply": apply}

    return FaultyGame(adapter, methods)


def unsorted_hands(adapter: Adapter) -> FaultyGame:
    """Hands lie in the order in which they were dealt."""

    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def apply_shuffle(self: AnyGame, state: AnyState, order: Any) -> AnyState:
            after = clean.apply_shuffle(state, order)
            deck = adapter.deck(after)
            if not deck:
                return after
            planted.acted += 1
            rank = {card: place for place, card in enumerate(deck[index] for index in order)}
            return with_hands(
                planted, after, lambda seat, cards: tuple(sorted(cards, key=rank.__getitem__))
            )

        return {"apply_shuffle": apply_shuffle}

    return FaultyGame(adapter, methods)


def card_of_another_opened(adapter: Adapter) -> FaultyGame:
    """Of a shuffle each seat is opened one card that was dealt to somebody else."""

    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def opened_cards(self: AnyGame, seen: AnyView) -> tuple[OpenedPosition, ...]:
            own = clean.opened_cards(seen)
            others = (
                one
                for seat in map(Seat, range(20))
                if seat != seen.seat
                for one in clean.opened_cards(replace(seen, seat=seat))
                if one not in own
            )
            taken = next(others, None) if own else None
            if taken is None:
                return own
            planted.acted += 1
            return (*own, taken)

        return {"opened_cards": opened_cards}

    return FaultyGame(adapter, methods)


def nothing_but_the_first_opened(adapter: Adapter) -> FaultyGame:
    """A hand is opened in part, and the rest could be anything."""

    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def opened_cards(self: AnyGame, seen: AnyView) -> tuple[OpenedPosition, ...]:
            own = clean.opened_cards(seen)
            planted.acted += len(own) > 1
            return own[:1]

        return {"opened_cards": opened_cards}

    return FaultyGame(adapter, methods)
