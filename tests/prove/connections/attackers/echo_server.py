"""`python -m tests.prove.connections.attackers.echo_server`: echoes lines, to measure the machine.

It prints its port as the first line and ends with its input.
"""

import asyncio
import sys

from tests.prove.runner.proof import print_line


async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while line := await reader.readline():
        writer.write(line)
    writer.close()


async def main() -> None:
    server = await asyncio.start_server(answer, "127.0.0.1")
    print_line(str(server.sockets[0].getsockname()[1]))
    await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(main())
