"""What the commands share: options of selection and language, and how they fail.

Law of this file: a mistake of the user ends in one sentence and exit code 2, never in a traceback.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar, cast

import click
from shengji_spec.errors import SpecError

from shengji_conformance.colour import COLOUR_CHOICES, DEFAULT_COLOUR
from shengji_conformance.corpus import Corpus, CorpusError, Variant
from shengji_conformance.flags import CORPUS, DEFAULT_TIER, SELECTION, Flag
from shengji_conformance.narrow import Narrow, Narrowing, read_shard
from shengji_conformance.selection import Ask, Selector, Shard, UsageError, choose_variants, plan
from shengji_conformance.words import LANGUAGES, default_language, say

__all__ = [
    "MISTAKES",
    "Selection",
    "colour_option",
    "corpus_option",
    "failing_politely",
    "language_option",
    "selection_options",
    "today_option",
    "told",
]

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Selection:
    """What the user selected."""

    corpus: Corpus
    variants: Sequence[Variant]
    asks: Sequence[Ask]
    tier: str = DEFAULT_TIER
    #: nothing of the tier was left out, unless other shards have it
    whole: bool = False
    #: the part of the plan that is asked, where it is not the whole
    shard: Shard | None = None

    @classmethod
    def of(
        cls,
        folder: Path | None,
        variants: Sequence[str],
        texts: Sequence[str],
        tier: str = DEFAULT_TIER,
        narrowing: Narrowing | None = None,
    ) -> Selection:
        """Open the corpus and find what is selected; nothing is an error."""
        narrowing = narrowing or Narrowing()
        shard = read_shard(narrowing.shard)
        corpus = Corpus.open(folder)
        chosen = choose_variants(corpus, variants)
        asks = plan(corpus, chosen, Selector(texts), tier, shard, Narrow(corpus, narrowing))
        if not asks and not texts and not corpus.manifest.get("tiers", {}).get(tier, 1):
            raise UsageError(say("empty-tier", tier=tier))
        if not asks:
            names = [variant.id for variant in chosen]
            listed = ", ".join(names[:4]) + (", …" if len(names) > 4 else "")
            raise UsageError(say("nothing-fits", variants=listed))
        whole = not variants and not texts and replace(narrowing, shard=None) == Narrowing()
        return cls(corpus, chosen, asks, tier, whole, shard)


def corpus_option(command: F) -> F:
    """Add --corpus."""
    return _option(CORPUS)(command)


def selection_options(command: F) -> F:
    """Add all that select, with those that narrow further gathered as `narrowing`."""

    @wraps(command)
    def gathered(**given: Any) -> Any:
        flags = {flag.key: given.pop(flag.key) for flag in SELECTION if flag.narrows}
        return command(narrowing=Narrowing(**flags), **given)

    for flag in reversed(SELECTION):
        gathered = _option(flag)(gathered)
    return cast("F", gathered)


def _option(flag: Flag) -> Callable[[F], F]:
    """Return a flag as an option of a command."""
    kind: click.ParamType[Any] | None = click.Choice(flag.choices) if flag.choices else None
    if flag.path == "folder":
        kind = click.Path(exists=True, file_okay=False, path_type=Path)
    elif flag.path:
        kind = click.Path(dir_okay=False, path_type=Path)
    return click.option(
        f"--{flag.name}",
        flag.key,
        type=kind,
        multiple=flag.many,
        metavar=flag.metavar or None,
        default=flag.default,
        show_default=flag.default is not None,
        envvar=flag.envvar,
        help=flag.described(),
    )


def language_option(command: F) -> F:
    """Add --lang."""
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        envvar="SHENGJI_LANG",
        default=default_language,
        help="The language of cases and messages.  [default: by locale]",
    )(command)


def colour_option(command: F) -> F:
    """Add --color."""
    return click.option(
        "--color",
        type=click.Choice(COLOUR_CHOICES),
        default=DEFAULT_COLOUR,
        show_default=True,
        help="auto: on a terminal, unless NO_COLOR is set.",
    )(command)


def today_option(*, hidden: bool) -> Callable[[F], F]:
    """Add --today, by which tests and those who look ahead set the day."""
    return click.option(
        "--today",
        type=click.DateTime(["%Y-%m-%d"]),
        envvar="SHENGJI_TODAY",
        default=lambda: datetime.now(UTC).strftime("%Y-%m-%d"),
        hidden=hidden,
        help="The day against which `until` is held.  [default: today, UTC]",
    )


#: mistakes of the user
MISTAKES = (UsageError, CorpusError, SpecError, OSError)


def told(mistake: Exception, language: str) -> str:
    """Return the sentence that a mistake of the user ends in."""
    if isinstance(mistake, UsageError):
        return mistake.said.in_(language)
    if isinstance(mistake, OSError):
        return f"{mistake.filename}: {mistake.strerror}"
    return str(mistake)


@contextmanager
def failing_politely(language: str) -> Iterator[None]:
    """Turn mistakes of the user into one sentence and exit code 2."""
    try:
        yield
    except MISTAKES as mistake:
        click.echo(told(mistake, language), err=True)
        sys.exit(2)
