"""`python -m shengji_oracle`: answers on stdout what is asked on stdin."""

import sys

from shengji_oracle.server import Server


def main() -> None:
    """Serve until stdin is closed."""
    for answer in Server().serve(sys.stdin.buffer):
        print(answer, flush=True)


if __name__ == "__main__":
    main()
