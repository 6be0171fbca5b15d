"""The proofs about records, as the verb `prove` knows them."""

from typing import Final

from tests.prove.proof import Proof
from tests.prove.records import godless, godless_faults, replay_faults, replays

REPLAYS: Final = Proof(
    "replays", ("P10",), "matches read back from the store, from a backup and from the past", replays.prove, 0.1, replay_faults.PLANTED
)
GODLESS: Final = Proof(
    "no-god-mode", ("P14",), "every role asks every route about a match that runs", godless.prove, 0.1, godless_faults.PLANTED
)
