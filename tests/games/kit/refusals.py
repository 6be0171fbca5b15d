"""Every legal move is accepted; all others are refused with a sentence and change nothing."""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from app.rules.codec import read_move, to_json
from app.rules.composing import compose, step_problem
from app.rules.errors import IllegalMove, MalformedMove, NotYourTurn, RuleError, StaleMove
from app.rules.game import AnyGame, AnyState, AnyView, Prompt, Seat, view
from app.rules.play import all_prompts, play, take_up_to
from tests.games.kit.adapter import Adapter
from tests.games.kit.counts import Counts
from tests.games.kit.match_endings import sentence
from tests.games.kit.match_record import require, viewers
from tests.games.kit.observation import answer
from tests.games.kit.random_matches import MOST_MOVES, composed_answer, random_match


def refusals(adapter: Adapter, seed: int, steps: int, counts: Counts) -> None:
    """Looks at every seat that is asked, at every moment of a random match."""
    chance = random.Random(seed)
    record = random_match(adapter, seed, steps)
    pool = moves_of(adapter.game, record.states, chance)
    tricks = Tricks(adapter.game)
    for state in record.states:
        over = adapter.game.outcome(state.public) is not None
        open_to = {} if over else all_prompts(adapter.game, state)
        asked = [(seat, prompt) for seat, found in open_to.items() for prompt in found]
        for seat, prompt in asked if len(asked) < 3 else chance.sample(asked, 2):
            counts.add("refusals", _try(adapter, state, seat, prompt, pool, chance))
        tricks.look(state, open_to)
        if asked:
            _out_of_turn(adapter.game, state, open_to, pool, chance)
    counts.add("states", len(record.states))


class Tricks:
    """The passes for the rest of a trick that seats may say, through a match."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._now: str | None = None
        self._over: set[str] = set()

    def look(self, state: AnyState, open_to: Mapping[Seat, Sequence[Prompt]]) -> None:
        for seat in map(Seat, range(len(state.private))):
            seen = view(state, seat)
            found = self._game.trick_pass(seen)
            if found is None:
                continue
            if found.trick != self._now and self._now is not None:
                self._over.add(self._now)
            self._now = found.trick
            require(
                found.trick not in self._over,
                "a trick that is over keeps its name for itself",
                trick=found.trick,
            )
            questions = [one for one in open_to.get(seat, ()) if not one.offer]
            require(
                not questions
                or any(self._game.check_answer(seen, one, found.move) is None for one in questions),
                "a pass for the rest of a trick answers each question while it is there",
                seat=seat,
            )


def _try(
    adapter: Adapter,
    state: AnyState,
    seat: Seat,
    prompt: Prompt,
    pool: Sequence[Any],
    chance: random.Random,
) -> int:
    game, seen = adapter.game, view(state, seat)
    before = msgspec.json.encode([state.public, state.private, state.hidden])
    legal, complete = take_up_to(game.legal_answers(seen, prompt), MOST_MOVES)
    composed = game.next_step(seen, prompt, ()) is not None
    require(
        complete or composed or prompt.kind in adapter.unlisted,
        "answers that are too many to be listed are composed in steps",
        kind=prompt.kind,
    )
    if composed:
        legal = (*legal, *_composed(game, seen, prompt, chance))
    require(bool(legal), "whoever is asked has a legal move", seat=seat, key=prompt.key)
    listed = {msgspec.json.encode(move): move for move in legal}
    require(
        composed or len(listed) == len(legal),
        "legal moves are listed once", seat=seat, key=prompt.key,
    )  # fmt: skip
    for move in legal:
        require(
            game.check_answer(seen, prompt, move) is None,
            "every listed move is legal",
            move=to_json(move),
            reason=game.check_answer(seen, prompt, move),
        )
        read = read_move(game, msgspec.json.decode(msgspec.json.encode(to_json(move))))
        require(read == move, "a move comes back from JSON as it was", move=to_json(move))
    elsewhere = view(game.resample(seen, chance), seat)
    refused = 0
    for move in tries(adapter, state, legal, pool, chance, 8):
        if game.check_answer(seen, prompt, move) is None:
            if composed:
                _fits_its_steps(game, seen, prompt, move)
            if complete and msgspec.json.encode(move) not in listed:
                _same_as_a_listed_one(game, state, seat, move, legal)
            continue
        refused += 1
        try:
            play(game, state, seat, prompt.key, move)
        except IllegalMove as error:
            sentence(error.sentence, f"the refusal {error.reason}")
            require(
                bool(error.reason) and error.reason == str(error.reason).lower(),
                "a refusal names its rule",
                reason=error.reason,
            )
        else:
            require(False, "what check refuses cannot be played", move=to_json(move))
        require(
            answer(game, elsewhere, prompt, move) == answer(game, seen, prompt, move),
            "a refusal depends on nothing that its hearer may not know",
            move=to_json(move),
        )
    after = msgspec.json.encode([state.public, state.private, state.hidden])
    require(before == after, "a refused move changes nothing", seat=seat)
    return refused


def _composed(game: AnyGame, seen: AnyView, prompt: Prompt, chance: random.Random) -> list[Any]:
    """Some composed answers; and a choice that does not fit its step is refused."""
    step = game.next_step(seen, prompt, ())
    assert step is not None
    values = [choice.value for choice in step.choices]
    wrong: list[list[Any]] = [[*values, "nothing"], [values[0], values[0]] if values else []]
    if step.least:
        wrong.append([])
    if len(values) > step.most:
        wrong.append(values[: step.most + 1])
    for pick in wrong:
        try:
            compose(game, seen, prompt, [pick])
        except IllegalMove as error:
            sentence(error.sentence, f"the refusal {error.reason}")
        else:
            require(False, "a choice that does not fit its step is refused", pick=pick)
    found = [composed_answer(game, seen, prompt, chance) for _ in range(4)]
    return [move for move in found if move is not None]


def _fits_its_steps(game: AnyGame, seen: AnyView, prompt: Prompt, move: Any) -> None:
    """A legal move comes from steps, each of which names the field that it fills."""
    picks: list[Any] = []
    while (step := game.next_step(seen, prompt, tuple(picks))) is not None:
        value = getattr(move, step.name, None)
        if value is None:
            return
        picks.append(tuple(value) if isinstance(value, tuple) else (value,))
        fits = step_problem(step, picks[-1]) is None
        require(fits, "every legal answer can be composed", move=to_json(move), step=step.name)


def _same_as_a_listed_one(
    game: AnyGame, state: AnyState, seat: Seat, move: Any, legal: Sequence[Any]
) -> None:
    """Another spelling of a listed move may pass too: the cards in another order, say."""
    after = game.apply(state, seat, move)
    require(
        any(game.apply(state, seat, one) == after for one in legal),
        "every legal move is listed",
        move=to_json(move),
        seat=seat,
    )


def _out_of_turn(
    game: AnyGame,
    state: AnyState,
    asked: Mapping[Seat, Sequence[Prompt]],
    pool: Sequence[Any],
    chance: random.Random,
) -> None:
    seat, (prompt, *_) = next(iter(asked.items()))
    move = chance.choice(pool)
    idle = [one for one in viewers(state) if one is not None and one not in asked]
    for who, key, expected in (
        (seat, f"{prompt.key}!", StaleMove),
        *((one, prompt.key, NotYourTurn) for one in idle[:2]),
    ):
        error: type[RuleError] | None = None
        try:
            play(game, state, who, key, move)
        except RuleError as refused:
            error = type(refused)
            sentence(refused.sentence, "a refusal")
        require(
            error is expected, f"a move out of turn is refused as {expected.__name__}", error=error
        )


# -- what somebody may try


def moves_of(game: AnyGame, states: Sequence[AnyState], chance: random.Random) -> tuple[Any, ...]:
    """Some moves that were legal for some seat at some time, of all types."""
    found: dict[bytes, Any] = {}
    for state in states[::2]:
        for seat in viewers(state):
            if seat is None or game.outcome(state.public) is not None:
                continue
            for prompt in game.prompts(view(state, seat)):
                moves, _ = take_up_to(game.legal_answers(view(state, seat), prompt), MOST_MOVES)
                for move in chance.sample(moves, min(len(moves), 3)):
                    found[msgspec.json.encode(move)] = move
    return tuple(found.values())


def tries(
    adapter: Adapter,
    state: AnyState,
    legal: Sequence[Any],
    pool: Sequence[Any],
    chance: random.Random,
    number: int,
) -> Iterator[Any]:
    """Moves that can be read, most of them illegal: legal ones altered, and others' moves."""
    cards = list(adapter.deck(state)) or [0]
    for _ in range(number):
        raw = to_json(chance.choice(legal if legal and chance.random() < 0.7 else pool))
        for _ in range(chance.randrange(3)):
            raw = _twisted(raw, cards, chance)
        try:
            yield read_move(adapter.game, raw)
        except MalformedMove as error:
            sentence(error.sentence, "what cannot be read")


def _twisted(raw: Any, cards: Sequence[Any], chance: random.Random) -> Any:
    """One value changed: another card, a number off by one, a list longer, shorter or reversed."""
    match raw:
        case dict():
            names = [name for name in raw if name != "type"]
            if not names:
                return raw
            name = chance.choice(names)
            return {**raw, name: _twisted(raw[name], cards, chance)}
        case list() | tuple() if raw:
            at = chance.randrange(len(raw))
            other = _twisted(raw[at], cards, chance)
            head, tail = raw[:at], raw[at + 1 :]
            return chance.choice(
                [
                    [*head, other, *tail],
                    [*head, *tail],
                    [*raw, raw[at]],
                    [*raw, chance.choice(cards)],
                    [*raw][::-1],
                    [],
                ]
            )
        case list() | tuple():
            return [chance.choice(cards)]
        case bool():
            return not raw
        case int():
            return chance.choice([raw - 1, raw + 1, None, chance.choice(cards)])
        case None:
            return chance.choice([0, 1, 7, chance.choice(cards)])
        case _:
            return chance.choice([chance.choice(cards), None, "nothing"])
