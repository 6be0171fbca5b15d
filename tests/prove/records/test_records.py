"""The corpus is read as before, and hidden hands are recognised."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from app.games import BY_SLUG, GAMES
from tests.prove.records import corpus
from tests.prove.records.canaries import marks, seen_in
from tests.prove.records.replay_faults import shuffles_mean_something_else


def test_every_game_has_kept_matches_and_all_are_read_as_they_were_then() -> None:
    count, faults = corpus.checked()
    assert faults == []
    assert count == len(corpus.files())
    assert {corpus.lines_of(file)[0]["game"] for file in corpus.files()} == set(BY_SLUG)


@pytest.mark.parametrize("file", corpus.files(), ids=lambda file: file.stem)
def test_whatever_is_changed_in_a_kept_match_is_noticed(file: Path) -> None:
    head, *entries = corpus.lines_of(file)

    def spoilt(ply: int, **fields: Any) -> list[Any]:
        return [head, *entries[:ply], {**entries[ply], **fields}, *entries[ply + 1 :]]

    assert corpus.fault_in(spoilt(1, at=entries[1]["at"] + 1), BY_SLUG) is not None
    assert corpus.fault_in(spoilt(2, entry={"type": "expired", "key": "none"}), BY_SLUG) is not None
    assert (
        corpus.fault_in([head, *entries[:-1]], BY_SLUG) == "its receipt is not that of its entries"
    )
    assert corpus.fault_in([{**head, "receipt": "0" * 64}, *entries], BY_SLUG) is not None


def test_rules_that_changed_without_a_new_version_are_noticed_and_older_versions_are_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heads = [corpus.lines_of(file)[0] for file in corpus.files()]
    current = [
        head for head in heads if BY_SLUG[head["game"]].rules_version == head["rules_version"]
    ]
    assert {head["game"] for head in current} == BY_SLUG.keys()
    with monkeypatch.context() as patch:
        shuffles_mean_something_else(patch)
        assert len(corpus.checked()[1]) == len(current)
    older = {
        game.slug: type(game.slug, (type(game),), {"rules_version": game.rules_version + 1})()
        for game in GAMES
    }
    assert corpus.checked(older)[1] == []
    assert msgspec.json.encode(corpus.checked({})[1]) == b"[]"


WHOLE = {
    "DisciplineUsed",
    "UseCancelled",
    "BoonAsked",
    "BoonAnswered",
    "PactsRevealed",
    "Exchanged",
    "Revolution",
}


def test_a_kept_match_of_the_masquerade_has_its_disciplines_and_politics() -> None:
    """Issue 19: the other kept matches end with their first round, in which nothing is used."""
    game = BY_SLUG["scum-the-masquerade"]
    kept = [corpus.lines_of(file) for file in corpus.files() if file.stem.startswith("whole")]
    events = {
        type(event).__name__
        for lines in kept
        if (lines[0]["game"], lines[0]["rules_version"]) == (game.slug, game.rules_version)
        for state in corpus.states_of(game, lines)
        for event in state.events
    }
    assert events >= WHOLE


HAND = ["2C", "5C", "9D", "JH", "QS", "KS"]


@pytest.mark.parametrize(
    "answer",
    [
        '{"hand": ["2C","5C","9D","JH","QS","KS"]}',
        "<b>5C</b>, <i>9D</i> JH <span class='card'>QS</span>\nKS",
    ],
)
def test_a_hand_is_recognised_however_it_is_written_down(answer: str) -> None:
    assert seen_in(answer, marks({"hand": HAND}))


@pytest.mark.parametrize(
    "answer",
    ["", "2C 5C 9D JH", "KS QS JH 9D 5C 2C", '{"hand": ["2C", "5C", "9H", "JH", "QS", "KS"]}'],
)
def test_what_only_resembles_a_hand_is_none(answer: str) -> None:
    assert not seen_in(answer, marks({"hand": HAND}))


def test_a_few_numbers_in_a_row_betray_nothing_and_an_order_does() -> None:
    assert not marks({"points": [1, 2, 3, 4, 5]})
    assert seen_in("order: 7, 1, 4, 9, 3, 0, 8, 2, 5, 6.", marks([7, 1, 4, 9, 3, 0, 8, 2, 5, 6]))
