"""The proofs about records, as the verb `prove` knows them."""

from typing import Final

from tests.prove.proof import Proof
from tests.prove.records import (
    forgotten,
    forgotten_faults,
    godless,
    godless_faults,
    replay_faults,
    replays,
)

REPLAYS: Final = Proof(
    "replays",
    ("P10",),
    "matches read back from the store, from a backup and from the past",
    replays.prove,
    0.1,
    replay_faults.PLANTED,
)
GODLESS: Final = Proof(
    "no-god-mode",
    ("P14",),
    "every role asks every route about a match that runs",
    godless.prove,
    0.1,
    godless_faults.PLANTED,
)
FORGOTTEN: Final = Proof(
    "forgotten",
    ("P15",),
    "somebody plays, talks, is deleted, and is looked for everywhere",
    forgotten.prove,
    0.1,
    forgotten_faults.PLANTED,
)
