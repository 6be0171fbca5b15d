"""The kit's own tools: the tables it tries, the seeds it keeps, the words it prints."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest

from app.games import GAMES
from app.rules.codec import to_json
from app.rules.game import AnyGame, Game, OpenedPosition, Seat
from app.rules.replay import Expired, Played, Setup, Shuffled
from tests.fair.short_pack import PACK, ShortPack
from tests.games.kit import failed_seeds, pairwise_setups
from tests.games.kit.adapter import Adapter, adapter
from tests.games.kit.card_exchange import exchanged
from tests.games.kit.card_renaming import renamed
from tests.games.kit.checks import EACH_VALUE
from tests.games.kit.counts import Counts, counts_table
from tests.games.kit.first_difference import first_difference
from tests.games.kit.match_record import Broken, new_record
from tests.games.kit.noninterference_history import history_of
from tests.games.kit.observation import compare
from tests.games.kit.shuffle_openings import shuffle_openings
from tests.games.kit.transcripts import said
from tests.table.conformance import ADAPTER, shows
from tests.table.high_card import GAME, Choose, Crow, HighCard, HighCardOptions


@pytest.mark.parametrize("game", [GAME, *GAMES], ids=lambda game: game.slug)
def test_every_two_values_of_seats_and_options_meet_at_some_table(game: AnyGame) -> None:
    rows = [
        (("seats", setup.seats), ("ranked", setup.ranked), *to_json(setup.options).items())
        for setup in pairwise_setups.pairwise_setups(game)
    ]
    assert all(
        game.config_problem(setup.seats, setup.options) is None
        for setup in pairwise_setups.pairwise_setups(game)
    )
    met = {frozenset(map(str, two)) for row in rows for two in combinations(row, 2)}
    values = {
        value
        for row in rows
        for value in row
        if value[0] in ("seats", "ranked") or isinstance(value[1], bool)
    }
    assert {("seats", seats) for seats in game.seats} <= values
    left = [
        two
        for two in combinations(values, 2)
        if two[0][0] != two[1][0] and frozenset(map(str, two)) not in met
    ]
    for two in left:
        chosen = dict(two)
        seats = chosen.pop("seats", game.seats[0])
        chosen.pop("ranked", None)
        assert game.config_problem(seats, game.options(**chosen)), f"{two} never meet"


@pytest.mark.parametrize("game", [GAME, *GAMES], ids=lambda game: game.slug)
def test_the_first_setups_have_each_value_of_seats_and_options(game: AnyGame) -> None:
    first, every = (
        {
            (name, str(value))
            for setup in pairwise_setups.pairwise_setups(game)[:count]
            for name, value in (("seats", setup.seats), *to_json(setup.options).items())
        }
        for count in (EACH_VALUE, None)
    )
    assert first == every


def test_a_game_that_does_not_say_where_its_cards_lie_is_told_so() -> None:
    class Unknown(HighCard):
        slug = "high-card-of-old"
        title = "High Card of Old"

    with pytest.raises(
        Broken,
        match=(
            r"does not say where its cards lie: there is no "
            r"tests\.games\.high_card_of_old\.conformance"
        ),
    ):
        adapter(Unknown())


def test_a_pair_of_values_with_a_config_problem_is_left_out() -> None:
    few = [setup.seats for setup in pairwise_setups.pairwise_setups(GAME) if setup.options.few]
    assert set(few) == {2, 3}


def test_the_tables_are_always_the_same() -> None:
    pairwise_setups.pairwise_setups.cache_clear()
    once = pairwise_setups.pairwise_setups(GAME)
    pairwise_setups.pairwise_setups.cache_clear()
    assert pairwise_setups.pairwise_setups(GAME) == once


def test_a_seed_that_failed_is_kept_once(tmp_path: Path) -> None:
    file = tmp_path / "seeds.toml"
    file.write_text("# a comment\n")
    one, other = (
        failed_seeds.FailedSeed("high-card", "lockstep", 7, 50),
        failed_seeds.FailedSeed("high-card", "refusals", 8, 60),
    )
    for kept in (one, other, one):
        failed_seeds.add_seed(kept, file)
    assert list(failed_seeds.read_seeds(file)) == [one, other]
    assert file.read_text().startswith("# a comment\n")


def test_the_table_names_what_was_counted() -> None:
    counts = Counts()
    counts.add("states", 1234)
    counts.sizes += [100] * 99 + [9000]
    lines = list(counts_table({"high-card": counts.counts}, {"high-card": counts.heavy() or 0}))
    assert lines[0].split() == ["states", "frame", "p99"]
    assert lines[1].split() == ["high-card", "1,234", "9,000", "B"]
    with pytest.raises(AssertionError):
        counts.add("luck")


def test_two_worlds_that_differ_say_where() -> None:
    same = {"view": b"{}", "legal moves": b'[{"card":1}]'}
    compare(same, dict(same), Seat(0), "somewhere")
    with pytest.raises(
        Broken, match=r"legal moves tells seat 0 what it may not know; somewhere; .*1.* or .*2"
    ):
        compare(same, {**same, "legal moves": b'[{"card":2}]'}, Seat(0), "somewhere")


def test_unseen_cards_are_exchanged_place_by_place() -> None:
    truth = {Seat(0): ("a", "b"), Seat(1): ("c", "d"), "stock": ("e", "f")}
    world = {Seat(0): ("a", "b"), Seat(1): ("d", "f"), "stock": ("c", "e")}
    assert exchanged(truth, world) == {"c": "f", "e": "c", "f": "e"}
    with pytest.raises(Broken):
        exchanged(truth, {**world, "stock": ("e",)})


class OpenPack(ShortPack):
    """The first card of each seat is dealt face up, into its hand."""

    def deal_plan(self, public: Any) -> tuple[str, ...]:
        plan = super().deal_plan(public)
        return plan if public.shuffles else ("*", "*", "*", *plan[3:])

    def apply_shuffle(self, state: Any, order: Sequence[int]) -> Any:
        after = super().apply_shuffle(state, order)
        table = after.public.table if state.public.shuffles else [PACK[at] for at in order[:3]]
        public = msgspec.structs.replace(after.public, table=tuple(table))
        return msgspec.structs.replace(after, public=public)

    def opened_cards(self, view: Any) -> tuple[OpenedPosition, ...]:
        first = view.public.shuffles == view.public.deal == 1
        open_to_all = {OpenedPosition(at, 0) for at in range(3) if first}
        return (*{*super().opened_cards(view), *open_to_all},)

    def last_deal(self, state: Any) -> Any:
        return Game.last_deal(self, state)


def hands_in_an_open_pack(state: Any) -> dict[Any, Sequence[str]]:
    """A card that was looked at stays where it lies, so it is in no hand."""
    looked = state.public.looked
    seats = enumerate(one.cards for one in state.private)
    return {Seat(seat): cards[: 2 if seat in looked else 3] for seat, cards in seats}


def test_face_up_cards_and_those_seen_later_or_of_an_older_shuffle_may_be_opened() -> None:
    game = Adapter(OpenPack(), lambda state: PACK, hands_in_an_open_pack)
    for seed in range(3):
        shuffle_openings(game, seed, 60, Counts())


class Unasked(OpenPack):
    """The table asks for opened cards after shuffles alone."""

    def opened_by(self, public: Any) -> object:
        return "always"


def test_a_card_that_is_opened_where_no_table_asks_for_it_is_found() -> None:
    game = Adapter(Unasked(), lambda state: PACK, hands_in_an_open_pack)
    with pytest.raises(Broken, match="after which the table asks"):
        shuffle_openings(game, 0, 60, Counts())


class Barter(msgspec.Struct, frozen=True, tag_field="type", tag="barter"):
    """A move with cards and seats of equal numbers, in every form in which a move may hold them."""

    card: int
    cards: tuple[int, ...]
    partner: Seat
    ally: Seat | None
    rivals: tuple[Seat, ...]
    gifts: dict[Seat, tuple[int, ...]]
    wish: tuple[Seat, int]
    counter: "Barter | Crow | None" = None
    price: Literal[1, 2] = 1
    """A number among those that its type lists is said, and is no card."""


@pytest.mark.parametrize(
    "counter", [None, Crow(True), Barter(1, (1,), Seat(1), None, (), {}, (Seat(1), 1))]
)
def test_an_exchange_renames_the_cards_of_a_move_and_none_of_its_seats(counter: Any) -> None:
    one, two = Seat(1), Seat(2)
    move = Barter(1, (1, 2), one, one, (one, two), {one: (1, 3), two: ()}, (one, 1), counter, 2)
    other = Barter(2, (2, 1), one, one, (one, two), {one: (2, 3), two: ()}, (one, 2), counter, 2)
    if isinstance(counter, Barter):
        other = msgspec.structs.replace(other, counter=Barter(2, (2,), one, None, (), {}, (one, 2)))
    assert msgspec.convert(renamed(to_json(move), {1: 2, 2: 1}, Barter), Barter) == other


def test_two_values_differ_in_the_first_field_that_is_not_the_same() -> None:
    state = GAME.apply_shuffle(GAME.setup(2, HighCardOptions(), False), range(6))
    swapped = GAME.apply_shuffle(GAME.setup(2, HighCardOptions(), False), (0, 1, 5, 3, 4, 2))
    assert first_difference(state, state) == ""
    assert first_difference(state, swapped) == "private[0].hand[2]: 2 or 5"
    assert first_difference({"a": (1, 2)}, {"a": (1,)}) == "['a'][1]: 2 in one of them alone"
    assert first_difference((None,), (3,)) == "[0]: None or 3"


def test_a_world_without_its_past_is_told_by_the_first_field_that_differs() -> None:
    record = new_record(GAME, Setup(2, HighCardOptions()))
    record.take(Shuffled(tuple(range(6))))
    elsewhere = replace(ADAPTER, past=lambda world, record, viewer: record.entries)
    world = GAME.apply_shuffle(record.states[0], (0, 1, 5, 3, 4, 2))
    with pytest.raises(Broken, match=r"leads to it.*: private\[0\]\.hand\[2\]: 2 or 5$"):
        history_of(elsewhere, record, world, None)


def test_a_secret_answer_shows_nothing_before_the_last() -> None:
    state = GAME.apply_shuffle(GAME.setup(2, HighCardOptions(), False), range(6))
    first = Played(Seat(0), "choose.1", Choose(1))
    assert shows(state, first, Seat(1)) is None
    assert shows(state, first, None) is None
    assert msgspec.json.encode(shows(state, first, Seat(0)))
    state = GAME.apply(state, Seat(0), Choose(1))
    assert shows(state, Played(Seat(1), "choose.1", Choose(3)), None) == shows(
        state, Expired("choose.1"), None
    )


def test_a_move_is_told_by_its_type_and_fields() -> None:
    assert said(Choose(3)) == "choose card 3"
    assert said(Crow(True)) == "crow loud"
    assert said(Crow(False)) == "crow"
