"""The names of cards, hats, areas, sides and players in a sentence."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from app.games.skuncum.cards import FACES, Card, Effect, Rank
from app.games.skuncum.moves import Area
from app.games.skuncum.table_records import Gain, Role, Stage
from app.rules.game import Seat
from app.rules.phrases import join_words

HAT: Final = {
    Rank.GR: "Grass Roots",
    Rank.COM: "Committeeman",
    Rank.DEL: "Delegate",
    Rank.MAY: "Mayor",
    Rank.CON: "Congressman",
    Rank.SEN: "Senator",
    Rank.GOV: "Governor",
    Rank.DH: "Dark Horse",
}
COLOUR: Final = {"R": "red", "U": "blue", "K": "black", "G": "green"}
AREA: Final = {
    Area.BANDWAGON: "the Bandwagon",
    Area.COALITION: "the Coalition",
    Area.CHALLENGER: "the Challengers",
}
ROLE: Final = {
    Role.CANDIDATE: "Candidate",
    Role.CHALLENGER: "Challenger",
    Role.COALITION: "Kingmaker",
}
STAGE: Final = {
    Stage.SERIES: "Duel of Challengers",
    Stage.FINAL: "Final",
    Stage.KING: "King duel",
}


def card_name(card: Card) -> str:
    """ "red Mayor", "Dark Horse", "Endorsement +10", "Royal Sting -50", "Skunk"."""
    face = FACES[card]
    if face.rank is not None:
        return f"{COLOUR[face.colour]} {HAT[face.rank]}" if face.colour else HAT[face.rank]
    match face.effect:
        case Effect.BONUS:
            return f"Endorsement +{face.value}"
        case Effect.ATTACK:
            return f"{'Royal Sting' if face.value == 50 else 'Sting'} -{face.value}"
        case Effect.DOUBLE:
            return "Double Ticket"
        case Effect.SKUNK:
            return "Skunk"
        case _:
            return "Finger"


def card_names(cards: Sequence[Card]) -> str:
    """ "red Mayor and Sting -5"; equal cards as "two red Mayors" are written twice."""
    return join_words([card_name(card) for card in cards])


def counted(number: int, noun: str) -> str:
    """ "1 vote", "3 votes"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def hats(ranks: Sequence[Rank]) -> str:
    """ "the hats Grass Roots twice and Mayor"; "the hat Mayor"."""
    return f"the {'hat' if len(set(ranks)) == 1 else 'hats'} {ranks_named(ranks)}"


def ranks_named(ranks: Sequence[Rank]) -> str:
    """ "Grass Roots twice and Mayor"."""
    words = [
        HAT[rank] if many == 1 else f"{HAT[rank]} {'twice' if many == 2 else f'{many} times'}"
        for rank, many in Counter(ranks).items()
    ]
    return join_words(words)


def people(seats: Sequence[Seat], names: Sequence[str]) -> str:
    """ "Ada", "Ada and Cleo"."""
    return join_words([names[seat] for seat in seats])


def verb(seats: Sequence[Seat], one: str, more: str) -> str:
    """ "takes" for one of them, "take" for more."""
    return one if len(seats) == 1 else more


def gain(one: Gain) -> str:
    """ "the hat Mayor and 1 Hat stroke", "2 votes", "no hat"."""
    words = [hats(one.hats)] if one.hats else []
    if one.strokes:
        words.append(counted(one.strokes, "Hat stroke"))
    if one.votes:
        words.append(counted(one.votes, "vote"))
    return join_words(words) or "no hat"
