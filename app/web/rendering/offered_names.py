"""Names that the home page offers to strangers, so that nobody has to think of one."""

import secrets
from typing import Final

MANNERS: Final = (
    *("Bold", "Brave", "Clever", "Cosy", "Dapper", "Daring", "Gentle", "Grand", "Humble", "Jolly"),
    *("Lucky", "Merry", "Modest", "Nimble", "Plucky", "Proud", "Quiet", "Scruffy", "Sly", "Witty"),
)
BIRDS: Final = (
    *("Bantam", "Crane", "Cuckoo", "Curlew", "Dove", "Duckling", "Finch", "Gosling", "Heron"),
    *("Jackdaw", "Lapwing", "Magpie", "Pigeon", "Plover", "Puffin", "Robin", "Sparrow"),
    *("Starling", "Thrush", "Wren"),
)


def offered_name() -> str:
    """A name for a guest, such as "Merry Finch"; another one each time."""
    return f"{secrets.choice(MANNERS)} {secrets.choice(BIRDS)}"
