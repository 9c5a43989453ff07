"""
What `when` a case needs, as far as probes can tell.

Law of this file: a suggestion is a start for whoever writes the case, who settles it from the sources. It
begins with the options whose change alone changes the answer and adds what random choices still refute.
"""

from __future__ import annotations

from typing import Any

from shengji_spec.cases import Case
from shengji_spec.conditions import same
from shengji_spec.values import Spec
from shengji_spec.variants import implied

from tools.probes import Prober
from tools.space import Options

__all__ = ["as_yaml", "suggest"]

#: refuting choices that are taken into account before it gives up
ROUNDS = 40

Lists = dict[str, list[Any]]


def suggest(prober: Prober, case: Case) -> Lists | None:
    """Return for each option that matters the values that give the expected answer; None without any."""
    if case.is_game:
        return None
    base = next((b for b in prober.bases(case) if not prober.wrong(case, b)), None)
    if base is None:
        return None
    lists = _alone(prober, case, base)
    for _ in range(ROUNDS):
        refuted = next((o for o in prober.combinations(case, lists) if prober.wrong(case, o)), None)
        if refuted is None:
            return _ordered(_without_implied(lists, case, prober.spec), prober.spec)
        changes = prober.culprits(case, refuted)
        key = next((k for k in changes if k in lists), next(iter(changes), None))
        if key is None:
            return None
        values = lists.get(key) or [v.value for v in prober.spec.options[key].values]
        lists[key] = [v for v in values if not same(v, changes[key])]
        if not lists[key]:
            return None
    return None


def _alone(prober: Prober, case: Case, base: Options) -> Lists:
    """Return the options whose change alone changes the answer, with the values that keep it."""
    kept: Lists = {key: [value] for key, value in base.items()}
    matters = set()
    for key, value, options in prober.space.neighbours(base):
        if any(options.get(k) != base.get(k) for k in case.needs):
            continue
        if prober.wrong(case, options):
            matters.add(key)
        else:
            kept[key].append(value)
    return {key: values for key, values in kept.items() if key in matters}


def _without_implied(lists: Lists, case: Case, spec: Spec) -> Lists:
    """Leave away what follows from the other options and from the position."""
    result = dict(lists)
    for key in list(result):
        others = {k: v for k, v in result.items() if k != key}
        known = implied({**others, **{k: v for k, v in case.needs.items() if k != key}}, spec)
        rest = known.get(key, [v.value for v in spec.options[key].values])
        if all(any(same(value, listed) for listed in result[key]) for value in rest):
            result = others
    return result


def _ordered(lists: Lists, spec: Spec) -> Lists:
    return {
        key: [
            v.value for v in spec.options[key].values if any(same(v.value, w) for w in lists[key])
        ]
        for key in spec.options
        if key in lists
    }


def as_yaml(condition: Lists) -> str:
    """Return a condition as a case file has it."""
    parts = []
    for key, values in condition.items():
        words = [_word(value) for value in values]
        parts.append(f"{key}: {words[0] if len(words) == 1 else '[' + ', '.join(words) + ']'}")
    return "{" + ", ".join(parts) + "}"


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    return f'"{value}"' if value.isdigit() else value
