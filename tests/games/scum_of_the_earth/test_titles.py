"""The titles of the ranks, by theme and by host."""

from app.games.scum_of_the_earth import GAME
from app.games.scum_of_the_earth.options import Options
from app.games.scum_of_the_earth.titles import LONGEST, THEMES, tidy, title, titles
from tests.games.scum_of_the_earth.table import (
    fresh,
)


def test_each_theme_has_five_titles_and_they_fit() -> None:
    for names in THEMES.values():
        assert len(set(names)) == 5
        assert all(tidy(name) == name and len(name) <= LONGEST for name in names)


def test_titles_by_place() -> None:
    names = THEMES["military"]
    assert [title(names, place, 6) for place in range(6)] == [
        "General",
        "Major",
        "Sergeant",
        "Sergeant",
        "Corporal",
        "Recruit",
    ]
    assert [title(names, place, 4) for place in range(4)] == [
        "General",
        "Major",
        "Corporal",
        "Recruit",
    ]


def test_a_host_writes_own_titles_and_what_is_missing_is_the_default() -> None:
    assert titles("own", ("Cook", " The\nOther  Cook ", "")) == (
        "Cook", "The Other Cook", "Middling Sort", "Second-to-Scum", "Scum of the Earth",
    )  # fmt: skip
    assert titles("office", ("Cook",)) == THEMES["office"]


def test_a_theme_changes_the_words_and_nothing_else() -> None:
    plain, court = fresh(5), fresh(5, Options(theme="court"))
    assert (
        GAME.apply_shuffle(plain.state, range(71)).private
        == GAME.apply_shuffle(court.state, range(71)).private
    )
    assert court.public.titles == THEMES["court"]
