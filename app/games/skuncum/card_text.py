"""The explanation of each card: what it does, and whether it may be played now."""

from collections.abc import Sequence
from typing import assert_never

from app.games.skuncum import board, prompts
from app.games.skuncum.cards import FACES, SUIT_CARDS, Card, Effect, Face, Rank
from app.games.skuncum.display_names import AREA, HAT, ROLE, counted
from app.games.skuncum.moves import Area, Join, Lead, Move, Play, Politiks, PowerPlay, Reason
from app.games.skuncum.refusal_text import say_refusal
from app.games.skuncum.state import Phase, SkuncumView
from app.rules.game import CardText, Seat
from app.rules.phrases import join_words


def say_card(view: SkuncumView, code: str, names: Sequence[str]) -> CardText | None:
    """The card in this view; None: there is no such card. A code without a copy will do."""
    card = Card(code if "." in code else f"{code}.1")
    if card not in FACES:
        return None
    does, hand = _does(FACES[card]), view.private
    if hand is None or card not in hand.cards or prompts.prompt(view) is None:
        return CardText(does)
    if view.public.phase not in (Phase.LEAD, Phase.SCRUM, Phase.PLAYOFF):
        return CardText(does)
    moves = [move for move in prompts.legal(view) if _uses(move, card)]
    if moves:
        return CardText(does, True, _how(view, moves, names))
    reason = prompts.refusal(view, _attempt(view, card))
    assert reason is not None
    if reason is Reason.ACTION_CARD_NEEDED:
        reason = Reason.SUIT_CARD_NEEDED
    return CardText(does, False, say_refusal(view, reason))


def _does(face: Face) -> str:
    if face.rank is Rank.DH:
        return "Suit card, 100 points. It counts as any colour, and has no hat of its own."
    if face.rank is not None:
        hat = HAT[face.rank]
        return f"Suit card, {counted(face.value, 'point')}. Won in a Race, it marks the hat {hat}."
    match face.effect:
        case Effect.BONUS:
            return f"BONUS: {face.value} points more for a stack."
        case Effect.ATTACK:
            return f"ATTACK: {face.value} points less for a stack."
        case Effect.DOUBLE:
            return "BONUS: the first card of the stack counts twice."
        case Effect.SKUNK:
            return "ATTACK: the first card of the stack counts 0, also under a Double Ticket."
        case Effect.FINGER:
            return "ATTACK, in the Scrum alone: the stack takes no Suit card and no BONUS any more."
        case None:
            raise AssertionError("a card with neither a rank nor an effect")
        case _:
            assert_never(face.effect)


def _uses(move: Move, card: Card) -> bool:
    match move:
        case Lead() | Join() | Politiks() | Play():
            return move.card == card
        case PowerPlay(cards):
            return card in cards
        case _:
            return False


def _how(view: SkuncumView, moves: Sequence[Move], names: Sequence[str]) -> str:
    first = moves[0]
    match first:
        case Lead():
            return "You may lead it, as Candidate."
        case Join():
            areas = [AREA[move.area] for move in moves if isinstance(move, Join)]
            return f"You may lay it on {join_words(areas, last='or')}."
        case Politiks():
            seats = [move.target for move in moves if isinstance(move, Politiks)]
            whose = [_stack(view, seat, names) for seat in seats]
            return f"You may play it by Politiks, on the card of {join_words(whose, last='or')}."
        case PowerPlay():
            return "It is not enough alone; you may play it with others, as a Power Play."
        case _:
            return "You may play it: it is enough."


def _stack(view: SkuncumView, seat: Seat, names: Sequence[str]) -> str:
    role = board.target_role(view.public, seat)
    assert role is not None
    return f"{names[seat]} ({ROLE[role]})"


def _attempt(view: SkuncumView, card: Card) -> Move:
    """The most natural move with the card."""
    match view.public.phase:
        case Phase.LEAD:
            return Lead(card)
        case Phase.SCRUM if card in SUIT_CARDS:
            return Join(card, Area.CHALLENGER)
        case Phase.SCRUM:
            targets = board.targets(view.public)
            return Politiks(card, targets[0].seat)
        case _:
            return Play(card)
