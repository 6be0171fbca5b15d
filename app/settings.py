"""What the environment decides: read once, at the start, and never by the rules or a table.

Every variable carries the prefix PECKING_ORDER_; DATABASE_URL and PORT, which hosting services set, also work without it.
"""

from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from pydantic import AfterValidator, AliasChoices, Field, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

ROOT = Path(__file__).resolve().parent.parent


def normal_database_url(url: str) -> str:
    """Any spelling of a PostgreSQL URL in the one that SQLAlchemy gives to asyncpg.

    Hosting services write postgres:// or postgresql://, which SQLAlchemy would hand to another driver, and libpq's `sslmode`,
    which asyncpg calls `ssl`. Raises ValueError for another database.
    """
    scheme, separator, rest = url.partition("://")
    if scheme.partition("+")[0] not in ("postgres", "postgresql") or not separator:
        raise ValueError("the database must be PostgreSQL: postgresql://user:password@host/name")
    before, mark, query = rest.partition("?")
    pairs = [("ssl" if name == "sslmode" else name, value) for name, value in parse_qsl(query)]
    return f"postgresql+asyncpg://{before}{mark}{urlencode(pairs, safe='/')}"


def plain_database_url(url: str) -> str:
    """The same database as asyncpg itself and PostgreSQL's own programs spell it."""
    parts = urlsplit(normal_database_url(url))
    pairs = [
        ("sslmode" if name == "ssl" else name, value) for name, value in parse_qsl(parts.query)
    ]
    return urlunsplit(parts._replace(scheme="postgresql", query=urlencode(pairs, safe="/")))


class Settings(BaseSettings):
    """Everything that differs between two installations. Frozen: a part that needs another value is given a copy."""

    model_config = SettingsConfigDict(
        env_prefix="PECKING_ORDER_", frozen=True, extra="ignore", populate_by_name=True
    )

    host: str = "127.0.0.1"
    """The address to listen on; 0.0.0.0 lets others in your network play."""

    port: int = Field(
        8000, ge=0, le=65535, validation_alias=AliasChoices("PECKING_ORDER_PORT", "PORT")
    )
    """The port to listen on; 0 takes a free one."""

    public_url: str | None = None
    """The address people type, `https://cards.example`, where it differs from what the request says; without a path."""

    data_dir: Path = ROOT / "data"
    """Where the embedded database lives; unused with a database of your own."""

    database_url: Annotated[str, AfterValidator(normal_database_url)] | None = Field(
        None, validation_alias=AliasChoices("PECKING_ORDER_DATABASE_URL", "DATABASE_URL")
    )
    """A PostgreSQL of your own. None: the house runs one itself."""

    pace: float = Field(1.0, gt=0)
    """Multiplies every waiting time at a table; tests make it small."""

    patience: float = Field(1.0, gt=0)
    """Multiplies how long a table waits for silent people before it calls them gone; tests make it small."""

    limits: float = Field(1.0, gt=0)
    """Multiplies how often one address may log in, open rooms, knock and so on, and one connection speak; load tests make it large."""

    unsafe_store: bool = False
    """Opens the house on a PostgreSQL that may lose what it says it has written (fsync off, say); for tests."""

    trusted_proxies: Annotated[tuple[str, ...], NoDecode] = ()
    """Addresses or networks of proxies whose X-Forwarded-* headers count, with commas between; `*` trusts all."""

    security_contact: str | None = Field(
        None, pattern=r"^(mailto:[^\s@<>]+@[^\s@<>]+|https://[^\s<>]+)$"
    )
    """Where holes are to be reported, `mailto:…` or `https://…`, for /.well-known/security.txt; None: there is no such page."""

    log_level: Literal["debug", "info", "warning", "error"] = "info"

    @field_validator("database_url", "public_url", "security_contact", mode="before")
    @classmethod
    def _empty_is_unset(cls, value: object) -> object:
        return value or None

    @field_validator("trusted_proxies", mode="before")
    @classmethod
    def _split_at_commas(cls, value: object) -> object:
        return (
            tuple(part.strip() for part in value.split(",") if part.strip())
            if isinstance(value, str)
            else value
        )

    @field_validator("public_url")
    @classmethod
    def _origin_only(cls, value: str | None) -> str | None:
        if value is None:
            return None
        parts = urlsplit(value)
        if (
            parts.scheme not in ("http", "https")
            or not parts.netloc
            or parts.path.strip("/")
            or parts.query
        ):
            raise ValueError("write it as https://cards.example, without a path")
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def secure_cookies(self) -> bool:
        """Whether cookies may demand https: only if people arrive by it, or nobody could stay signed in at home."""
        return self.public_url is not None and self.public_url.startswith("https:")
