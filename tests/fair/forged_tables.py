"""Tables with one thing wrong, from which all else follows: each needs a check of its own."""

from collections.abc import Callable, Mapping
from typing import Final

from app.fair import parts
from tests.fair.sample_records import sample_table
from tests.fair.sample_table import Attempt, Lines, Shuffled, Table

Forgery = Callable[[Table], Lines | None]
"""Changes a table before anything follows from it; gives the record where that is not enough."""
PART: Final = bytes(range(32))


def named_twice(table: Table) -> None:
    table.deals[1].attempts[1].refused = [3, 3]


def named_with_a_part(table: Table) -> None:
    table.deals[1].attempts[1].refused = [0]


def named_at_once(table: Table) -> None:
    table.deals[0].attempts[0].refused = [3]


def more_attempts_than_named(table: Table) -> None:
    table.deals[1].attempts.insert(0, Attempt({0: PART}))


def part_of_nobody(table: Table) -> None:
    table.deals[0].attempts[0].entropies[4] = PART


def nobody_named(table: Table) -> None:
    table.deals[1].attempts[1].refused = [4]


def plan_too_long(table: Table) -> None:
    table.deals[2].plan.append("-")


def plan_of_a_wrong_word(table: Table) -> None:
    table.deals[2].plan[-1] = "!"


def plan_with_a_leading_zero(table: Table) -> None:
    table.deals[2].plan[-1] = "00"


def plan_for_nobody(table: Table) -> None:
    table.deals[2].plan[-1] = "4?"


def code_missing(table: Table) -> None:
    table.deals[2].codes[0] = ""


def one_code_more(table: Table) -> None:
    table.deals[2].codes[0] += " 2H"


def another_promise(table: Table) -> None:
    table.__dict__["promise"] = "0" * 64


def first_chain_of_another_match(table: Table) -> None:
    head = parts.first_head("another", table.promise)
    first = Shuffled(table, 0, table.deals[0], head)
    table.__dict__["shuffles"] = [first, Shuffled(table, 1, table.deals[1], first.next_head)]


def chain_begun_anew(table: Table) -> None:
    head = parts.first_head(table.match, table.promise)
    table.__dict__["shuffles"] = [
        Shuffled(table, at, deal, head) for at, deal in enumerate(table.deals)
    ]


def number_left_out(table: Table) -> None:
    head = parts.first_head(table.match, table.promise)
    table.__dict__["shuffles"] = [Shuffled(table, 1, table.deals[0], head)]


def order_with_a_card_twice(table: Table) -> Lines:
    lines = table.record()
    order = lines[1]["entry"]["order"]
    order[0] = order[1]
    lines[0]["shuffles"]["shuffles"][0]["order"] = None
    return lines


def part_beside_its_seal(table: Table) -> Lines:
    """The chain goes on from the part; the seal is another's."""
    last = table.shuffles[-1]
    seals = last.seals(last.attempt) | {0: parts.seal("m", 2, 0, 0, PART)}
    last.__dict__["seals"] = lambda attempt: seals
    last.ask = last.shown(last.attempt).ask
    last.chosen, last.perm = parts.draw(parts.seed(last.ask, last.last.entropies), last.n)
    last.things = [last.decks[last.chosen].things[at] for at in last.perm]
    return table.record()


def bot_is_named(table: Table) -> Lines:
    lines = table.record()
    lines[0]["places"][3]["bot"] = "sharp"
    return lines


def another_ask(table: Table) -> Lines:
    """Only pages that answered know the right one."""
    lines = table.record()
    lines[0]["shuffles"]["shuffles"][2]["ask"] = "0" * 64
    return lines


FORGERIES: Final[Mapping[str, Forgery]] = {
    forgery.__name__: forgery
    for forgery in (
        named_twice,
        named_with_a_part,
        named_at_once,
        more_attempts_than_named,
        part_of_nobody,
        nobody_named,
        plan_too_long,
        plan_of_a_wrong_word,
        plan_with_a_leading_zero,
        plan_for_nobody,
        code_missing,
        one_code_more,
        another_promise,
        first_chain_of_another_match,
        chain_begun_anew,
        number_left_out,
        order_with_a_card_twice,
        part_beside_its_seal,
        bot_is_named,
        another_ask,
    )
}


def forged(name: str, reveals: bool) -> Lines:
    """The record of a forgery."""
    table = sample_table(5, reveals)
    return FORGERIES[name](table) or table.record()
