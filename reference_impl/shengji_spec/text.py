"""
Rule texts: placeholders filled with the phrases of a variant, and digests of the unfilled text.

Law of this file: `{option.key}` is the only placeholder there is.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Any

from shengji_spec.values import Rule, Spec

__all__ = ["PLACEHOLDER", "digest", "fill", "placeholders"]

PLACEHOLDER = re.compile(r"\{([a-z0-9-]+(?:\.[a-z0-9-]+)+)\}")


def placeholders(text: str) -> list[str]:
    """Return the option keys a text leaves open."""
    return PLACEHOLDER.findall(text)


def fill(text: str, options: Mapping[str, Any], spec: Spec, lang: str) -> str:
    """Fill a text; an option that does not apply reads as its base value."""

    def phrase(match: re.Match[str]) -> str:
        key = match[1]
        return spec.phrase(key, options.get(key, spec.options[key].base), lang)

    return PLACEHOLDER.sub(phrase, text)


def digest(rule: Rule) -> str:
    """Return 8 hex digits that change with the rule's wording in either language."""
    return hashlib.sha256(f"{rule.en}\n{rule.zh}".encode()).hexdigest()[:8]
