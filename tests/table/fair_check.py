"""The messages of a client for a shuffle, and the checks that it can make with what it was sent."""

from collections.abc import Iterable

from app.fair import parts
from app.fair.decks import DECKS, Deck, deck_leaf, name_leaf
from app.table.model import client_messages as say
from app.table.model.match_messages import CardsOpened, DealtShown, DecksShown, ShuffleShown
from app.table.model.server_messages import AnyServerMessage
from tests.fair.load_verifier import verify


def asked_with(asked: ShuffleShown) -> str:
    """The hash of all that a `shuffle` message with decks shows."""
    decks, seals = asked.decks, asked.seals
    assert isinstance(decks, DecksShown)
    assert isinstance(seals, dict)
    shown = parts.Shown(
        match=asked.match,
        number=asked.number,
        attempt=asked.attempt,
        head=asked.head,
        promise=asked.promise,
        n=decks.n,
        names=decks.names,
        roots=decks.roots,
        codes=decks.codes,
        plan=decks.plan,
        seals={int(seat): one for seat, one in seals.items()},
        refused=asked.refused,
    )
    return shown.ask


def sealing(coming: ShuffleShown, part: bytes, id_: str) -> say.Seal:
    """The command that seals this part of the coming shuffle."""
    assert coming.seat is not None
    sealed = parts.seal(coming.match, coming.number, coming.attempt, coming.seat, part)
    return say.Seal(id_, coming.match, coming.number, coming.attempt, sealed)


def opening(asked: ShuffleShown, part: bytes, id_: str) -> say.Open:
    """The command that opens it."""
    ask = asked_with(asked)
    return say.Open(id_, asked.match, asked.number, asked.attempt, part.hex(), ask)


def question(messages: Iterable[AnyServerMessage], dealt: DealtShown | CardsOpened) -> ShuffleShown:
    """The message with the decks of that shuffle."""
    return [
        one
        for one in messages
        if isinstance(one, ShuffleShown)
        and one.opening
        and (one.match, one.number, one.attempt) == (dealt.match, dealt.number, dealt.attempt)
    ][-1]


def drawn(asked: ShuffleShown, dealt: DealtShown) -> tuple[int, tuple[int, ...]]:
    """Deck and permutation that follow from the parts."""
    assert isinstance(asked.decks, DecksShown)
    openings = {int(seat): bytes.fromhex(part) for seat, part in dealt.openings.items()}
    return parts.draw(parts.seed(asked_with(asked), openings), asked.decks.n)


def check_chosen(asked: ShuffleShown, dealt: DealtShown) -> None:
    """The deck follows from the parts, the openings fit, and the other decks are honest."""
    decks, seals = asked.decks, asked.seals
    assert isinstance(decks, DecksShown)
    assert isinstance(seals, dict)
    assert dealt.openings.keys() == seals.keys()
    for seat, part in dealt.openings.items():
        own = parts.seal(asked.match, asked.number, asked.attempt, int(seat), bytes.fromhex(part))
        assert own == seals[seat]
    assert dealt.chosen == drawn(asked, dealt)[0]
    others = [deck for deck in range(DECKS) if deck != dealt.chosen]
    assert len(dealt.keys) == len(others)
    for deck, key in zip(others, dealt.keys, strict=True):
        assert Deck(bytes.fromhex(key), decks.n).root == decks.roots[deck]


def opened_codes(
    asked: ShuffleShown, dealt: DealtShown, opened: DealtShown | CardsOpened
) -> dict[int, str]:
    """The code of the card at each position, each proven under the roots."""
    decks = asked.decks
    assert isinstance(decks, DecksShown)
    if not opened.cards:
        assert opened.nodes == opened.names_nodes == ()
        return {}
    perm = drawn(asked, dealt)[1]
    leaves = {
        perm[one.position]: deck_leaf(bytes.fromhex(one.salt), perm[one.position], one.thing)
        for one in opened.cards
    }
    assert verify.root_of(leaves, decks.n, opened.nodes) == decks.roots[dealt.chosen]
    if decks.names is None:
        codes = decks.codes.split(" ")
        return {one.position: codes[one.thing] for one in opened.cards}
    names = {
        one.thing: name_leaf(bytes.fromhex(str(one.name_salt)), one.thing, str(one.code))
        for one in opened.cards
    }
    assert verify.root_of(names, decks.n, opened.names_nodes) == decks.names
    return {one.position: str(one.code) for one in opened.cards}
