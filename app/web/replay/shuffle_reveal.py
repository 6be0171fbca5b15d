"""The reveal of the shuffles of a match that is over."""

from collections.abc import Iterator
from typing import Any

from app.fair import shuffle
from app.fair.tree import Tree
from app.rules.game import AnyGame
from app.rules.replay import Shuffled
from app.table.ports import MatchRecord
from app.web.replay.replay_cache import Replay


def revealed_shuffles(
    game: AnyGame, record: MatchRecord, replay: Replay
) -> Iterator[dict[str, Any]]:
    """Every shuffle of a match that is over, without those from before shuffles had proofs."""
    for ply, line in enumerate(record.entries):
        entry = line.entry
        if not isinstance(entry, Shuffled) or entry.proof is None or record.secret is None:
            continue
        proof, before = entry.proof, replay.states[ply - 1] if ply else replay.start
        secret = shuffle.secret_of(record.secret, record.match, proof.number, proof.attempt)
        yield {
            "ply": ply,
            "number": proof.number,
            "attempt": proof.attempt,
            "version": proof.version,
            "n": len(entry.order),
            "commitment": shuffle.commitment(record.match, proof.number, proof.attempt, secret),
            "seals": proof.seals,
            "openings": proof.openings,
            "refused": proof.refused,
            "restarted": proof.restarted,
            "root": Tree(secret, entry.order).root,
            "things": game.deck_codes(before.public),
            "secret": secret.hex() if game.reveals_after_match else None,
            "order": entry.order if game.reveals_after_match else None,
        }
