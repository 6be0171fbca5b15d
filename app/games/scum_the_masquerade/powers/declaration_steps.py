"""Decisions and declarations that are composed in steps, where dots are placed freely."""

from typing import Any, Final, TypeAlias

from app.games.scum_the_masquerade.moves import Decide, Declare
from app.games.scum_the_masquerade.powers import decisions, declaring, power_text
from app.games.scum_the_masquerade.powers.clans import (
    GHOUL_DEFAULT,
    LINEAGES,
    SPECIALTY_EFFECTS,
    SPECIALTY_NAMES,
    Clan,
    Pack,
    Specialty,
)
from app.games.scum_the_masquerade.powers.disciplines import COMMON, Discipline
from app.games.scum_the_masquerade.state import ScumView, Tableau
from app.rules.game import MoveStep, Seat
from app.rules.phrases import join_words
from app.rules.values import Choice

Picks: TypeAlias = tuple[tuple[Any, ...], ...]
DOT: Final = ("first", "second", "third")


# -- the decisions of a new first rank


def decide_step(public: Tableau, picks: Picks) -> MoveStep | None:
    """The step after these picks: what the table leaves to the first rank to choose."""
    fields = _decided(public, picks)
    if "packs" not in fields:
        packs = decisions.open_packs(public)
        choices = tuple(Choice(one, power_text.PACK_NAMES[one].capitalize()) for one in packs)
        text = "Which clans may be declared?"
        alone = Pack.BLOODLINES in packs
        return MoveStep("packs", "options", text, choices, 1, len(packs), checked_after=alone)
    if "loose" not in fields:
        return _yes_or_no("loose", "May one of the three dots be outside the clan?")
    if "outside" not in fields:
        return _yes_or_no("outside", "May that dot be in a rare discipline?")
    if "illegal" not in fields:
        return _yes_or_no("illegal", "Are illegal trades allowed?")
    return None


def _yes_or_no(field: str, text: str) -> MoveStep:
    return MoveStep(field, "options", text, (Choice(0, "No"), Choice(1, "Yes")))


def composed_decision(public: Tableau, picks: Picks) -> Decide:
    """The decisions that complete picks make."""
    return Decide(**_decided(public, picks))


def _decided(public: Tableau, picks: Picks) -> dict[str, Any]:
    left = list(picks)
    made: dict[str, Any] = {}
    packs = decisions.open_packs(public)
    if len(packs) == 1:
        made["packs"] = packs
    elif left:
        chosen = left.pop(0)
        made["packs"] = tuple(one for one in packs if one in chosen)
    if "packs" in made and left:
        made["loose"] = bool(left.pop(0)[0])
    if "loose" in made:
        if not (made["loose"] and decisions.may_go_outside(public, made["packs"])):
            made["outside"] = False
        elif left:
            made["outside"] = bool(left.pop(0)[0])
    if "outside" in made:
        if not public.options.has_illegal_trades:
            made["illegal"] = False
        elif left:
            made["illegal"] = bool(left.pop(0)[0])
    return made


# -- a declaration


def declare_step(view: ScumView, picks: Picks) -> MoveStep | None:
    """The step after these picks; None where dots are not free, or all are placed."""
    public, seat = view.public, view.seat
    assert seat is not None
    if not public.options.decisions:
        return None
    match declaring.standing(public, seat):
        case "clanned":
            return _clan_step(public, seat, picks)
        case "clanless":
            if picks:
                return None
            special = decisions.clanless(public)
            return MoveStep(
                "disciplines",
                "options",
                "Which three disciplines?",
                _named(public, (*COMMON, *special)),
                declaring.DOTS,
                declaring.DOTS,
                checked_after=len(special) > 1,
            )
        case _:
            if not picks:
                return _specialty_step(public)
            ghoul = picks[0][0] == Specialty.GHOUL
            if not ghoul or len(picks) > len(GHOUL_DEFAULT):
                return None
            return _dot_step(public, COMMON, (), picks[1:])


def _clan_step(public: Tableau, seat: Seat, picks: Picks) -> MoveStep | None:
    if not picks:
        choices = []
        for clan in declaring.clans(public, seat):
            own = [power_text.name(public, one) for one in LINEAGES[clan].disciplines]
            name = power_text.clan_name(clan, public.options.naming)
            choices.append(Choice(clan, f"{name}: {join_words(own)}"))
        return MoveStep("clan", "options", "Which clan?", tuple(choices))
    if len(picks) > declaring.DOTS:
        return None
    clan = Clan(picks[0][0])
    if seat in public.may_convert and clan is public.sheets[seat].clan:
        return None
    last = len(picks) == declaring.DOTS
    outside = decisions.outsiders(public, clan) if last else ()
    return _dot_step(public, LINEAGES[clan].disciplines, outside, picks[1:])


def _dot_step(
    public: Tableau, own: tuple[Discipline, ...], outside: tuple[Discipline, ...], before: Picks
) -> MoveStep:
    """Dots are placed in the order of the disciplines, so that each split is made in one way."""
    at = own.index(Discipline(before[-1][0])) if before else 0
    word = DOT[len(before)]
    text = f"Where does the {word} dot go? More dots in one make higher levels."
    return MoveStep(f"{word}-dot", "options", text, _named(public, (*own[at:], *outside)))


def _specialty_step(public: Tableau) -> MoveStep:
    choices = tuple(
        Choice(
            one,
            f"{power_text.specialty_name(one, public.options.naming)}: {SPECIALTY_EFFECTS[one]}",
        )
        for one in SPECIALTY_NAMES
    )
    return MoveStep("specialty", "options", "Which specialty?", choices)


def _named(public: Tableau, disciplines: tuple[Discipline, ...]) -> tuple[Choice, ...]:
    return tuple(Choice(one, power_text.name(public, one)) for one in disciplines)


def composed_declaration(view: ScumView, picks: Picks) -> Declare:
    """The declaration that complete picks make."""
    public, seat = view.public, view.seat
    assert seat is not None
    match declaring.standing(public, seat):
        case "clanned":
            three = tuple(Discipline(one) for (one,) in picks[1:])
            return Declare(Clan(picks[0][0]), three or public.sheets[seat].disciplines)
        case "clanless":
            return Declare(None, tuple(map(Discipline, picks[0])))
        case _:
            dots = tuple(Discipline(one) for (one,) in picks[1:])
            return Declare(None, dots, Specialty(picks[0][0]))
