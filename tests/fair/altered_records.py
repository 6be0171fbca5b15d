"""Tables that lie with all their hashes made to fit, for tests of the verifiers.

A lie gives the record, and what two browsers kept: seat 0's first.
"""

from collections.abc import Callable, Mapping
from hashlib import sha256
from random import Random
from typing import Final

from app.fair.decks import Deck
from tests.fair.sample_table import (
    SEATS,
    Attempt,
    Lines,
    Table,
    altered,
    chained,
    made_up_deal,
    made_up_table,
)

__all__ = ["LIES", "SAYS", "chained", "export", "lied"]

Told = tuple[Lines, list[Lines]]
Lie = Callable[[Table, Random], Told]


def export(match: str, chance: Random, shuffles: int = 2, least: int = 0) -> tuple[Lines, Lines]:
    """The exported lines of a made-up match, and what the browser of seat 0 kept of it.

    Each shuffle has the parts of `least` seats or more, seat 0's among them.
    """
    table = made_up_table(match, chance, shuffles, least)
    return table.record(), table.heard(0)


def lied(lie: Lie, chance: Random, reveals: bool = True) -> Told:
    """The record with this lie in it, and what was told at the table."""
    return lie(made_up_table("m", chance, chance.randrange(1, 4), 2, reveals), chance)


def told_by(table: Table, shown: Table | None = None) -> Told:
    """The record of one table, and what browsers kept of another, or of the same."""
    shown = shown or table
    return table.record(), [shown.heard(0), shown.heard(1)]


def last(table: Table) -> Attempt:
    """The attempt of the first shuffle that was dealt."""
    return table.deals[0].attempts[-1]


# -- secrets, decks and orders


def two_cards_exchanged(table: Table, chance: Random) -> Told:
    things = table.shuffles[0].things
    things[0], things[1] = things[1], things[0]
    return told_by(table, altered(table))


def secret_chosen_later(table: Table, chance: Random) -> Told:
    return told_by(Table(table.match, chance.randbytes(32), table.deals, table.reveals), table)


def secrets_for_two_players(table: Table, chance: Random) -> Told:
    other = Table(table.match, chance.randbytes(32), table.deals, table.reveals)
    return table.record(), [table.heard(0), other.heard(1)]


def stacked_deck(table: Table, chance: Random) -> Told:
    """Every deck has a card twice; in a game whose secrets stay sealed seven are seen."""

    def one_card_twice(decks: list[Deck]) -> None:
        for deck in decks:
            deck.things = (deck.things[1], *deck.things[1:])

    table.deals[0].stacked = one_card_twice
    return told_by(table)


def unshuffled_decks(table: Table, chance: Random) -> Told:
    def in_order(decks: list[Deck]) -> None:
        for deck in decks:
            deck.things = tuple(range(len(deck.things)))

    table.deals[0].stacked = in_order
    return told_by(table)


def other_deck_played(table: Table, chance: Random) -> Told:
    table.deals[0].chosen = (table.shuffles[0].chosen + 1) % 8
    return told_by(altered(table))


def positions_exchanged(table: Table, chance: Random) -> Told:
    """The server deals by a permutation of its own, and opens every card by it."""
    shuffle = table.shuffles[0]
    shuffle.perm = shuffle.perm[1:] + shuffle.perm[:1]
    shuffle.things = [shuffle.decks[shuffle.chosen].things[at] for at in shuffle.perm]
    return told_by(table)


# -- parts


def part_exchanged(table: Table, chance: Random) -> Told:
    """After the parts were known, another seat's part is exchanged for one of its own."""
    other = altered(table)
    last(other).entropies[1] = sha256(b"ground").digest()
    return told_by(other, table)


def part_exchanged_where_one_browser_looks(table: Table, chance: Random) -> Told:
    """Seat 0 is told of the exchanged part from the beginning; its owner is not asked."""
    other = altered(table)
    last(other).entropies[1] = sha256(b"ground").digest()
    return other.record(), [other.heard(0), table.heard(1)]


def part_added(table: Table, chance: Random) -> Told:
    other = altered(table)
    last(other).entropies[3] = chance.randbytes(32)
    last(other).refused = []
    other.deals[0].attempts = [last(other)]
    shown = altered(other)
    del last(shown).entropies[3]
    return told_by(other, shown)


def part_left_out(table: Table, chance: Random) -> Told:
    other = altered(table)
    del last(other).entropies[max(last(other).entropies)]
    return told_by(other, table)


def part_of_a_bot(table: Table, chance: Random) -> Told:
    last(table).entropies.setdefault(1, chance.randbytes(32))
    lines, heard = told_by(table)
    lines[0]["places"][1]["bot"] = "sharp"
    return lines, heard


def attempts_without_a_reason(table: Table, chance: Random) -> Told:
    """The server begins again until it likes the deal, also in what it shows."""
    deal = table.deals[0]
    deal.attempts = [
        Attempt({0: chance.randbytes(32), 1: chance.randbytes(32)}, [3] * bool(attempt))
        for attempt in range(4)
    ]
    return told_by(table)


def another_was_named(table: Table, chance: Random) -> Told:
    """A further attempt names a seat that had sealed nothing."""
    deal = table.deals[0]
    deal.attempts = [
        Attempt({seat: chance.randbytes(32) for seat in (0, 1)}, named) for named in ([], [3])
    ]
    return told_by(table)


# -- codes, plans, the chain


def codes_exchanged(table: Table, chance: Random) -> Told:
    """Once the order is known, the server says which thing is which card."""
    other, codes = altered(table), table.deals[0].codes
    other.deals[0].codes = codes[1:] + codes[:1]
    return told_by(other, table)


def positions_for_others(table: Table, chance: Random) -> Told:
    other = altered(table)
    plan = other.deals[0].plan
    other.deals[0].plan, other.deals[0].plays = ["1", "0", *plan[2:]], []
    return told_by(other, table)


def shuffle_left_out(table: Table, chance: Random) -> Told:
    other = altered(table)
    del other.deals[-1]
    return told_by(other, table)


def shuffle_put_in(table: Table, chance: Random) -> Told:
    other = altered(table)
    other.deals.insert(0, made_up_deal(chance, "hands", 1))
    return told_by(other, table)


def card_of_another_seat(table: Table, chance: Random) -> Told:
    """Seats play the cards that lay in the places of others."""
    deal = table.deals[0]
    held = [(seat, at) for seat, at in deal.plays if deal.plan[at].isdecimal()]
    deal.plays = [((seat + step) % SEATS, at) for seat, at in held for step in range(1, SEATS)]
    return told_by(table)


LIES: Final[Mapping[str, Lie]] = {
    lie.__name__: lie
    for lie in (
        two_cards_exchanged,
        secret_chosen_later,
        secrets_for_two_players,
        stacked_deck,
        unshuffled_decks,
        other_deck_played,
        positions_exchanged,
        part_exchanged,
        part_exchanged_where_one_browser_looks,
        part_added,
        part_left_out,
        part_of_a_bot,
        attempts_without_a_reason,
        another_was_named,
        codes_exchanged,
        positions_for_others,
        shuffle_left_out,
        shuffle_put_in,
        card_of_another_seat,
    )
}

PARTS: Final = "other parts were used than had been sealed when parts were asked for"
PROMISED: Final = "at the table another secret was promised"

SAYS: Final[Mapping[str, tuple[str, ...]]] = {
    "two_cards_exchanged": (
        "the order does not follow from the parts",
        "a card that was opened then lay elsewhere",
    ),
    "secret_chosen_later": (PROMISED,),
    "secrets_for_two_players": (PROMISED,),
    "stacked_deck": ("its order does not hold every card once",),
    "unshuffled_decks": (
        "its roots are not those of the decks that were promised",
        "is not the one that was fixed before",
    ),
    "other_deck_played": ("another deck was played than follows from the parts",),
    "positions_exchanged": (
        "the order does not follow from the parts",
        "a card was opened that was not sealed",
    ),
    "part_exchanged": (PARTS,),
    "part_exchanged_where_one_browser_looks": (PARTS,),
    "part_added": (PARTS,),
    "part_left_out": (PARTS,),
    "part_of_a_bot": ("seat 2 was a bot's, and bots have no part in shuffles",),
    "attempts_without_a_reason": ("attempt 4 was dealt, and 1 seats were named for refusing",),
    "another_was_named": ("a further attempt began, and nobody who had sealed was named",),
    "codes_exchanged": ("the record and the table differ: codes",),
    "positions_for_others": ("the record and the table differ: plan",),
    "shuffle_left_out": ("was made at the table and is not in the record",),
    "shuffle_put_in": ("shuffle 1: ",),
    "card_of_another_seat": ("which lay in none of its places",),
}
"""The complaint of examples/verify.py; the second where secrets stay sealed, if it is another."""
