"""The decisions of a new first rank, dots placed freely, and conversions (page 4.3, 5.2)."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from app.games.scum_the_masquerade import GAME
from app.games.scum_the_masquerade.display_names import title
from app.games.scum_the_masquerade.moves import Confirm, Decide, Declare
from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.powers import decisions, declaring
from app.games.scum_the_masquerade.powers.clans import LINEAGES, Clan, Pack, Specialty
from app.games.scum_the_masquerade.powers.disciplines import Discipline
from app.games.scum_the_masquerade.powers.sheets import Dot, Sheet, dots
from app.games.scum_the_masquerade.state import Phase
from app.rules.composing import compose
from app.table.model.client_messages import Compose
from tests.games.scum_the_masquerade.table import A, B, C, D, Table, playing

X = Discipline
MASQUERADE = Options(evening="masquerade")
SABBAT = Decide((Pack.CAMARILLA, Pack.SABBAT), loose=True, outside=True)
BRUJAH = Sheet.of(Clan.BRUJAH, dots(LINEAGES[Clan.BRUJAH].disciplines))
CLANLESS = Sheet.of(None, dots((X.POTENCE, X.PRESENCE, X.CELERITY)))
MORTAL = Sheet(specialty=Specialty.INQUISITOR)


def next_round(options: Options = MASQUERADE, **public: Any) -> Table:
    """The beginning of a round of four that keep the order A, B, C, D."""
    values: Any = {"sheets": (Sheet(),) * 4, **public}
    table = playing("4C", "6C", "8C", "KC KD", options=options, **values)
    for seat in (A, B, C):
        table.plays(seat, table.crypt(seat))
    for seat in (A, B, C, D):
        table.does(seat, Confirm())
    return table


def decided(move: Decide = SABBAT, **public: Any) -> Table:
    return next_round(**public).does(A, move)


# -- decisions


def test_a_new_first_rank_decides_before_anybody_declares() -> None:
    """Owner, 1.1 to 1.5."""
    table = next_round()
    assert (table.public.phase, GAME.awaited_seats(table.public)) == (Phase.DECIDE, (A,))
    table.does(A, SABBAT)
    assert table.public.decisions == SABBAT
    assert (table.public.phase, GAME.awaited_seats(table.public)) == (Phase.DECLARE, (A,))


def test_a_first_rank_who_stays_changes_nothing() -> None:
    """H16: the seed gives the change to a new Justicar."""
    kept: Any = {"decided_by": A, "decisions": SABBAT}
    assert next_round(**kept).public.phase is Phase.DECLARE
    assert next_round(decided_by=B, decisions=SABBAT).public.phase is Phase.DECIDE


def test_silence_keeps_what_was_decided_before() -> None:
    """A3; the first time it is Camarilla clans, straight, and no more."""
    assert next_round().time_is_up(A).public.decisions == Decide((Pack.CAMARILLA,))
    table = next_round(decided_by=B, decisions=SABBAT).time_is_up(A)
    assert (table.public.decisions, table.public.decided_by) == (SABBAT, A)


@pytest.mark.parametrize(
    "move",
    [
        Decide(()),
        Decide((Pack.BLOODLINES,)),
        Decide((Pack.CAMARILLA, Pack.CAMARILLA)),
        Decide((Pack.CAMARILLA,), loose=True, outside=True),
        Decide((Pack.CAMARILLA, Pack.SABBAT), outside=True),
    ],
)
def test_what_cannot_be_decided_is_refused(move: Decide) -> None:
    """4.3: a pack at least, rare disciplines only with loose dots and both sides (A8)."""
    assert next_round().refusal(A, move, "decide") == "not-a-decision"


def test_sabbat_clans_that_are_played_count_for_the_rare_dot() -> None:
    """A8: owner, 1.3, "are being played"."""
    lone = Decide((Pack.CAMARILLA,), loose=True, outside=True)
    played = Sheet.of(Clan.GANGREL_CITY, dots(LINEAGES[Clan.GANGREL_CITY].disciplines))
    table = next_round(sheets=(played, Sheet(), Sheet(), Sheet()))
    assert table.prompt_for(A, lone) is not None


def test_the_host_may_leave_out_the_sabbat() -> None:
    table = next_round(replace(MASQUERADE, clans="camarilla"))
    assert table.refusal(A, Decide((Pack.SABBAT,)), "decide") == "not-a-decision"


def test_a_first_night_knows_no_decisions_and_places_each_dot_in_another_discipline() -> None:
    table = next_round(Options())
    assert table.public.phase is Phase.DECLARE
    listed = list(declaring.choices(table.public, A))
    assert len(listed) == 6
    assert all(len(set(one.disciplines)) == 3 for one in listed)
    (prompt, *_) = GAME.prompts(table.view(A))
    assert GAME.next_step(table.view(A), prompt, ()) is None


def test_the_clan_of_the_first_rank_gives_the_titles() -> None:
    """Owner, 1.1.1 and 1.1.2."""
    sabbat = Sheet.of(Clan.TOREADOR_ANTITRIBU, dots(LINEAGES[Clan.TOREADOR_ANTITRIBU].disciplines))
    table = playing("4C", "5C", "6C", "7C", sheets=(sabbat, BRUJAH, CLANLESS, MORTAL))
    assert [title(table.public, seat) for seat in (A, B, C)] == ["Regent", "Cardinal", "Pander"]
    other = playing("4C", "5C", "6C", "7C", sheets=(BRUJAH, sabbat, CLANLESS, MORTAL))
    assert [title(other.public, seat) for seat in (A, C)] == ["Justicar", "Caitiff"]


# -- clans and dots


def test_only_clans_of_allowed_packs_are_declared_and_those_in_play_stay() -> None:
    """Owner, "The Next Round" 1: not retroactive."""
    table = decided(Decide((Pack.CAMARILLA,)))
    antitribu = Declare(Clan.VENTRUE_ANTITRIBU, LINEAGES[Clan.VENTRUE_ANTITRIBU].disciplines)
    assert table.refusal(A, antitribu, "declare") == "not-a-declaration"
    assert decided().prompt_for(A, antitribu) is not None
    sheet = Sheet.of(Clan.VENTRUE_ANTITRIBU, dots(antitribu.disciplines))
    kept = next_round(sheets=(sheet, BRUJAH, CLANLESS, MORTAL)).does(A, Decide((Pack.CAMARILLA,)))
    assert kept.public.sheets[A].clan is Clan.VENTRUE_ANTITRIBU


def test_straight_dots_are_split_freely_within_the_clan() -> None:
    """H38: 1/1/1, 2/1/0 or 3/0/0."""
    table = decided(Decide((Pack.CAMARILLA,)))
    for three in ((X.POTENCE,) * 3, (X.CELERITY, X.POTENCE, X.CELERITY)):
        assert table.prompt_for(A, Declare(Clan.BRUJAH, three)) is not None
    strange = Declare(Clan.BRUJAH, (X.POTENCE, X.POTENCE, X.AUSPEX))
    assert table.refusal(A, strange, "declare") == "not-a-declaration"
    table.does(A, Declare(Clan.BRUJAH, (X.CELERITY, X.POTENCE, X.CELERITY)))
    for seat in (B, C, D):
        table.time_is_up(seat)
    assert table.public.sheets[A].dots == (Dot(X.POTENCE, 1), Dot(X.CELERITY, 2))


def test_of_loose_dots_one_may_be_in_a_common_discipline_outside_the_clan() -> None:
    """H39, H40."""
    loose = Decide((Pack.CAMARILLA, Pack.SABBAT), loose=True)
    table = decided(loose)
    one = Declare(Clan.BRUJAH, (X.POTENCE, X.POTENCE, X.AUSPEX))
    two = Declare(Clan.BRUJAH, (X.POTENCE, X.DOMINATE, X.AUSPEX))
    rare = Declare(Clan.BRUJAH, (X.POTENCE, X.POTENCE, X.PROTEAN))
    assert table.prompt_for(A, one) is not None
    assert table.refusal(A, two, "declare") == "not-a-declaration"
    assert table.refusal(A, rare, "declare") == "not-a-declaration"
    assert decided().prompt_for(A, rare) is not None, "the option for Protean"


def test_each_declaration_is_listed_once_and_the_default_first() -> None:
    table = decided()
    for seat in (A, C, D):
        listed = list(declaring.choices(table.public, seat))
        assert len(set(listed)) == len(listed)
        assert all(declaring.in_order(table.public, seat, one) == one for one in listed)
    first = next(declaring.choices(table.public, A))
    assert first == Declare(Clan.BRUJAH, LINEAGES[Clan.BRUJAH].disciplines)
    assert next(declaring.choices(table.public, D)) == Declare(None, (), Specialty.INQUISITOR)


def test_without_camarilla_clans_the_default_is_the_antitribu() -> None:
    """H18, A28."""
    table = decided(Decide((Pack.SABBAT,)))
    assert decisions.default_clan(table.public) is Clan.BRUJAH_ANTITRIBU
    assert next(declaring.choices(table.public, A)).clan is Clan.BRUJAH_ANTITRIBU


def test_a_clan_and_its_dots_are_composed_one_by_one() -> None:
    table = decided(SABBAT)
    (prompt, *_) = GAME.prompts(table.view(A))
    seen = table.view(A)

    def step(*picks: list[str]) -> list[object]:
        found = compose(GAME, seen, prompt, picks).step
        assert found is not None
        return [choice.value for choice in found.choices]

    assert step()[:2] == [Clan.BRUJAH, Clan.MALKAVIAN]
    assert step(["brujah"]) == [X.POTENCE, X.PRESENCE, X.CELERITY]
    assert step(["brujah"], ["presence"]) == [X.PRESENCE, X.CELERITY]
    last = step(["brujah"], ["presence"], ["presence"])
    assert last[:2] == [X.PRESENCE, X.CELERITY]
    assert X.PROTEAN in last
    made = compose(GAME, seen, prompt, [["brujah"], ["presence"], ["presence"], ["auspex"]]).move
    assert made == Declare(Clan.BRUJAH, (X.PRESENCE, X.PRESENCE, X.AUSPEX))


def test_decisions_are_composed_and_what_leaves_no_choice_has_no_step() -> None:
    table = next_round()
    (prompt, *_) = GAME.prompts(table.view(A))
    made = compose(GAME, table.view(A), prompt, [["camarilla"], [1], [1]])
    assert made.move == Decide((Pack.CAMARILLA,), loose=True, illegal=True)
    both = compose(GAME, table.view(A), prompt, [["sabbat", "camarilla"], [1], [1], [0]])
    assert both.move == SABBAT
    strict = next_round(Options(evening="masquerade", illegal_trades=False))
    made = compose(GAME, strict.view(A), prompt, [["camarilla"], [0]])
    assert made.move == Decide((Pack.CAMARILLA,)), "without the host's switch nobody is asked"


def test_every_choice_of_the_decisions_can_be_sent() -> None:
    """The wire takes words and numbers; a page that sent anything else was disconnected."""
    table = next_round()
    (prompt, *_) = GAME.prompts(table.view(A))
    picks: list[list[Any]] = []
    while (step := compose(GAME, table.view(A), prompt, picks).step) is not None:
        picks.append([step.choices[-1].value])
        sent = msgspec.json.encode(Compose("c" * 22, prompt.key, picks))
        assert msgspec.json.decode(sent, type=Compose).picks == picks
    assert len(picks) > 1


def test_decisions_are_said_before_they_are_sent() -> None:
    table = next_round()
    (prompt, *_) = GAME.prompts(table.view(A))
    made = compose(GAME, table.view(A), prompt, [["camarilla", "sabbat"], [1], [1], [0]])
    assert made.move == SABBAT
    assert made.text == (
        "Camarilla clans and Sabbat clans; one dot may be outside the clan, even in rare "
        "disciplines; no illegal trades."
    )


# -- conversion

ANTITRIBU = Sheet.of(Clan.TOREADOR_ANTITRIBU, dots(LINEAGES[Clan.TOREADOR_ANTITRIBU].disciplines))


def under_the_sabbat(**public: Any) -> Table:
    """A new first rank of a Sabbat clan; B is of the Camarilla."""
    sheets = (ANTITRIBU, BRUJAH, CLANLESS, MORTAL)
    return next_round(sheets=sheets, **public)


def test_under_a_new_first_rank_of_the_other_side_a_player_may_change_sides() -> None:
    """8.4: an allowed clan of that side, with new dots; the only exception to the freeze."""
    table = under_the_sabbat().does(A, Decide((Pack.CAMARILLA, Pack.SABBAT)))
    assert GAME.awaited_seats(table.public) == (B,)
    listed = {one.clan for one in declaring.choices(table.public, B)}
    assert listed == {Clan.BRUJAH} | set(decisions.clans_of((Pack.SABBAT,)))
    own = [one for one in declaring.choices(table.public, B) if one.clan is Clan.BRUJAH]
    assert own == [Declare(Clan.BRUJAH, BRUJAH.disciplines)], "the freeze holds for the own clan"
    city = Declare(Clan.GANGREL_CITY, (X.CELERITY, X.CELERITY, X.PROTEAN))
    assert table.does(B, city).public.sheets[B] == Sheet.of(city.clan, dots(city.disciplines))


def test_silence_keeps_the_clan_and_nobody_is_asked_again_under_the_same_first_rank() -> None:
    """8.4, A17: once for each new Justicar."""
    table = under_the_sabbat().does(A, Decide((Pack.CAMARILLA, Pack.SABBAT))).time_is_up(B)
    assert table.public.sheets[B].clan is Clan.BRUJAH
    assert (table.public.may_convert, table.public.converted_to) == ((), A)
    both = Decide((Pack.CAMARILLA, Pack.SABBAT))
    asked = under_the_sabbat(decided_by=A, decisions=both)
    assert GAME.awaited_seats(asked.public) == (B,)
    again = under_the_sabbat(decided_by=A, decisions=both, converted_to=A)
    assert again.public.phase is not Phase.DECLARE


def test_nobody_converts_where_no_clan_of_that_side_is_allowed_or_the_sides_are_one() -> None:
    table = under_the_sabbat().does(A, Decide((Pack.CAMARILLA,)))
    assert table.public.phase is not Phase.DECLARE
    same = next_round(sheets=(BRUJAH, BRUJAH, CLANLESS, MORTAL)).does(A, SABBAT)
    assert same.public.phase is not Phase.DECLARE


def test_a_conversion_is_composed_and_to_keep_the_clan_is_one_step() -> None:
    table = under_the_sabbat().does(A, Decide((Pack.CAMARILLA, Pack.SABBAT)))
    (prompt, *_) = GAME.prompts(table.view(B))
    keep = compose(GAME, table.view(B), prompt, [["brujah"]]).move
    assert keep == Declare(Clan.BRUJAH, BRUJAH.disciplines)


def test_a_rare_dot_that_nobody_can_have_any_more_does_not_stand() -> None:
    """A8: the Sabbat clan that made it possible is out of play, and silence keeps the rest."""
    before = Decide((Pack.CAMARILLA,), loose=True, outside=True)
    table = next_round(decided_by=B, decisions=before)
    (prompt, *_) = GAME.prompts(table.view(A))
    listed = list(GAME.legal_answers(table.view(A), prompt))
    assert all(GAME.check_answer(table.view(A), prompt, one) is None for one in listed)
    assert table.time_is_up(A).public.decisions == Decide((Pack.CAMARILLA,), loose=True)
