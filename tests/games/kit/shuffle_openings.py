"""The cards opened after a shuffle: to each viewer its own by the plan, later those of the stock.

A position says to whom a card was dealt. So nothing is opened that came through another hand.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.rules.codec import to_json
from app.rules.game import AnyGame, AnyState, Seat, view
from app.rules.replay import Shuffled
from tests.games.kit.adapter import Adapter
from tests.games.kit.counts import Counts
from tests.games.kit.match_record import require, viewers
from tests.games.kit.random_matches import random_match

SWAPS = 40


@dataclass
class Dealt:
    """One shuffle of a match, with what was opened of it so far."""

    plan: tuple[str, ...]
    codes: list[str]
    """By position."""
    stock_used: int = -1
    """The highest stock position that was opened to anybody."""
    known: dict[Seat | None, set[int]] = field(default_factory=dict)


def shuffle_openings(adapter: Adapter, seed: int, steps: int, counts: Counts) -> None:
    """Each viewer is opened its own cards, and the same after shuffles that look the same.

    Nothing is opened while what the game names for that (`opened_by`) is equal.
    """
    record, game = random_match(adapter, seed, steps), adapter.game
    chance, dealt = random.Random(seed), list[Dealt]()
    for before, entry, after in zip(record.states, record.entries, record.states[1:], strict=False):
        if isinstance(entry, Shuffled):
            pile, plan = planned(game, before, len(entry.order))
            dealt.append(Dealt(plan, [pile[index] for index in entry.order]))
        if not dealt:
            continue
        new = newly_opened(game, dealt, after)
        if not isinstance(entry, Shuffled) and len(before.private) == len(after.private):
            by = game.opened_by(after.public)
            require(
                by is None or by != game.opened_by(before.public) or not new,
                "a card is opened only at entries after which the table asks for it",
                new=new,
            )
        for viewer, positions in new.items():
            check_new(adapter, dealt, after, viewer, positions)
            counts.add("states")
        if isinstance(entry, Shuffled):
            check_deal(adapter, dealt[-1], before, after)
            for _ in range(SWAPS):
                check_swapped(game, dealt, before, entry, after, chance)


def planned(game: AnyGame, before: AnyState, n: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The codes and the plan just before a shuffle."""
    codes, public = game.deck_codes(before.public), before.public
    require(len(codes) in (0, n), "everything that awaits the order has a code, or nothing has")
    pile = codes or game.hidden_codes(before)
    require(len(pile) == n, "the server knows the code of everything that awaits the order")
    require(all(code and " " not in code for code in pile), "codes are words", codes=pile)
    plan = game.deal_plan(public) or ("-",) * n
    require(len(plan) == n, "the plan has one word for each position", words=len(plan))
    seats = {str(seat) for seat in game.active_seats(public)}
    for word in plan:
        require(
            word in ("*", "-") or bool(re.fullmatch(r"\d+\??", word) and word.rstrip("?") in seats),
            "a word of the plan is a seat of the match, a star or a dash",
            word=word,
        )
    return tuple(pile), plan


def listed(game: AnyGame, state: AnyState, viewer: Seat | None, last: int) -> set[tuple[int, int]]:
    opened = [
        (last if one.shuffle is None else one.shuffle, one.position)
        for one in game.opened_cards(view(state, viewer))
    ]
    require(len(set(opened)) == len(opened), "a position is listed once", viewer=viewer)
    return set(opened)


def newly_opened(
    game: AnyGame, dealt: list[Dealt], state: AnyState
) -> dict[Seat | None, dict[int, list[int]]]:
    """By viewer and shuffle the positions, rising, that were not opened to that viewer before."""
    found: dict[Seat | None, dict[int, list[int]]] = {}
    public = listed(game, state, None, len(dealt) - 1)
    for viewer in viewers(state):
        own = listed(game, state, viewer, len(dealt) - 1)
        require(public <= own, "a seat is opened what everybody is", viewer=viewer)
        for number, position in sorted(own):
            require(
                0 <= number < len(dealt) and 0 <= position < len(dealt[number].plan),
                "an opened position is one of a shuffle that was made",
                position=position,
            )
            known = dealt[number].known.setdefault(viewer, set())
            if position not in known:
                known.add(position)
                found.setdefault(viewer, {}).setdefault(number, []).append(position)
    for number, one in enumerate(dealt):
        used = [
            position
            for positions in found.values()
            for position in positions.get(number, ())
            if one.plan[position] == "-"
        ]
        if used:
            require(min(used) > one.stock_used, "the stock is used from its lowest position on")
            one.stock_used = max(used)
    return found


def check_new(
    adapter: Adapter,
    dealt: list[Dealt],
    state: AnyState,
    viewer: Seat | None,
    positions: Mapping[int, list[int]],
) -> None:
    """Opened cards are the viewer's own, open to all or from the stock, and the viewer sees them.

    One that was dealt face down may be seen without coming to the hand.
    """
    own_part = None if viewer is None else state.private[viewer]
    for number, opened in positions.items():
        one = dealt[number]
        numbers = all(map(str.isdecimal, one.codes))
        words = {"*", "-"} if viewer is None else {"*", "-", f"{viewer}", f"{viewer}?"}
        require(
            all(one.plan[position] in words for position in opened),
            "a card that was dealt to another seat is not opened",
            viewer=viewer,
            opened=opened,
        )
        public = set(strings(to_json(state.public), numbers))
        if numbers:  # a lot is a seat, as people read it
            public |= {str(int(code) + 1) for code in public if code.isdecimal()}
        hand = Counter(() if viewer is None else map(str, adapter.places(state).get(viewer, ())))
        own = Counter(
            one.codes[position] for position in opened if one.codes[position] not in public
        )
        require(
            own <= hand | Counter(strings(to_json(own_part), numbers)),
            "an opened card is in the viewer's own part, or everybody sees it",
            viewer=viewer,
            opened=own,
            hand=hand,
        )


def strings(value: Any, numbers: bool) -> Iterator[str]:
    """All texts in a JSON value; `numbers`: those too."""
    if isinstance(value, Mapping):
        value = tuple(value.values())
    if isinstance(value, list | tuple):
        for inner in value:
            yield from strings(inner, numbers)
    elif isinstance(value, str):
        yield value
    elif numbers and isinstance(value, int):
        yield str(value)


def check_deal(adapter: Adapter, dealt: Dealt, before: AnyState, after: AnyState) -> None:
    """Right after a shuffle every viewer is opened exactly what the plan gives it at once."""
    for viewer in viewers(after):
        words = {"*"} if viewer is None else {"*", f"{viewer}"}
        given = {position for position, word in enumerate(dealt.plan) if word in words}
        opened = dealt.known.get(viewer, set())
        require(
            given == {position for position in opened if dealt.plan[position] != "-"},
            "what is opened right after a deal is what the plan gives",
            viewer=viewer,
            opened=sorted(opened),
            given=sorted(given),
        )
        named = adapter.game.deck_codes(before.public)
        if viewer is None or not named or any(map(len, adapter.places(before).values())):
            continue
        hand = Counter(map(str, adapter.places(after).get(viewer, ())))
        own = Counter(dealt.codes[at] for at in opened - dealt.known.get(None, set()))
        whole = Counter(dealt.codes[at] for at in opened)
        require(
            own <= hand <= whole, "the hand is opened whole", viewer=viewer, opened=own, hand=hand
        )


def check_swapped(
    game: AnyGame,
    dealt: list[Dealt],
    before: AnyState,
    entry: Shuffled,
    after: AnyState,
    chance: random.Random,
) -> None:
    """Two shuffles that look the same to a viewer open the same cards to it."""
    if len(entry.order) < 2:
        return
    order, latest = list(entry.order), len(dealt) - 1
    first, second = chance.sample(range(len(order)), 2)
    order[first], order[second] = order[second], order[first]
    swapped, pile = game.apply_shuffle(before, order), planned(game, before, len(order))[0]
    for viewer in viewers(after):
        if view(swapped, viewer) == view(after, viewer):
            at = positions_of(latest, listed(game, after, viewer, latest))
            there = positions_of(latest, listed(game, swapped, viewer, latest))
            require(
                Counter(pile[entry.order[one]] for one in at)
                == Counter(pile[order[one]] for one in there),
                "what is opened says no more than the view",
                viewer=viewer,
                swapped=(first, second),
            )


def positions_of(shuffle: int, opened: set[tuple[int, int]]) -> list[int]:
    return [position for number, position in opened if number == shuffle]
