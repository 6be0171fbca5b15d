"""The room as one client may see it, built for one viewer and nobody else."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from app.rules.phrases import players
from app.table.model.room import Person, PersonId, Presence, Room, RoomSeat, Stage
from app.table.model.server_messages import PersonShown, RoomShown, SeatShown, VoteShown
from app.table.room import membership, reseating, seating, settings, votes
from app.table.room.display_names import temper
from app.table.room.room_commands import RoomContext
from app.table.room.settings import hint_problem, says_unrated
from app.table.room.start import not_ready_names


def build_room(
    room: Room,
    viewer: PersonId | None,
    acting: bool,
    spectators: int,
    context: RoomContext,
    blocked: Collection[PersonId] = (),
) -> RoomShown:
    """The room as `viewer` may see it: knocks and votes only for the seated, bans for the host.

    Whom the viewer has `blocked` knocks unseen by the viewer, and as before by all others.

    People who knock and were kicked before are shown to the host alone.
    """
    game = settings.find_game(context.games, room.game)
    belongs = seating.find_member(room, viewer) is not None
    own = seating.seat_of(room, viewer)
    is_host = viewer is not None and viewer == room.host
    knocks = [
        knock.person
        for knock in room.knocks
        if knock.person.id not in blocked
        and (is_host if membership.is_kicked(room, knock.person.id) else own is not None)
    ]
    named = {person.id: person for person in room.people}
    return RoomShown(
        id=room.id,
        you=viewer,
        member=belongs,
        host=room.host,
        first_host=room.first_host,
        seat=None if own is None else own.number,
        acting=acting,
        game=room.game,
        title=game.title,
        options=room.options,
        config_problem=_start_problem(room, viewer, context),
        seats_range=(game.seats[0], game.seats[-1]),
        players=players(game.seats),
        joins_between_deals=game.reseats,
        clock=room.clock,
        stage=room.stage,
        listed=room.listed,
        spectators=room.spectators,
        bot_strength=room.bot_strength,
        bots=context.strengths,
        seats=tuple(
            _seat(seat, named, context.presence, game.tempers)
            for seat in sorted(room.seats, key=lambda seat: seat.number)
        ),
        people=_people(room.people, context.presence),
        joining=room.joining,
        knocks=_people(knocks, {}),
        banned=_people(room.banned, {}) if is_host and room.host_away is None else (),
        spectator_count=spectators,
        match=room.match,
        matches=room.matches,
        paused=room.paused,
        resume_wanted=room.resume_wanted,
        code=room.code if belongs else None,
        secret=room.secret if belongs else None,
        joining_bots=room.joining_bots,
        rematch=room.stage is Stage.GATHERING
        and room.matches > 0
        and reseating.may_keep_ranks(room),
        hints=room.hints,
        reactions=room.reactions,
        unrated=says_unrated(room),
        stopped=room.stopped,
        screens=context.screens,
        host_away=room.host_away,
        replaced=own is not None and own.silent,
        resume_votes=votes.votes_to_resume(room, context.presence) if room.paused else (0, 0),
        votes=_votes(room, context) if own is not None else (),
        again_due=context.again_due,
        kicked=tuple(one.id for one in knocks if membership.is_kicked(room, one.id)),
        may_hint=room.stage is Stage.PLAYING
        and own is not None
        and not (own.leaving or own.silent)
        and hint_problem(room, game) is None,
    )


def _votes(room: Room, context: RoomContext) -> tuple[VoteShown, ...]:
    return tuple(
        VoteShown(vote.what, vote.person, vote.by, votes.votes_needed(room, vote, context.presence))
        for vote in room.votes
    )


def _start_problem(room: Room, viewer: PersonId | None, context: RoomContext) -> str | None:
    if room.stage is not Stage.GATHERING:
        return None
    why = settings.config_problem(context.games[room.game], room)
    if why is None and (waiting := not_ready_names(room, context.presence, viewer)):
        why = f"Not ready yet: {', '.join(waiting)}."
    return why


def _seat(
    seat: RoomSeat,
    named: Mapping[PersonId, Person],
    presence: Mapping[PersonId, Presence],
    tempers: Sequence[str],
) -> SeatShown:
    person = named.get(seat.person) if seat.person is not None else None
    return SeatShown(
        number=seat.number,
        name=seat.name,
        person=seat.person,
        registered=person is not None and person.registered,
        bot=seat.bot,
        ready=seat.ready,
        presence=presence.get(seat.person, "gone") if seat.person is not None else "present",
        stand_in=seat.stand_in,
        leaving=seat.leaving,
        temper="" if seat.bot is None else temper(seat.name, tempers),
    )


def _people(
    people: Iterable[Person], presence: Mapping[PersonId, Presence]
) -> tuple[PersonShown, ...]:
    return tuple(
        PersonShown(
            one.id, one.name, one.registered, presence.get(one.id, "gone") != "gone", one.portrait
        )
        for one in people
    )
