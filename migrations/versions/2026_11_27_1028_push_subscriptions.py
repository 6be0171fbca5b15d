"""Push subscriptions: browsers that are notified while nobody has them open."""

from alembic import op

revision: str = "1028"
down_revision: str | None = "1027"


def upgrade() -> None:
    op.execute(
        """
        CREATE TABLE push_subscriptions (
            session_id TEXT NOT NULL,
            endpoint TEXT NOT NULL,
            p256dh BYTEA NOT NULL,
            auth BYTEA NOT NULL,
            made_at TIMESTAMP WITH TIME ZONE DEFAULT clock_timestamp() NOT NULL,
            CONSTRAINT pk_push_subscriptions PRIMARY KEY (session_id),
            CONSTRAINT uq_push_subscriptions_endpoint UNIQUE (endpoint),
            CONSTRAINT ck_push_subscriptions_p256dh_is_a_point CHECK (octet_length(p256dh) = 65),
            CONSTRAINT ck_push_subscriptions_auth_has_16_bytes CHECK (octet_length(auth) = 16),
            CONSTRAINT fk_push_subscriptions_session_id FOREIGN KEY (session_id)
                REFERENCES sessions (id) ON DELETE CASCADE
        )
        """
    )


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
