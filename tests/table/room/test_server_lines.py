"""The lines of the server: a code with those it names, said with the names of today."""

from string import Formatter

import pytest

from app.table.model.chat import (
    SENTENCES,
    VALUE_WORDS,
    ChatEntry,
    LineCode,
    Named,
    ServerLine,
    server_line,
)
from app.table.model.room import Person, PersonId, RoomSeat

ANN = Person(PersonId("a"), "Ann", registered=False)


@pytest.mark.parametrize("code", LineCode)
def test_every_code_has_a_sentence_that_names_at_most_two(code: LineCode) -> None:
    fields = {field for _, field, _, _ in Formatter().parse(SENTENCES[code]) if field is not None}
    assert fields <= {"0", "1", "value"}
    assert code not in VALUE_WORDS or "value" in fields
    line = server_line(code, ANN, Named(None, "Ada"), value="x")
    assert ChatEntry(0, line).shown().text


def test_a_person_is_called_as_in_the_room_today_and_else_as_the_line_came() -> None:
    entry = ChatEntry(0, server_line(LineCode.POKES, ANN, Named(None, "Ada")))
    assert entry.shown().text == "Ann pokes Ada."
    assert entry.called({ANN.id: "Ann 2"}).shown().text == "Ann 2 pokes Ada."


def test_a_name_is_text_and_no_template() -> None:
    line = server_line(LineCode.POKES, Named(None, "{1}{value}"), ANN)
    assert ChatEntry(0, line).shown().text == "{1}{value} pokes Ann."


def test_a_line_is_about_the_people_it_names_and_about_no_bot() -> None:
    left = RoomSeat(0, None, "steady", "Ben", previous=PersonId("b"))
    assert server_line(LineCode.POKES, ANN, left).about == ("a", "b")
    assert server_line(LineCode.POKES, ANN, Named(None, "Ada")).about == ("a",)
    reason = ServerLine(LineCode.STOPPED_BY_ADMIN, value="Ann left", concerns=(ANN.id,))
    assert reason.about == ("a",)


def test_the_same_line_read_again_is_the_same_whatever_its_people_are_called() -> None:
    one, other = (server_line(LineCode.SITS_DOWN, Named(ANN.id, name)) for name in ("Ann", "Bea"))
    assert ChatEntry(1, one).identity == ChatEntry(1, other).identity
    assert ChatEntry(1, one).identity != ChatEntry(2, one).identity
