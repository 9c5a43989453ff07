"""The command: `python -m tools.mutants [--kind KIND] [--only TEXT] [--minutes N] [--check]`."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import time
from collections.abc import Mapping, Sequence

from tools.mutants import smoke, survivors, table
from tools.mutants.figures import excused, figures
from tools.mutants.hunt import drawn, hunt
from tools.mutants.inputs import inputs, state
from tools.mutants.pool import load_pool
from tools.mutants.results import Results
from tools.mutants.run import Run, mutants_of
from tools.mutants.source import tool
from tools.mutants.survivors import Survivor
from tools.mutants.tokens import CodeMutant
from tools.mutants.trial import KINDS, Mutant

#: survivors that are printed of a kind
SHOWN = 40


def main(arguments: Sequence[str] | None = None) -> int:
    """Try mutants, keep results, and publish the figures once all are there."""
    options = _arguments(arguments)
    now = inputs()
    if options.check:
        return _check(now)
    end = time.monotonic() + 60 * options.minutes
    pool = load_pool()
    pool.warm()
    runs: dict[str, tuple[Run, list[Mutant]]] = {}
    for kind in KINDS:
        try:
            mutants = mutants_of(kind)
        except ModuleNotFoundError:
            print("code mutants need mutmut: pip install mutmut", file=sys.stderr)
            return 2
        results = Results(kind, state(kind, now))
        results.tidy(mutants)
        runs[kind] = Run(pool, results, options.jobs, end), mutants
    whole = True
    for kind, (run, mutants) in runs.items():
        if not options.kind or kind in options.kind:
            texts = options.only
            chosen = [m for m in mutants if not texts or any(text in m.id for text in texts)]
            run.run(chosen)
            _tell(run, chosen)
            if kind == "code":
                _list_survivors(run, mutants)
            if options.hunt:
                _hunt(run, chosen, options.hunt, now)
        whole = whole and not run.todo(mutants)
    if not whole:
        print("not all mutants are tried; the figures stay as they are", file=sys.stderr)
        return 1
    return _publish(runs) if not (options.only or options.kind) or options.publish else 0


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tools.mutants",
        description="Find out which faults of an engine the corpus notices.",
        epilog="Results are kept: a run that is cut short, or ended by --minutes, goes on where it was.",
    )
    parser.add_argument(
        "--check", action="store_true", help="only say whether the figures are stale"
    )
    parser.add_argument("--kind", action="append", choices=KINDS, help="only mutants of this kind")
    parser.add_argument("--only", action="append", metavar="TEXT", help="only ids with this text")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="mutants at a time")
    parser.add_argument("--minutes", type=float, default=1e6, help="take up none after so long")
    parser.add_argument(
        "--hunt", type=int, metavar="N", help="draw N positions a question to kill what survives"
    )
    parser.add_argument("--publish", action="store_true", help="write figures after a part, too")
    return parser.parse_args(arguments)


def _check(now: Mapping[str, str]) -> int:
    found = table.complaints(now)
    print("\n".join(found) or "the figures are fresh")
    return 1 if found else 0


def _tell(run: Run, mutants: Sequence[Mutant]) -> None:
    """Print what survives, but for what is excused."""
    known = survivors.read()
    verdicts = [(m, v) for m in mutants if (v := run.results.now(m)) is not None]
    alive = [m for m, v in verdicts if not v.killed and not excused(m, known)]
    killed = sum(v.killed for _, v in verdicts)
    print(f"{run.results.kind}: {killed} of {len(verdicts)} killed, {len(alive)} to look at")
    for mutant in alive[:SHOWN]:
        change = mutant.mutation.change if isinstance(mutant, CodeMutant) else ""
        print(f"  {mutant.id}" + "".join(f"\n    {line}" for line in change.splitlines()))
    if len(alive) > SHOWN:
        print(f"  and {len(alive) - SHOWN} more")


def _hunt(run: Run, mutants: Sequence[Mutant], number: int, now: Mapping[str, str]) -> None:
    """Print positions that would kill what survives."""
    known = survivors.read()
    alive = [m for m in mutants if (v := run.results.now(m)) is not None and not v.killed]
    alive = [m for m in alive if not excused(m, known)]
    positions = drawn(run.pool, number, now["engine"])
    missed = 0
    for mutant, found in hunt(run.pool, alive, positions, run.jobs):
        missed += found is None
        if found is not None:
            print(f"{mutant.id}\n  {found.question} {json.dumps(found.given)}")
            print(f"  under {json.dumps(found.options)}")
            print(
                f"  right {json.dumps(found.right)}{'' if found.confirmed else ' (oracle differs)'}"
            )
            print(f"  wrong {json.dumps(found.wrong)}", flush=True)
    print(f"{len(alive)} hunted, {missed} got away")


def _list_survivors(run: Run, mutants: Sequence[Mutant]) -> None:
    """Bring the list of survivors up to date, as far as mutants were tried."""
    old = survivors.read()
    rows = []
    for mutant in mutants:
        verdict = run.results.now(mutant)
        alive = mutant.id in old if verdict is None else not verdict.killed
        if alive and isinstance(mutant, CodeMutant):
            fresh = Survivor(mutant.id, mutant.mutation.change)
            rows.append(old.get(mutant.id, fresh)._replace(change=mutant.mutation.change))
    survivors.write(rows)


def _publish(runs: Mapping[str, tuple[Run, list[Mutant]]]) -> int:
    """
    Find the smoke tier and write all figures.

    Where time is up before all killers of all mutants are found, the case that killed a mutant first counts.
    """
    killed = {
        kind: [
            (m, v) for m in mutants if (v := run.results.now(m)) and v.killed and v.base and v.case
        ]
        for kind, (run, mutants) in runs.items()
    }
    cases = sorted({str(v.case) for pairs in killed.values() for _, v in pairs})
    of = hashlib.sha256("\n".join(cases).encode()).hexdigest()[:16]
    kills: dict[str, list[str]] = {}
    alone = 0
    for kind, (run, _) in runs.items():
        run.run_kills([mutant for mutant, _ in killed[kind]], cases, of)
        for mutant, verdict in killed[kind]:
            known = run.results.kills(mutant, of)
            alone += known is None
            # What once gave no answer may give one when it is asked alone: the first killer stands.
            kills[f"{kind} {mutant.id}"] = known or [str(verdict.case)]
    chosen = smoke.cover(kills)
    smoke.write(chosen, table.smoke_file())
    looked_at = survivors.read()
    kinds = {}
    for kind, (run, mutants) in runs.items():
        found = [(m, v) for m in mutants if (v := run.results.now(m))]
        kinds[kind] = figures(found, looked_at).as_rows()
        if kind == "bug":
            kinds[kind]["cases"] = {m.id: v.case for m, v in found if v.case}
    table.write(
        {
            "inputs": inputs(),
            "tool": tool(),
            "smoke": {
                "cases": len(chosen),
                "killed": sum(map(bool, kills.values())),
                "of": len(kills),
                "first-only": alone,
            },
            "kinds": kinds,
        }
    )
    return _check(inputs())


if __name__ == "__main__":
    sys.exit(main())
