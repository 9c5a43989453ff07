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
from shengji_conformance.corpus import DEFAULT_TIER, TIERS, Corpus, CorpusError, Variant
from shengji_conformance.narrow import LEVELS, PROFILES, Narrow, Narrowing, read_shard
from shengji_conformance.selection import Ask, Selector, Shard, UsageError, choose_variants, plan
from shengji_conformance.words import LANGUAGES, default_language, say

__all__ = [
    "Selection",
    "colour_option",
    "corpus_option",
    "failing_politely",
    "language_option",
    "selection_options",
    "today_option",
]

#: the flags that `Narrowing` gathers
NARROWING = ("profiles", "levels", "options", "excluded", "only_failed", "shard")

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
    return click.option(
        "--corpus",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        envvar="SHENGJI_CORPUS",
        help="A compiled corpus folder, instead of the one that comes with the suite.",
    )(command)


def selection_options(command: F) -> F:
    """Add --variant, --select, --tier and --corpus, and as `narrowing` all that narrows further."""

    @wraps(command)
    def gathered(**given: Any) -> Any:
        flags = {name: given.pop(name) for name in NARROWING}
        return command(narrowing=Narrowing(**flags), **given)

    for option in (
        corpus_option,
        click.option(
            "--shard",
            metavar="K/N",
            help="The K-th of N parts; `report merge` puts their reports together.",
        ),
        click.option(
            "--only-failed",
            type=click.Path(dir_okay=False, path_type=Path),
            metavar="REPORT",
            help="What failed, erred or was not run in a report of --json: those cases under those variants.",
        ),
        click.option(
            "--exclude",
            "excluded",
            multiple=True,
            metavar="TEXT",
            help="Leave out what --select TEXT would take. May be repeated.",
        ),
        click.option(
            "--option",
            "options",
            multiple=True,
            metavar="KEY=VALUE",
            help="Cases whose answer depends on this option, and holds for this value. May be repeated.",
        ),
        click.option(
            "--level",
            "levels",
            multiple=True,
            type=click.Choice(LEVELS),
            help="The level of the case's rule. May be repeated.",
        ),
        click.option(
            "--profile",
            "profiles",
            multiple=True,
            type=click.Choice(PROFILES),
            help="A group of questions. May be repeated.",
        ),
        click.option(
            "--tier",
            type=click.Choice(TIERS),
            default=DEFAULT_TIER,
            show_default=True,
            help="smoke: the few that find most. core: with all written by hand. full: with the generated.",
        ),
        click.option(
            "--select",
            multiple=True,
            metavar="TEXT",
            help="A case id (also as a glob), rule, chapter or question. May be repeated.",
        ),
        click.option(
            "--variant",
            multiple=True,
            metavar="ID-or-FILE",
            help="A published variant, a home-… id or a variant file. May be repeated. [default: all]",
        ),
    ):
        gathered = option(gathered)
    return cast("F", gathered)


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


@contextmanager
def failing_politely(language: str) -> Iterator[None]:
    """Turn mistakes of the user into one sentence and exit code 2."""
    try:
        yield
    except UsageError as error:
        click.echo(error.said.in_(language), err=True)
        sys.exit(2)
    except (CorpusError, SpecError) as error:
        click.echo(str(error), err=True)
        sys.exit(2)
    except OSError as error:
        click.echo(f"{error.filename}: {error.strerror}", err=True)
        sys.exit(2)
