"""The candidate moves of bots: some sizes of bets, useful discards, real words and inventions."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from app.games.scroker.bet_scores import considered
from app.games.scroker.between_hands import rebuys
from app.games.scroker.bot_vocabulary import invention, word_likeness
from app.games.scroker.cards import Card, sort_hand
from app.games.scroker.claims import Claim, HandRules, suit_fault
from app.games.scroker.dealer_choices import plain
from app.games.scroker.dealing import DRAWS
from app.games.scroker.declarations import checked, claim_of
from app.games.scroker.hand_finder import lay, words_in
from app.games.scroker.hands import evaluate
from app.games.scroker.heuristics import score_moves
from app.games.scroker.lexicon import lexicon
from app.games.scroker.moves import (
    Agree,
    Ante,
    Challenge,
    Declare,
    Draw,
    LetStand,
    Move,
    NameGame,
    Object,
    Ready,
    Rebuy,
    SitOut,
)
from app.games.scroker.named_game import hand_rules
from app.games.scroker.openers import may_open
from app.games.scroker.opponent_samples import own_best, spare_cards
from app.games.scroker.shown_hands import contestable
from app.games.scroker.state import Phase, ScrokerView, own_cards, shared

BLUFFS: Final = 4
"""Inventions that are thought of."""
LIKELY: Final = 0.25
"""The least likeness to a word that an invention has."""


def candidate_moves(view: ScrokerView) -> Iterator[Move]:
    """Some of the legal moves, an honest one first."""
    public, seat = view.public, view.seat
    assert seat is not None
    match public.phase:
        case Phase.NAMING:
            yield from (NameGame(game) for game in plain(public.options))
        case Phase.ANTE:
            yield from (Ante(), SitOut())
        case Phase.BET:
            yield from considered(public, seat, may_open(view))
        case Phase.CONSENT:
            yield from (Agree(), Object())
        case Phase.DRAW:
            yield from map(Draw, _exchanges(view))
        case Phase.DECLARE:
            orderly = (claim_of(Declare(claim.words, claim.wild)) for claim in _claims(view))
            yield from (Declare(claim.words, claim.wild) for claim in dict.fromkeys(orderly))
        case Phase.CHALLENGE:
            # and nothing else: a search would try a challenge out, and so look the word up
            assert public.leader is not None
            yield _best(view, [LetStand(), *map(Challenge, contestable(public, public.leader))])
        case _:
            yield _best(view, [Ready(), *map(Rebuy, rebuys(public, seat)[-1:])])


def _best(view: ScrokerView, moves: list[Move]) -> Move:
    """The move with the best score, the first of equals."""
    scores = score_moves(view, moves)
    return moves[max(range(len(moves)), key=lambda index: scores[index])]


def _exchanges(view: ScrokerView) -> list[tuple[Card, ...]]:
    """Discards that may help: all or part of what the best words leave over, or other suits."""
    public = view.public
    assert view.private is not None
    assert view.seat is not None
    cards, common = view.private.cards, shared(public, view.seat)
    limit = DRAWS[public.named.base]
    claim, _ = own_best(cards + common, hand_rules(public.named), lexicon(public.options.lexicon))
    idle = spare_cards(cards, [card for word in claim.words for card in word], common, limit)
    loose = spare_cards(cards, (), common, limit)
    found = [idle[:number] for number in range(len(idle), -1, -1)] + [loose]
    return list(dict.fromkeys(tuple(sorted(one, key=cards.index)) for one in found))


def _claims(view: ScrokerView) -> Iterator[Claim]:
    public = view.public
    rules, words = hand_rules(public.named), lexicon(public.options.lexicon)
    cards = sort_hand(own_cards(view))
    honest, key = own_best(cards, rules, words)
    yield honest
    yield Claim()
    longest = max(
        (word for word in words_in(cards, rules, words)),
        key=lambda word: (word.length, word.worth),
        default=None,
    )
    if longest is not None:
        yield lay(cards, [longest], words)
    if not checked(public):
        better = (
            claim
            for claim in _inventions(cards, rules, words.name)
            if evaluate(cards, claim, rules).key > key
        )
        yield from islice(better, BLUFFS)


def _inventions(cards: tuple[Card, ...], rules: HandRules, words: str) -> Iterator[Claim]:
    """Claims of one word that is none, those that look best first, long ones before short ones."""
    for length in (5, 4, 3):
        found: list[tuple[float, tuple[Card, ...]]] = []
        for chosen in _sets(cards, length, rules):
            word = invention("".join(sorted(card.letter for card in chosen)), words)
            if word and word_likeness(word) > LIKELY:
                left = list(chosen)
                row: list[Card] = []
                for letter in word:
                    row.append(next(card for card in left if card.letter == letter))
                    left.remove(row[-1])
                found.append((word_likeness(word), tuple(row)))
        for _, best_looking in sorted(found, key=lambda one: -one[0])[:2]:
            yield Claim((best_looking,))


def _sets(cards: tuple[Card, ...], length: int, rules: HandRules) -> Iterator[tuple[Card, ...]]:
    """The cards that may share a word of this length, at their faces."""
    faces = [card for card in cards if not card.scroker]
    stack: list[tuple[int, tuple[Card, ...]]] = [(0, ())]
    while stack:
        start, chosen = stack.pop()
        if len(chosen) == length:
            yield chosen
            continue
        for at in range(start, len(faces)):
            more = (*chosen, faces[at])
            if suit_fault(more, rules) is None:
                stack.append((at + 1, more))
