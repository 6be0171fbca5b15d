"""The worth of bots' interests: one deed by interest against the same deed by lot.

`python -m tests.games.scum_the_masquerade.interest_figures DEED` plays pairs of matches with the
same first ranks and deals, all bots steady. One seat makes its deed by interest in one match and by
lot in the other. It prints the mean place that interest gains in a round, with an interval of 95 %.
`rates` prints how often each deed is done among bots of all strengths and tempers, and a player who
answers by lot. Its sharp bot searches its answers in politics, and plays cards as steady does.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from app.bots.arena import mean_and_margin
from app.bots.move_choice import SEARCHES, choose
from app.bots.offers import Offers
from app.games.scum_the_masquerade import GAME, heuristics
from app.games.scum_the_masquerade.events import DebtsCollected, PactsRevealed
from app.games.scum_the_masquerade.options import Options
from app.games.scum_the_masquerade.politics import market, pacts
from app.games.scum_the_masquerade.powers import declaring
from app.games.scum_the_masquerade.round_end import next_extras
from app.games.scum_the_masquerade.state import Phase, ScumState
from app.rules.game import Prompt, Seat, view
from app.rules.play import all_prompts, first_questions, take_up_to
from app.rules.values import Manner

DEEDS: Final = {
    "boon": ("answer-boon",),
    "pact": ("pact",),
    "decision": ("decide",),
    "hunt": ("hunt",),
    "conspiring": ("conspire", "answer-conspiracy"),
    "trade": ("offer", "answer-offer", "smuggle", "answer-smuggle"),
}
SEARCHED: Final = ("answer-boon", "pact", "decide")
MOST: Final = 8000
"""Moves after which a match counts as stuck."""
LISTED: Final = 200
"""Answers among which a lot is drawn."""
Player: TypeAlias = Callable[[ScumState, Seat, Prompt, random.Random], Any | None]


def steady(state: ScumState, seat: Seat, prompt: Prompt, chance: random.Random) -> Any | None:
    """A steady bot's answer to a question or an offer."""
    return bot("steady")(state, seat, prompt, chance)


def bot(strength: str, temper: str = "") -> Player:
    """A bot of this manner; it searches answers in politics alone."""
    game = GAME.in_manner(Manner(strength, temper))

    def answer(state: ScumState, seat: Seat, prompt: Prompt, chance: random.Random) -> Any | None:
        seen = view(state, seat)
        if prompt.offer:
            return game.accepted_offer(seen, prompt)
        moves, _ = take_up_to(heuristics.candidates(seen, prompt), 1000)
        searches = strength in SEARCHES and prompt.kind not in SEARCHED
        return choose(SEARCHES[strength] if searches else strength, game, seen, moves, chance)

    return answer


def by_lot(state: ScumState, seat: Seat, prompt: Prompt, chance: random.Random) -> Any | None:
    """Any answer; every second offer is let be."""
    if prompt.offer and chance.random() < 0.5:
        return None
    seen = view(state, seat)
    moves, _ = take_up_to(GAME.legal_answers(seen, prompt), LISTED)
    return chance.choice(moves) if moves else None


def lot_for(kinds: tuple[str, ...]) -> Player:
    """A steady bot that draws its answers to these kinds of prompts by lot."""

    def answer(state: ScumState, seat: Seat, prompt: Prompt, chance: random.Random) -> Any | None:
        return (by_lot if prompt.kind in kinds else steady)(state, seat, prompt, chance)

    return answer


def begun(players: int, rounds: int, chance: random.Random, deed: str = "") -> ScumState:
    """A match in its first round with ranks, which chance has drawn.

    For "trade" the first rank has decided already, and allows illegal trades.
    """
    state = GAME.setup(players, Options(evening="masquerade", rounds=rounds), False)
    order = tuple(chance.sample(state.public.order, players))
    extras = next_extras(state.public, order)
    public = replace(state.public, round=1, order=order, placed=order, extras=extras)
    if deed == "trade":
        allowed = replace(public.decisions, illegal=True)
        public = replace(public, decisions=allowed, decided_by=order[0])
    return declaring.begin(replace(state, public=public))


def played(
    state: ScumState, players: list[Player], deals: random.Random, chances: list[random.Random]
) -> Iterator[tuple[ScumState, Seat | None, Prompt | None, Any]]:
    """Each state of the match with what was answered in the one before, and by whom."""
    offers = Offers()
    for _ in range(MOST):
        if state.public.phase is Phase.OVER:
            return
        if size := GAME.pending_shuffle_size(state):
            state = GAME.apply_shuffle(state, deals.sample(range(size), size))
            yield state, None, None, None
            continue
        open_to = all_prompts(GAME, state)
        now = state

        def answer(seat: Seat, prompt: Prompt, now: ScumState = now) -> Any | None:
            return players[seat](now, seat, prompt, chances[seat])

        taken = offers.next_taken(open_to, answer)
        if taken is not None:
            prompt = next(one for one in open_to[taken.seat] if one.key == taken.key)
            state = GAME.apply(state, taken.seat, taken.move)
            yield state, taken.seat, prompt, taken.move
        elif asked := first_questions(open_to):
            seat, prompt = next(iter(asked.items()))
            move = answer(seat, prompt)
            assert move is not None, "a question is answered"
            state = GAME.apply(state, seat, move)
            offers.moved(seat)
            yield state, seat, prompt, move
        else:
            window = pacts.span(state.public)
            assert window is not None
            state = GAME.expire(state, window.key)
            yield state, None, None, None
    raise AssertionError("a match comes to its end")


def place(seed: int, players: int, rounds: int, subject: Player, deed: str = "") -> float:
    """The mean place of the one seat in question; which one it is goes around.

    For "hunt" it is the second rank of the first round, which alone may declare one.
    """
    chance = random.Random(seed)
    state = begun(players, rounds, chance, deed)
    one = state.public.order[1] if deed == "hunt" else Seat(seed % players)
    seated = [subject if seat == one else steady for seat in range(players)]
    chances = [random.Random(f"{seed} {seat}") for seat in range(players)]
    *_, (last, *_) = played(state, seated, random.Random(f"{seed} deals"), chances)
    return players + 1 - last.public.scores[one] / rounds


def compare(deed: str, pairs: int, players: int, rounds: int, seed: int = 0) -> list[float]:
    """The places that interest gains over the lot, in each pair."""
    lot = lot_for(DEEDS[deed])
    numbers = range(seed, seed + pairs)
    return [
        place(one, players, rounds, lot, deed) - place(one, players, rounds, steady, deed)
        for one in numbers
    ]


def rates(matches: int, players: int, rounds: int) -> Counter[str]:
    """The times that each deed was done, and could be done by the rules."""
    found = Counter[str]()
    for seed in range(matches):
        tempers = ("", *GAME.tempers)
        kinds: list[Player] = [
            bot(strength, tempers[(seed + at) % len(tempers)])
            for at, strength in enumerate(("casual", "steady", "sharp"))
        ]
        kinds.append(by_lot)
        seated = [kinds[(seat + seed) % len(kinds)] for seat in range(players)]
        chances = [random.Random(f"{seed} {seat}") for seat in range(players)]
        state = begun(players, rounds, random.Random(seed))
        decided: Seat | None = None
        offered = set[str]()
        for after, seat, prompt, move in played(
            state, seated, random.Random(f"{seed} deals"), chances
        ):
            if prompt is not None and seat is not None:
                found[f"{prompt.kind} possible"] += _may_agree(state, seat, prompt)
                said = getattr(move, "yes", getattr(move, "grant", getattr(move, "take", None)))
                found[f"{prompt.kind} done"] += prompt.offer if said is None else said
                decided = seat if prompt.kind == "decide" else decided
            for each in all_prompts(GAME, after).values():
                for one in each:
                    if one.kind in OFFERED and one.key not in offered:
                        offered.add(one.key)
                        found[f"{one.kind} possible"] += 1
            for event in after.events:
                if isinstance(event, PactsRevealed):
                    found["pacts possible"] += len(event.seats)
                    found["pacts done"] += len(event.seats)
                if isinstance(event, DebtsCollected):
                    found["pacts done"] -= len(event.seats)
            if after.public.phase in (Phase.INTERVAL, Phase.OVER) and decided is not None:
                found["decisions possible"] += 1
                found["decisions done"] += after.public.placed[0] == decided
                decided = None
            state = after
    return found


OFFERED: Final = ("ask-boon", "conspire", "hunt", "smuggle")
AGREED: Final = ("answer-boon", "answer-conspiracy", "answer-smuggle", "pact")
DEEDS_TOLD: Final = {
    "ask-boon": "a boon is asked for, where one may be",
    "answer-boon": "a boon is granted, of those asked for",
    "pact": "a pact is taken, by who may",
    "pacts": "a pact is kept, of those taken",
    "hunt": "a blood hunt is declared, where one may be",
    "decisions": "who decides is first again, of those who decided",
    "conspire": "a look is asked for, where it may be",
    "answer-conspiracy": "a look is agreed to, of those asked for",
    "smuggle": "an illegal trade is offered, where it may be",
    "answer-smuggle": "an illegal trade is made, of offers that could be met",
}


def _may_agree(state: ScumState, seat: Seat, prompt: Prompt) -> bool:
    """True if this is a question that may be agreed to."""
    hand = state.private[seat]
    if prompt.kind == "answer-smuggle":
        return market.brings(hand, market.bid_of(hand, prompt)) is not None
    return prompt.kind in AGREED


def rates_table(found: Counter[str]) -> str:
    """The shares, as Markdown."""
    rows = ["| deed | done | of | share |", "|---|---|---|---|"]
    for deed, told in DEEDS_TOLD.items():
        done, possible = found[f"{deed} done"], found[f"{deed} possible"]
        rows.append(f"| {told} | {done} | {possible} | {100 * done / max(possible, 1):.0f} % |")
    return "\n".join(rows)


def main(given: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="tests.games.scum_the_masquerade.interest_figures")
    parser.add_argument("deed", choices=[*DEEDS, "rates"])
    parser.add_argument("--pairs", type=int, default=400)
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(given)
    if asked.deed == "rates":
        found = rates(asked.pairs, asked.players, asked.rounds)
        sys.stdout.write(f"{rates_table(found)}\n")
        return
    gained = compare(asked.deed, asked.pairs, asked.players, asked.rounds, asked.seed)
    mean, margin = mean_and_margin([[one] for one in gained])
    sys.stdout.write(
        f"{asked.deed}: {mean:+.3f} ± {margin:.3f} places a round, {asked.pairs} pairs of "
        f"{asked.rounds} rounds, {asked.players} players\n"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
