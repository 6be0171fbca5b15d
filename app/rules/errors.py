"""The reasons why a move is refused. All are a player's mistake: answered, and nothing changes.

RuleError          code
├ MalformedMove    malformed-move   cannot be read as a move of this game
├ GameOver         game-over        the match has ended
├ NotYourTurn      not-your-turn    this seat is not being asked anything
├ StaleMove        stale-move       answers a question that is closed by now
└ IllegalMove      illegal-move     the game's own rules say no; `reason` says which rule

`code` and `reason` are kebab-case and never change; `sentence` is for people. A refusal may depend
only on what the mover may know. Our own mistakes are `assert`s: they crash one table, never a
player's request.
"""

from typing import ClassVar


class RuleError(Exception):
    """A move that was not made. Nothing has changed."""

    code: ClassVar[str]

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class MalformedMove(RuleError):
    code = "malformed-move"


class GameOver(RuleError):
    code = "game-over"


class NotYourTurn(RuleError):
    code = "not-your-turn"


class StaleMove(RuleError):
    code = "stale-move"


class IllegalMove(RuleError):
    code = "illegal-move"

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason
