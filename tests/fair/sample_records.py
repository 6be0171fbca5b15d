"""A record of two shuffles, and what one browser kept of it, to be changed by tests."""

import json
from random import Random
from typing import Any

from tests.fair.altered_records import Export, export


def sample(seed: int = 1) -> tuple[Export, Export]:
    """A record of two shuffles with parts in both, and what one browser kept of it."""
    lines, heard = export("m", Random(seed), 2, least=1)
    return json.loads(json.dumps(lines)), json.loads(json.dumps(heard))


def shown(lines: Export, number: int = 0) -> tuple[dict[str, Any], dict[str, Any]]:
    """One shuffle's proof in the record, and what was revealed of it."""
    return lines[1 + number]["entry"]["proof"], lines[0]["shuffles"][number]
