"""The proofs about records, as the verb `prove` knows them."""

from typing import Final

from tests.prove.records import (
    admin_access,
    admin_access_faults,
    erasure,
    erasure_faults,
    replay_faults,
    replays,
)
from tests.prove.runner.proof import Proof

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
    admin_access.prove,
    0.1,
    admin_access_faults.PLANTED,
)
FORGOTTEN: Final = Proof(
    "forgotten",
    ("P15",),
    "somebody plays, talks, is deleted, and is looked for everywhere",
    erasure.prove,
    0.1,
    erasure_faults.PLANTED,
)
