"""Run the command as `python -m shengji_conformance`."""

from shengji_conformance.cli import main

main()
