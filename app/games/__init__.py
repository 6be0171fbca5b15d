"""The shelf: the only file that names the games."""

from typing import Final

from app.games.scroker import GAME as SCROKER
from app.games.scum_of_the_earth import GAME as SCUM_OF_THE_EARTH
from app.games.scum_the_masquerade import GAME as SCUM_THE_MASQUERADE
from app.games.skuncum import GAME as SKUNCUM
from app.games.usurp import GAME as USURP
from app.rules.game import AnyGame

GAMES: Final[tuple[AnyGame, ...]] = (
    SCUM_OF_THE_EARTH,
    USURP,
    SCROKER,
    SKUNCUM,
    SCUM_THE_MASQUERADE,
)
BY_SLUG: Final[dict[str, AnyGame]] = {game.slug: game for game in GAMES}
