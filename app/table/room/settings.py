"""The settings of a room: game, options, clock, visibility, invitations, hints."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from app.rules.codec import read_options, to_json
from app.rules.expected_form import say_expected
from app.rules.game import AnyGame
from app.rules.phrases import players
from app.table.model.chat import LineCode, ServerLine, server_line
from app.table.model.client_messages import SetRoom
from app.table.model.errors import BadOptions, NotNow, Unknown
from app.table.model.room import SLOW, PersonId, Room, Stage
from app.table.room import slow
from app.text.sanitize import has_invisible


def find_game(games: Mapping[str, AnyGame], slug: str) -> AnyGame:
    """Raises Unknown."""
    game = games.get(slug)
    if game is None:
        raise Unknown("There is no such game here.")
    return game


def normalize_options(game: AnyGame, raw: Mapping[str, Any]) -> dict[str, Any]:
    """Options as the room keeps them: every field, in JSON types. Raises BadOptions."""
    try:
        options = read_options(game, dict(raw))
    except msgspec.ValidationError:
        expected = say_expected(game.options, dict(raw), "choice of options")
        raise BadOptions(f"These options cannot be read. {expected}") from None
    kept: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(to_json(options)))
    if any(has_invisible(text) for text in _texts(kept)):
        raise BadOptions("These options hold characters that cannot be shown.")
    return kept


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for part in (*value, *value.values()) for text in _texts(part))
    elif isinstance(value, list):
        yield from (text for part in value for text in _texts(part))


def max_seats(game: AnyGame) -> int:
    return game.seats[-1]


def seats_problem(game: AnyGame, room: Room, seats: int) -> str | None:
    """The reason why `seats` cannot play with the room's options, or None."""
    if seats not in game.seats:
        return f"{game.title} is for {players(game.seats)}."
    why = game.config_problem(seats, read_options(game, room.options))
    return why or (slow.options_problem(game, room.options) if slow.is_slow(room) else None)


def running_seats_problem(game: AnyGame, room: Room, seats: int) -> str | None:
    """The reason why the running match cannot go on with `seats` from the next deal on, or None."""
    if not game.reseats:
        return f"{game.title} lets nobody join or leave during a match."
    return seats_problem(game, room, seats)


def leaving_time(game: AnyGame) -> str:
    """The time at which a player who stands up during a match is gone from it: a line's value."""
    return "next-deal" if game.reseats else "match-end"


def config_problem(game: AnyGame, room: Room) -> str | None:
    """The reason why no match can start with the present seats and options, or None."""
    seated = len(room.seats)
    if seated < game.seats[0]:
        missing = game.seats[0] - seated
        return (
            f"{game.title} needs at least {game.seats[0]} players: {missing} more, friends or bots."
        )
    if seated > game.seats[-1]:
        return f"{game.title} seats {game.seats[-1]} at most: {seated - game.seats[-1]} must leave."
    return seats_problem(game, room, seated)


def check_gathering(room: Room) -> None:
    """Raises NotNow."""
    if room.stage is not Stage.GATHERING:
        raise NotNow("That can be changed between matches only.")


def reset_ready(room: Room) -> Room:
    """Makes people say again that they are ready, because another game is to be played."""
    return replace(
        room, seats=tuple(replace(seat, ready=seat.person is None) for seat in room.seats)
    )


def with_options(room: Room, game: AnyGame, raw: Mapping[str, Any]) -> Room:
    """Raises NotNow, BadOptions."""
    check_gathering(room)
    options = normalize_options(game, {**room.options, **raw})
    if slow.is_slow(room) and (why := slow.options_problem(game, options)) is not None:
        raise BadOptions(why)
    return room if options == room.options else reset_ready(replace(room, options=options))


def with_game(room: Room, game: AnyGame) -> Room:
    """Another game begins with its own options and without ranks. Raises NotNow."""
    check_gathering(room)
    if game.slug == room.game:
        return room
    return reset_ready(
        replace(room, game=game.slug, options=normalize_options(game, {}), standing=())
    )


def with_settings(room: Room, wanted: SetRoom, strengths: tuple[str, ...], game: AnyGame) -> Room:
    """Raises Unknown, NotNow."""
    if wanted.bot_strength is not None:
        check_strength(wanted.bot_strength, strengths)
    if wanted.hints not in (None, room.hints):
        check_gathering(room)
    if wanted.clock not in (None, room.clock) and SLOW & {wanted.clock, room.clock}:
        slow.check_between_matches(room)
        if wanted.clock in SLOW and (why := slow.options_problem(game, room.options)) is not None:
            raise NotNow(why)
    return replace(
        room,
        clock=room.clock if wanted.clock is None else wanted.clock,
        listed=room.listed if wanted.listed is None else wanted.listed,
        spectators=room.spectators if wanted.spectators is None else wanted.spectators,
        bot_strength=room.bot_strength if wanted.bot_strength is None else wanted.bot_strength,
        reactions=room.reactions if wanted.reactions is None else wanted.reactions,
        hints=room.hints if wanted.hints is None else wanted.hints,
    )


def check_strength(strength: str, strengths: tuple[str, ...]) -> None:
    """Raises Unknown."""
    if strength not in strengths:
        raise Unknown(f"Bots here are {' or '.join(strengths)}.")


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
