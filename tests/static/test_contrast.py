"""Contrast of text and controls on every ground, in both themes (WCAG 1.4.3 and 1.4.11)."""

import re
from itertools import product
from pathlib import Path

import pytest

TOKENS = (Path(__file__).resolve().parents[2] / "static/css/tokens.css").read_text()
GROUNDS = ["paper", "sheet", "sunk", "brass-wash", "wine-wash", "sky-wash", "moss-wash"]
TEXTS = ["ink", "ink-soft", "brass-ink", "wine-ink", "sky", "moss"]


def colour(name: str, night: bool) -> str:
    said = re.search(rf"--{name}: (?:light-dark\((#\w{{6}}), (#\w{{6}})\)|(#\w{{6}}));", TOKENS)
    assert said is not None, name
    return said[3] or (said[2] if night else said[1])


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_counted_as_the_standard_counts_it() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
@pytest.mark.parametrize(("text", "ground"), list(product(TEXTS, GROUNDS)))
def test_text_stands_out_from_its_ground(text: str, ground: str, night: bool) -> None:
    assert contrast(colour(text, night), colour(ground, night)) >= 4.5


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
@pytest.mark.parametrize(
    ("text", "ground"),
    [
        ("on-act", "act"),
        ("on-act", "act-over"),
        ("on-felt", "felt"),
        ("on-felt-soft", "felt"),
        ("brass-on-felt", "felt"),
        ("on-felt", "stamp"),
    ]
    + [(ink, "card-face") for ink in ("card-ink", "card-red", "card-green", "card-blue")],
)
def test_text_on_buttons_felt_and_cards_stands_out(text: str, ground: str, night: bool) -> None:
    assert contrast(colour(text, night), colour(ground, night)) >= 4.5


@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
@pytest.mark.parametrize(
    ("part", "ground"), list(product(["edge", "act", "focus"], ["paper", "sheet", "sunk"]))
)
def test_controls_and_the_focus_stand_out_from_their_ground(
    part: str, ground: str, night: bool
) -> None:
    assert contrast(colour(part, night), colour(ground, night)) >= 3
