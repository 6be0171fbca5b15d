"""The checks of all logs at the end of a simulated run."""

from typing import TYPE_CHECKING

from app.rules.replay import replay
from tests.prove.simulation.oracle import Broken

if TYPE_CHECKING:
    from tests.prove.simulation.world import World


def check_logs(world: "World") -> None:
    """Checks that each log replays, has one owner at a time, and has the right end."""
    for id_, match in world.store.matches.items():
        *_, last = replay(world.game, match.setup, [line.entry for line in match.lines])
        if last != world.oracle.matches[id_].states[-1]:
            raise Broken("the log does not replay to what was shown")
        epochs = [line.epoch for line in match.lines]
        if epochs != sorted(epochs):
            raise Broken("an older owner wrote after a newer one")
        if match.state == "running" or (match.state == "finished") is not (
            world.game.outcome(last.public) is not None
        ):
            raise Broken(f"a match is {match.state} and should not be")
    for client in world.clients:
        for wish in client.said.values():
            if wish.sent == wish.refused and wish.command.id in world.oracle.commands:
                raise Broken("a command that was always refused is in the log")
