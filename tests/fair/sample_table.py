"""A made-up match as an honest server records and shows it, for tests of the verifiers."""

import json
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

import msgspec

from app.fair import parts
from app.fair.decks import DECKS, Deck, HiddenNames, deck_key, names_key
from app.rules import chain
from app.table.model.server_messages import AnyServerMessage

VERSION = 3
SEATS = 4
Lines = list[dict[str, Any]]


@dataclass
class Attempt:
    """One attempt at a shuffle: who was named before it, and the parts in it by seat."""

    entropies: dict[int, bytes]
    refused: list[int] = field(default_factory=list)


@dataclass
class Deal:
    """One shuffle. `later`: the positions that a seat sees after the deal."""

    codes: list[str]
    plan: list[str]
    attempts: list[Attempt]
    hidden: bool = False
    later: dict[int, list[int]] = field(default_factory=dict)
    plays: list[tuple[int, int]] = field(default_factory=list)
    """Seat and position of the cards that are played after it."""
    barred: list[int] = field(default_factory=list)
    stacked: Callable[[list[Deck]], None] | None = None
    """A lie: changes the decks before anybody sees their roots."""
    chosen: int | None = None
    """A lie: the deck that is played, whatever follows from the parts."""


@dataclass
class Table:
    """One match: an honest server's, as long as nobody changes what follows from it."""

    match: str
    secret: bytes
    deals: list[Deal]
    reveals: bool = True
    """False: the secret stays sealed for good."""

    @cached_property
    def promise(self) -> str:
        return parts.promise(self.match, self.secret)

    @cached_property
    def shuffles(self) -> "list[Shuffled]":
        found: list[Shuffled] = []
        head = parts.first_head(self.match, self.promise)
        for number, deal in enumerate(self.deals):
            found.append(Shuffled(self, number, deal, head))
            head = found[-1].next_head
        return found

    def record(self) -> Lines:
        """The lines of the export."""
        told, entries = [], list[dict[str, Any]]()
        for shuffle in self.shuffles:
            told.append({"ply": len(entries), **shuffle.told()})
            entries += shuffle.entries()
        revealed = {
            "match": self.match,
            "game": "made-up",
            "promise": self.promise,
            "secret": self.secret.hex() if self.reveals else None,
            "shuffles": told,
        }
        lines: Lines = [
            {
                "match": self.match,
                "game": "made-up",
                "rules_version": 1,
                "setup": {"seats": SEATS, "options": {}, "ranked": False},
                "state": "finished",
                "places": [{"seat": seat, "name": "Ann", "bot": None} for seat in range(SEATS)],
                "receipt": None,
                "public_origin": ["play"],
                "shuffles": revealed,
            },
            *(
                {"ply": ply, "at": 1000 + ply, "entry": entry, "hash": None}
                for ply, entry in enumerate(entries)
            ),
        ]
        chained(lines)
        return plain(lines)

    def heard(self, seat: int | None) -> Lines:
        """The lines that the browser of a seat, or of a spectator, kept."""
        return plain([line for shuffle in self.shuffles for line in shuffle.heard(seat)])


class Shuffled:
    """All that follows from a deal at its place in the match."""

    def __init__(self, table: Table, number: int, deal: Deal, head: str) -> None:
        self.table, self.number, self.deal, self.head = table, number, deal, head
        self.n, last = len(deal.codes), len(deal.attempts) - 1
        self.decks = [
            Deck(deck_key(table.secret, table.match, number, at), self.n) for at in range(DECKS)
        ]
        if deal.stacked is not None:
            deal.stacked(self.decks)
        self.hidden = (
            HiddenNames(names_key(table.secret, table.match, number), deal.codes)
            if deal.hidden
            else None
        )
        self.attempt, self.last = last, deal.attempts[last]
        self.ask = self.shown(last).ask
        self.chosen, self.perm = parts.draw(parts.seed(self.ask, self.last.entropies), self.n)
        self.chosen = self.chosen if deal.chosen is None else deal.chosen
        self.next_head = parts.next_head(self.ask, self.last.entropies)
        self.things = [self.decks[self.chosen].things[at] for at in self.perm]
        """The things by position."""

    @property
    def order(self) -> list[int]:
        """By position, places in the rules' own list of the cards."""
        labels = range(self.n) if self.hidden is None else self.hidden.labels
        return [labels[thing] for thing in self.things]

    @property
    def names(self) -> str | None:
        return None if self.hidden is None else self.hidden.root

    def seals(self, attempt: int) -> dict[int, str]:
        return {
            seat: parts.seal(self.table.match, self.number, attempt, seat, entropy)
            for seat, entropy in self.deal.attempts[attempt].entropies.items()
        }

    def shown(self, attempt: int) -> parts.Shown:
        return parts.Shown(
            match=self.table.match,
            number=self.number,
            attempt=attempt,
            head=self.head,
            promise=self.table.promise,
            n=self.n,
            names=self.names,
            roots=[deck.root for deck in self.decks],
            codes="" if self.hidden is not None else " ".join(self.deal.codes),
            plan=" ".join(self.deal.plan),
            seals=self.seals(attempt),
            refused=self.deal.attempts[attempt].refused,
        )

    def proof(self) -> dict[str, Any]:
        return {
            "version": VERSION,
            "number": self.number,
            "attempt": self.attempt,
            "seals": self.seals(self.attempt),
            "openings": {seat: one.hex() for seat, one in self.last.entropies.items()},
            "refused": self.last.refused,
            "head": self.head,
        }

    def entries(self) -> list[dict[str, Any]]:
        proof = self.proof() | ({"barred": self.deal.barred} if self.deal.barred else {})
        return [
            {"type": "shuffled", "order": self.order, "proof": proof},
            *(
                {
                    "type": "played",
                    "seat": seat,
                    "key": "k",
                    "move": {"type": "play", "card": self.deal.codes[self.order[position]]},
                }
                for seat, position in self.deal.plays
            ),
        ]

    def told(self) -> dict[str, Any]:
        shown, opened = self.shown(self.attempt), self.table.reveals
        return {
            **self.proof(),
            "n": self.n,
            "codes": " ".join(self.deal.codes) if opened or self.hidden is None else "",
            "hidden_codes": self.hidden is not None,
            "plan": shown.plan,
            "names": self.names,
            "roots": shown.roots,
            "ask": self.ask,
            "chosen": self.chosen,
            "order": self.order if opened else None,
        }

    def cards(self, positions: Sequence[int]) -> dict[str, Any]:
        deck, cards = self.decks[self.chosen], []
        for position in positions:
            thing, index = self.things[position], self.perm[position]
            card = {"position": position, "thing": thing, "salt": deck.salt(index)}
            if self.hidden is not None:
                card |= {"code": self.hidden.codes[thing], "name_salt": self.hidden.salt(thing)}
            cards.append(card)
        things = [self.things[position] for position in positions]
        return {
            "cards": cards,
            "nodes": deck.missing([self.perm[position] for position in positions]),
            "names_nodes": () if self.hidden is None else self.hidden.missing(things),
        }

    def heard(self, seat: int | None) -> Lines:
        place = {"match": self.table.match, "number": self.number}
        lines: Lines = []
        for attempt, one in enumerate(self.deal.attempts):
            shown = self.shown(attempt)
            said = {
                "type": "shuffle",
                **place,
                "attempt": attempt,
                "version": VERSION,
                "seat": seat,
                "promise": shown.promise,
                "head": self.head,
                "refused": one.refused,
                "opening": False,
                "sealed": [],
            }
            decks = {"n": self.n, "codes": shown.codes, "plan": shown.plan}
            decks |= {"roots": shown.roots, "names": shown.names}
            asked = {"opening": True, "sealed": sorted(shown.seals), "seals": shown.seals}
            lines += [said, said | asked | {"decks": decks}]
            if seat in one.entropies:
                opened = {"entropy": one.entropies[seat].hex(), "ask": shown.ask}
                lines.append({"type": "open", **place, "attempt": attempt, **opened})
        about = {**place, "attempt": self.attempt, "version": VERSION, "seat": seat}
        own = [at for at, word in enumerate(self.deal.plan) if word in ("*", str(seat))]
        openings = self.proof()["openings"]
        dealt = {
            "openings": openings,
            "asks": dict.fromkeys(openings, self.ask),
            "chosen": self.chosen,
            "keys": [deck.key.hex() for at, deck in enumerate(self.decks) if at != self.chosen],
        }
        lines.append({"type": "dealt", **about, **dealt, **self.cards(own)})
        if later := self.deal.later.get(-1 if seat is None else seat):
            lines.append({"type": "cards-opened", **about, **self.cards(later)})
        return lines


def plain(lines: Lines) -> Lines:
    """As they are read from a file."""
    found: Lines = json.loads(json.dumps(lines))
    return found


def as_sent(line: dict[str, Any]) -> AnyServerMessage:
    """The message of a line that was heard."""
    due = {"due": 1_795_375_316_000} if line["type"] == "shuffle" else {}
    return _message.decode(json.dumps(line | due))


_message: msgspec.json.Decoder[AnyServerMessage] = msgspec.json.Decoder(AnyServerMessage)


def chained(lines: Lines) -> None:
    """Recomputes the entries' hashes, which a forger can do too."""
    head = lines[0]
    last = chain.initial_hash(head["match"], head["game"], head["rules_version"], head["setup"])
    for line in lines[1:]:
        entry = json.loads(json.dumps(line["entry"]))
        last = chain.entry_hash(last, head["match"], line["ply"], line["at"], entry)
        line["hash"] = last.hex()
    head["receipt"] = last.hex()


# -- made up by chance


def made_up_deal(chance: Random, kind: str, least: int, most: int = 60) -> Deal:
    """One shuffle with parts of `least` of seats 0 to 2 or more; seat 3 is named now and then."""
    refused = [3] * (chance.random() < 0.3)
    first = {seat: chance.randbytes(32) for seat in (0, 3)}
    seats = {*range(min(least, 1)), *chance.sample(range(3), chance.randrange(least, 4))}
    dealt = Attempt({seat: chance.randbytes(32) for seat in sorted(seats)}, refused)
    attempts = [*([Attempt(first)] if refused else []), dealt]
    if kind == "lots":
        plan = ["*", *["-"] * (SEATS - 1)]
        return Deal([str(seat + 1) for seat in range(SEATS)], plan, attempts)
    n = chance.randrange(9, most)
    codes = [f"{'23456789TJQKA'[at % 13]}{'♠HDC'[at % 4]}" for at in range(n)]
    if kind == "stock":
        later = {seat: chance.sample(range(n), 3) for seat in (-1, 0, 1, 2)}
        return Deal(codes, ["-"] * n, attempts, hidden=True, later=later)
    words = ["0", "1", "2", "3", "*", "0?", "1?", "-", "-"]
    plan = words + [chance.choice(words) for _ in range(n - len(words))]
    later = {seat: [at for at, word in enumerate(plan) if word == f"{seat}?"] for seat in (0, 1)}
    plays = [(int(word), at) for at, word in enumerate(plan) if word.isdecimal()]
    stock = [(at % SEATS, at) for at, word in enumerate(plan) if word in ("-", "*")]
    return Deal(codes, plan, attempts, later=later, plays=plays + stock[::2])


def made_up_table(
    match: str, chance: Random, shuffles: int = 2, least: int = 1, reveals: bool = True
) -> Table:
    kinds = ["hands", *(chance.choice(["lots", "hands", "stock"]) for _ in range(shuffles - 1))]
    deals = [made_up_deal(chance, kind, least) for kind in kinds]
    late = [deal for deal in deals if deal.attempts[-1].refused]
    for deal in deals[deals.index(late[1]) + 1 :] if len(late) > 1 else ():
        deal.barred = [3]
        deal.attempts = deal.attempts[-1:]
        deal.attempts[0].refused = []
    return Table(match, chance.randbytes(32), deals, reveals)


def altered(table: Table) -> Table:
    """A table of the same deals, to be changed."""
    return Table(table.match, table.secret, deepcopy(table.deals), table.reveals)
