"""A game's rules page, as a table with these options shows it, and the words on it."""

import re
from html import unescape
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from msgspec import Struct

from app.settings import ROOT

PAGES: Final = Environment(
    loader=FileSystemLoader(ROOT / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
PAGES.globals["asset"] = "/static/{}".format


def rules_page(slug: str, options: Struct) -> str:
    return PAGES.get_template(f"games/{slug}/rules.html").render(options=options, card=None)


def words(markup: str) -> str:
    """The text of it; a stop keeps no distance from its word."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", markup)).split()).replace(" .", ".")


def section(markup: str, name: str) -> str:
    """The section with that heading."""
    return markup.split(f'aria-labelledby="{name}"')[1].split("</section>")[0]
