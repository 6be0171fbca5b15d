"""Phrases that every game and every room say alike."""

from collections.abc import Sequence


def players(seats: range) -> str:
    """For how many a game is, in words: "4 to 10 players", "2 or 4 players"."""
    numbers = list(map(str, seats))
    if len(numbers) == 1:
        return f"{numbers[0]} {'player' if seats[0] == 1 else 'players'}"
    if seats.step == 1 and len(numbers) > 2:
        return f"{numbers[0]} to {numbers[-1]} players"
    return f"{', '.join(numbers[:-1])} or {numbers[-1]} players"


def sentence(name: str) -> str:
    """A kebab-case name as a sentence: "give-back" is "Give back."."""
    return f"{name.replace('-', ' ').capitalize()}."


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Names in a row: "Ann", "Ann and Ben", "Ann, Ben and Cleo"."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
