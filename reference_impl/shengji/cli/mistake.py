"""A mistake of the user: said in a sentence, exit code 2.

Law of this file: what a person typed or wrote wrong ends here and never in a traceback.
"""

from __future__ import annotations

import click

__all__ = ["Mistake"]


class Mistake(click.ClickException):
    """What was asked for makes no sense, or what was given is not what it should be."""

    exit_code = 2
