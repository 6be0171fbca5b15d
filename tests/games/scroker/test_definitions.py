"""Definitions: the shipped list, and the words that a table explains."""

from hashlib import sha256
from typing import Any

import pytest

from app.games.scroker import GAME
from app.games.scroker.events import PotWon, Spellchecked
from app.games.scroker.lexicon import MEANINGS_FILE, lexicon, meaning
from app.games.scroker.options import Options
from app.games.scroker.wordnet.build import LONGEST, MEANINGS, cut
from app.web.rendering.options_form import options_schema
from tests.games.scroker.table import A, B, Session

NAMES = ("Ann", "Ben", "Cleo")
DO, DOG, PEN, FLIB = "an:D an:O", "an:D an:O an:G", "le:P ch:E4 le:N", "le:F le:L le:I le:B"
MEANS_DOG = "DOG: “a member of the genus Canis"
MEANS_PEN = "PEN: “a writing implement with a point from which ink flows”."


def meanings() -> dict[str, tuple[str, str]]:
    """By word: the entry that it is or is a form of, and what that means."""
    lines = (line.split("\t") for line in MEANINGS_FILE.read_text(encoding="utf-8").splitlines())
    return {word: (entry, said) for word, entry, said in lines}


def shown_down(a: str, b: str, **options: Any) -> Session:
    """Everybody has bet, and A and B present these words."""
    hands = (f"{a} li:X li:Z", f"{b} le:Q li:K li:V", "le:W le:H le:R an:S li:S")
    session = Session(3, **options).deal(
        *(" ".join(hand.replace("/", "").split()[:5]) for hand in hands)
    )
    session.bet("k k o1 c c").stand_pat().bet("k k k")
    return session if options.get("assist") == "full" else session.declare(A=a, B=b)


class Log:
    """The sentences of the log, of all players."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lines: list[tuple[object, str]] = []
        taken = Session._take

        def take(session: Session, state: Any) -> None:
            taken(session, state)
            self.lines += [
                (event, GAME.say_event(state.public, event, NAMES)) for event in state.events
            ]

        monkeypatch.setattr(Session, "_take", take)

    def of(self, kind: type) -> list[str]:
        return [text for event, text in self.lines if isinstance(event, kind)]

    def explains(self) -> bool:
        return any(
            said in text
            for _, text in self.lines
            for _, said in meanings().values()
            if len(said) > 20
        )


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> Log:
    return Log(monkeypatch)


# -- the list


def test_the_meanings_are_these_byte_for_byte_and_all_of_listed_words() -> None:
    assert (
        sha256(MEANINGS_FILE.read_bytes()).hexdigest()
        == MEANINGS
        == "fdc1020bbeaae84ebae23cc9730145d5c2fef2b2cb79de6fc696df96edbbdcfd"
    )
    assert len(meanings()) == 9998
    assert {word.upper() for word in meanings()} <= lexicon("wide").words


def test_a_meaning_is_one_short_line() -> None:
    assert all(0 < len(said) <= LONGEST + 1 for _, said in meanings().values())
    assert not any('"' in said or said != said.strip() for _, said in meanings().values())


def test_the_licence_is_shipped_beside_them() -> None:
    assert (
        "WordNet 3.0 Copyright 2006 by Princeton University.  All rights reserved."
        in MEANINGS_FILE.with_name("COPYRIGHT").read_text()
    )


def test_a_form_of_a_word_names_it() -> None:
    assert (
        meaning("FEET")
        == "FEET, from FOOT: “the part of the leg of a human being below the ankle joint”."
    )
    assert meaning("DOGS").startswith("DOGS, from DOG: “a member")
    assert meaning("DOGS").endswith("…”.")


def test_a_word_that_wordnet_does_not_know_has_no_meaning() -> None:
    assert lexicon("wide").holds("THE")
    assert meaning("THE") == ""


def test_a_gloss_ends_before_what_explains_it_further() -> None:
    assert cut('a bird (large; grey); also its meat; "we saw one"') == "a bird (large; grey)"
    assert cut('to and fro "it went so"') == "to and fro"
    assert cut("word " * 60) == ("word " * 24).strip() + "…"


# -- the table


def test_a_challenged_word_that_stands_is_told_with_its_meaning(log: Log) -> None:
    shown_down(PEN, DO, meanings=True).answer(B=0)
    (said,) = log.of(Spellchecked)
    assert (
        said
        == f"Ben challenges PEN: it is in the list. Ben pays 2 play chips into the pot. {MEANS_PEN}"
    )


def test_without_the_option_no_meaning_is_told(log: Log) -> None:
    shown_down(PEN, DO).answer(B=0)
    (said,) = log.of(Spellchecked)
    assert said == "Ben challenges PEN: it is in the list. Ben pays 2 play chips into the pot."
    shown_down(PEN, DOG, spellcheck="auto")
    assert log.of(PotWon)
    assert not log.explains()


def test_of_words_that_nobody_challenged_nothing_is_told(log: Log) -> None:
    shown_down(PEN, DO, meanings=True).answer()
    assert log.of(PotWon)
    assert not log.explains()


def test_what_is_told_of_an_unchallenged_word_is_the_same_with_the_option_and_without(
    log: Log,
) -> None:
    shown_down(PEN, DO, meanings=True).answer()
    before, log.lines = [text for _, text in log.lines], []
    shown_down(PEN, DO).answer()
    assert [text for _, text in log.lines] == before


def test_of_two_words_only_the_challenged_one_is_explained(log: Log) -> None:
    session = shown_down(f"{PEN} / an:G an:O", "le:T ch:O1", meanings=True)
    session.answer(B=0).answer()
    assert session.public.pots[0].winners == (A,)
    assert MEANS_PEN in " ".join(log.of(Spellchecked))
    assert meaning("GO")
    assert not any(meaning("GO") in text for _, text in log.lines)
    assert not any("PEN:" in text for text in log.of(PotWon))


def test_of_a_foul_word_nothing_is_told(log: Log) -> None:
    shown_down(FLIB, DOG, meanings=True).answer(C=0)
    (said,) = log.of(Spellchecked)
    assert "FLIB: it is not in the list" in said
    assert not log.explains()


def test_not_even_if_another_list_knows_what_it_means(log: Log) -> None:
    word, (_, said) = next(
        (word, known)
        for word, known in meanings().items()
        if not lexicon("common").holds(word.upper()) and len(known[1]) > 20
    )
    session = shown_down(PEN, DO, meanings=True, lexicon="common")
    session.answer()
    check = Spellchecked(B, A, word.upper(), False, A, 2, 0)
    assert said not in GAME.say_event(session.public, check, NAMES)
    assert said in GAME.say_event(
        session.public, Spellchecked(B, A, word.upper(), True, B, 2, 0), NAMES
    )


@pytest.mark.parametrize(
    "options", [{"spellcheck": "auto"}, {"assist": "full"}], ids=["auto", "full"]
)
def test_where_nothing_can_be_challenged_the_winners_words_are_explained_and_no_others(
    log: Log, options: dict[str, Any]
) -> None:
    session = shown_down(PEN, DOG, meanings=True, **options)
    (won,) = log.of(PotWon)
    winner = session.public.pots[0].winners
    assert winner == (B,)
    assert f". {MEANS_DOG}" in won
    assert not any(MEANS_PEN in text for _, text in log.lines)
    assert sum(MEANS_DOG in text for _, text in log.lines) == 1


def test_the_form_of_a_table_shows_the_option_and_it_is_off_unless_chosen() -> None:
    field = options_schema(GAME)["meanings"]
    assert (field["type"], field["title"], field["default"]) == (
        "boolean",
        "Show what words mean",
        False,
    )
    assert Options().meanings is False
