"""`python -m shengji` is the command `shengji`."""

import sys

from shengji.cli import main

if __name__ == "__main__":
    sys.exit(main())
