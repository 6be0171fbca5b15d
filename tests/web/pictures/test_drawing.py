"""The drawing of a picture: any name fits, nothing in it is markup, and nothing leads outside."""

from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from app.games import GAMES
from app.web.pictures import fonts
from app.web.pictures.canvas import HEIGHT, WIDTH
from app.web.pictures.evening_drawing import evening_drawing
from app.web.pictures.facts import Course, described, medal, names_shown, ordinal, sentence
from app.web.pictures.match_drawing import drawing
from app.web.replay.marks import mark_of
from tests.web.pictures.made_up import evening, facts

SVG = "{http://www.w3.org/2000/svg}"
HARD = (
    "W" * 20,
    "i",
    "<image href='/etc/passwd'/>",
    "\"&amp;'</text><script>",
    "Łukasz Żółć",
    "Владимир Путь",
    "محمد بن سلمان",
    "李雷和韩梅梅",
    "🦆🦆🦆",
    "Ann 🦆 é́",
    "Ἀθηνᾶ",
    "{0} %s \\x02",
)


def texts(svg: str) -> list[tuple[str, float, float, float, str]]:
    """Each text with its place, size and anchor."""
    return [
        (
            one.text or "",
            float(one.attrib["x"]),
            float(one.attrib["y"]),
            float(one.attrib["font-size"]),
            one.attrib["text-anchor"],
        )
        for one in ElementTree.fromstring(svg).iter(f"{SVG}text")
    ]


def font_of(one: Any) -> str:
    said = " ".join(
        f'{name}="{one.attrib[name]}"'
        for name in ("font-family", "font-weight", "font-style")
        if name in one.attrib
    )
    return next(name for name, way in fonts.ATTRIBUTES.items() if way == said)


def extents(svg: str) -> list[tuple[float, float, float, float]]:
    """The box of each text: left, right, top, bottom."""
    found = []
    for one in ElementTree.fromstring(svg).iter(f"{SVG}text"):
        size, x, y = (float(one.attrib[name]) for name in ("font-size", "x", "y"))
        wide = fonts.width(one.text or "", font_of(one), size)
        start = x - {"middle": wide / 2, "end": wide, "start": 0}[one.attrib["text-anchor"]]
        found.append((start, start + wide, y - 0.75 * size, y))
    return found


@pytest.mark.parametrize("seats", range(1, 13))
@pytest.mark.parametrize("name", HARD)
def test_whatever_the_names_are_no_text_leaves_the_picture_or_lies_over_another(
    seats: int, name: str
) -> None:
    for drawn in (drawing(facts(*[name] * seats)), evening_drawing(evening(*[name] * seats))):
        check_extents(extents(drawn))


def check_extents(boxes: list[tuple[float, float, float, float]]) -> None:
    for left, right, top, bottom in boxes:
        assert left >= 15
        assert right <= WIDTH - 15
        assert top >= 15
        assert bottom <= HEIGHT - 15
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            apart = one[1] <= other[0] + 1 or other[1] <= one[0] + 1
            assert apart or one[3] <= other[2] + 1 or other[3] <= one[2] + 1


@given(st.lists(st.text(max_size=24), min_size=1, max_size=8))
def test_no_name_is_markup(names: list[str]) -> None:
    for drawn in (drawing(facts(*names)), evening_drawing(evening(*names))):
        check_markup(ElementTree.fromstring(drawn))


def check_markup(tree: Any) -> None:
    kinds = {one.tag.removeprefix(SVG) for one in tree.iter()}
    assert kinds <= {
        *("svg", "radialGradient", "stop", "rect", "path", "circle", "ellipse", "polyline"),
        *("clipPath", "g", "text"),
    }
    for one in tree.iter():
        for name, value in one.attrib.items():
            assert not name.endswith("href")
            assert "url(" not in value or value.startswith("url(#")


def test_letters_without_a_drawing_are_left_out_and_a_name_of_them_is_its_bird() -> None:
    told = facts("🦆🦆", "Ann 🦆", "محمد", "Владимир")
    names = names_shown(told, fonts.drawable)
    assert names == {0: "a peacock", 1: "Ann", 2: "a turkey", 3: "Владимир"}
    shown = [text for text, *_ in texts(drawing(told))]
    assert "A peacock, from the bottom to the top" in shown
    assert "Владимир fell from the crown to the patch in one deal." in shown


def test_of_two_of_one_bird_one_is_another() -> None:
    told = facts("", "", "", "", "", "")
    assert list(names_shown(told).values())[3:] == ["a goose", "a flamingo", "another goose"]
    assert sentence(told.line, names_shown(told)).startswith("Another goose fell")


def test_a_name_begins_a_sentence_as_it_is_written() -> None:
    assert sentence(f"{mark_of(0)} won.", {0: "ann"}) == "ann won."
    assert sentence(f"Nobody beat {mark_of(0)}.", {0: "a heron"}) == "Nobody beat a heron."


def test_each_lower_place_stands_lower() -> None:
    drawn = [one for one in texts(drawing(facts(*"ABCDE"))) if one[0] in set("ABCDE")]
    assert [one[0] for one in drawn] == list("ABCDE")
    assert all(one[2] < other[2] for one, other in pairwise(drawn))


def test_more_seats_than_fit_show_the_best_and_the_last() -> None:
    drawn = [text for text, *_ in texts(drawing(facts(*"ABCDEFGHIJKL")))]
    assert set("ABCDEFGHIL") <= set(drawn)
    assert not set("JK") & set(drawn)


def test_the_largest_tables_of_all_games_fit_nearly_whole() -> None:
    assert max(game.seats[-1] for game in GAMES) <= 12


def test_the_picture_in_words_has_its_places_in_order() -> None:
    assert described(facts("Ann", "")) == (
        "Scum of the Earth. Ann, from the bottom to the top. 1st Ann, 31 salary; 2nd a heron, "
        "22 salary. A heron fell from the crown to the patch in one deal."
    )


def test_places_are_spelt_and_framed_as_on_the_page() -> None:
    assert [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 22)] == [
        *("1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd"),
    ]
    assert [medal(at, 5) for at in range(5)] == ["first", "second", "middle", "penult", "last"]
    assert [medal(at, 2) for at in range(2)] == ["first", "last"]
    assert [medal(at, 3) for at in range(3)] == ["first", "second", "last"]


def test_an_evening_has_a_line_for_each_person_and_names_who_is_still_there() -> None:
    told = evening("Ann", "Ben", "Cat", matches=4)
    left = Course("Dan", "a00", (3, None, None, None), 0, 5)
    svg = evening_drawing(replace(told, courses=(*told.courses, left)))
    tree = ElementTree.fromstring(svg)
    assert len(list(tree.iter(f"{SVG}polyline"))) == 4
    shown = [text for text, *_ in texts(svg)]
    assert {"Ann", "Ben", "Cat", "won 2", "won 1", "90 game points"} <= set(shown)
    assert "Dan" not in shown


def test_an_evening_in_words() -> None:
    assert described(evening("Ann", "")) == (
        "Ann won 2 of 3 matches. 3 matches, Usurp. Ann, 2 won, 90 game points; "
        "a heron, 1 won, 67 game points."
    )
