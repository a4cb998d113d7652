"""``python -m hardware.twin``: what `hardware.twin.client` starts. People use ``deadfall board twin``."""

from __future__ import annotations

import argparse
import json
import os
import sys
from contextlib import suppress
from pathlib import Path

from hardware.twin.board import RUNTIMES
from hardware.twin.ports import HAS_PTY
from hardware.twin.process import serve
from hardware.twin.runtime import FirmwareError, RuntimeMissing


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m hardware.twin", description="Run a simulated board for a program.")
    parser.add_argument("--profile", default="grid")
    parser.add_argument("--runtime", choices=RUNTIMES, default="cpython")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--name", default="twin")
    parser.add_argument("--link", type=Path)
    parser.add_argument("--socket", action="store_true", default=not HAS_PTY)
    parser.add_argument("--paced", action="store_true")
    return parser.parse_args()


def _ready(port: str, control: str) -> None:
    print(json.dumps({"port": port, "control": control}), flush=True)


def main() -> int:
    """Serve until stdin ends; the first line on stdout is JSON with the addresses, or with an error."""
    args = _arguments()
    try:
        serve(
            args.profile,
            args.runtime,
            seed=args.seed,
            name=args.name,
            link=args.link,
            sockets=args.socket,
            paced=args.paced,
            until_stdin_ends=True,
            ready=_ready,
        )
    except RuntimeMissing as error:
        print(json.dumps({"missing": str(error)}), flush=True)
        return 3
    except (FirmwareError, OSError, ValueError) as error:
        with suppress(BrokenPipeError):  # whoever started the board has gone: nobody wants to know
            os.write(
                sys.stdout.fileno(), json.dumps({"error": str(error)}).encode() + b"\n"
            )  # nothing stays in a buffer
            print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
