"""What the environment may say, and how it is understood."""

import pytest
from pydantic import ValidationError

from app.settings import Settings, normal_database_url, plain_database_url


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("postgres://a:b@host:5433/cards", "postgresql+asyncpg://a:b@host:5433/cards"),
        (
            "postgresql://a@host/cards?sslmode=require",
            "postgresql+asyncpg://a@host/cards?ssl=require",
        ),
        ("postgresql+psycopg://a@host/cards", "postgresql+asyncpg://a@host/cards"),
        ("postgresql+asyncpg://a@/cards?host=/tmp/x", "postgresql+asyncpg://a@/cards?host=/tmp/x"),
    ],
)
def test_every_spelling_of_a_database_is_understood(written: str, meant: str) -> None:
    assert normal_database_url(written) == meant
    assert normal_database_url(plain_database_url(written)) == meant


def test_another_database_is_refused() -> None:
    with pytest.raises(ValidationError, match="must be PostgreSQL"):
        Settings(database_url="sqlite:///cards.db")


def test_hosting_services_need_no_prefix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "7001")
    monkeypatch.setenv("DATABASE_URL", "postgres://a@host/cards")
    assert Settings().port == 7001
    assert Settings().database_url == "postgresql+asyncpg://a@host/cards"


def test_the_command_line_overrides_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "7001")
    assert Settings(port=7002).port == 7002


def test_an_empty_variable_is_no_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "")
    assert Settings().database_url is None


def test_cookies_demand_https_only_where_people_arrive_by_it() -> None:
    assert Settings(public_url="https://cards.example/").secure_cookies
    assert Settings(public_url="https://cards.example/").public_url == "https://cards.example"
    assert not Settings(public_url="http://cards.example").secure_cookies
    assert not Settings().secure_cookies


def test_proxies_are_written_with_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PECKING_ORDER_TRUSTED_PROXIES", "10.0.0.1, 10.1.0.0/16")
    assert Settings().trusted_proxies == ("10.0.0.1", "10.1.0.0/16")
