"""Columns and tables that become part of the new first migration."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.add_column(
        "reports",
        sa.Column(
            "moment_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
    )
    op.add_column("reports", sa.Column("accused_id", sa.Text()))
    op.create_foreign_key(
        op.f("fk_reports_accused_id"), "reports", "accounts", ["accused_id"], ["id"]
    )
    op.create_index(op.f("ix_reports_accused_id"), "reports", ["accused_id"])
    op.create_table(
        "password_resets",
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_password_resets_account_id")
        ),
        sa.PrimaryKeyConstraint("account_id", name=op.f("pk_password_resets")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_password_resets_token_hash")),
    )
    op.add_column("rating_inputs", sa.Column("before", JSONB()))
    op.create_table(
        "rating_refolds",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("first_number", sa.BigInteger(), nullable=False),
        sa.Column(
            "ordered_at", sa.DateTime(timezone=True), server_default=sa.text("now()"),
            nullable=False,
        ),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_rating_refolds")),
    )  # fmt: skip
    op.add_column("chat_lines", sa.Column("code", sa.Text()))
    op.add_column("chat_lines", sa.Column("arguments", JSONB()))
    op.create_index("ix_chat_lines_about", "chat_lines", ["about"], postgresql_using="gin")


def downgrade() -> None:
    op.drop_index("ix_chat_lines_about", "chat_lines")
    op.drop_column("chat_lines", "arguments")
    op.drop_column("chat_lines", "code")
    op.drop_table("rating_refolds")
    op.drop_column("rating_inputs", "before")
    op.drop_table("password_resets")
    op.drop_column("reports", "accused_id")
    op.drop_column("reports", "moment_at")
