"""Resampling: a state that one seat cannot tell from the true one, with other crypts redrawn.

A view knows this for certain about other crypts, and nothing else:

- Every card neither played nor in this seat's crypt is in another one. Their sizes are public.
- The leader of a plain round holds the designated 3 of clubs until it is led, and whoever was
  granted a boon the hand that is to be led.
- A partner held what it was given or offered in a trade, and no card of a wish list that it missed.
- Somebody who was looked at held exactly the cards of the snapshot at that moment, and a boon's
  asker the hand that it showed.

Cards move in secret between other seats as well, so each of these facts has its moment
(`known_crypts.py`), and a world has a history of exchanges (`secret_swaps.py`). Passing and playing
are free choices: evidence, never proof. The knowledge of other seats about each other is made up so
that it fits the crypts drawn for them (`others_knowledge.py`).
"""

from collections.abc import Mapping
from typing import Final

from app.games.scum_the_masquerade.cards import SUITS, Card
from app.games.scum_the_masquerade.hands import HandType, hands_of, top
from app.games.scum_the_masquerade.powers.marks import Proof
from app.games.scum_the_masquerade.state import ScumState, ScumView
from app.games.scum_the_masquerade.worlds import known_crypts, others_knowledge, secret_swaps
from app.kits.unseen_cards import once_for_each_view
from app.rules.game import Chance, Seat

TRIES: Final = 400
"""Draws in which a world is sought that fits what an order to play has shown."""


_known: Final = once_for_each_view(known_crypts.known)


def resample(view: ScumView, chance: Chance) -> ScumState:
    """A state with the view's public facts and own crypt in which all others are drawn anew.

    What no draw fits is given up: first the proofs of orders to play, then all but what lies open.
    """
    if not any(view.public.counts):
        return others_knowledge.before_the_deal(view, chance)
    found: ScumState | None = None
    for strict in (True, False):
        known = _known(view) if strict else known_crypts.known(view, strict=False)
        for _ in range(TRIES):
            history = secret_swaps.draw(known_crypts.with_bluff(view, known, chance), chance)
            world = history and others_knowledge.with_knowledge(view, history, chance)
            if history is None or world is None:
                continue
            found = found or world
            proofs = view.public.proofs
            if all(_fits(view, proof, history.crypts[proof.swaps]) for proof in proofs):
                return world
        if found is not None:
            return found
    raise AssertionError("what lies open fits every draw")


def _fits(view: ScumView, proof: Proof, whole: Mapping[Seat, tuple[Card, ...]]) -> bool:
    """True if the crypt that an order to play was about could not have done better."""
    if proof.seat == view.seat or proof.kind is HandType.SINGLE:
        return True
    crypt = known_crypts.then(
        view.public, proof.seat, whole[proof.seat], proof.played, proof.gained
    )
    found = hands_of(proof.kind, crypt, view.public.packs)
    tops = [one for one in map(top, found) if one // len(SUITS) not in proof.forbidden]
    return not any(proof.above < one < proof.below for one in tops)
