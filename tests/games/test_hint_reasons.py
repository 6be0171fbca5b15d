"""The truth of hints: each kind of reason is judged by a rule that was written for this test.

The rules here look at the cards themselves, never at the odds and scores of the bots.
"""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import pytest

from app.games import BY_SLUG, GAMES
from app.games.scroker import display_names as names
from app.games.scroker.claims import spell
from app.games.scroker.declarations import claim_of
from app.games.scroker.hands import CATEGORY_NAMES, evaluate
from app.games.scroker.lexicon import lexicon
from app.games.scroker.named_game import hand_rules
from app.games.scum_of_the_earth.cards import FACE, PLACE, REACH
from app.games.scum_of_the_earth.display_names import number
from app.games.skuncum import board
from app.games.skuncum.cards import FACES
from app.games.usurp.cards import Order, beats
from app.games.usurp.plays import judge
from app.games.usurp.state import pack
from app.rules.codec import read_options
from app.rules.comparison import Comparison
from app.rules.game import AnyGame, AnyState, AnyView, HintReason, Seat
from app.rules.hints import LOOKS_BEST, hint
from app.rules.play import take_up_to
from app.rules.replay import Setup
from bench.play import asked, begun, dealt
from tests.games.kit.random_matches import NAMES

MOST_MOVES = 400
STEPS = 3000


class Said(NamedTuple):
    """One reason, and all that there is to judge it by."""

    game: AnyGame
    state: AnyState
    seat: Seat
    view: Any
    moves: Sequence[Any]
    """All legal ones."""
    move: Any
    words: tuple[str, ...]
    """The words that the pattern found."""

    def kinds(self, name: str) -> list[Any]:
        return [move for move in self.moves if type(move).__name__ == name]

    @property
    def after(self) -> Any:
        return self.game.apply(self.state, self.seat, self.move)

    @property
    def hand(self) -> Sequence[Any]:
        cards: Sequence[Any] = self.view.private.cards
        return cards

    @property
    def played(self) -> list[Any]:
        return [*getattr(self.move, "cards", ())] or [self.move.card]

    @property
    def left(self) -> list[Any]:
        left = list(self.hand)
        for card in self.played:
            left.remove(card)
        return left


Rule = Callable[[Said], bool]


# -- Usurp


def most_are(said: Said) -> bool:
    way, wins = said.words
    high = [card for card in said.hand if card.rank > 7]
    many = len(high) if way == "high" else len(said.hand) - len(high)
    return way == wins and (way == "high") == (said.move.order is Order.REGAL) and (
        2 * many > len(said.hand)
    )  # fmt: skip


def unseen_winners(said: Said) -> bool:
    public, hand = said.view.public, said.view.private
    upcard = said.move.card if said.words[2] == "beat it" else public.upcard
    seen = {laid.card for laid in public.discard} | {*public.reveal, *hand.cards, hand.rising}
    seen |= {card for card, _ in hand.downcards}
    others = [card for card in pack(public) if card not in seen]
    winners = [
        card
        for card in others
        if card.rank == upcard.rank
        or (card.suit == upcard.suit and beats(card, upcard, public.order))
    ]
    told = said.words[1]
    return (str(len(others)), "0" if told == "none" else told) == (
        said.words[0],
        str(len(winners)),
    )


def wins_now(said: Said, card: Any) -> bool:
    return judge(said.view.public, card).wins


def brings(said: Said) -> bool:
    """By what the rules then do."""
    event = next(one for one in said.after.events if type(one).__name__ in ("Scored", "Usurped"))
    usurped = type(event).__name__ == "Usurped"
    return str(event.points) == said.words[0] and usurped == bool(said.words[1])


def uprises(said: Said) -> bool:
    bonus = {"olde": "10", "alternative": "20"}[said.view.public.options.points]
    return said.words[1] == bonus and wins_now(said, said.move.card) == (said.words[0] == "wins")


USURP: dict[str, Rule] = {
    r"most of your cards are (high|low), and (high|low) wins then": most_are,
    r"of the (\d+) cards that you have not seen, (\w+) would (beat it|win here)": unseen_winners,
    "any card wins here, so a challenge can only lose": lambda said: said.view.public.free,
    "nothing you hold wins now": lambda said: (
        not any(wins_now(said, move.card) for move in said.kinds("Play"))
    ),
    r"it brings (\d+) hand points?(, and you may change the Order)?": brings,
    r"it (wins|cannot win), (?:and|but) a wrong challenge (?:would cost|costs) (\d+)": uprises,
}


# -- Scroker


def stays(said: Said) -> bool:
    """By what a call then costs, and what lies in the middle before it."""
    public = said.view.public
    called = said.game.apply(said.state, said.seat, said.kinds("Call")[0])
    price = called.public.staked[said.seat] - public.staked[said.seat]
    return (price, sum(public.staked) + public.carry) == tuple(map(int, said.words))


def others_in(said: Said) -> bool:
    public = said.view.public
    many = sum(
        seat in public.players and seat not in public.folded and seat != said.seat
        for seat in range(len(public.seats))
    )
    return said.words[0] == str(many)


def keeps(said: Said) -> bool:
    kept = [names.cards((card,)) for card in said.hand if card not in said.move.cards]
    return sorted(re.split(", | and ", said.words[0])) == sorted(kept)


def counts_as(said: Said) -> bool:
    claim, public = claim_of(said.move), said.view.public
    words = lexicon(public.options.lexicon).words
    shared = tuple(card for card in (public.spit, public.common) if card is not None)
    up = public.up[said.seat] if public.up else ()
    hand = evaluate((*said.hand, *up, *shared), claim, hand_rules(public.named))
    listed = all(word in words for word in hand.words)
    told = {"the list has it, and ": True, "the list does not have it, and ": False}
    name = CATEGORY_NAMES[hand.category]
    return said.words[1].removeprefix("a ") == name and told.get(said.words[0], True) == listed


def is_common(said: Said, words: Sequence[str]) -> bool:
    return all(word in lexicon("common").words for word in words)


def claimed(said: Said) -> list[str]:
    claim = said.view.public.claims[said.view.public.leader]
    return [spell(word, claim) for word in claim.words]


SCROKER: dict[str, Rule] = {
    r"it costs (\d+) play chips? to stay, and the pot has (\d+) play chips?": stays,
    r"(\d+) others? (?:is|are) still in the hand": others_in,
    r"you keep (.+)": keeps,
    r"(the list has it, and |the list does not have it, and )?your cards count as (.+?)(?: then)?":
        counts_as,
    "it is no common word": lambda said: not is_common(said, [claimed(said)[said.move.word]]),
    r".+ (?:is a common word|are common words)": lambda said: is_common(said, claimed(said)),
    r"you have (\w+) play chips? left": lambda said: (
        str(said.view.public.stacks[said.seat]) == said.words[0]
    ),
}  # fmt: skip


# -- Skuncum


def lowest_suit(said: Said) -> int:
    return min(FACES[card].value for card in said.hand if FACES[card].rank is not None)


def changes(said: Said) -> bool:
    """By what the rules then do."""
    before = board.stack_of(said.view.public, said.move.target)
    after = board.stack_of(said.after.public, said.move.target)
    assert before is not None
    assert after is not None
    return (str(before.value), str(after.value)) == said.words


SKUNCUM: dict[str, Rule] = {
    r"with (\d+) points? it is your lowest Suit card": lambda said: (
        str(lowest_suit(said)) == said.words[0] == str(FACES[said.move.card].value)
    ),
    r"your lowest Suit card has (\d+) points?": lambda said: (
        str(lowest_suit(said)) == said.words[0]
    ),
    r"that stack goes from (\d+) to (\d+) points?": changes,
    "after Politiks you need not risk a Suit card": lambda said: bool(said.view.public.politiks),
    "you hold no Suit card": lambda said: all(FACES[card].rank is None for card in said.hand),
    r"it stands there with (\d+) points?": lambda said: (
        said.move.area == "challenger" and str(FACES[said.move.card].value) == said.words[0]
    ),
    r"it risks (\d+) points?, and wins if the (Candidate|Kingmaker) does": lambda said: (
        said.words
        == (
            str(FACES[said.move.card].value),
            {"bandwagon": "Candidate", "coalition": "Kingmaker"}[said.move.area],
        )
    ),
    "it is the only single card that may be played": lambda said: len(said.kinds("Play")) == 1,
    "no other card that may be played has fewer points": lambda said: all(
        FACES[move.card].value >= FACES[said.move.card].value for move in said.kinds("Play")
    ),
    "no single card of yours may be played": lambda said: not said.kinds("Play"),
    "no card of yours may be played": lambda said: (
        not said.kinds("Play") and not said.kinds("PowerPlay")
    ),
}


# -- Scum of the Earth


def none_left(said: Said) -> bool:
    return not said.left


def of_face(said: Said, cards: Sequence[Any]) -> list[Any]:
    faces = {FACE[card] for card in said.played}
    return [card for card in cards if card in FACE and FACE[card] in faces]


def all_of_a_face(said: Said) -> bool:
    return not of_face(said, said.left) and not any(card in REACH for card in said.played)


def nothing_higher(said: Said) -> bool:
    """No legal play of one face without wild cards is better than this one."""
    own = max(FACE[card] for card in said.played)
    rivals = [move for move in said.kinds("Play") if not any(card in REACH for card in move.cards)]
    return all(max(FACE[card] for card in move.cards) <= own for move in rivals)


def worst(said: Said) -> bool:
    kept = max((PLACE[card] for card in said.left), default=-1)
    return all(PLACE[card] >= kept for card in said.played)


SCUM_OF_THE_EARTH: dict[str, Rule] = {
    "it is all you hold, so you are out": none_left,
    "it may only be led": lambda said: not said.view.public.trick.sets,
    "no higher set of yours beats .+ without a wild card": nothing_higher,
    "all your .+ go in one turn": all_of_a_face,
    "you have no other .+": all_of_a_face,
    "it breaks up no other set of yours": all_of_a_face,
    "nothing in your hand beats .+": lambda said: not said.kinds("Play"),
    "your worst cards?": worst,
    "with both WILDs you hold the first rank at once": lambda said: (
        sum(str(card).startswith("WILD") for card in said.hand) == 2
    ),
    r"that hand has (\w+) cards? left": lambda said: (
        number(said.view.public.counts[said.move.seat]) == said.words[0]
    ),
}


# -- The Masquerade


def first_lead(said: Said) -> bool:
    """Every lead that the rules allow contains that card."""
    leads = [set(move.cards) for move in said.kinds("Play")]
    return bool(set.intersection(*leads) & set(said.played))


def rank_stays(said: Said) -> bool:
    return bool({card.rank for card in said.played} & {card.rank for card in said.left})


def in_one_turn(said: Said) -> bool:
    stays = bool(said.words[1])
    return said.words[0] == str(len(said.played)) and (not stays or not rank_stays(said))


THE_MASQUERADE: dict[str, Rule] = {
    "it is all you hold, so you are out": none_left,
    "the first lead has to contain the .+": first_lead,
    r"(\d+) cards go in one turn(, and no others of their ranks stay)?": in_one_turn,
    "you hold no other of its rank": lambda said: not rank_stays(said),
    "nothing that you hold beats .+": lambda said: not said.kinds("Play"),
    r"(\w+) has (\d+) cards? left": lambda said: (
        str(said.view.public.counts[NAMES.index(said.words[0])]) == said.words[1]
    ),
    "you hold none of these": lambda said: not set(said.move.cards) & set(said.hand),
    "it was asked for": lambda said: said.view.private.talk.asked is said.move.card.face,
    "you hold one card of its rank": lambda said: (
        [card.rank for card in said.hand].count(said.move.card.rank) == 1
    ),
}

RULES = {
    "usurp": USURP,
    "scroker": SCROKER,
    "skuncum": SKUNCUM,
    "scum-of-the-earth": SCUM_OF_THE_EARTH,
    "scum-the-masquerade": THE_MASQUERADE,
}
ELSEWHERE = {r"(\w+) has (\d+) cards? left"}
"""Kinds that the sampled matches need not meet: tests/games/scum_the_masquerade/test_bluffing.py
has a bluff to answer."""


def positions(game: AnyGame) -> Iterator[tuple[AnyState, Seat, AnyView]]:
    """Questions of matches by every preset, in which good moves and random ones take turns."""
    for at, preset in enumerate(game.presets):
        chance = random.Random(50 + at)
        seats = max(game.seats[0], min(4, game.seats[1]))
        setup = Setup(seats, read_options(game, dict(preset.options)), ranked=False)
        state = dealt(game, begun(game, setup), chance)
        for _ in range(STEPS):
            question = asked(game, state)
            if question is None:
                break
            seat, seen, moves = question
            yield state, seat, seen
            scores = game.score_moves(seen, moves)
            best = moves[max(range(len(moves)), key=scores.__getitem__)]
            move = best if chance.random() < 0.7 else chance.choice(moves)
            state = dealt(game, game.apply(state, seat, move), chance)


@pytest.mark.parametrize("slug", RULES)
def test_every_reason_is_true_by_a_rule_of_its_own(slug: str) -> None:
    """Issue 38 C1: "a hint gives a reason that nobody computed"."""
    game, rules, met = BY_SLUG[slug], RULES[slug], set()
    for state, seat, seen in positions(game):
        moves = list(islice(game.legal_moves(seen), MOST_MOVES))
        candidates, _ = take_up_to(game.candidate_moves(seen), MOST_MOVES)
        told: dict[str, tuple[Any, HintReason]] = {}
        for move in candidates:
            reason = game.say_reason(seen, candidates, move, NAMES)
            told.setdefault(f"{type(move)} {reason.fact[:12]}", (move, reason))
        for move, reason in told.values():
            if not reason.fact:
                continue
            found = [
                (pattern, match)
                for pattern in rules
                if (match := re.fullmatch(pattern, reason.fact)) is not None
            ]
            assert len(found) == 1, f"no rule, or several, for {reason.fact!r}"
            ((pattern, match),) = found
            words = tuple(word or "" for word in match.groups())
            said = Said(game, state, seat, seen, moves, move, words)
            assert rules[pattern](said), f"{reason} is not true: {move} of {said.hand}"
            met.add(pattern)
    assert set(rules) - met <= ELSEWHERE


def test_every_game_with_hints_has_its_rules_here() -> None:
    assert set(RULES) == {game.slug for game in GAMES if game.gives_reasons}


# -- what the search counted


USURP_GAME = BY_SLUG["usurp"]


def told_with(payoffs: Sequence[Sequence[float]]) -> str:
    """The hint of a comparison in which the first candidate was chosen."""
    _, _, seen = next(positions(USURP_GAME))
    moves = list(USURP_GAME.legal_moves(seen))[: len(payoffs)]
    prompt = USURP_GAME.prompt(seen)
    assert prompt is not None
    compared = Comparison(tuple(moves), 0, tuple(map(tuple, payoffs)))
    found = hint(USURP_GAME, seen, prompt, NAMES, compared)
    assert found.move == moves[0]
    return found.text


def test_a_hint_counts_the_imagined_deals_in_which_nothing_else_came_out_better() -> None:
    won, lost = [1.0] * 31 + [0.0] * 9, [0.0] * 31 + [1.0] * 9
    assert "in 31 of 40 imagined deals no other move tried came out better." in told_with(
        [won, lost]
    )
    assert "in all 40 imagined deals no other" in told_with([[1.0] * 40, [0.5] * 40])


@pytest.mark.parametrize(
    "payoffs",
    [
        [[0.5] * 40, [0.5] * 40],
        [[1.0] * 9, [0.0] * 9],
        [[1.0] * 15 + [0.0] * 25, [0.0] * 15 + [1.0] * 25],
    ],
    ids=["no deal tells them apart", "too few deals", "beaten in most"],
)
def test_a_count_that_speaks_for_nothing_is_not_told(payoffs: list[list[float]]) -> None:
    assert "imagined" not in told_with(payoffs)


def test_without_fact_and_count_a_hint_says_that_the_move_looks_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    quiet = partial(HintReason, "Pass")
    monkeypatch.setattr(type(USURP_GAME), "say_reason", lambda *asked: quiet())
    assert told_with([[0.5], [0.5]]) == f"Pass: {LOOKS_BEST}."
