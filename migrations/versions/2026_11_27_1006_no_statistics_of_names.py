"""No statistics of what people are called, say and write: erasure could not reach them."""

from alembic import op

revision: str = "1006"
down_revision: str | None = "1005"

_WORDS = {
    "accounts": ("name", "skeleton", "suspension_reason"),
    "chat_lines": ("name", "text", "arguments"),
    "places": ("name",),
    "reports": ("said", "noted", "answer"),
    "rooms": ("state",),
    "sessions": ("user_agent",),
}


def upgrade() -> None:
    for table, columns in _WORDS.items():
        for column in columns:
            op.execute(f"ALTER TABLE {table} ALTER COLUMN {column} SET STATISTICS 0")


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
