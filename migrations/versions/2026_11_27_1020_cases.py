"""The queue of moderators: a case for each report, and for names and people to look at."""

from alembic import op

revision: str = "1020"
down_revision: str | None = "1019"


def upgrade() -> None:
    op.execute(
        """
        CREATE TABLE cases (
            number BIGINT GENERATED ALWAYS AS IDENTITY,
            kind TEXT NOT NULL,
            account_id TEXT,
            report_number BIGINT,
            about TEXT,
            opened_at TIMESTAMP WITH TIME ZONE DEFAULT now() NOT NULL,
            due_at TIMESTAMP WITH TIME ZONE NOT NULL,
            taken_by TEXT,
            taken_until TIMESTAMP WITH TIME ZONE,
            closed_at TIMESTAMP WITH TIME ZONE,
            closed_by TEXT,
            outcome TEXT,
            CONSTRAINT pk_cases PRIMARY KEY (number),
            CONSTRAINT uq_cases_report_number UNIQUE (report_number),
            CONSTRAINT ck_cases_kind CHECK (kind IN ('report', 'name', 'again')),
            CONSTRAINT ck_cases_report_of_its_kind
                CHECK ((kind = 'report') = (report_number IS NOT NULL)),
            CONSTRAINT ck_cases_closed_has_an_outcome
                CHECK ((closed_at IS NULL) = (outcome IS NULL)),
            CONSTRAINT fk_cases_account_id FOREIGN KEY (account_id) REFERENCES accounts (id),
            CONSTRAINT fk_cases_report_number FOREIGN KEY (report_number)
                REFERENCES reports (number) ON DELETE CASCADE,
            CONSTRAINT fk_cases_taken_by FOREIGN KEY (taken_by) REFERENCES accounts (id),
            CONSTRAINT fk_cases_closed_by FOREIGN KEY (closed_by) REFERENCES accounts (id)
        )
        """
    )
    op.execute("CREATE INDEX ix_cases_open ON cases (due_at, number) WHERE closed_at IS NULL")
    op.execute(
        "CREATE UNIQUE INDEX uq_cases_open_of_person ON cases (account_id, kind) "
        "WHERE closed_at IS NULL AND kind <> 'report'"
    )
    op.execute("CREATE INDEX ix_cases_account_id ON cases (account_id)")
    op.execute("CREATE INDEX ix_cases_closed ON cases (kind, number) WHERE closed_at IS NOT NULL")
    op.execute("CREATE INDEX ix_cases_taken_by ON cases (taken_by) WHERE taken_by IS NOT NULL")
    op.execute("CREATE INDEX ix_cases_closed_by ON cases (closed_by)")
    op.execute(
        """
        INSERT INTO cases (kind, account_id, report_number, opened_at, due_at)
        SELECT 'report', accused_id, number, filed_at,
            filed_at - CASE WHEN kind = 'people' THEN interval '1 day' ELSE interval '0' END
        FROM reports WHERE closed_at IS NULL ORDER BY number
        """
    )


def downgrade() -> None:
    raise NotImplementedError("migrations only go forward: restore a backup instead")
