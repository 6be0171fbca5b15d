"""Reports: a fault or a conflict, each with the position it was about."""

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    op.create_table(
        "reports",
        sa.Column("number", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column(
            "at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False
        ),
        sa.Column("account_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("room_id", sa.Text(), nullable=False),
        sa.Column("match_id", sa.Text()),
        sa.Column("step", sa.Integer()),
        sa.Column("said", sa.Text(), nullable=False),
        sa.Column("noted", sa.Text(), nullable=False),
        sa.Column("closed", sa.DateTime(timezone=True)),
        sa.Column("closed_by", sa.Text()),
        sa.Column("answer", sa.Text()),
        sa.CheckConstraint("kind IN ('fault', 'people')", name=op.f("ck_reports_kind")),
        sa.CheckConstraint(
            "(closed IS NULL) = (answer IS NULL)", name=op.f("ck_reports_closed_has_an_answer")
        ),
        sa.CheckConstraint(
            "step IS NULL OR match_id IS NOT NULL", name=op.f("ck_reports_step_of_a_match")
        ),
        sa.ForeignKeyConstraint(
            ["account_id"], ["accounts.id"], name=op.f("fk_reports_account_id")
        ),
        sa.ForeignKeyConstraint(["closed_by"], ["accounts.id"], name=op.f("fk_reports_closed_by")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_reports_match_id")),
        sa.ForeignKeyConstraint(["room_id"], ["rooms.id"], name=op.f("fk_reports_room_id")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_reports")),
    )
    op.create_index("ix_reports_account_id", "reports", ["account_id", "number"])
    op.create_index("ix_reports_match_id", "reports", ["match_id"])
    op.create_index(
        "ix_reports_open", "reports", ["number"], postgresql_where=sa.text("closed IS NULL")
    )


def downgrade() -> None:
    op.drop_table("reports")
