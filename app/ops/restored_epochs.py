"""Epochs after a restore: higher than all before it, so that no server from before can write.

A table writes under the epoch that it holds. A backup brings epochs back that such a server
may hold still. Both statements belong into the transaction of the restore. See decision 196.
"""

from typing import Final

_HIGHEST: Final = """
    BEGIN
        PERFORM set_config('pecking_order.{name}', greatest(
            found.highest, nullif(current_setting('pecking_order.{name}', true), '')::bigint
        )::text, true) FROM (SELECT max({column}) AS highest FROM public.{table}) AS found;
    EXCEPTION WHEN undefined_table THEN NULL;
    END;"""

REMEMBER: Final = "".join(
    (
        "DO $$ BEGIN",
        _HIGHEST.format(name="epoch", column="epoch", table="rooms"),
        _HIGHEST.format(name="epoch", column="epoch", table="matches"),
        _HIGHEST.format(name="term", column="term", table="server_term"),
        "\nEND $$",
    )
)
"""Remembers the highest epochs, before the restore drops the tables."""

_RAISE: Final = """
    BEGIN
        UPDATE public.{table} SET epoch = 1 + greatest(
            epoch, nullif(current_setting('pecking_order.epoch', true), '')::bigint);
    EXCEPTION WHEN undefined_table THEN NULL;
    END;"""

RAISE: Final = "".join(
    (
        "DO $$ BEGIN",
        _RAISE.format(table="rooms"),
        _RAISE.format(table="matches"),
        """
    CREATE TABLE IF NOT EXISTS public.server_term (term bigint NOT NULL);
    INSERT INTO public.server_term SELECT 1 + greatest(max(term), 0,
        nullif(current_setting('pecking_order.term', true), '')::bigint) FROM public.server_term;
    DELETE FROM public.server_term WHERE term < (SELECT max(term) FROM public.server_term);
END $$""",
    )
)
"""Raises every epoch above the remembered ones, and counts the restore among the lock's holders."""
