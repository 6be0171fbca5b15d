"""Any request to any address, by anybody, gets an answer and never causes a fault of ours."""

import re
from urllib.parse import quote

from fastapi.routing import APIRoute
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.web.routers import ROUTERS
from tests.web.visitors import Visitor

PATHS = sorted(
    {
        (method, route.path)
        for router in ROUTERS
        for route in router.routes
        if isinstance(route, APIRoute)
        for method in route.methods or ()
    }
)
FIELDS = [
    "name",
    "game",
    "code",
    "listed",
    "sit",
    "password",
    "current_password",
    "new_password",
    "next",
    "confirm",
    "reason",
    "until",
    "forever",
    "token",
    "instead",
]
QUERY = [
    "page",
    "q",
    "player",
    "code",
    "game",
    "since",
    "until",
    "state",
    "subject",
    "admin",
    "by",
    "seat",
    "start",
    "count",
    "next",
    "open",
    "watch",
]
ODD = st.sampled_from(
    [
        "",
        "0",
        "-1",
        "1",
        "99999999999999999999",
        "1e9",
        "NaN",
        "true",
        "\x00",
        "\ufffe",
        "\u202e",
        "%",
        "'",
        '"',
        "<b>",
        "../..",
        "A" * 22,
        "2026-02-31",
    ]
)
TEXT = ODD | st.text(max_size=40).map(lambda text: text.encode("utf-8", "replace").decode())


@settings(
    max_examples=120,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    route=st.sampled_from(PATHS),
    gaps=st.lists(TEXT.filter(lambda text: text not in ("", ".", "..")), min_size=2, max_size=2),
    form=st.dictionaries(st.sampled_from(FIELDS), TEXT),
    query=st.dictionaries(st.sampled_from(QUERY), TEXT, max_size=4),
)
def test_no_address_breaks(
    admin: Visitor,
    route: tuple[str, str],
    gaps: list[str],
    form: dict[str, str],
    query: dict[str, str],
) -> None:
    method, pattern = route
    if pattern.endswith(
        ("logout", "logout-everywhere", "/delete")
    ):  # an administrator who is logged out finds nothing more
        return
    filled = iter(gaps)
    path = re.sub(r"\{\w+\}", lambda _: quote(next(filled), safe=""), pattern)
    answer = admin.http.request(method, path, params=query, data=form if method == "POST" else None)
    assert answer.status_code < 500 or path == "/readyz", (method, path, query, form, answer.text)
    assert "Traceback" not in answer.text
