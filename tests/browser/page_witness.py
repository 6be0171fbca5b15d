"""The witness of shuffles in a page of its own, told made-up messages one by one."""

from collections.abc import Mapping, Sequence
from typing import Any

from playwright.sync_api import Page

from app.fair import VERSION, shuffle
from tests.fair.sample_match import Deal, made_up

MATCH = "made-up-match"
BEGIN = """async ([match, acting, bots]) => {
  const { Witness } = await import("/static/js/fair/witness.js");
  const { dealVerdict, matchVerdict } = await import("/static/js/fair/verdict_text.js");
  const told = { report: null, sent: [], refusal: null, record: null };
  const witness = new Witness({
    send: async (type, fields) => {
      told.sent.push({ type, ...fields });
      return told.refusal;
    },
    fetchShuffles: async () => told.record,
    onChange: (report) => (told.report = { ...report, end: report.end ?? told.report?.end }),
  });
  const show = (more) =>
    witness.update({ frame: null, acting, member: true, game: null, bots, match, ...more });
  window.fairTest = {
    hear: (message) => witness.receive(message),
    reconnect: () => (witness.reconnected(), show({})),
    end: (record) => {
      told.record = record;
      show({ frame: { match, outcome: {}, receipt: null, view: { private: null } } });
    },
    told: () => ({
      sent: told.sent,
      lies: (told.report?.lies ?? []).map(({ says }) => says),
      deal: dealVerdict(told.report?.deal ?? null),
      match: matchVerdict(told.report?.end ?? null),
    }),
  };
  witness.reconnected();
  show({});
}"""


class PageWitness:
    """Seat 0's browser; `acting`: it plays. Seat 3 is a bot's."""

    def __init__(self, page: Page, acting: bool = True) -> None:
        self.page, self.seat = page, 0 if acting else None
        page.evaluate("() => localStorage.clear()")
        self.begin()

    def begin(self) -> None:
        """A window that has just opened; the browser remembers what it kept."""
        self.page.evaluate(BEGIN, [MATCH, self.seat is not None, [3]])

    def hear(self, message: Mapping[str, Any]) -> None:
        self.page.evaluate("(message) => window.fairTest.hear(message)", message)

    def reconnect(self) -> None:
        self.page.evaluate("() => window.fairTest.reconnect()")

    def end(self, *deals: Mapping[str, Any]) -> None:
        """The match is over, and its shuffles are opened."""
        self.page.evaluate("(record) => window.fairTest.end(record)", {"shuffles": list(deals)})
        self.page.wait_for_function("() => window.fairTest.told().match !== null")

    @property
    def told(self) -> Any:
        return self.page.evaluate("() => window.fairTest.told()")

    @property
    def lies(self) -> list[str]:
        found: list[str] = self.told["lies"]
        return found

    def sent(self, kind: str) -> list[dict[str, Any]]:
        return [command for command in self.told["sent"] if command["type"] == kind]

    # -- what a server says

    def shuffle(
        self,
        attempt: int = 0,
        seals: Mapping[int, str] | None = None,
        opening: bool = False,
        refused: Sequence[int] = (),
        restarted: bool = False,
    ) -> dict[str, Any]:
        """The message `shuffle` about the first shuffle."""
        seals = seals or {}
        return {
            "type": "shuffle",
            "match": MATCH,
            "number": 0,
            "attempt": attempt,
            "version": VERSION,
            "seat": self.seat,
            "commitment": Deal(MATCH, 0, attempt=attempt).commitment,
            "sealed": sorted(seals),
            "seals": {str(seat): seals[seat] for seat in sorted(seals)},
            "opening": opening,
            "due": None,
            "refused": list(refused),
            "restarted": restarted,
        }

    def seals(self, *others: int, attempt: int = 0) -> dict[int, str]:
        """The newest seal of this browser, and made-up ones of other seats."""
        found = {seat: seal(seat, attempt) for seat in others}
        if self.seat is not None:
            found[0] = self.sent("seal")[-1]["seal"]
        return found

    def dealt(
        self,
        *others: int,
        attempt: int = 0,
        refused: Sequence[int] = (),
        restarted: bool = False,
        more: Mapping[int, bytes] | None = None,
        own: bool = True,
    ) -> dict[str, Any]:
        """The message `dealt`, made of this browser's newest opened part and those of others."""
        entropies = {seat: made_up(f"{seat} {attempt}") for seat in others} | dict(more or {})
        if own and self.seat is not None:
            entropies[0] = bytes.fromhex(self.sent("open")[-1]["entropy"])
        deal = Deal(MATCH, 0, attempt=attempt, entropies=entropies)
        told = {"seat": self.seat, "refused": list(refused), "restarted": restarted}
        cards: dict[str, Any] = {} if self.seat is not None else {"cards": []}
        return deal.dealt() | told | cards

    def opened(self, dealt: Mapping[str, Any]) -> dict[str, Any]:
        """The same shuffle as it is opened at the end."""
        entropies = {int(seat): bytes.fromhex(one) for seat, one in dealt["openings"].items()}
        deal = Deal(MATCH, 0, attempt=dealt["attempt"], entropies=entropies)
        return deal.opened() | {key: dealt[key] for key in ("refused", "restarted")}


def seal(seat: int, attempt: int = 0, entropy: bytes | None = None) -> str:
    part = entropy or made_up(f"{seat} {attempt}")
    return shuffle.seal(MATCH, 0, attempt, seat, part)
