"""The list of open tables: which public rooms it shows to whom, in which order, and where it ends.

For lists, a room is in one of four states. `Keepers` are the people of the room who gave a sign of
life in the last `Patience.listed` seconds, with a seat or without. They need a connection: neither
bots nor strangers who watch keep a table in the list, nor does the opening of its table.

state       what it means                                    is listed
private     the host has not made it public                  no
kept        it has a keeper who is within the limits         yes
crowded     it has keepers, and each is at a limit           no
quiet       it has no keeper, or its table is not open       no

event                                       private   kept             crowded   quiet
the host makes it public                    as below  -                -         -
the host makes it private                   -         private          private   private
a person of the room connects or is heard   private   kept             as it is  kept or crowded
its last keeper is silent for 50 s          private   quiet            quiet     quiet
another table of its keepers is quiet       private   kept             kept      quiet
the server restarts                         private   quiet            quiet     quiet

Nothing is stored of this, and nothing opens a table for it: who is there now decides, each time a
list is made. So what somebody has left counts against nobody.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from ipaddress import ip_network
from math import inf
from typing import Final, NamedTuple, TypeAlias

import msgspec

from app.table.actor.table import Table
from app.table.lobby.dormant import seated_people
from app.table.model.errors import TooMuch
from app.table.model.room import PersonId, Room, RoomId
from app.table.ports import TableServices
from app.table.room import membership
from app.table.room.visibility import RoomCard, build_room_card

MAX_LISTED: Final = 100
"""Tables that a list shows."""
LIST_SECONDS: Final = 1.0
"""The age at which a list is made anew although nobody came or went."""
MAX_FOR_PERSON: Final = 3
"""Tables that one person keeps in the list."""
MAX_FOR_SITE: Final = 50
"""Tables that the people of one site keep in the list: enough for a school of 200 in fours."""
MAX_FOR_NETWORK: Final = 200
"""Tables that the people of one IPv6 network of /48 keep in the list, which may have many sites."""

Keepers: TypeAlias = Mapping[PersonId, str]
"""The people who keep a room in the list, each with the network they came from."""


class Wish(msgspec.Struct, frozen=True):
    """The tables that somebody asks for. None: all of them."""

    asker: PersonId | None = None
    """A person who is not shown the rooms that they are banned from."""
    game: str | None = None
    """Slug."""
    free: bool | None = None
    """True: with a seat that is free for a person, now or at the next deal."""
    watchable: bool | None = None
    apart: frozenset[PersonId] = frozenset()
    """People who are not to be seated together with the asker."""

    def fits(self, table: "Listed") -> bool:
        return (
            self.game in (None, table.room.game)
            and self.free in (None, table.card.open)
            and self.watchable in (None, table.card.watchable)
            and not (self.asker and membership.is_banned(table.room, self.asker))
            and not (self.apart and self.apart & seated_people(table.room))
        )


class Shares:
    """The tables that each person, site and network keeps in the list.

    Every table counts for one of its keepers, the one whose network has fewest: a table of two
    counts once, and is listed while either of them is within the limits.
    """

    def __init__(self, multiplier: float = 1.0) -> None:
        """`multiplier` multiplies all limits."""
        self._for_person = MAX_FOR_PERSON * multiplier
        self._for_site = MAX_FOR_SITE * multiplier
        self._for_network = MAX_FOR_NETWORK * multiplier
        self._people: Counter[PersonId] = Counter()
        self._sites: Counter[str] = Counter()
        self._networks: Counter[str] = Counter()

    def check(self, person: PersonId, network: str) -> None:
        """Raises TooMuch if one more table would not be listed for this person."""
        if self._people[person] >= self._for_person:
            raise TooMuch(
                f"You are at {self._for_person:.0f} public tables already."
                " Leave one of them, or choose “Invite friends”."
            )
        if self._sites[site_of(network)] >= self._for_site:
            raise TooMuch(
                f"Your network has {self._for_site:.0f} public tables already."
                " Join one of them, or choose “Invite friends”."
            )

    def take(self, keepers: Keepers) -> int | None:
        """Counts a table: the number of its network's tables before it. None: at the limits."""
        able = [
            (self._networks[wide], self._people[person], person, site, wide)
            for person, network in keepers.items()
            for site, wide in ((site_of(network), network_of(network)),)
            if self._people[person] < self._for_person
            and self._sites[site] < self._for_site
            and self._networks[wide] < self._for_network
        ]
        if not able:
            return None
        turn, _, person, site, wide = min(able)
        self._people[person] += 1
        self._sites[site] += 1
        self._networks[wide] += 1
        return turn


def site_of(network: str) -> str:
    """The network that one customer may have: an IPv4 address, or an IPv6 network of /56."""
    return _widen(network, 56)


def network_of(network: str) -> str:
    """The widest network that one owner may have: an IPv4 address, or an IPv6 network of /48."""
    return _widen(network, 48)


@lru_cache(4096)
def _widen(network: str, prefix: int) -> str:
    if ":" not in network:
        return network
    found = ip_network(network)
    return str(found.supernet(new_prefix=min(found.prefixlen, prefix)))


def in_turn(kept: Iterable[tuple[Room, Keepers]], shares: Shares) -> Iterator[tuple[int, Room]]:
    """The public rooms that are kept, each with its turn.

    Each site's oldest table is counted before any site's second: who shares a network with a crowd
    stays in the list.
    """
    sites: Counter[str] = Counter()
    queue = list[tuple[int, datetime, RoomId, Room, Keepers]]()
    for room, keepers in sorted(kept, key=lambda one: (one[0].created, one[0].id)):
        if keepers:
            site = min(map(site_of, keepers.values()), key=sites.__getitem__)
            queue.append((sites[site], room.created, room.id, room, keepers))
            sites[site] += 1
    for *_, room, keepers in sorted(queue, key=lambda one: one[:3]):
        turn = shares.take(keepers)
        if turn is not None:
            yield turn, room


class Listed(NamedTuple):
    """A table that lists may show."""

    turn: int
    """The number of tables of the same network that come before it."""
    room: Room
    card: RoomCard


def choose(tables: Iterable[Listed], wish: Wish, most: int = MAX_LISTED) -> list[RoomCard]:
    """The cards of `most` tables that fit the wish: first those with a free seat, then watchable.

    Where there are more, each network has its first table shown before any has its second.
    """
    fitting = sorted(
        filter(wish.fits, tables), key=lambda one: (_use(one.card), one.turn, *_fullest(one.card))
    )
    cards = [one.card for one in fitting[:most]]
    return sorted(cards, key=lambda card: (_use(card), *_fullest(card)))


def _use(card: RoomCard) -> int:
    """The rank of a table by what a stranger can do there: sit down, watch, or neither."""
    return 0 if card.open else 1 if card.watchable else 2


def _fullest(card: RoomCard) -> tuple[int, int, int]:
    return (-card.people, -card.bots, card.since)


class TableList:
    """The list of one lobby. It is made anew when a public room changed, somebody came or went, or
    it is a second old: silence changes it too."""

    def __init__(self, tables: Mapping[RoomId, Table], services: TableServices) -> None:
        self._tables, self._games = tables, services.games
        self._clock, self._limits = services.clock, services.limits
        self._source: list[tuple[Room, int]] = []
        self._made_at = -inf
        self._shares = Shares()
        self._listed: list[Listed] = []
        self.elsewhere: Sequence[tuple[int, Room]] = ()
        """The tables that other processes list, each with its turn there."""

    def turns(self) -> list[tuple[RoomId, int]]:
        """The tables listed here, for other processes."""
        self._refresh()
        return [(one.room.id, one.turn) for one in self._listed]

    def cards(self, wish: Wish) -> list[RoomCard]:
        self._refresh()
        there = (
            Listed(turn, room, build_room_card(room, self._games))
            for turn, room in self.elsewhere
            if room.game in self._games and room.id not in self._tables
        )
        return choose([*self._listed, *there], wish)

    def check_may_list(self, person: PersonId, network: str) -> None:
        """Raises TooMuch if lists would not show one more table of this person."""
        self._refresh()
        self._shares.check(person, network)

    def _refresh(self) -> None:
        public = [table for table in self._tables.values() if table.room.listed]
        source = [(table.room, table.people.changes) for table in public]
        now = self._clock.monotonic()
        if source == self._source and now < self._made_at + LIST_SECONDS:
            return
        self._source, self._made_at, self._shares = source, now, Shares(self._limits)
        kept = [(table.room, table.keep_listed()) for table in public]
        before = {one.room.id: one for one in self._listed}
        self._listed = [
            Listed(turn, room, self._card(room, before.get(room.id)))
            for turn, room in in_turn(kept, self._shares)
        ]

    def _card(self, room: Room, before: Listed | None) -> RoomCard:
        """The card, the earlier one if the room is as it was."""
        if before is not None and before.room is room:
            return before.card
        return build_room_card(room, self._games)
