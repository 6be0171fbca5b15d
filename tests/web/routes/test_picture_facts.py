"""The facts of pictures from stored matches: who stands where, and who has no name."""

from datetime import UTC, datetime
from typing import Any

from app.games import BY_SLUG
from app.store.people.rows import Account
from app.web.pictures.facts import names_shown, sentence
from app.web.replay.marks import mark_of
from app.web.routes.picture_facts import evening_facts, evening_head, facts_of, length_of
from tests.web.routes.test_room_results import GAME, OTHER, match, person

LONG_AGO = datetime(2030, 1, 1, tzinfo=UTC)
STORY: dict[str, Any] = {"deals": 9, "minutes": 70, "winner": None, "loser": None, "lines": []}
PEOPLE = {
    id_: Account(id_, id_, kind, "", LONG_AGO, portrait=portrait)
    for id_, kind, portrait in (
        ("ann", "member", ""),
        ("ben", "guest", "d12"),
        ("cat", "member", "d12s"),
        ("dan", "gone", ""),
    )
}


def test_members_have_names_and_guests_the_erased_and_who_wants_none_are_birds() -> None:
    names = ("Ann", "Ben", "Cat", "Dan")
    places = (person(seat, name, 9 - seat, seat + 1) for seat, name in enumerate(names))
    facts = facts_of(match(0, *places), BY_SLUG[GAME], STORY, PEOPLE)
    assert [step.name for step in facts.steps] == ["Ann", "", "", ""]
    assert list(names_shown(facts).values()) == ["Ann", "a heron", "a turkey", "a goose"]
    assert facts.length == "9 deals, 70 minutes"
    assert sentence(facts.head, names_shown(facts)) == "Ann on top"


def test_shared_places_and_leavers_are_told_as_they_were() -> None:
    played = match(0, person(0, "Ann", 5, 1), person(1, "Eve", 5, 1), person(2, "Left", 1))
    story = {**STORY, "lines": [{"text": f"{mark_of(2)} left.", "hands": 9.4}]}
    facts = facts_of(played, BY_SLUG[GAME], story, PEOPLE)
    assert [(step.place, step.shared) for step in facts.steps] == [(1, True), (1, True)]
    assert facts.head == f"{mark_of(0)} and {mark_of(1)} on top"
    assert sentence(facts.line, names_shown(facts)) == "A turkey left."
    assert facts.rare == "once in 9 hands"


def test_an_evening_follows_each_person_through_its_matches() -> None:
    facts = evening_facts(
        [
            match(0, person(0, "Ann", 3, 2), person(1, "Ben", 5, 1)),
            match(1, person(0, "Ann", 7, 1), person(1, "Cat", 2, 2), game=OTHER),
            match(2, person(0, "Ann", 4, 1), person(1, "Ben", 1, 2)),
        ],
        BY_SLUG,
        PEOPLE,
    )
    assert [(one.name, one.lines, one.won, one.points) for one in facts.courses] == [
        ("Ann", (1, 0, 0), 2, 7),
        ("", (0, None, 1), 1, 6),
        ("", (None, 1, None), 0, 0),
    ]
    assert facts.games == f"3 matches, {BY_SLUG[GAME].title} and {BY_SLUG[OTHER].title}"
    assert facts.head == f"{mark_of(0)} won 2 of 3 matches"


def test_the_head_of_an_evening_names_all_who_won_most() -> None:
    assert evening_head([2, 2, 0], 4) == f"{mark_of(0)} and {mark_of(1)} won 2 each"
    assert evening_head([0, 0], 2) == "Nobody won"


def test_the_length_is_said_as_the_page_says_it() -> None:
    assert length_of(1, None) == "one deal"
    assert length_of(1, 1) == "one deal, one minute"
    assert length_of(2, 0) == "2 deals"
