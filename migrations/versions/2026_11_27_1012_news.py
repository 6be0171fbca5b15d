"""News for the other processes: logins that ended, changed mutes, erased people."""

from alembic import op

revision: str = "1012"
down_revision: str | None = "1011"


def upgrade() -> None:
    op.execute(
        """
        CREATE TABLE news (
            number BIGINT GENERATED ALWAYS AS IDENTITY,
            kind TEXT NOT NULL,
            key TEXT NOT NULL,
            transaction BIGINT DEFAULT (pg_current_xact_id()::text)::bigint NOT NULL,
            awaits INTEGER[] DEFAULT '{}' NOT NULL,
            noted_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
            CONSTRAINT pk_news PRIMARY KEY (number)
        )
        """
    )
    op.execute("CREATE INDEX ix_news_transaction ON news (transaction)")
    op.execute("CREATE INDEX ix_news_noted_at ON news (noted_at)")


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
