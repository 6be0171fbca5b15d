"""The proofs about records, as the verb `prove` knows them."""

from typing import Final

from tests.prove.proof import Proof
from tests.prove.records import replay_faults, replays

REPLAYS: Final = Proof(
    "replays", ("P10",), "matches read back from the store, from a backup and from the past", replays.prove, 0.15, replay_faults.PLANTED
)
