"""The settings, read from the environment once, at the start; never by the rules or a table.

Every variable has the prefix PECKING_ORDER_. DATABASE_URL and PORT, which hosting services set,
also work without it.
"""

import re
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from pydantic import AfterValidator, AliasChoices, Field, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

ROOT = Path(__file__).resolve().parent.parent


def sqlalchemy_url(url: str) -> str:
    """Any spelling of a PostgreSQL URL in the one that SQLAlchemy gives to asyncpg.

    Hosting services write postgres:// or postgresql://, which SQLAlchemy would hand to another
    driver, and libpq's `sslmode`, which asyncpg calls `ssl`.
    Raises ValueError for another database.
    """
    scheme, separator, rest = url.partition("://")
    if scheme.partition("+")[0] not in ("postgres", "postgresql") or not separator:
        raise ValueError("the database must be PostgreSQL: postgresql://user:password@host/name")
    if not all(map(has_good_port, one_host_each(url))):
        raise ValueError("the port is not a number from 0 to 65535")
    before, mark, query = rest.partition("?")
    pairs = [("ssl" if name == "sslmode" else name, value) for name, value in parse_qsl(query)]
    return f"postgresql+asyncpg://{before}{mark}{urlencode(pairs, safe='/')}"


def libpq_url(url: str) -> str:
    """The same database as asyncpg itself and PostgreSQL's own programs spell it."""
    parts = urlsplit(sqlalchemy_url(url))
    pairs = [
        ("sslmode" if name == "ssl" else name, value) for name, value in parse_qsl(parts.query)
    ]
    return urlunsplit(parts._replace(scheme="postgresql", query=urlencode(pairs, safe="/")))


def one_host_each(url: str) -> list[str]:
    """The URL with each of the hosts that stand in it, separated by commas, alone."""
    scheme, separator, rest = url.partition("://")
    where = re.match(r"(?:[^/?#]*@)?([^/?#]*)", rest)
    assert where is not None, "it may be empty"
    start, end = where.span(1)
    return [
        f"{scheme}{separator}{rest[:start]}{host}{rest[end:]}"
        for host in rest[start:end].split(",")
    ]


HOST_NAME = re.compile(r"(?!-)[A-Za-z0-9_-]{1,63}(?:\.(?!-)[A-Za-z0-9_-]{1,63})*\.?")


def has_good_port(url: str) -> bool:
    """True if the URL has no port, or one that exists."""
    try:
        _ = urlsplit(url).port
    except ValueError:
        return False
    return True


def is_host(text: str) -> bool:
    """True for an IP address and for a well-formed host name."""
    try:
        ip_address(text)
    except ValueError:
        return HOST_NAME.fullmatch(text) is not None and not text.replace(".", "").isdigit()
    return True


class Settings(BaseSettings):
    """The differences between two installations. Frozen: to change a value, make a copy."""

    model_config = SettingsConfigDict(
        env_prefix="PECKING_ORDER_",
        env_ignore_empty=True,
        frozen=True,
        extra="ignore",
        populate_by_name=True,
    )

    host: str = "127.0.0.1"
    """The address to listen on; 0.0.0.0 takes all its networks."""

    port: int = Field(
        8000, ge=0, le=65535, validation_alias=AliasChoices("PECKING_ORDER_PORT", "PORT")
    )
    """The port to listen on; 0 takes a free one."""

    nearby: Annotated[tuple[str, ...], NoDecode] = ()
    """Addresses of this machine to listen on as well, comma-separated, the likeliest first.

    Links for others name the first of them where a page was opened on this machine itself.
    """

    public_url: str | None = None
    """The address people type, `https://cards.example`, if not the one of their requests."""

    data_dir: Path = ROOT / "data"
    """The folder of the embedded database; unused with a database of your own."""

    database_url: Annotated[str, AfterValidator(sqlalchemy_url)] | None = Field(
        None, validation_alias=AliasChoices("PECKING_ORDER_DATABASE_URL", "DATABASE_URL")
    )
    """A PostgreSQL of your own. None: the program runs one itself."""

    pace: float = Field(1.0, gt=0, allow_inf_nan=False)
    """Multiplies every waiting time at a table; tests make it small."""

    patience: float = Field(1.0, gt=0, allow_inf_nan=False)
    """Multiplies how long a table waits before silent people count as gone; small in tests."""

    limits: float = Field(1.0, gt=0, allow_inf_nan=False)
    """Multiplies the rate limits of addresses and connections; large in load tests.

    Processes of one database count wrong passwords together, and all else each by itself.
    """

    unsafe_store: bool = False
    """Accepts a PostgreSQL that may lose commits (fsync off, for example); for tests."""

    processes: int = Field(1, ge=1, le=16)
    """Processes behind the address; with more than one, this one is their parent."""

    listeners: Annotated[tuple[int, ...], NoDecode] = ()
    """Open sockets to listen on, by number, instead of `host` and `port`; the parent gives them."""

    siblings_secret: str | None = Field(
        None, min_length=16, max_length=200, pattern=r"^[\w.~+/=-]+$", repr=False
    )
    """The secret of the processes that serve one database together; None: this one is alone."""

    sibling_address: str | None = Field(None, pattern=r"^[\w.\-\[\]:]+:\d{1,5}$")
    """The `host:port` at which its siblings reach this process; None: where it listens."""

    process_name: str | None = Field(None, pattern=r"^[a-z0-9][a-z0-9.-]{0,62}$")
    """The process's word in the addresses of its tables; None: its machine's name and port."""

    trusted_proxies: Annotated[tuple[str, ...], NoDecode] = ()
    """Addresses or networks of trusted proxies, comma-separated; `*` trusts all.

    Only their X-Forwarded-* headers count.
    """

    security_contact: str | None = Field(
        None, pattern=r"^(mailto:[^\s@<>]+@[^\s@<>]+|https://[^\s<>]+)$"
    )
    """The contact in /.well-known/security.txt, `mailto:…` or `https://…`; None: no such page."""

    push_key: str | None = Field(None, pattern=r"^[A-Za-z0-9_-]{43}$", repr=False)
    """The private key of notifications, as `run.py push-key` prints; None: none are sent.

    Push services need whom to ask: `security_contact`, or else an https `public_url`.
    """

    metrics_token: str | None = Field(
        None, min_length=16, max_length=200, pattern=r"^[\w.~+/=-]+$", repr=False
    )
    """The bearer token that lets another machine read /metrics; None: only this machine may."""

    keep_chat_months: int = Field(12, ge=1)
    """Months until a line of chat is removed."""

    keep_reports_months: int = Field(24, ge=1)
    """Months until an answered report is removed."""

    keep_audit_years: int | None = Field(None, ge=1)
    """Years until a line of the audit log is removed; None: never."""

    keep_match_years: int | None = Field(None, ge=1)
    """Years until the moves of a month's matches go into an archive file; None: never."""

    archive_dir: Path = ROOT / "data" / "archive"
    """The folder for archive files."""

    log_level: Literal["debug", "info", "warning", "error"] = "info"

    @field_validator(
        "database_url",
        "public_url",
        "security_contact",
        "metrics_token",
        "push_key",
        "siblings_secret",
        "sibling_address",
        "process_name",
        mode="before",
    )
    @classmethod
    def _empty_is_unset(cls, value: object) -> object:
        return value or None

    @field_validator("trusted_proxies", "nearby", "listeners", mode="before")
    @classmethod
    def _split_at_commas(cls, value: object) -> object:
        return (
            tuple(part.strip() for part in value.split(",") if part.strip())
            if isinstance(value, str)
            else value
        )

    @field_validator("host")
    @classmethod
    def _is_address(cls, value: str) -> str:
        if not is_host(value):
            raise ValueError("that is no address")
        return value

    @field_validator("data_dir")
    @classmethod
    def _is_no_file(cls, value: Path) -> Path:
        if value.exists() and not value.is_dir():
            raise ValueError("that is a file, not a folder")
        return value

    @field_validator("nearby")
    @classmethod
    def _are_addresses(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for one in value:
            try:
                ip_address(one)
            except ValueError:
                raise ValueError(f"{one} is no address") from None
        return value

    @field_validator("trusted_proxies")
    @classmethod
    def _are_networks(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for one in value:
            if one == "*":
                continue
            try:
                network = ip_network(one, strict=False)
            except ValueError:
                raise ValueError(f"{one} is no address and no network") from None
            if "/" in one and ip_address(one.partition("/")[0]) != network.network_address:
                raise ValueError(f"{one} is an address within the network {network}")
        return value

    @field_validator("public_url")
    @classmethod
    def _origin_only(cls, value: str | None) -> str | None:
        if value is None:
            return None
        if not has_good_port(value):
            raise ValueError("the port is not a number from 0 to 65535")
        parts = urlsplit(value)
        if parts.scheme not in ("http", "https"):
            raise ValueError("it begins with neither https:// nor http://")
        if not is_host(parts.hostname or "") or "@" in parts.netloc:
            raise ValueError("it names no host")
        if parts.path.strip("/") or parts.query or parts.fragment:
            raise ValueError("there is something after the host")
        return f"{parts.scheme}://{parts.netloc}"

    @field_validator("push_key")
    @classmethod
    def _has_contact(cls, value: str | None, info: ValidationInfo) -> str | None:
        public = info.data.get("public_url") or ""
        if value and not info.data.get("security_contact") and not public.startswith("https:"):
            raise ValueError("push services ask whom to write to: set SECURITY_CONTACT as well")
        return value

    @property
    def push_contact(self) -> str:
        """The contact for push services; empty only without a key."""
        return self.security_contact or self.public_url or ""

    @property
    def secure_cookies(self) -> bool:
        """True if cookies may demand https. Without https they would sign nobody in."""
        return self.public_url is not None and self.public_url.startswith("https:")
