"""The parts of a view as pages are sent them: without what only rules and bots count by."""

from functools import lru_cache
from typing import Final

import msgspec
from msgspec.structs import replace

from app.games.scum_the_masquerade.moves import Decide
from app.games.scum_the_masquerade.options import USUAL, Options
from app.games.scum_the_masquerade.politics.trade_records import Exchange
from app.games.scum_the_masquerade.state import Hand, Phase, Tableau

RULES_ONLY: Final = (
    "played",
    "extras_chosen",
    "hunted_before",
    "risen",
    "conspiracies",
    "decided_by",
    "may_convert",
    "converted_to",
    "looks",
    "proofs",
    "reshapings",
    "revealed",
    "seen_through",
    "uses",
    "used",
    "naming",
    "promised",
    "taken_back",
    "draws",
    "placed_round",
    "last_round",
    "regards",
)
"""Public facts that no page reads in any phase."""
_USUAL: Final = {
    field.name: field.default for field in msgspec.structs.fields(Tableau) if not field.required
}


class ShownOptions(Options, frozen=True, omit_defaults=True):
    """The options of a table as pages are sent them: usual choices are left out."""


class ShownDecide(Decide, frozen=True, omit_defaults=True, tag=False):
    """The decisions in force as pages are sent them: what is not allowed is left out."""


def shown(public: Tableau) -> Tableau:
    """Without the marks of parts of the round that are over, or not yet begun."""
    kept = {
        "decisions": public.options.decisions,
        "pairs": public.phase is Phase.TRADE,
        "swaps": public.phase is Phase.MARKET,
        "placed": public.phase in (Phase.INTERVAL, Phase.OVER),
        "dealt_to": public.phase is not Phase.PLAY,
        "extras": public.phase is not Phase.PLAY,
    }
    usual = {name: _USUAL[name] for name, keep in kept.items() if not keep}
    if kept["decisions"]:
        usual["decisions"] = _shown_decisions(public.decisions)
    return replace(public, options=_shown_options(public.options), **usual)


def shown_hand(hand: Hand) -> Hand:
    """A hand as a page sees it: of exchanges that are over, the two cards alone."""
    if not hand.exchanges:
        return hand
    return replace(hand, exchanges=tuple(Exchange(one.up, one.down) for one in hand.exchanges))


@lru_cache(maxsize=256)
def _shown_decisions(now: Decide) -> Decide:
    return ShownDecide(now.packs, now.loose, now.outside, now.illegal)


@lru_cache(maxsize=64)
def _shown_options(options: Options) -> Options:
    if options == USUAL:
        return USUAL
    return ShownOptions(**{name: getattr(options, name) for name in ShownOptions.__struct_fields__})
