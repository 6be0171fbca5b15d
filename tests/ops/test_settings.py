"""The settings that the environment may hold, and how they are read."""

import pytest
from pydantic import ValidationError

from app.settings import Settings, libpq_url, sqlalchemy_url
from app.settings_check import NAMES, WITHOUT_PREFIX, WOULD_DO, BadSettings, read_settings
from app.web.push.encryption import new_private_key
from tests.ops.test_commands import command


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
    assert sqlalchemy_url(written) == meant
    assert sqlalchemy_url(libpq_url(written)) == meant


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


# -- refused at the start


def refused(monkeypatch: pytest.MonkeyPatch, given: dict[str, object], **environment: str) -> str:
    """The error message of a start in this environment."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(BadSettings) as caught:
        read_settings(given)
    return str(caught.value)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("PECKING_ORDER_PUBLIC_ULR", "PECKING_ORDER_PUBLIC_URL"),
        ("PECKING_ORDER_TRUSTED_PROXY", "PECKING_ORDER_TRUSTED_PROXIES"),
        ("PECKING_ORDER_METRIC_TOKEN", "PECKING_ORDER_METRICS_TOKEN"),
        ("PECKINGORDER_PACE", "PECKING_ORDER_PACE"),
        ("pecking_order_prot", "PECKING_ORDER_PORT"),
    ],
)
def test_a_misspelt_variable_is_refused_with_the_nearest_name(
    monkeypatch: pytest.MonkeyPatch, written: str, meant: str
) -> None:
    said = refused(monkeypatch, {}, **{written: "1"})
    assert f"{written} is not a setting. Did you mean {meant}?" in said


def test_a_variable_like_no_other_is_refused_with_all_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = refused(monkeypatch, {}, PECKING_ORDER_XYZ="1")
    assert "PECKING_ORDER_XYZ is not a setting." in said
    assert "PECKING_ORDER_DATA_DIR" in said
    assert "PECKING_ORDER_PUBLIC_URL" in said


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PECKING_ORDER_HOST", "999.1.1.1"),
        ("PECKING_ORDER_HOST", "http://0.0.0.0"),
        ("PECKING_ORDER_PORT", "80000"),
        ("PORT", "http"),
        ("PECKING_ORDER_PUBLIC_URL", "cards.example"),
        ("PECKING_ORDER_PUBLIC_URL", "https://cards.example/play"),
        ("PECKING_ORDER_PUBLIC_URL", "https://cards.example:70000"),
        ("PECKING_ORDER_PUBLIC_URL", "https://me@cards.example"),
        ("PECKING_ORDER_PUBLIC_URL", "https://cards example"),
        ("PECKING_ORDER_DATA_DIR", __file__),
        ("PECKING_ORDER_PACE", "0"),
        ("PECKING_ORDER_PATIENCE", "nan"),
        ("PECKING_ORDER_LIMITS", "inf"),
        ("PECKING_ORDER_UNSAFE_STORE", "perhaps"),
        ("PECKING_ORDER_TRUSTED_PROXIES", "127.0.0.1,proxy"),
        ("PECKING_ORDER_TRUSTED_PROXIES", "10.0.0.1/8"),
        ("PECKING_ORDER_SECURITY_CONTACT", "me@cards.example"),
        ("PECKING_ORDER_LOG_LEVEL", "loud"),
    ],
)
def test_a_wrong_value_is_refused_with_its_name_and_what_would_do(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    said = refused(monkeypatch, {}, **{name: value})
    assert f"  {name}={value}: " in said
    field = WITHOUT_PREFIX.get(name) or name.removeprefix("PECKING_ORDER_").lower()
    assert f"Write {WOULD_DO[field]}." in said


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "mysql://me:hunter22@host/name"),
        ("DATABASE_URL", "postgres://me:hunter22@host:77777/name"),
        ("PECKING_ORDER_METRICS_TOKEN", "hunter22"),
        ("PECKING_ORDER_METRICS_TOKEN", "hunter22 hunter22 hunter22"),
        ("PECKING_ORDER_PUSH_KEY", "hunter22"),
        ("PECKING_ORDER_PUSH_KEY", "hunter22" + "-" * 35),  # without anybody to ask
    ],
)
def test_a_wrong_secret_is_not_printed(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    said = refused(monkeypatch, {}, **{name: value})
    assert f"  {name}: " in said
    assert "hunter22" not in said


def test_several_mistakes_are_listed_together(monkeypatch: pytest.MonkeyPatch) -> None:
    said = refused(
        monkeypatch,
        {},
        PECKING_ORDER_PUBLIC_ULR="x",
        PECKING_ORDER_PACE="-1",
        PECKING_ORDER_TRUSTED_PROXIES="proxy",
        PORT="x",
    )
    assert len(said.splitlines()) == 5
    for name in ("PUBLIC_ULR", "PACE", "TRUSTED_PROXIES", "PORT"):
        assert name in said


def test_a_wrong_option_is_named_as_it_was_written(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "  --port=99999: " in refused(monkeypatch, {"port": 99999})
    assert "  --host=a b: " in refused(monkeypatch, {"host": "a b"})


def test_every_setting_says_what_would_do() -> None:
    assert set(WOULD_DO) == set(Settings.model_fields)


def test_good_settings_and_empty_variables_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.setenv(name, "")
    assert read_settings() == Settings()
    monkeypatch.setenv("PECKING_ORDER_TRUSTED_PROXIES", "127.0.0.1,::1,172.16.0.0/12,fd00::/8")
    monkeypatch.setenv("PECKING_ORDER_PUBLIC_URL", "https://[2001:db8::1]:8443")
    monkeypatch.setenv("PECKING_ORDER_HOST", "::")
    monkeypatch.setenv("PECKING_ORDER_METRICS_TOKEN", "0123456789abcdef")
    assert read_settings({"port": 0}).public_url == "https://[2001:db8::1]:8443"


def test_a_key_for_notifications_needs_somebody_whom_push_services_can_ask(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PECKING_ORDER_PUSH_KEY", new_private_key())
    for url in ("", "http://cards.example"):
        assert "set SECURITY_CONTACT as well" in refused(monkeypatch, {"public_url": url})
    assert read_settings({"public_url": "https://cards.example"}).push_contact == (
        "https://cards.example"
    )
    monkeypatch.setenv("PECKING_ORDER_SECURITY_CONTACT", "mailto:me@cards.example")
    assert read_settings().push_contact == "mailto:me@cards.example"


def test_the_command_ends_with_the_list_and_no_traceback() -> None:
    done = command("doctor", PECKING_ORDER_PUBLIC_ULR="x")
    assert done.returncode == 1
    assert done.stderr.startswith("These settings are wrong:\n  PECKING_ORDER_PUBLIC_ULR is not")
    assert "Traceback" not in done.stderr
