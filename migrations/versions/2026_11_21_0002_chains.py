"""What makes records checkable: hash chains over entries and the audit log, the secret of a match's shuffles, and who owns a room."""

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.add_column("entries", sa.Column("hash", sa.LargeBinary()))
    op.add_column("audit_log", sa.Column("hash", sa.LargeBinary()))
    op.add_column("matches", sa.Column("secret", sa.LargeBinary()))
    op.add_column("rooms", sa.Column("epoch", sa.Integer(), server_default=sa.text("1"), nullable=False))


def downgrade() -> None:
    for table, column in (("rooms", "epoch"), ("matches", "secret"), ("audit_log", "hash"), ("entries", "hash")):
        op.drop_column(table, column)
