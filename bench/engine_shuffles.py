"""`bench engine`, shuffles: the server's time for one fair shuffle, and what each client costs."""

from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from time import process_time
from types import SimpleNamespace
from typing import Any, Final

from app.rules.game import AnyGame
from app.table.match.prompt_clock import Instant
from app.table.match.shuffle_decks import ShuffleDecks
from app.table.match.shuffle_round import ShuffleRound
from app.table.model.room import MatchId
from bench.report import Ask, Progress, Sheet

CARDS: Final = (52, 60, 134)
PLAYERS: Final = 10
TIMES: Final = 40
MATCH: Final = MatchId("m" * 22)


def pack(n: int, hidden: bool) -> AnyGame:
    """As much of a game as a shuffle asks for: n cards, dealt to all players."""
    codes = tuple(f"{index}S" for index in range(n))
    game: Any = SimpleNamespace(
        pending_shuffle_size=lambda state: n,
        deck_codes=lambda public: () if hidden else codes,
        hidden_codes=lambda state: codes,
        deal_plan=lambda public: tuple(str(at % PLAYERS) for at in range(n)),
    )
    return game  # type: ignore[no-any-return]


def timed(work: Callable[[], object], times: int) -> float:
    """Milliseconds of CPU time, the median."""
    taken = []
    for _ in range(times):
        began = process_time()
        work()
        taken.append(1e3 * (process_time() - began))
    return median(taken)


def costs(n: int, hidden: bool, seed: int, times: int) -> Sequence[float]:
    """Milliseconds: the decks with their roots, the deal, one seat's cards, one later card."""
    secret, game = Random(seed).randbytes(32), pack(n, hidden)
    before: Any = SimpleNamespace(public=None)

    def decks() -> ShuffleDecks:
        made = ShuffleDecks(game, MATCH, secret, 0, before)
        assert len(made.shown.roots) == 8
        return made

    made, coming = decks(), ShuffleRound(MATCH, "promise")
    question = coming.due_question(Instant(0.0, 0), (), {}, made)
    assert question is not None
    coming.take_over(question, made)
    drawn = made.draw(coming.ask, {})
    return [
        timed(decks, times),
        timed(lambda: (coming.order(), coming.proof()), times),
        timed(lambda: made.open(drawn, range(0, n, PLAYERS)), times),
        timed(lambda: made.open(drawn, (n - 1,)), times),
    ]


def shuffles(ask: Ask, progress: Progress) -> Sheet:
    times = TIMES if ask.each(1.0) >= 1.0 else TIMES // 10
    rows = []
    for n in CARDS:
        for hidden in (False, True):
            progress.tell(f"shuffles: {n} cards")
            rows.append((n, "hidden" if hidden else "open", *costs(n, hidden, ask.seed, times)))
    return Sheet(
        "One fair shuffle on the server, milliseconds of CPU time",
        ("cards", "codes", "eight decks", "order", "a seat's cards", "a later card"),
        rows,
        ("The decks are made once, when a shuffle is due. A tenth of the cards is a hand.",),
    )
