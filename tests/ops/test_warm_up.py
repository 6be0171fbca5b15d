"""The real server makes before it opens what its first pages would make while people play."""

import argparse
from collections.abc import Callable
from typing import Any

import jinja2
import pytest
from fastapi import FastAPI, routing
from starlette.routing import Match

from app import verbs
from app.settings import Settings

NOWHERE = "postgresql://nobody@127.0.0.1:9/none"


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> FastAPI:
    """The application as `run.py` serves it."""
    made = list[FastAPI]()
    monkeypatch.setattr(
        "app.ops.serve.serve", lambda settings, create_app: made.append(create_app(settings))
    )
    verbs.serve(Settings(database_url=NOWHERE), argparse.Namespace(friends=None))
    return made[0]


def refuse(what: str) -> Callable[..., Any]:
    def late(*_: object, **__: object) -> None:
        raise AssertionError(what)

    return late


def test_no_page_compiles_a_template(served: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jinja2.Environment, "compile", refuse("a template was compiled late"))
    shown = {"me": None, "csp_nonce": "", "path": "/", "flash": None, "status": 404, "message": ""}
    assert "<html" in served.state.templates.render("error.html", shown)
    for name in ("match.html", "home.html", "macros.html", "games/scroker/rules.html"):
        served.state.templates._jinja.get_template(name)


def test_no_request_builds_a_route(served: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routing, "get_dependant", refuse("a route was built late"))
    asked = {"type": "http", "method": "GET", "path": "/match/1", "root_path": "", "headers": []}
    assert any(route.matches(asked)[0] is Match.FULL for route in served.routes)
