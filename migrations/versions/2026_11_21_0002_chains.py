"""Hash chains over entries and the audit log, a match's shuffle secret, and room epochs."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import ARRAY

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.add_column("entries", sa.Column("hash", sa.LargeBinary()))
    op.add_column("audit_log", sa.Column("hash", sa.LargeBinary()))
    op.add_column("matches", sa.Column("secret", sa.LargeBinary()))
    op.add_column(
        "accounts",
        sa.Column("former_names", ARRAY(sa.Text()), server_default=sa.text("'{}'"), nullable=False),
    )
    op.add_column(
        "rooms", sa.Column("epoch", sa.Integer(), server_default=sa.text("1"), nullable=False)
    )


def downgrade() -> None:
    added = (
        ("rooms", "epoch"), ("accounts", "former_names"), ("matches", "secret"),
        ("audit_log", "hash"), ("entries", "hash"),
    )  # fmt: skip
    for table, column in added:
        op.drop_column(table, column)
