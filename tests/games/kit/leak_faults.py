"""Leaks to plant in any game: events, lists or questions that depend on a hidden hand."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from app.rules import play
from app.rules.game import AnyGame, AnyState, AnyView, Event, OpenedPosition, Prompt, Seat, view
from app.rules.play import take_up_to
from tests.games.kit.adapter import Adapter
from tests.games.kit.faulty_game import FaultyGame, Overheard, gossip, is_odd, is_rare, with_hands


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
    return _list_from_another_hand(adapter, is_odd)


def list_from_a_rare_hand(adapter: Adapter) -> FaultyGame:
    """Legal moves in an order that another hand decides, one in sixteen."""
    return _list_from_another_hand(adapter, is_rare)


def _list_from_another_hand(
    adapter: Adapter, decides: Callable[[tuple[Any, ...]], bool]
) -> FaultyGame:
    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def turned(seen: AnyView, moves: Iterator[Any]) -> Iterator[Any]:
            if not decides(planted.neighbour(seen)):
                yield from moves
                return
            listed = list(moves)
            planted.acted += len(listed) > 1
            yield from reversed(listed)

        return {
            **gossip(planted, clean),
            "legal_moves": lambda self, seen: turned(seen, clean.legal_moves(seen)),
            "legal_answers": lambda self, seen, prompt: turned(
                seen, clean.legal_answers(seen, prompt)
            ),
        }

    return FaultyGame(adapter, methods)


def bot_that_knows(adapter: Adapter) -> FaultyGame:
    """A bot that likes best what it should like least, where another hand decides."""

    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def score_moves(self: AnyGame, seen: AnyView, moves: Any) -> list[float]:
            scores = list(clean.score_moves(seen, moves))
            if len(set(scores)) < 2 or not is_odd(planted.neighbour(seen)):
                return scores
            planted.acted += 1
            return [-score for score in scores]

        return {**gossip(planted, clean), "score_moves": score_moves}

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
        def prompts(self: AnyGame, seen: AnyView) -> tuple[Prompt, ...]:
            found = clean.prompts(seen)
            if not found or not is_odd(planted.neighbour(seen)):
                return found
            planted.acted += 1
            return tuple(replace(one, window=5) for one in found)

        def prompt(self: AnyGame, seen: AnyView) -> Prompt | None:
            return next((one for one in prompts(self, seen) if not one.offer), None)

        return {**gossip(planted, clean), "prompt": prompt, "prompts": prompts}

    return FaultyGame(adapter, methods)


def table_that_answers_for_a_hand(adapter: Adapter) -> FaultyGame:
    """The table answers for a seat whose hand is of one kind, and does not wait for it."""

    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def prompts(self: AnyGame, seen: AnyView) -> tuple[Prompt, ...]:
            found = clean.prompts(seen)
            state = planted.states.get(id(seen.public))
            if (
                not found
                or state is None
                or not is_odd(tuple(planted.places(state).get(seen.seat, ())))
            ):
                return found
            planted.acted += 1
            return tuple(replace(one, automatic=not one.offer) for one in found)

        def prompt(self: AnyGame, seen: AnyView) -> Prompt | None:
            return next((one for one in prompts(self, seen) if not one.offer), None)

        return {**gossip(planted, clean), "prompt": prompt, "prompts": prompts}

    return FaultyGame(adapter, methods)


def silent_skip(adapter: Adapter) -> FaultyGame:
    """A seat with only one legal move is not asked, and everybody sees that it had no choice."""

    def methods(planted: FaultyGame, clean: AnyGame) -> dict[str, Any]:
        def apply(self: AnyGame, state: AnyState, seat: Seat, move: Any) -> AnyState:
            after = clean.apply(state, seat, move)
            for _ in range(20):
                asked = play.prompts(clean, after) if clean.outcome(after.public) is None else {}
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
            asked = play.prompts(clean, state) if clean.outcome(state.public) is None else {}
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
