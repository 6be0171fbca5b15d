"""Attacks that need more than one message: false names, old parts, and two worlds."""

from collections.abc import Sequence
from typing import Final

from app.fair import parts
from app.fair.decks import DECKS, Deck, deck_key
from tests.prove.shuffles.cheating.attack import (
    AT_ONCE,
    NOT_CHECKED,
    NOT_FAIR,
    ONLY_VERIFIER,
    add,
)
from tests.prove.shuffles.cheating.pages import Json
from tests.prove.shuffles.cheating.scenes import (
    crash_while_parts_are_opened,
    nobody_helps_at_first,
)
from tests.prove.shuffles.cheating.stage import Cheat, Window


class Named(Cheat):
    """Bob's opening is answered with "done" and thrown away; then he is named."""

    def __init__(self) -> None:
        self._answers: list[Json] = []

    def take(self, window: Window, command: Json) -> Sequence[Json]:
        if window.name != "Bob" or command["type"] != "open":
            return (command,)
        self.done = True
        self._answers.append({"type": "done", "id": command["id"]})
        return ()

    def tell(self, window: Window, message: Json) -> Sequence[Json]:
        if window.name != "Bob":
            return (message,)
        answers, self._answers = self._answers, []
        return (*answers, message)


class OldPart(Cheat):
    """After a crash Ann is asked for her opened part once more, among other seals."""

    def __init__(self) -> None:
        self._asked = False

    def tell(self, window: Window, message: Json) -> Sequence[Json]:
        asks = message["type"] == "shuffle" and message["number"] == 1 and message["opening"]
        if window.name == "Ann" and asks and message["due"] is not None:
            self.done = self._asked
            if self._asked:
                message["seals"]["1"] = "5" * 64
            self._asked = True
        return (message,)


SECRET: Final = b"the second secret of this match!"


class TwoWorlds(Cheat):
    """Bob is shown another promise, with decks, cards and a record that fit it."""

    def __init__(self) -> None:
        self._heads: dict[int, str] = {}
        self._asks: dict[int, tuple[str, str]] = {}
        """The true question and Bob's, by number."""
        self._shown: dict[int, parts.Shown] = {}
        self._drawn: dict[int, tuple[int, tuple[int, ...]]] = {}

    def take(self, window: Window, command: Json) -> Sequence[Json]:
        if window.name != "Bob" or command["type"] != "open":
            return (command,)
        true, bobs = self._asks[command["number"]]
        assert command["ask"] == bobs, "Bob believes it"
        return ({**command, "ask": true},)

    def tell(self, window: Window, message: Json) -> Sequence[Json]:
        kind = message["type"]
        if window.name != "Bob":
            return (message,)
        if kind == "shuffle":
            self._announce(message)
        elif kind == "dealt":
            self._deal(message)
        elif kind == "cards-opened":
            message |= self._opened(message)
        elif kind == "frame" and message["view"]["private"].get("hand"):
            return self._frame(message)
        return (message,)

    def _announce(self, message: Json) -> None:
        self.done = True
        match, number = message["match"], message["number"]
        promise = parts.promise(match, SECRET)
        self._heads.setdefault(0, parts.first_head(match, promise))
        true = _shown(message) if message["opening"] else None
        message.update(promise=promise, head=self._heads[number])
        if true is not None:
            message["decks"]["roots"] = [deck.root for deck in self._decks(message)]
            self._shown[number] = bobs = _shown(message)
            self._asks[number] = (true.ask, bobs.ask)

    def _decks(self, message: Json) -> list[Deck]:
        match, number = message["match"], message["number"]
        n = message["decks"]["n"] if "decks" in message else self._shown[number].n
        return [Deck(deck_key(SECRET, match, number, at), n) for at in range(DECKS)]

    def _deal(self, message: Json) -> None:
        number, shown = message["number"], self._shown[message["number"]]
        openings = {int(seat): bytes.fromhex(one) for seat, one in message["openings"].items()}
        chosen, perm = parts.draw(parts.seed(shown.ask, openings), shown.n)
        self._drawn[number] = (chosen, perm)
        self._heads[number + 1] = parts.next_head(shown.ask, openings)
        decks = self._decks(message)
        others = [deck.key.hex() for at, deck in enumerate(decks) if at != chosen]
        asks = dict.fromkeys(message["openings"], shown.ask)
        message.update(chosen=chosen, keys=others, asks=asks, **self._opened(message))

    def _opened(self, message: Json) -> Json:
        number = message["number"]
        chosen, perm = self._drawn[number]
        deck = self._decks(message)[chosen]
        places = [perm[one["position"]] for one in message["cards"]]
        cards = [
            {"position": one["position"], "thing": deck.things[at], "salt": deck.salt(at)}
            for one, at in zip(message["cards"], places, strict=True)
        ]
        return {"cards": cards, "nodes": list(deck.missing(places))}

    def _frame(self, message: Json) -> Sequence[Json]:
        """Bob's hand lies in his own world. What he plays is shown as what it became."""
        number = message["view"]["public"].get("deal", 0) - 1
        if number not in self._drawn:
            self._early = message
            return ()
        chosen, perm = self._drawn[number]
        deck = Deck(deck_key(SECRET, message["match"], number, chosen), len(perm))
        words = self._shown[number].plan.split(" ")
        message["view"]["private"]["hand"] = sorted(
            deck.things[perm[at]] for at, word in enumerate(words) if word == "1"
        )
        return (message,)

    def reveal(self, window: Window | None, lines: list[Json]) -> None:
        if window is None or window.name != "Bob":
            return
        told = lines[0]["shuffles"]
        told.update(promise=parts.promise(told["match"], SECRET), secret=SECRET.hex())
        for one in told["shuffles"]:
            number, entry = one["number"], lines[1 + one["ply"]]["entry"]
            chosen, perm = self._drawn[number]
            deck = Deck(deck_key(SECRET, told["match"], number, chosen), one["n"])
            shown = self._shown[number]
            order = [deck.things[at] for at in perm]
            head = self._heads[number]
            one.update(roots=shown.roots, head=head, ask=shown.ask, chosen=chosen, order=order)
            entry["order"], entry["proof"]["head"] = order, head


def _shown(message: Json) -> parts.Shown:
    decks = message["decks"]
    return parts.Shown(
        **{name: message[name] for name in ("match", "number", "attempt")},
        **{name: message[name] for name in ("head", "promise", "refused")},
        **{name: decks[name] for name in ("n", "names", "roots", "codes", "plan")},
        seals={int(seat): one for seat, one in message["seals"].items()},
    )


add("named_though_it_opened", "false naming", AT_ONCE,
    "You are named for not opening your part, but you opened it in time.", cheat=Named,
    verdict=NOT_CHECKED)  # fmt: skip
add("old_part_asked_for_again", "old part", AT_ONCE,
    "was exchanged after parts were asked for.", cheat=OldPart,
    play=crash_while_parts_are_opened, verdict=NOT_FAIR)  # fmt: skip
add("two_worlds", "two worlds", ONLY_VERIFIER, "", cheat=TwoWorlds, words_differ=True,
    verdict=NOT_FAIR)  # fmt: skip
add("two_worlds_chosen_alone", "chosen words", ONLY_VERIFIER, "", cheat=TwoWorlds,
    play=nobody_helps_at_first, words_differ=True, honest=NOT_CHECKED,
    verdict=NOT_FAIR)  # fmt: skip
