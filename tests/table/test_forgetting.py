"""What a table that is awake remembers of somebody who was deleted."""

import pytest

from app.table.text import names_in, without_names
from tests.table.evening import evening
from tests.table.fakes import person_id


@pytest.mark.parametrize("text", ["Ann plays a pair.", "A pair for Ann", "(Ann)", "Bob, Ann: both pass", "Ann"])
def test_a_name_is_found_and_taken_out_wherever_it_stands_alone(text: str) -> None:
    assert names_in(text, ["Ann"])
    assert without_names(text, ["Ann"], "somebody") == text.replace("Ann", "somebody")


@pytest.mark.parametrize("text", ["Anna plays.", "Joann passes.", "Änn", "An n", ""])
def test_a_name_within_another_is_left_alone(text: str) -> None:
    assert not names_in(text, ["Ann"])
    assert without_names(text, ["Ann"], "somebody") == text


def test_a_name_is_text_and_no_pattern_and_the_longest_goes_first() -> None:
    assert without_names("A.n (x) leads, A.n passes", ["A.n", "A.n (x)"], r"\1") == r"\1 leads, \1 passes"
    assert not names_in("Ann", ["A.n"])


@pytest.mark.anyio
async def test_who_never_sat_in_a_match_takes_no_word_out_of_its_story() -> None:
    """A guest may be called like somebody at another table, or like a word that every story is told with."""
    async with evening() as house:
        await house.deal(*await house.match("Ann", "Bob"))
        told = (await house.connect("Ann")).frame.events
        assert any("wins" in one.text for one in told)
        house.lobby.forget(person_id("Somebody else"), ("Ann", "Bob", "wins"))
        assert (await house.connect("Ann")).frame.events == told
        house.lobby.forget(person_id("Bob"), ("Bob",))
        window = await house.connect("Ann")
        assert window.frame.names == ("Ann", "somebody")
        assert not any("Bob" in one.text for one in window.frame.events)
