"""The shuffles of a match that is over: what was promised, who took part, and the house's secret where the rules let it be known."""

from collections.abc import Iterator
from typing import Any

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.fair import shuffle
from app.fair.tree import Tree
from app.rules.game import AnyGame
from app.rules.replay import Shuffled
from app.table.ports import Record
from app.web.answers import json
from app.web.folds import Fold
from app.web.matches import fold_of, record_of, seen_by, write_down_look
from app.web.security import Here

router = APIRouter(tags=["matches"])


@router.get("/api/matches/{match}/shuffles", summary="How the shuffles of a match that is over can be checked")
async def shuffles(here: Here, match: str) -> Response:
    """`{match, game, shuffles: [{ply, number, attempt, version, n, commitment, seals, openings, refused, root, things, secret, order}]}`.

    `secret` and `order` are null where the game's rules keep cards secret for good. See docs/fair-shuffle.md.
    """
    here.limit("api")
    seen = await seen_by(here, match)
    if not seen.over:
        raise HTTPException(403, "The shuffles are opened once the match is over.")
    await write_down_look(here, seen)
    record = await record_of(here, seen)
    return json({"match": match, "game": seen.game.slug, "shuffles": list(opened(seen.game, record, await fold_of(here, seen)))})


def opened(game: AnyGame, record: Record, fold: Fold) -> Iterator[dict[str, Any]]:
    """Every shuffle of a match that is over; those from before shuffles could be checked are left out."""
    for ply, line in enumerate(record.written):
        entry = line.entry
        if not isinstance(entry, Shuffled) or entry.proof is None or record.secret is None:
            continue
        proof, before = entry.proof, fold.states[ply - 1] if ply else fold.start
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
            "root": Tree(secret, entry.order).root,
            "things": game.things(before.public),
            "secret": secret.hex() if game.open_after else None,
            "order": entry.order if game.open_after else None,
        }
