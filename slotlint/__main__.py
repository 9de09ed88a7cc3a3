"""The entry of the command: a former answer if it still holds, else the command line."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from slotlint import replay

FOUND, INTERRUPTED = 1, 130


def main() -> None:
    """Run the command line; the exit code is the process's, and no traceback is shown."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """One command, its exit code returned. What is slow to import comes only after a look at former answers."""
    try:
        started = replay.now()
        asked = replay.question(arguments)
        answer = replay.recall(asked) if asked else None
        if answer:
            replay.give(answer)
            return answer.code
        from slotlint import cli

        return cli.run(arguments, cli.Pending(asked, started) if asked else None)
    except BrokenPipeError:
        replay.drop_output()
        return FOUND
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    main()
