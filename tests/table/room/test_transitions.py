"""Rooms as values: what each transition refuses, and what it leaves alone."""

import asyncio
from collections import Counter
from datetime import UTC, datetime
from hashlib import sha256

import msgspec
import pytest

from app.fair import parts
from app.rules.game import Seat
from app.table.model.chat import LineCode, server_line
from app.table.model.client_messages import Pause, SetGame
from app.table.model.errors import NotNow, NotSeated, RoomFull, TooMuch, Unknown
from app.table.model.room import ClockLevel, MatchId, Person, PersonId, Room, RoomId
from app.table.room import membership, reseating, seating, settings
from app.table.room.display_names import BOT_NAMES, bot_name
from app.table.room.room_commands import RoomContext, apply_command
from app.table.room.votes import Waiting
from app.table.system import LETTERS, SystemClock, SystemDealer
from tests.table.high_card import GAME, HighCard

ANN, BOB, CAT = (
    Person(PersonId(name.lower()), name, registered=False) for name in ("Ann", "Bob", "Cat")
)


def nobody_fits(_: int) -> str | None:
    return "Nobody fits."


def all_fit(_: int) -> str | None:
    return None


def room(*people: Person) -> Room:
    """A room whose people all have a seat."""
    empty = Room(
        id=RoomId("room"),
        code="BRAVO",
        secret="secret",
        game="high-card",
        options=settings.normalize_options(GAME, {}),
        clock=ClockLevel.OFF,
        host=ANN.id,
        first_host=ANN.id,
        people=people,
        created=datetime(2030, 1, 1, tzinfo=UTC),
    )
    for person in people:
        empty = seating.sit(empty, person, 5, all_fit)
    return empty


def playing(*people: Person) -> Room:
    return reseating.begin_match(room(*people), MatchId("match"), ranked=False)


class OtherCard(HighCard):
    slug = "other-card"
    title = "Other Card"


def test_a_room_takes_a_limited_number_of_people_and_knocks() -> None:
    crowd = [
        Person(PersonId(f"p{number}"), f"P{number}", registered=False)
        for number in range(membership.MAX_PEOPLE)
    ]
    full = msgspec.structs.replace(room(ANN), people=tuple(crowd))
    with pytest.raises(RoomFull):
        membership.enter(full, BOB)
    assert membership.enter(full, crowd[0]) == full
    door = room(ANN)
    for one in crowd[: membership.MAX_KNOCKS]:
        door = membership.knock(door, one)
    with pytest.raises(TooMuch):
        membership.knock(door, BOB)
    assert membership.knock(door, crowd[0]).knocks[-1].person == crowd[0], (
        "who knocks again goes to the end"
    )
    assert membership.knock(door, ANN) == door


def test_nobody_becomes_host_who_does_not_belong_or_is_host_already() -> None:
    with pytest.raises(Unknown):
        membership.make_host(room(ANN, BOB), ANN.id, CAT.id)
    with pytest.raises(NotNow):
        membership.make_host(room(ANN, BOB), ANN.id, ANN.id)
    with pytest.raises(Unknown):
        membership.kick(room(ANN, BOB), ANN.id, CAT.id)


def test_when_the_host_no_longer_belongs_the_longest_seated_is_host() -> None:
    assert membership.leave(room(ANN, BOB, CAT), ANN.id).host == BOB.id
    assert membership.leave(room(ANN), ANN.id).host == ANN.id, "an empty room keeps the name it had"


def test_a_seat_is_asked_for_once_and_given_up_once() -> None:
    running = playing(ANN, BOB)
    waiting = seating.sit(running, CAT, 5, all_fit)
    with pytest.raises(NotNow, match="join at the next hand"):
        seating.sit(waiting, CAT, 5, all_fit)
    with pytest.raises(RoomFull, match="Nobody fits"):
        seating.sit(running, CAT, 5, nobody_fits)
    with pytest.raises(RoomFull, match="at the next hand too"):
        seating.sit(running, CAT, 2, all_fit)
    with pytest.raises(NotSeated):
        seating.stand(running, CAT.id, "steady")
    with pytest.raises(NotSeated):
        seating.set_ready(msgspec.structs.replace(room(ANN), seats=()), ANN.id, ready=True)


def test_between_matches_a_seat_is_free_at_once_and_its_number_goes_to_the_next() -> None:
    left = seating.stand(room(ANN, BOB, CAT), BOB.id, "steady")
    assert [seat.number for seat in left.seats] == [0, 2]
    back = seating.sit(left, BOB, 5, all_fit)
    assert [(seat.name, seat.number) for seat in back.seats] == [("Ann", 0), ("Cat", 2), ("Bob", 1)]
    begun = reseating.begin_match(left, MatchId("match"), ranked=False)
    assert sorted(seat.number for seat in begun.seats) == [0, 1]


def test_nobody_stands_in_for_a_bot_or_for_somebody_who_has_stood_up() -> None:
    running = seating.stand(playing(ANN, BOB), BOB.id, "steady")
    with pytest.raises(NotNow, match="has left the seat"):
        seating.stand_in(running, 1, "bot", "steady")
    with pytest.raises(Unknown, match="is a bot"):
        seating.stand_in(membership.leave(running, BOB.id), 1, "bot", "steady")
    with pytest.raises(Unknown, match="Nobody sits there"):
        seating.stand_in(running, 7, "bot", "steady")


def test_joiners_who_do_not_fit_wait_and_bots_fill_what_is_missing() -> None:
    crowd = [Person(PersonId(f"p{number}"), f"P{number}", registered=False) for number in range(3)]
    running = playing(ANN, BOB)
    running = msgspec.structs.replace(
        running, people=(*running.people, *crowd), joining=tuple(one.id for one in crowd)
    )
    here = {one.id for one in running.people}

    change = reseating.reseat(
        running, 2, 5, lambda seats: None if seats <= 3 else "Three at most.", here, lambda _: "Ada"
    )
    assert change is not None
    assert [place.name for place in change.places] == ["P0"]
    assert change.room.joining == (crowd[1].id, crowd[2].id)

    change = reseating.reseat(
        running,
        2,
        5,
        lambda seats: None if seats % 2 == 0 else "Pairs only.",
        here,
        lambda _: "Ada",
    )
    assert change is not None
    assert [place.name for place in change.places] == ["P0", "P1"]

    left = seating.stand(msgspec.structs.replace(running, joining=()), BOB.id, "steady")
    change = reseating.reseat(
        left, 2, 5, lambda seats: None if seats >= 3 else "Three at least.", here, lambda _: "Ada"
    )
    assert change is not None
    assert [(place.seat, place.bot, place.name) for place in change.places] == [
        (2, "steady", "Ada"),
        (3, "steady", "Ada"),
    ]
    assert change.left == (Seat(1),)

    assert reseating.reseat(left, 2, 5, nobody_fits, here, lambda _: "Ada") is None, (
        "then everybody stays, bots in their stead"
    )
    assert reseating.reseat(playing(ANN, BOB), 2, 5, all_fit, here, lambda _: "Ada") is None


def test_a_rematch_seats_people_by_their_last_ranks_and_newcomers_last() -> None:
    gathered = reseating.end_match(playing(ANN, BOB), [Seat(1), Seat(0)], 5, lambda _: "Ada")
    assert gathered.standing == (BOB.id, ANN.id)
    with_cat = seating.sit(
        msgspec.structs.replace(gathered, people=(ANN, BOB, CAT)), CAT, 5, all_fit
    )
    begun = reseating.begin_match(with_cat, MatchId("second"), ranked=True)
    assert {seat.name: seat.number for seat in begun.seats} == {"Bob": 0, "Ann": 1, "Cat": 2}
    assert not reseating.may_keep_ranks(room(CAT))


def test_after_a_match_those_who_waited_sit_down_while_there_are_seats() -> None:
    running = playing(ANN, BOB)
    running = msgspec.structs.replace(
        running, people=(ANN, BOB, CAT), joining=(CAT.id,), joining_bots=("casual", "casual")
    )
    gathered = reseating.end_match(
        running, [Seat(0), Seat(1)], 4, lambda room: f"bot {len(room.seats)}"
    )
    assert [seat.name for seat in gathered.seats] == ["Ann", "Bob", "Cat", "bot 3"]
    assert not gathered.joining_bots


def test_another_game_begins_with_its_own_options_and_without_ranks() -> None:
    around = RoomContext(
        {"high-card": GAME, "other-card": OtherCard()},
        ("steady",),
        {},
        (lambda: 0.5),
        Waiting((lambda: 0), (lambda _: 0.0), 120.0),
    )
    before = msgspec.structs.replace(
        room(ANN), standing=(ANN.id,), options={**settings.normalize_options(GAME, {}), "deals": 7}
    )
    changed = apply_command(before, ANN, SetGame("1", game="other-card"), around)
    assert (changed.room.game, changed.room.standing) == ("other-card", ())
    assert changed.room.options["deals"] == 2
    assert changed.lines == (server_line(LineCode.GAME_CHANGED, value="Other Card"),)
    assert apply_command(before, ANN, SetGame("2", game="high-card"), around).room is before
    with pytest.raises(NotNow, match="No match is running"):
        apply_command(before, ANN, Pause("3"), around)


def test_too_many_for_a_game_are_told_how_many_must_stand_up() -> None:
    crowd = [Person(PersonId(f"p{number}"), f"P{number}", registered=False) for number in range(7)]
    many = msgspec.structs.replace(room(), people=tuple(crowd))
    for one in crowd:
        many = seating.sit(many, one, 9, all_fit)
    assert settings.config_problem(GAME, many) == "High Card seats 5 at most: 2 must leave."


def test_bots_names_are_short_plain_and_never_run_out() -> None:
    assert len(set(BOT_NAMES)) == len(BOT_NAMES) >= 40
    assert all(name.isalpha() and len(name) <= 8 for name in BOT_NAMES)
    full = room(ANN)
    for _ in range(len(BOT_NAMES) + 2):
        full = seating.add_bot(full, "steady", bot_name(full, 0.99), 99, all_fit)
    names = [seat.name for seat in full.seats]
    assert len(set(names)) == len(names)


async def test_the_systems_dealer_deals_permutations_secrets_and_readable_codes() -> None:
    dealer = SystemDealer()
    orders = [dealer.order(96) for _ in range(3)]
    assert len({dealer.match_secret() for _ in range(50)}) == 50
    assert all(sorted(order) == list(range(96)) for order in orders)
    assert orders[0] != orders[1] != orders[2]
    assert len({dealer.token(128) for _ in range(50)}) == 50
    assert len(dealer.token(128)) == 22
    assert all(
        len(code) == 5 and set(code) <= set(LETTERS) for code in (dealer.code() for _ in range(50))
    )
    assert not set("ILO") & set(LETTERS)
    assert all(0.6 <= dealer.uniform(0.6, 1.4) <= 1.4 for _ in range(50))


def test_every_card_comes_to_every_place_equally_often() -> None:
    """Chi-square over 24 orders of four, 12 000 deals that are always the same."""
    counts = Counter(
        parts.draw(sha256(str(number).encode()).digest(), 4)[1] for number in range(12_000)
    )
    assert len(counts) == 24
    assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 60


async def test_the_systems_clock_tells_both_times_and_rings() -> None:
    clock = SystemClock()
    assert clock.now().tzinfo is UTC
    assert clock.monotonic() <= clock.monotonic()
    rang = asyncio.Event()
    clock.call_later(0.0, rang.set)
    clock.call_later(10.0, rang.clear).cancel()
    await rang.wait()
