"""Erasing a person from what an open table remembers."""

import pytest

from app.table.model import client_messages as say
from app.table.model.room import ClockLevel
from app.text.sanitize import names_in, without_names
from tests.table.fakes import person_id
from tests.table.table_server import table_server


@pytest.mark.parametrize(
    "text", ["Ann plays a pair.", "A pair for Ann", "(Ann)", "Bob, Ann: both pass", "Ann"]
)
def test_a_name_is_found_and_taken_out_wherever_it_stands_alone(text: str) -> None:
    assert names_in(text, ["Ann"])
    assert without_names(text, ["Ann"], "somebody") == text.replace("Ann", "somebody")


@pytest.mark.parametrize("text", ["Anna plays.", "Joann passes.", "Änn", "An n", ""])
def test_a_name_within_another_is_left_alone(text: str) -> None:
    assert not names_in(text, ["Ann"])
    assert without_names(text, ["Ann"], "somebody") == text


def test_a_name_is_text_and_no_pattern_and_the_longest_goes_first() -> None:
    assert (
        without_names("A.n (x) leads, A.n passes", ["A.n", "A.n (x)"], r"\1")
        == r"\1 leads, \1 passes"
    )
    assert not names_in("Ann", ["A.n"])


@pytest.mark.anyio
async def test_who_never_sat_in_a_match_takes_no_word_out_of_its_story() -> None:
    """A guest may have the name of somebody at another table, or of a word in every event line."""
    async with table_server() as there:
        await there.deal(*await there.match("Ann", "Bob"))
        told = (await there.connect("Ann")).frame.events
        assert any("wins" in one.text for one in told)
        there.lobby.forget(person_id("Somebody else"), ("Ann", "Bob", "wins"))
        assert (await there.connect("Ann")).frame.events == told
        there.lobby.forget(person_id("Bob"), ("Bob",))
        window = await there.connect("Ann")
        assert window.frame.names == ("Ann", "somebody")
        assert not any("Bob" in one.text for one in window.frame.events)


@pytest.mark.anyio
@pytest.mark.parametrize("name", ["the", "Will", "page", "wins", "sits down", "deal"])
async def test_who_is_called_by_a_common_word_takes_along_only_lines_about_that_person(
    name: str,
) -> None:
    async with table_server() as server:
        ann = await server.room("Ann")
        bob, odd = await server.come("Bob"), await server.come(name)
        await ann.do(say.SetRoom, clock=ClockLevel.OFF)
        await server.start(ann, bob, odd)
        await server.deal(ann, bob, odd)
        await bob.do(say.Pause)
        await odd.do(say.Resume)
        seat = next(seat.number for seat in odd.room.seats if seat.name == name)
        lines = (await server.connect("Ann")).frame.events
        entries = server.store.lines[server.id]
        about = [entry.line.text for entry in entries if person_id(name) in (entry.about or ())]
        assert about == [f"{name} sits down.", f"{name} wants to play on."]
        server.lobby.forget(person_id(name), (name,))
        window = await server.connect("Ann")
        assert window.chat == [e.line.text for e in entries if e.line.text not in about]
        assert [one.event for one in window.frame.events] == [one.event for one in lines]
        assert window.frame.names[seat] == "somebody"
        changed = [
            old.text
            for old, new in zip(lines, window.frame.events, strict=True)
            if old.text != new.text
        ]
        assert changed
        assert all(text.startswith(name) for text in changed), changed
