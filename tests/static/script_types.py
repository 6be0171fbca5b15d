"""The types of records for scripts: `records.ts` for the messages, and one for each game.

`run.py check script-types` writes them from the records in Python. They lie in `script_types/`,
and a script imports each as if it lay beside it in `static/`: see `rootDirs` in tsconfig.json.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from app.games import GAMES
from app.rules.codec import _view_type
from app.rules.game import AnyGame, DefaultRefusal, Event, Outcome, Refusal
from app.settings import ROOT
from app.table.model.client_messages import Incoming
from app.table.model.server_messages import AnyServerMessage
from app.table.room.visibility import RoomCard
from app.web.rendering.options_form import GameOptions
from app.web.replay.look_backs import Line as LookBackLine
from app.web.routes.game_options import PreviousOptions
from app.web.routes.home import Invited
from tests.static.typescript import Declarations, Generic, constant

FOLDER: Final = "script_types"
"""The folder of a checkout that holds them; git ignores it."""
RECORDS: Final = Generic("<R extends GameRecords = AnyRecords>", "<R>")
GENERICS: Final = dict.fromkeys(
    ("Frame", "EventLine", "OpenPrompt", "Composed", "HintShown"), RECORDS
)
FIELDS: Final = {
    ("Frame", "view"): "View<R>",
    ("Frame", "moves"): 'R["move"][]',
    ("Frame", "premove"): 'R["move"] | null',
    ("Frame", "outcome"): "Outcome | null",
    ("EventLine", "event"): 'R["event"]',
    ("OpenPrompt", "moves"): 'R["move"][]',
    ("Composed", "move"): 'R["move"] | null',
    ("HintShown", "move"): 'R["move"]',
    ("MoveStep", "kind"): '"cards" | "seats" | "options" | "numbers"',
    ("GameOptions", "schemas"): 'Record<string, import("./messages.js").OptionSchema>',
}
"""The fields of which Python says less than is known."""
BASE: Final = """
/** The records of one game. */
export type GameRecords = {
  options: object;
  public: object;
  private: object | null;
  move: { type: string };
  event: { type: string };
  reason: string;
};

/** The records of any game, for code that serves them all. */
export type AnyRecords = {
  options: Record<string, any>;
  public: any;
  private: any;
  move: { type: string; [field: string]: any };
  event: { type: string; [field: string]: any };
  reason: string;
};

/** All that one seat, or a spectator, may know of the match: a spectator has no private part. */
export type View<R extends GameRecords = AnyRecords> = {
  seat: number | null;
  public: R["public"];
  private: R["private"] | null;
};

/** A frame as scripts read it: a message, or what a replay makes of a step. */
export type PageFrame<R extends GameRecords = AnyRecords> = Omit<Frame<R>, Unreplayed> &
  Partial<Pick<Frame<R>, Unreplayed>>;
type Unreplayed = "type" | "receipt" | "more" | "spans" | "step";

/** A module of scripts that has all wanted exports and no others. */
export type Fits<
  Wanted,
  Given extends Wanted & { [name in Exclude<keyof Given, keyof Wanted>]: never },
> = Given;

"""
GAME: Final = """
import type * as records from "../../js/records.js";
import type * as types from "../../js/table/core/game_types.js";
import type * as table from "./table.js";

export type Records = {{
  options: {options};
  public: {public};
  private: {private};
  move: Move;
  event: GameEvent;
  reason: Reason;
}};
{parts}export type View = records.View<Records>;
export type Frame = records.PageFrame<Records>;
export type EventLine = records.EventLine<Records>;
export type TableState = types.TableState<Records>;

/** The check of types fails here if table.js is not what the table asks of a game's module. */
export type Module = records.Fits<Omit<types.GameModule<Records>, "slug">, typeof table>;

"""


def write(checkout: Path) -> None:
    """Writes those files that have changed, and removes those of games that are gone."""
    texts = {checkout / FOLDER / path: text for path, text in files().items()}
    for path, text in texts.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for path in {*(checkout / FOLDER).rglob("*.ts")} - texts.keys():
        path.unlink()


def files() -> dict[str, str]:
    """The files with their content, by the path that they would have below static/."""
    games = {f"games/{game.slug}/records.ts": game_types(game) for game in GAMES}
    return {"js/records.ts": message_types(), **games}


def message_types() -> str:
    names = {kind: f"{kind.__name__}Command" for kind in get_args(Incoming)}
    types = Declarations(names, FIELDS, GENERICS)
    types.add(Outcome)
    messages = map(types.add, get_args(AnyServerMessage))
    types.add_union("ServerMessage", [name.removesuffix(RECORDS.given) for name in messages])
    types.add_union("Command", map(types.add, get_args(Incoming)))
    types.add_union("LookBackLine", map(types.add, get_args(LookBackLine)))
    for answer in (GameOptions, Invited, PreviousOptions, RoomCard):
        types.add(answer)
    return "/** The messages between page and server, and its answers to scripts. */\n" + BASE + types.text()


def game_types(game: AnyGame) -> str:
    """The types of a game's records, and the check of its table.js."""
    moves = get_args(game.moves) or (game.moves,)
    events = tuple(event_kinds(game))
    parts = {field.name: field.type for field in msgspec.structs.fields(_view_type(type(game)))}
    public, private = parts["public"], get_args(parts["private"]) or (parts["private"],)
    names = {kind: f"{kind.__name__}Move" for kind in moves}
    names |= {kind: f"{kind.__name__}Event" for kind in events}
    unsent = {(public.__name__, name) for name in game.rules_only}
    types = Declarations(names, filled=(public, *private), unsent=unsent)
    options = types.add(game.options)
    seen = types.add(public)
    own = " | ".join(types.add(kind) for kind in private if kind is not type(None)) or "null"
    types.add_union("Move", [types.add(kind) for kind in moves])
    types.add_union("GameEvent", [types.add(kind) for kind in events])
    types.add_union("Reason", map(constant, reasons(game)))
    head = f"/** The records of {game.title}. */\n"
    text = types.text()
    aliases = [
        f'export type {name} = Records["{name.lower()}"];\n'
        for name in ("Public", "Private")
        if f"export type {name} " not in text
    ]
    head += GAME.format(options=options, public=seen, private=own, parts="".join(aliases))
    return head + text


def event_kinds(game: AnyGame) -> Iterator[type[Event]]:
    """The kinds of events in the game's own package."""
    return _own(game, Event)


def reasons(game: AnyGame) -> list[str]:
    """The reasons for which the game refuses a move."""
    kinds: list[Any] = [*_own(game, Refusal)] or [DefaultRefusal]
    return [member.value for kind in kinds for member in kind]


def _own(game: AnyGame, ancestor: type[Any]) -> Iterator[type[Any]]:
    package = type(game).__module__.rpartition(".")[0]
    return (kind for kind in ancestor.__subclasses__() if kind.__module__.startswith(f"{package}."))


if __name__ == "__main__":
    write(ROOT)
