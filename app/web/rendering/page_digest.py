"""The page digest: the templates, and the facts about games that are written into pages."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import msgspec

from app.rules.codec import omitted_defaults
from app.rules.game import AnyGame
from app.web.rendering.options_form import game_options


def page_digest(templates: Path, games: Mapping[str, AnyGame]) -> str:
    """The SHA-256 in hexadecimal digits; equal if the server would write the same pages."""
    digest = sha256()
    for path in sorted(templates.rglob("*.html")):
        digest.update(f"{path.relative_to(templates).as_posix()}\n".encode())
        digest.update(sha256(path.read_bytes()).digest())
    facts = {
        slug: [game.title, game.rules_version, game_options(game), omitted_defaults(game)]
        for slug, game in games.items()
    }
    digest.update(msgspec.json.encode(facts))
    return digest.hexdigest()
