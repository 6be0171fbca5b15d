"""A table for tests: hands in notation, moves by seat, and what was refused."""

from collections.abc import Sequence
from typing import Any

import pytest

from app.games.scroker import GAME
from app.games.scroker.cards import Card, pack, read_cards
from app.games.scroker.dealing import DEALT
from app.games.scroker.moves import (
    Call,
    Challenge,
    Check,
    Declare,
    Draw,
    Fold,
    LetStand,
    Move,
    NameGame,
    Open,
    Raise,
    Ready,
)
from app.games.scroker.named_game import Named
from app.games.scroker.options import Options
from app.games.scroker.state import Hand, Phase, ScrokerState, Tableau, in_the_middle
from app.rules.errors import IllegalMove
from app.rules.game import Event, Seat, view
from app.rules.play import play, prompts
from app.rules.replay import Reseated, step

A, B, C, D = (Seat(seat) for seat in range(4))
"""A deals the first hand, so B speaks first."""
JUNK = (
    "li:C li:X le:Q le:F an:G",
    "li:V li:Z le:W le:H an:L",
    "li:J li:K le:B le:P an:M",
    "li:S li:D le:T le:N an:R",
)
"""Hands without openers, by seat."""
FLIB, DOG = "le:F le:L le:I le:B", "an:D an:O an:G"
HANDS = (f"{FLIB} li:X", f"{DOG} le:Q li:Z", "le:P le:W li:V li:J an:S")
"""A can only bluff with a Frog, B holds a Tadpole, C nothing."""


class Session:
    """A session whose shuffles are chosen; every entry keeps the chips."""

    def __init__(self, seats: int, **options: Any) -> None:
        self.options = Options(**options)
        self.state: ScrokerState = GAME.setup(seats, self.options, True)
        self.all_events: list[Event] = []

    @property
    def public(self) -> Tableau:
        return self.state.public

    def hand(self, seat: Seat) -> Hand:
        return self.state.private[seat]

    # -- what happens

    def deal(self, *hands: str, then: str = "") -> "Session":
        """Deals these hands by seat, then `then` (the spit, or the top of the stock), then the
        rest.

        In the stud a hand is two hole cards, then three open ones. Missing hands are filled up.
        """
        assert self.public.phase is Phase.DEAL, self.public.phase
        named, players = self.public.named, self.public.players
        given = {seat: list(read_cards(hand)) for seat, hand in enumerate(hands)}
        following = list(read_cards(then))
        used = {card for cards in given.values() for card in cards} | set(following)
        rest = [card for card in pack(named.scrokers) if card not in used]
        number = DEALT[named.base]
        for seat in players:
            own = given.setdefault(seat, [])
            own += [rest.pop() for _ in range(number - len(own))]
        order = [given[seat][at] for at in range(number) for seat in players]
        return self.shuffle([*order, *following, *rest], pack(named.scrokers))

    def shuffle(self, cards: Sequence[Card], things: Sequence[Card]) -> "Session":
        """The things come out in this order."""
        self._take(GAME.apply_shuffle(self.state, [things.index(card) for card in cards]))
        return self

    def do(self, seat: Seat, *moves: Move) -> "Session":
        for move in moves:
            asked = prompts(GAME, self.state)
            assert seat in asked, f"{seat} is not asked but {list(asked)} in {self.public.phase}"
            self._take(play(GAME, self.state, seat, asked[seat].key, move))
        return self

    def time_is_up(self) -> "Session":
        """For the question that is put to the first of those who are asked."""
        self._take(GAME.expire(self.state, next(iter(prompts(GAME, self.state).values())).key))
        return self

    def reseat(self, *left: Seat, joined: int = 0) -> "Session":
        self._take(step(GAME, self.state, Reseated(left, joined)))
        return self

    def _take(self, state: ScrokerState) -> None:
        self.state = state
        self.all_events += state.events
        public = state.public
        assert sum(public.stacks) + in_the_middle(public) == sum(public.bought) + sum(
            public.markers
        ), "no chip is made or lost"

    # -- short ways

    def ready(self) -> "Session":
        """Everybody wants the next hand."""
        while self.public.phase is Phase.INTERVAL:
            self.do(next(iter(prompts(GAME, self.state))), Ready())
        return self

    def bet(self, text: str) -> "Session":
        """A betting round in order: `o2` opens, `r2` raises by two, `c` calls, `k` checks, `f`
        folds.
        """
        for word in text.split():
            assert self.public.turn is not None, f"{word}: nobody's turn in {self.public.phase}"
            move: Move
            match word[0]:
                case "o":
                    move = Open(int(word[1:]))
                case "r":
                    move = Raise(int(word[1:]))
                case "c":
                    move = Call()
                case "k":
                    move = Check()
                case _:
                    move = Fold()
            self.do(self.public.turn, move)
        return self

    def stand_pat(self) -> "Session":
        while self.public.phase is Phase.DRAW:
            assert self.public.turn is not None
            self.do(self.public.turn, Draw(()))
        return self

    def declare(self, **words: str) -> "Session":
        """Claims by seat name ("A", "B", ...): words as codes, divided by `/`; others claim no
        word.
        """
        for seat in GAME.awaited_seats(self.public):
            self.do(seat, says(words.get("ABCDEFGH"[seat], "")))
        return self

    def answer(self, **words: int) -> "Session":
        """The challenges in the window, by seat; all others let it stand."""
        for seat in GAME.awaited_seats(self.public):
            name = "ABCDEFGH"[seat]
            self.do(seat, Challenge(words[name]) if name in words else LetStand())
        return self

    def name(self, named: Named) -> "Session":
        assert self.public.turn is not None
        return self.do(self.public.turn, NameGame(named))

    # -- what may be

    def refusal(self, seat: Seat, move: Move) -> str:
        """The reason for which this seat's move is refused; checks its sentence too."""
        with pytest.raises(IllegalMove) as refused:
            play(GAME, self.state, seat, prompts(GAME, self.state)[seat].key, move)
        assert refused.value.sentence.endswith((".", "?"))
        return str(refused.value.reason)

    def legal(self, seat: Seat) -> list[Move]:
        return list(GAME.legal_moves(view(self.state, seat)))

    def events(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.all_events if isinstance(event, kind)]


def says(text: str) -> Declare:
    """A claim in notation: `le:F le:L / an:G an:O`; a wild card with its letter: `sc:1=R`."""
    words, wild = [], []
    for part in filter(None, (part.split() for part in text.split("/"))):
        word = []
        for code in part:
            name, _, letter = code.partition("=")
            word.append(Card(name))
            if letter:
                wild.append((Card(name), letter))
        words.append(tuple(word))
    return Declare(tuple(words), tuple(wild))


def challengeable(word: str, hand: str, other: str, says_other: str) -> Session:
    """B leads with this word in a pot of 21; A may challenge."""
    session = (
        Session(3)
        .deal(other, hand, "le:P le:W le:B le:H an:M")
        .bet("o2 c c")
        .stand_pat()
        .bet("o4 c c")
    )
    return session.declare(A=says_other, B=word)


def money(**options: object) -> Session:
    """The worked example of section 5.3: ante 1; A opens 2, B and C call; A opens 2, B raises 2, C
    calls 4, A calls 2. The stakes are 7 each.
    """
    session = Session(3, **options).deal(*HANDS).bet("k k o2 c c").stand_pat().bet("o2 r2 c c")
    assert (session.public.staked, session.public.pots[0].chips) == ((7, 7, 7), 21)
    return session
