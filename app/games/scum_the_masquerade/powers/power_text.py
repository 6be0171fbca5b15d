"""The sentences about clans and disciplines, with neutral names where the table wants them."""

from collections.abc import Sequence

from app.games.scum_the_masquerade import events
from app.games.scum_the_masquerade.display_names import cards_in_words, ranks_in_words
from app.games.scum_the_masquerade.moves import Decide, Declare, Demand, Move, PlayWith, Use
from app.games.scum_the_masquerade.powers.clans import (
    LINEAGES,
    SPECIALTY_NAMES,
    Clan,
    Pack,
    Specialty,
)
from app.games.scum_the_masquerade.powers.disciplines import POWERS, Discipline
from app.games.scum_the_masquerade.powers.rulesets import levels
from app.games.scum_the_masquerade.state import Tableau
from app.games.scum_the_masquerade.titles import Naming
from app.rules.phrases import join_words


def name(public: Tableau, discipline: Discipline) -> str:
    """The name of a discipline at this table."""
    power = POWERS[discipline]
    return power.neutral if public.options.naming == "neutral" else power.name


def at_level(public: Tableau, discipline: Discipline, level: int) -> str:
    """The name of a discipline as it is used: "Auspex", "Auspex at level 2"."""
    return name(public, discipline) + (f" at level {level}" if level > 1 else "")


def clan_name(clan: Clan, naming: Naming) -> str:
    """The name of a clan at a table."""
    return LINEAGES[clan].neutral if naming == "neutral" else LINEAGES[clan].name


def specialty_name(specialty: Specialty, naming: Naming) -> str:
    """The name of a specialty at a table."""
    return SPECIALTY_NAMES[specialty][naming == "neutral"]


PACK_NAMES = {
    Pack.CAMARILLA: "Camarilla clans",
    Pack.INDEPENDENT: "Independent clans",
    Pack.SABBAT: "Sabbat clans",
    Pack.BLOODLINES: "bloodlines",
}


def in_dots(public: Tableau, disciplines: Sequence[Discipline]) -> str:
    """ "Potence, Presence 2": the number of dots is said from two on."""
    counts = {one: disciplines.count(one) for one in disciplines}
    return join_words(
        [name(public, one) + (f" {many}" if many > 1 else "") for one, many in counts.items()]
    )


def say_event(
    public: Tableau,
    event: events.Decided
    | events.Declared
    | events.DisciplineUsed
    | events.UseCancelled
    | events.CryptSeen
    | events.DotLost
    | events.DotRestored
    | events.TurnLost
    | events.PactsRevealed
    | events.DebtsCollected
    | events.HuntDeclared,
    names: Sequence[str],
) -> str:
    """The sentence of the log."""
    match event:
        case events.Decided(seat, packs, loose, outside, illegal):
            trades = "; illegal trades are allowed" if illegal else ""
            return f"{names[seat]} decides: {_clans_and_dots(packs, loose, outside)}{trades}."
        case events.Declared(seat, clan, disciplines, specialty):
            own = in_dots(public, disciplines)
            if specialty is not None:
                with_dots = f": {own}" if disciplines else ""
                named = specialty_name(specialty, public.options.naming)
                return f"{names[seat]} is the {named}{with_dots}."
            if clan is None:
                return f"{names[seat]} has no clan, and chooses {own}."
            return f"{names[seat]} chooses clan {clan_name(clan, public.options.naming)}: {own}."
        case events.PactsRevealed(seats, _):
            takers = join_words([names[seat] for seat in seats])
            rise = "rises" if len(seats) == 1 else "rise"
            return f"Pacts are revealed: {takers} {rise} by a rank, with cards unseen."
        case events.HuntDeclared(seat, hunted):
            return f"{names[seat]} declares a blood hunt on {names[hunted]}."
        case events.DebtsCollected(seats):
            fallen = join_words([names[seat] for seat in seats])
            fall = "falls" if len(seats) == 1 else "fall"
            return f"The debt of a pact is due: {fallen} {fall} to last place."
        case events.DisciplineUsed(seat, discipline, level, targets, cards, demand, ranks):
            on = f" on {join_words([names[one] for one in targets])}" if targets else ""
            verb = "take" if discipline is Discipline.ANIMALISM else "hand over"
            what = f" to {verb} the {cards_in_words(cards)}" if cards else ""
            hand = f", and demands the {demand} hand"
            if demand in (Demand.ANY, Demand.NAMED):
                hand = ", and will name the hand" if demand is Demand.NAMED else ""
            if ranks:
                hand = f", and forbids {ranks_in_words(ranks)} on top"
            return f"{names[seat]} uses {at_level(public, discipline, level)}{on}{what}{hand}."
        case events.UseCancelled(seat, user, discipline):
            return f"{names[seat]} cancels {names[user]}’s {name(public, discipline)}."
        case events.CryptSeen(seat, target):
            return f"{names[seat]} looks at {names[target]}’s cards."
        case events.DotLost(seat, lost):
            what = f"a dot of {name(public, lost)}" if lost is not None else "a charge"
            return f"{names[seat]} loses {what} for this round."
        case events.DotRestored(seat, restored):
            return f"{names[seat]} gets back a dot of {name(public, restored)}."
        case events.TurnLost(seat):
            return f"{names[seat]} loses this turn."


def _clans_and_dots(packs: tuple[Pack, ...], loose: bool, outside: bool) -> str:
    allowed = join_words([PACK_NAMES[pack] for pack in packs])
    dots = "one dot may be outside the clan" if loose else "all dots in the clan"
    return f"{allowed}; {dots}{', even in rare disciplines' if outside else ''}"


def say_effect(public: Tableau, move: Move) -> str:
    """The effect of a decision, declaration or use before it is made."""
    match move:
        case Decide(packs, loose, outside, illegal):
            said = _clans_and_dots(packs, loose, outside)
            trades = ""
            if public.options.has_illegal_trades:
                trades = f"; {'illegal trades are allowed' if illegal else 'no illegal trades'}"
            return f"{said[0].upper()}{said[1:]}{trades}."
        case Use() | PlayWith():
            return levels(public.options, move.discipline)[move.level - 1]
        case Declare(_, disciplines):
            lines = [
                f"{name(public, one)}: {text}"
                for one in dict.fromkeys(disciplines)
                for text in levels(public.options, one)[: disciplines.count(one)]
            ]
            return " ".join(lines)
        case _:
            return ""


def say_pending(public: Tableau, names: Sequence[str]) -> str:
    """The use that waits for answers."""
    pending = public.pending
    assert pending is not None
    use = pending.use
    if use.discipline is Discipline.CHIMERSTRY:
        how = at_level(public, use.discipline, use.level)
        said = cards_in_words(use.cards)
        return f"{names[pending.seat]} plays face down, with {how}, and announces the {said}."
    on = f" on {join_words([names[one] for one in use.targets])}" if use.targets else ""
    ranks = f" to forbid {ranks_in_words(use.ranks)} on top" if use.ranks else ""
    return f"{names[pending.seat]} uses {at_level(public, use.discipline, use.level)}{on}{ranks}."
