"""The reference implementation, as everything here knows it: a command that is started and asked.

Law of this file: it is the only name that the reference has here. Nothing imports it.
"""

from __future__ import annotations

import sys

__all__ = ["REFERENCE"]

REFERENCE = (sys.executable, "-m", "shengji", "adapter")
