"""The flags that select: one table for the commands and for pytest.

Law of this file: a flag is a line here and nowhere else, so that whoever offers one offers them all. It is
loaded into every pytest where this package is installed, and imports nothing of the runner.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["CORPUS", "DEFAULT_TIER", "LEVELS", "PROFILES", "SELECTION", "TIERS", "Flag"]

PROFILES = ("play", "deal", "match", "record")
LEVELS = ("must", "may")
#: each includes those before it
TIERS = ("smoke", "core", "full")
DEFAULT_TIER = "core"


@dataclass(frozen=True)
class Flag:
    """A flag: its name without dashes, and what may follow it."""

    name: str
    help: str
    metavar: str = ""
    choices: tuple[str, ...] = ()
    default: str | None = None
    #: it may be given again
    many: bool = False
    #: its value is a path: to a "file" or a "folder"
    path: str = ""
    #: the variable of the environment that stands in for it
    envvar: str | None = None
    #: the field of `Narrowing` that takes it, if it narrows what the others select
    narrows: str = ""

    @property
    def key(self) -> str:
        """Return the name by which Python knows its value."""
        return self.narrows or self.name.replace("-", "_")

    def described(self) -> str:
        """Return the help, with what the form of the flag does not say."""
        return f"{self.help} May be repeated." if self.many else self.help


CORPUS = Flag(
    "corpus",
    "A compiled corpus folder, instead of the one that comes with the suite.",
    "FOLDER",
    path="folder",
    envvar="SHENGJI_CORPUS",
)

SELECTION = (
    Flag(
        "variant",
        "A published variant, a home-… id or a variant file; all without any.",
        "ID-or-FILE",
        many=True,
    ),
    Flag(
        "select",
        "A case id (also as a glob), rule, chapter or question.",
        "TEXT",
        many=True,
    ),
    Flag(
        "tier",
        "smoke: the few that find most. core: with all written by hand. full: with the generated.",
        choices=TIERS,
        default=DEFAULT_TIER,
    ),
    Flag(
        "profile",
        "A group of questions.",
        choices=PROFILES,
        many=True,
        narrows="profiles",
    ),
    Flag(
        "level",
        "The level of the case's rule.",
        choices=LEVELS,
        many=True,
        narrows="levels",
    ),
    Flag(
        "option",
        "Cases whose answer depends on this option, and holds for this value.",
        "KEY=VALUE",
        many=True,
        narrows="options",
    ),
    Flag(
        "exclude",
        "Leave out what --select TEXT would take.",
        "TEXT",
        many=True,
        narrows="excluded",
    ),
    Flag(
        "only-failed",
        "What failed, erred or was not run in a report of `run --json`: those cases under those variants.",
        "REPORT",
        path="file",
        narrows="only_failed",
    ),
    Flag(
        "shard",
        "The K-th of N parts; `report merge` puts their reports together.",
        "K/N",
        narrows="shard",
    ),
    CORPUS,
)
