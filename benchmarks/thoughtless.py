"""
An adapter that answers without thinking: it reads every request as JSON and says the same to all.

    python thoughtless.py [MICROSECONDS]

With a number it thinks so long over every question after all.

It is the yardstick of `bench.py`: what an engine needs beyond this, it needs for thinking.
"""

from __future__ import annotations

import json
import os
import sys
import time

RESULTS = {
    "initialize": {"protocol": 1, "implementation": {"name": "thoughtless"}, "window": 256},
    "load_variant": {"supported": True},
}


def main() -> None:
    """Answer all whole lines that are there, and write once."""
    thought = int(sys.argv[1]) / 1e6 if sys.argv[1:] else 0.0
    sink, rest = sys.stdout.buffer, b""
    while chunk := os.read(0, 1 << 16):
        *lines, rest = (rest + chunk).split(b"\n")
        answers = []
        for line in lines:
            request = json.loads(line)
            if thought:
                _think(thought)
            result = json.dumps(RESULTS.get(request["method"], {"legal": True}))
            answers.append(f'{{"jsonrpc":"2.0","id":{request["id"]},"result":{result}}}\n')
        sink.write("".join(answers).encode())
        sink.flush()


def _think(seconds: float) -> None:
    """Keep the processor busy."""
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        pass


if __name__ == "__main__":
    main()
