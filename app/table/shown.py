"""What one chair is shown of a room and of its match: whole values, built for one viewer and for nobody else."""

from collections.abc import Iterable, Mapping

from app.rules.codec import plain, text
from app.rules.game import Seat, take
from app.rules.words import players
from app.table import seating, terms
from app.table.clocks import Questions
from app.table.house import Presence, Surroundings, not_ready
from app.table.live import LiveMatch
from app.table.notices import Frame, PersonShown, RoomShown, SeatShown
from app.table.room import Person, PersonId, Room, RoomSeat, Stage


def room_shown(room: Room, viewer: PersonId | None, acting: bool, watchers: int, around: Surroundings) -> RoomShown:
    """The room as `viewer` may see it: secrets for members, knocks for the seated, bans for the host."""
    game = terms.game_named(around.games, room.game)
    belongs = seating.member(room, viewer) is not None
    own = seating.seat_of(room, viewer)
    named = {person.id: person for person in room.people}
    return RoomShown(
        id=room.id,
        you=viewer,
        member=belongs,
        host=room.host,
        seat=None if own is None else own.number,
        acting=acting,
        game=room.game,
        title=game.title,
        options=room.options,
        misfit=_why_not_yet(room, around),
        seats_range=(game.seats[0], game.seats[-1]),
        players=players(game.seats),
        late=game.reseats,
        clock=room.clock,
        stage=room.stage,
        listed=room.listed,
        spectators=room.spectators,
        bot_strength=room.bot_strength,
        bots=around.strengths,
        seats=tuple(_seat(seat, named, around.presence) for seat in sorted(room.seats, key=lambda seat: seat.number)),
        people=_people(room.people, around.presence),
        joining=room.joining,
        knocks=_people((knock.person for knock in room.knocks), {}) if own is not None else (),
        banned=_people(room.banned, {}) if viewer is not None and viewer == room.host else (),
        watchers=watchers,
        match=room.match,
        matches=room.matches,
        paused=room.paused,
        resume_wanted=room.resume_wanted,
        code=room.code if belongs else None,
        secret=room.secret if belongs else None,
        joining_bots=room.joining_bots,
    )


def _why_not_yet(room: Room, around: Surroundings) -> str | None:
    if room.stage is not Stage.GATHERING:
        return None
    why = terms.misfit(around.games[room.game], room)
    if why is None and (waiting := not_ready(room, around.presence)):
        why = f"Not ready yet: {', '.join(waiting)}."
    return why


def _seat(seat: RoomSeat, named: Mapping[PersonId, Person], presence: Mapping[PersonId, Presence]) -> SeatShown:
    person = named.get(seat.person) if seat.person is not None else None
    return SeatShown(
        number=seat.number,
        name=seat.name,
        person=seat.person,
        registered=person is not None and person.registered,
        bot=seat.bot,
        ready=seat.ready,
        presence=presence.get(seat.person, "gone") if seat.person is not None else "here",
        stand_in=seat.stand_in,
        leaving=seat.leaving,
    )


def _people(people: Iterable[Person], presence: Mapping[PersonId, Presence]) -> tuple[PersonShown, ...]:
    return tuple(PersonShown(one.id, one.name, one.registered, presence.get(one.id, "gone") != "gone") for one in people)


def frame_shown(live: LiveMatch, questions: Questions, paused: bool, seat: Seat | None) -> Frame:
    """The match as `seat` (None: a spectator) may see it, without number, date and events: those are each connection's own."""
    game, seen, names = live.game, live.view(seat), tuple(live.names)
    prompt = live.prompts.get(seat) if seat is not None else None
    moves, complete = take(game.legal_moves(seen), game.listed(prompt)) if prompt is not None else ((), True)
    if live.outcome is not None:
        ask = "The match is over."
    elif prompt is not None:
        ask = game.say_prompt(seen, prompt, names)
    else:
        ask = live.wait_told(names)
    queued = live.queued.get(seat) if seat is not None else None
    return Frame(
        match=live.match,
        n=0,
        seat=seat,
        names=names,
        view={"seat": seat, "public": live.public_text(), "private": text(seen.private)},
        prompt=prompt,
        ask=ask,
        moves=text(moves) if moves else (),
        complete=complete,
        queued=None if queued is None else plain(queued.move),
        events=(),
        awaited=live.awaited,
        clocks=() if live.outcome is not None else questions.shown(seat),
        now=0,
        paused=paused,
        outcome=None if live.outcome is None else plain(live.outcome),
        receipt=None if live.outcome is None else live.last_hash.hex(),
    )
