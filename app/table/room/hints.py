"""The tables at which people may ask for hints: no match with hints is rated."""

from collections.abc import Collection

from app.rules.game import AnyGame
from app.table.model.room import PersonId, Room


def hint_problem(room: Room, game: AnyGame, played: Collection[PersonId | None] = ()) -> str | None:
    """The reason why nobody gets hints at this table, as a sentence; None: they are allowed.

    One person with bots may ask, because such a match is never rated. `played`: everybody who had
    a seat in the match, with those who have left.
    """
    if not game.gives_reasons:
        return f"{game.title} has no hints."
    people = {seat.person for seat in room.seats}.union(played) - {None}
    if room.hints or len(people) == 1:
        return None
    return (
        "This match is rated, because two or more people play, and rated matches have no hints. "
        "The host may allow hints before a match, which is not rated then."
    )
