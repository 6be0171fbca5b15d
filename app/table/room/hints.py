"""The tables at which people may ask for hints: no match with hints is rated."""

from collections.abc import Collection

from app.rules.game import AnyGame
from app.table.model.room import PersonId, Room, Stage
from app.table.model.server_lines import LineCode, ServerLine, server_line


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
    if room.unrated:
        return "Two or more people play now, so there are no more hints in this match."
    return (
        "This match is rated, because two or more people play, and rated matches have no hints. "
        "The host may allow hints before a match, which is not rated then."
    )


def says_unrated(room: Room) -> bool:
    """True if people are told that the match is not rated: one person's match never is."""
    people = {seat.person or seat.previous for seat in room.seats}.union(room.joining) - {None}
    return room.unrated and len(people) > 1


def unrated_lines(old: Room, new: Room) -> tuple[ServerLine, ...]:
    """The line for people who join a match with hints, or for whom the first hint comes later."""
    news = not says_unrated(old) or len(new.joining) > len(old.joining)
    if new.stage is not Stage.PLAYING or not says_unrated(new) or not news:
        return ()
    return (server_line(LineCode.NOT_RATED),)
