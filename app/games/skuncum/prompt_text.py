"""The sentences for players: questions, and what the table waits for. Short, warm, exact."""

from collections.abc import Sequence
from typing import assert_never

from app.games.skuncum import duels
from app.games.skuncum.cards import FACES, has_suit
from app.games.skuncum.display_names import COLOUR, STAGE, counted, people, verb
from app.games.skuncum.hats import is_full, marks, purchases, size_of
from app.games.skuncum.moves import Area
from app.games.skuncum.prompts import awaited
from app.games.skuncum.scoring import leaders
from app.games.skuncum.state import Phase, SkuncumView, Tableau
from app.rules.game import Seat
from app.rules.phrases import join_words


def say_prompt(view: SkuncumView, names: Sequence[str]) -> str:
    """The question to this view's seat."""
    public, seat = view.public, view.seat
    assert seat is not None
    match public.phase:
        case Phase.LEAD:
            if public.may_pass:
                return "Lead a Suit card as Candidate, or pass."
            if public.passed:
                return "All others have passed: lead a Suit card as Candidate."
            return "Nobody else holds a Suit card: lead one as Candidate."
        case Phase.SCRUM:
            return _scrum(view, names)
        case Phase.PLAYOFF:
            return _duel(view, names)
        case Phase.HATS:
            return "Your side won the Race: choose your hats."
        case _:
            return _convert(public, seat)


def _scrum(view: SkuncumView, names: Sequence[str]) -> str:
    public, hand = view.public, view.private
    assert hand is not None
    assert public.candidate is not None
    done = public.politiks is not None
    if not has_suit(hand.cards):
        if done or not hand.cards:
            return "You hold no Suit card: drop out of this Race."
        return "You hold no Suit card: play Politiks, or drop out of this Race."
    who = names[public.candidate.seat]
    colour = FACES[public.candidate.card].colour
    if not public.options.colours or not colour:
        ways = [f"Back {who} with a Suit card", "oppose them with one"]
    else:
        ways = [f"Back {who} with {COLOUR[colour]}", "oppose them with another colour"]
    if done:
        return f"{join_words([*ways, 'drop out'], last='or')}."
    return f"{ways[0]}, or {ways[1]}."


def _convert(public: Tableau, seat: Seat) -> str:
    won = next((one for one in public.tallies if one.seat == seat), None)
    got = counted(won.votes + won.stroke_votes, "vote") if won else "no votes"
    counts = f"Hand {public.hand} is counted and brought you {got}."
    if len(purchases(public.boxes[seat], size_of(public))) == 1:
        return f"{counts} Ready for the next one?"
    return f"{counts} Buy hats, the lowest first?"


def _duel(view: SkuncumView, names: Sequence[str]) -> str:
    public, seat, hand = view.public, view.seat, view.private
    duel = public.duel
    assert duel is not None
    assert seat is not None
    assert hand is not None
    other = names[duels.opponent(duel, seat)]
    own = next(side.total for side in duel.sides if side.seat == seat)
    able = any(duels.legal_plays(public, seat, hand.cards)) or any(
        duels.legal_power_plays(public, seat, hand.cards)
    )
    if duels.tied(duel):
        stood = f"{other} stands. " if duel.stood else ""
        if not able:
            return f"{stood}Tied with {other} at {own}, and no card of yours puts you ahead: stand."
        return f"{stood}Tied with {other} at {own}: play a card that puts you ahead, or stand."
    power = (
        " Your Power Play may lay several cards at once."
        if duels.may_power_play(public, seat)
        else ""
    )
    if not able:
        return f"{other} leads by {duel.needs}, and no card of yours catches up: concede."
    return f"{other} leads by {duel.needs}: catch up with a card, or concede.{power}"


def open_question(view: SkuncumView) -> str:
    """The open question in words, for a refusal."""
    match view.public.phase:
        case Phase.LEAD:
            return "You are asked to lead a Suit card."
        case Phase.SCRUM:
            return "It is your turn in the Scrum."
        case Phase.PLAYOFF:
            return "It is your move in a duel."
        case Phase.HATS:
            return "You are asked which hats you mark."
        case _:
            return "You are asked how many hats you buy."


def colour_rule(view: SkuncumView, area: Area) -> str:
    """The colours that may join the area, for a refusal."""
    public = view.public
    assert public.candidate is not None
    colour = COLOUR[FACES[public.candidate.card].colour]
    if area is Area.BANDWAGON:
        return f"The Candidate is {colour}: only {colour} cards and Dark Horses join the Bandwagon."
    return f"The Candidate is {colour}: {colour} cards do not join the Coalition."


def say_wait(public: Tableau, names: Sequence[str]) -> str:
    """The sentence for those who are not asked; from public facts alone."""
    match public.phase:
        case Phase.LOT:
            return "Drawing the first leader."
        case Phase.DEAL:
            return "The cards are dealt."
        case Phase.RESHUFFLE:
            return "The deck has run out; the earlier cards are shuffled."
        case Phase.LEAD:
            return (
                f"{_turn(public, names)} leads, or passes."
                if public.may_pass
                else (f"{_turn(public, names)} has to lead.")
            )
        case Phase.SCRUM:
            return f"{_turn(public, names)} takes a turn in the Scrum."
        case Phase.PLAYOFF:
            return _duel_wait(public, names)
        case Phase.HATS:
            return f"{_waiting(public, names)} {_verb(public, 'chooses', 'choose')} hats."
        case Phase.CONVERT:
            return f"Hand {public.hand} is counted. Not ready yet: {_waiting(public, names)}."
        case Phase.OVER:
            return match_over(public, names)
        case _:
            assert_never(public.phase)


def _turn(public: Tableau, names: Sequence[str]) -> str:
    return "Somebody" if public.turn is None else names[public.turn]


def _waiting(public: Tableau, names: Sequence[str]) -> str:
    return people(awaited(public), names)


def _verb(public: Tableau, one: str, more: str) -> str:
    return verb(awaited(public), one, more)


def _duel_wait(public: Tableau, names: Sequence[str]) -> str:
    duel = public.duel
    assert duel is not None
    assert public.turn is not None
    who = names[public.turn]
    other = names[duels.opponent(duel, public.turn)]
    if duels.tied(duel):
        return f"{STAGE[duel.stage]}: {who} is tied with {other}, and plays or stands."
    return f"{STAGE[duel.stage]}: {who} is {duel.needs} behind {other}, and plays or concedes."


def match_over(public: Tableau, names: Sequence[str]) -> str:
    """The result of the match, in a sentence or two."""
    winners = leaders(public)
    box = public.boxes[winners[0]]
    who = people(winners, names)
    does = verb(winners, "wins", "share it")
    strokes = f" and {counted(box.vote_strokes, 'Vote stroke')}" if box.vote_strokes else ""
    if is_full(box, size_of(public)):
        return f"The match is over. {who} {does} with a full score box{strokes}."
    return f"The match is over. {who} {does} with {counted(marks(box), 'mark')}{strokes}."
