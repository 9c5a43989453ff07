"""Variants as people read them: every option, its value in words, and where it comes from.

Law of this file: it prints what `shengji_spec` has resolved and decides nothing.
"""

from __future__ import annotations

import json

import click
from shengji_spec.errors import SpecError
from shengji_spec.model import load_spec
from shengji_spec.variants import resolve, wire

__all__ = ["list_all", "show"]

WORDS = {
    "en": {"source": "source", "decided": "decided", "as in": "as in"},
    "zh": {"source": "出处", "decided": "自定", "as in": "同"},
}


def list_all(lang: str) -> None:
    """Print id and title of every published variant."""
    spec = load_spec()
    width = max(map(len, spec.variants))
    for variant_id, variant in spec.variants.items():
        click.echo(f"{variant_id.ljust(width)}  {variant.title[lang]}")


def show(variant: str, lang: str, *, as_json: bool, decisions: bool) -> None:
    """Print a variant; `decisions` leaves out what a source states."""
    try:
        spec, resolved = load_spec(), resolve(variant)
    except SpecError as error:
        raise click.UsageError(str(error)) from None
    if as_json:
        click.echo(json.dumps(wire(resolved), ensure_ascii=False))
        return
    words = WORDS[lang]
    click.echo(click.style(f"{resolved.id} - {resolved.title[lang]}", bold=True))
    for key, value in resolved.options.items():
        origin = resolved.origins[key]
        if decisions and origin.decided is None:
            continue
        inherited = "" if origin.variant == resolved.id else f"{words['as in']} {origin.variant}: "
        why = (
            f"{words['source']} {', '.join(origin.sources)}"
            if origin.decided is None
            else f"{words['decided']}: {origin.decided[lang]}"
        )
        click.echo(f"\n{click.style(key, bold=True)}: {json.dumps(value).strip(chr(34))}")
        phrase = spec.phrase(key, value, lang)
        if phrase:
            click.echo(f"  {phrase}")
        click.echo(click.style(f"  {inherited}{why}", dim=True))
