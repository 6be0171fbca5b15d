"""The rules page and the table's page say what the game does, for every way to set the table."""

import re
from typing import Any

import pytest

from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.politics import boons, pacts
from app.games.scum_the_masquerade.politics.trade_prompts import TRADE_SECONDS
from app.games.scum_the_masquerade.politics.trading import LONGEST_WISH, PARTNERS
from app.games.scum_the_masquerade.powers import uses
from app.games.scum_the_masquerade.powers.clans import (
    LINEAGES,
    SPECIALTY_EFFECTS,
    SPECIALTY_NAMES,
    Clan,
    Pack,
)
from app.games.scum_the_masquerade.powers.disciplines import POWERS, Discipline
from app.games.scum_the_masquerade.powers.rulesets import RULESETS
from app.games.scum_the_masquerade.titles import LOWER, UPPER
from app.settings import ROOT
from tests.games.kit.rules_page import rules_page, words

SCRIPTS = [
    ROOT / f"static/games/scum-the-masquerade/{name}.js" for name in ("powers", "clans", "effects")
]


def page(**chosen: Any) -> str:
    return rules_page("scum-the-masquerade", Options(**chosen))


def section(markup: str, name: str) -> str:
    return words(markup.split(f'aria-labelledby="{name}"')[1].split("</section>")[0])


def rows(markup: str, mark: str) -> list[list[str]]:
    found = re.findall(rf"<tr data-{mark}[^>]*>(.*?)</tr>", markup)
    return [[words(cell) for cell in re.findall(r"<t[hd].*?>(.*?)</t[hd]>", row)] for row in found]


@pytest.mark.parametrize("naming", ["masquerade", "neutral"])
def test_clans_and_disciplines_are_those_of_the_tables(naming: Any) -> None:
    markup = page(naming=naming)
    neutral = naming == "neutral"
    powers = {code: one.neutral if neutral else one.name for code, one in POWERS.items()}
    left_out = LINEAGES[Clan.GANGREL]
    played = [
        one for one in LINEAGES.values() if one.pack is Pack.CAMARILLA and one is not left_out
    ]
    assert f"The {left_out.neutral if neutral else left_out.name} do not play" in words(markup)
    assert [(name, has) for name, has in rows(markup, "clan")] == [
        (one.neutral if neutral else one.name, ", ".join(powers[code] for code in one.disciplines))
        for one in played
    ]
    said = {name: (when, does) for name, when, does in rows(markup, "discipline")}
    whens = {"before": "before a play", "with": "with a hand", "reaction": "answer"}
    for code, power in POWERS.items():
        of_a_caitiff = code is Discipline.PROTEAN
        if not of_a_caitiff and not any(code in one.disciplines for one in played):
            assert powers[code] not in said, "nobody can have it in a First Night"
            continue
        effect = power.levels[0].replace("Auspex", powers[Discipline.AUSPEX])
        assert said[powers[code]] == (whens[power.timing], effect)


def test_a_masquerade_has_all_levels_the_clans_of_the_host_and_the_specialties() -> None:
    markup = page(evening="masquerade", clans="bloodlines")
    said = {name: does for name, _, does in rows(markup, "discipline")}
    usable = {code for one in LINEAGES.values() for code in one.disciplines}
    assert said == {
        POWERS[code].name: " ".join(
            f"{'•' * level} {text}" for level, text in enumerate(POWERS[code].levels, 1)
        )
        for code in usable
    }
    assert len(rows(markup, "clan")) == len(LINEAGES)
    for clans, packs in (("all", list(Pack)[:3]), ("camarilla", [Pack.CAMARILLA])):
        few = page(evening="masquerade", clans=clans)
        assert len(rows(few, "clan")) == sum(one.pack in packs for one in LINEAGES.values())
    assert "Daimoinon" not in words(page(evening="masquerade"))
    for specialty, (name, _) in SPECIALTY_NAMES.items():
        assert f"{name} {SPECIALTY_EFFECTS[specialty]}" in section(markup, "clans")


def test_the_trades_are_those_of_the_table() -> None:
    assert {int(players): text for players, text in rows(page(), "trades")}.keys() == set(PARTNERS)
    for players, text in rows(page(), "trades"):
        pairs = [part for part in text.split("; ") if "itself" not in part]
        assert [part.split(":")[0] for part in pairs] == [
            f"{higher} and {lower}" for higher, lower, _ in PARTNERS[int(players)]
        ]
    forced = section(page(), "trades")
    assert LONGEST_WISH == 10
    assert "up to ten cards" in forced
    assert f"Each step has {TRADE_SECONDS} seconds" in forced


def test_windows_last_as_long_as_the_page_says() -> None:
    assert f"Silence for {boons.SECONDS} seconds" in section(page(), "politics")
    assert f"there are {uses.SECONDS} seconds" in section(page(), "disciplines")
    masquerade = page(evening="masquerade")
    assert f"For {pacts.SECONDS} seconds" in section(masquerade, "masquerade")


def test_what_is_not_in_play_is_not_explained() -> None:
    assert 'id="clans"' not in page(evening="ranks")
    assert 'id="trades"' not in page(evening="plain")
    assert 'id="masquerade"' not in page()
    assert "This table plays without boons." in section(page(boons=False), "politics")
    assert "after 5 rounds" in section(page(rounds=5), "end")
    assert words(page()).count("our ruling") > 25


def test_the_tables_page_has_the_names_and_effects_of_the_rules() -> None:
    """The browser holds no rules, but it names powers: by the same words."""
    script = "".join(path.read_text(encoding="utf-8") for path in SCRIPTS)
    said = set(re.findall(r'"((?:[^"\\]|\\.)*)"', script))
    texts = {text for one in POWERS.values() for text in (one.name, one.neutral, *one.levels)}
    texts |= {text for _, levels in RULESETS["hr1"].texts for text in levels}
    texts |= {name for one in LINEAGES.values() for name in (one.name, one.neutral)}
    texts |= {name for names in SPECIALTY_NAMES.values() for name in names}
    for table in (UPPER, LOWER):
        sects = (titles for by_sect in table.values() for titles in by_sect.values())
        texts |= {title for titles in sects for title in titles}
    assert texts - said == set()
