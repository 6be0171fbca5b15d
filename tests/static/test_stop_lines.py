"""The room page finds the line that says why a match was stopped, among all lines of the server."""

import re

from app.settings import ROOT
from app.table.model.chat import SENTENCES, LineCode

STOPS = {
    LineCode.STOPPED_BY_HOST,
    LineCode.STOPPED_BY_ADMIN,
    LineCode.EVERYBODY_LEFT,
    LineCode.RULES_CHANGED,
    LineCode.WITHOUT_END,
    LineCode.RESTED_LONG,
}


def test_the_pattern_of_the_page_fits_the_lines_of_stops_and_no_others() -> None:
    page = (ROOT / "static/js/table/room/room_page.js").read_text(encoding="utf-8")
    pattern = re.search(r"STOP_LINE = /(.*)/;", page)
    assert pattern
    assert {code for code, text in SENTENCES.items() if re.search(pattern[1], text)} == STOPS
