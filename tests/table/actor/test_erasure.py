"""What a table that is awake remembers of somebody who was deleted."""

import ast
import inspect
import re
from types import ModuleType

import pytest

from app.table.actor import command_handler, pokes, table
from app.table.match import table_state
from app.table.room import room_commands, seating, settings
from app.text.sanitize import SAID, names_in, without_names
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
    """A guest may be called like somebody at another table, or like a word that every story is told with."""
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


SPEAKING = (room_commands, table_state, pokes, seating, command_handler, table, settings)


@pytest.mark.parametrize("module", SPEAKING, ids=lambda module: module.__name__)
def test_whatever_the_house_says_no_name_is_made_of_its_words(module: ModuleType) -> None:
    """A guest who is called "sits down" and goes would take along what was said of everybody who ever sat down."""
    tree = ast.parse(inspect.getsource(module))
    notes = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = (
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and id(node) not in notes
    )
    said = {
        word
        for text in texts
        if isinstance(text, str) and " " in text
        for word in re.findall(r"\w+", text)
    }
    assert said <= SAID
