"""The house as browser tests open it: it waits longer for parts in a shuffle, so that no story rests on how fast a machine is."""

from app import cli
from app.table import sealing

PATIENT = 20.0
"""Seconds; less than a page is waited for."""

if __name__ == "__main__":
    sealing.WAIT = PATIENT  # type: ignore[misc]  # a constant of the house, for everybody but these tests
    cli.main()
