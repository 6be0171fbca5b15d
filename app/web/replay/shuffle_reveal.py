"""The reveal of the shuffles of a match that is over."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import asdict

from app.fair import parts
from app.rules.game import AnyGame, AnyState
from app.rules.replay import Proof, Shuffled
from app.table.match.shuffle_decks import ShuffleDecks
from app.table.match.shuffle_proofs import DealFacts
from app.table.model.records import MatchRecord
from app.table.model.room import MatchId
from app.web.replay.replay import Replay


def revealed_shuffles(game: AnyGame, record: MatchRecord, replay: Replay) -> dict[str, Any]:
    """The promise of a match that is over, and its shuffles. Secrets only if the rules allow."""
    secret = record.secret
    shown = secret is not None and game.reveals_after_match
    return {
        "match": record.match,
        "game": game.slug,
        "promise": None if secret is None else parts.promise(record.match, secret),
        "secret": secret.hex() if secret is not None and shown else None,
        "shuffles": list(_shuffles(game, record, replay)),
    }


def _shuffles(game: AnyGame, record: MatchRecord, replay: Replay) -> Iterator[dict[str, Any]]:
    for ply, line in enumerate(record.entries):
        entry = line.entry
        if not isinstance(entry, Shuffled) or entry.proof is None or record.secret is None:
            continue
        before = replay.states[ply - 1] if ply else replay.start
        yield {"ply": ply} | _shuffle(game, record.match, record.secret, entry, entry.proof, before)


def _shuffle(
    game: AnyGame, match: MatchId, secret: bytes, entry: Shuffled, proof: Proof, before: AnyState
) -> dict[str, Any]:
    decks = ShuffleDecks(game, match, secret, proof.number, before)
    facts = DealFacts(parts.promise(match, secret), proof, decks)
    shown = game.reveals_after_match
    return {
        "number": proof.number,
        "attempt": proof.attempt,
        "version": proof.version,
        **asdict(decks.shown),
        "codes": " ".join(decks.pile) if shown else decks.codes,
        "hidden_codes": decks.names is not None,
        "seals": proof.seals,
        "openings": proof.openings,
        "refused": proof.refused,
        "head": proof.head,
        "ask": facts.ask,
        "chosen": facts.drawn.chosen,
        "order": entry.order if shown else None,
    }
