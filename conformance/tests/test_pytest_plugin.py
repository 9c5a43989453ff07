"""The pytest plugin: every case an item, and what an implementation does is told as the runner tells it."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time
import tomllib
from importlib import import_module
from pathlib import Path

import fixture
import pytest
import shengji_conformance.pytest_session  # noqa: F401  (each session within need not import it again)
from harness import HERE, environment, miniature

pytest_plugins = "pytester"

PLUGIN = "shengji_conformance.pytest_plugin"
ROOT = HERE.parents[1]
SELECT = "--shengji-select"
CASE = "shengji_conformance::two-deck::follow.pair/case-0001"

ENGINE = """
    import sys
    sys.path.insert(0, {here!r})
    from miniatures import right

    class Said(Exception):
        def __init__(self, code):
            super().__init__("not here")
            self.code = code

    def ask(method, params):
        if method == "load_variant":
            return {{"supported": params["options"]["cards.decks"] == 2}}
        if method == "judge_trick":
            {trick}
        answer = right(method, params)
        params.clear()
        if "error" in answer:
            raise Said(answer["error"]["code"])
        return answer["result"]

    def deep(method, params):
        return ask(method, params)
"""


@pytest.fixture(autouse=True)
def _alone(monkeypatch):
    """No plugin and no setting of this project takes part in the sessions within."""
    for name in ("PYTEST_ADDOPTS", "SHENGJI_CORPUS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("SHENGJI_LANG", "en")


@pytest.fixture
def suite(pytester, corpus):
    """Return what runs pytest on the small corpus in this process, against a miniature if one is named."""

    def run(*arguments, adapter="", variant="two-deck", suite="shengji_conformance", apart=False):
        given = ["-p", PLUGIN, f"--shengji-corpus={corpus}"]
        given += ["--shengji-variant", variant] if variant else []
        given += ["--shengji-adapter", shlex.join(miniature(adapter))] if adapter else []
        given += ["--pyargs", suite] if suite else []
        start = pytester.runpytest_subprocess if apart else pytester.runpytest_inprocess
        return start(*given, *map(str, arguments))

    return run


@pytest.fixture
def engine(pytester):
    """Return what writes an engine that is right, but for what it does with tricks."""

    def write(trick="pass"):
        pytester.makepyfile(my_engine=ENGINE.format(here=str(HERE), trick=trick))
        pytester.syspathinsert()
        return ("--shengji-engine", "my_engine:ask")

    return write


def test_entry_point():
    """The package names the plugin as pytest's entry point, by the name that `-p` uses."""
    named = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]

    assert named["pytest11"] == {PLUGIN: PLUGIN}
    assert import_module(PLUGIN).pytest_configure


def test_elsewhere_it_does_nothing(pytester):
    """In a suite of somebody else nothing of the runner is imported, however pytest is started."""
    pytester.makepyfile(
        """
        import sys

        def test_it():
            assert not {"orjson", "click", "rich"} & sys.modules.keys()
            ours = {name for name in sys.modules if name.startswith("shengji")}
            names = ("", ".flags", ".pytest_plugin")
            assert ours == {f"shengji_conformance{name}" for name in names}
        """
    )
    given = f"['-p', '{PLUGIN}', '-W', 'error', '--strict-config', Path.cwd()]"
    program = f"import pytest; from pathlib import Path; raise SystemExit(pytest.main({given}))"
    done = pytester.run(sys.executable, "-c", program)

    assert done.ret == 0
    done.stdout.fnmatch_lines(["*1 passed*"])


def test_every_case_is_an_item(suite):
    """Every case under every variant is an item with a readable id, without anybody to ask."""
    done = suite("--collect-only", "-q", SELECT, "trick", SELECT, "*labelled*", variant="")
    cases = ["follow.pair/labelled:must", *(f"trick.highest/case-000{n}" for n in range(3))]

    assert done.outlines[:8] == [
        f"shengji_conformance::{variant}::{case}"
        for variant in ("two-deck", "two-deck-too")
        for case in cases
    ]
    assert done.ret == 0


def test_homes_are_collected(suite):
    """A reading that no published variant has is a rule set of its own."""
    done = suite("--collect-only", variant=fixture.HOME)

    done.stdout.fnmatch_lines(["*<RuleSet home-0badcafe>", "*<Question follow.pair/case-9000>"])


def test_right(suite, pytester):
    """An adapter that is right passes everything; JUnit has variant and case."""
    done = suite("--junit-xml", "junit.xml", adapter="right")
    report = (pytester.path / "junit.xml").read_text("utf-8")

    done.assert_outcomes(passed=35)
    named = 'classname="shengji_conformance.two-deck" name="trick.highest/case-0002"'
    assert named in report


def test_wrong(suite, pytester):
    """A wrong answer is a failure with the runner's words, and no traceback; JUnit's message is one line."""
    done = suite(SELECT, "trick", "--junit-xml", "junit.xml", adapter="wrong")
    told = done.stdout.str()
    report = (pytester.path / "junit.xml").read_text("utf-8")

    done.assert_outcomes(failed=3)
    lines = ["*expected*play 3 wins; points 15", "*got*play 1 wins; points 15", "*source*S4.14*"]
    done.stdout.fnmatch_lines(["✗ trick.highest/case-0000", *lines])
    done.stdout.fnmatch_lines(["FAILED shengji_conformance::two-deck::trick.highest/case-0000 - *"])
    assert "Traceback" not in told
    assert "pytest_nodes.py" not in told
    assert '<failure message="winner: expected 2, got 0">✗ trick' in report
    assert '<property name="shengji-status" value="fail" />' in report


def test_hostile_text(suite, pytester):
    """Control characters of an answer reach neither terminal nor file."""
    done = suite(SELECT, "*case-0001", "--junit-xml", "junit.xml", adapter="wrong")

    assert r"\x1b[31mred" in done.stdout.str()
    assert "\x1b" not in done.stdout.str() + (pytester.path / "junit.xml").read_text("utf-8")


def test_in_chinese(suite, monkeypatch):
    """The words are the reader's."""
    monkeypatch.setenv("SHENGJI_LANG", "zh")
    done = suite(SELECT, "trick", adapter="wrong")

    done.stdout.fnmatch_lines(["*跟牌第 0 例"])


def test_the_failing_one_again(suite, pytester):
    """The command under a failing case asks that case again."""
    done = suite(SELECT, "trick", adapter="wrong")
    line = re.search(r"again +(pytest .*)", done.stdout.str())[1]
    again = pytester.runpytest_inprocess("-p", PLUGIN, *shlex.split(line)[1:])

    again.assert_outcomes(failed=1)
    again.stdout.fnmatch_lines(["✗ trick.highest/case-0000"])


def test_crash(suite):
    """A crash is the error of the question that it answers, and of no other."""
    done = suite(SELECT, "*case-000?", SELECT, "trick", adapter="dead-in-the-middle")

    done.assert_outcomes(passed=12, errors=1)
    done.stdout.fnmatch_lines(
        ["! follow.pair/case-0005", "*got*the adapter ended by itself with exit code 7"]
    )


def test_hang(suite):
    """A hanging adapter is ended when the time is over, and a fresh one is asked the next question."""
    some = (SELECT, "*case-000[456]", "--shengji-timeout", "0.6")
    done = suite(*some, adapter="sleepy")

    done.assert_outcomes(passed=2, errors=1)
    done.stdout.fnmatch_lines(["*got*asked this alone, no answer within 0.6 s, *is alive"])


def test_dies_of_everything(suite):
    """One that does nothing but die is not started for ever; what is not asked is no success."""
    done = suite(SELECT, "follow.pair/case-000?", adapter="dies-of-everything")

    done.assert_outcomes(errors=6, skipped=4)
    done.stdout.fnmatch_lines(["4 questions not asked (see the errors above)."])


def test_dead_at_start(suite):
    """One that dies at its start is one error, with its last words."""
    done = suite(SELECT, "follow", adapter="dead-at-start")

    done.assert_outcomes(errors=1, skipped=31)
    assert done.ret == 1
    done.stdout.fnmatch_lines(["*got*the handshake failed*", "*ImportError: no engine here"])


def test_dies_of_variant(suite):
    """One that dies of a variant is asked the other."""
    done = suite(SELECT, "trick", adapter="dies-of-variant", variant="")

    done.assert_outcomes(passed=3, errors=3)


def test_everything_unsupported(suite):
    """An implementation that supports nothing has not passed."""
    done = suite(SELECT, "trick", adapter="unsupported")

    done.assert_outcomes(skipped=3)
    assert done.ret == 1
    done.stdout.fnmatch_lines(["The implementation supports none of 3 questions: *"])


@pytest.mark.parametrize(
    ("adapter", "reason"),
    [
        ("partial", "unsupported: judge_follow is not among the adapter's questions"),
        ("without", "unsupported: the adapter leaves out follow.pairs"),
    ],
)
def test_some_unsupported(suite, adapter, reason):
    """What is unsupported is skipped with the implementation's reason."""
    done = suite("-rs", adapter=adapter)

    assert done.ret == 0
    done.stdout.fnmatch_lines([f"SKIPPED * {reason}"])


def test_breach_of_the_protocol(suite):
    """Right answers with noise between them are no success, and the reason is said once."""
    done = suite(adapter="chatty")

    done.assert_outcomes(passed=35)
    assert done.ret == 1
    done.stdout.fnmatch_lines(["! a line on stdout is no JSON: “thinking about*"])


def test_death_for_no_question(suite):
    """One that ends now and then, whatever it is asked, is found out though every answer is right."""
    done = suite(SELECT, "*case-000?", SELECT, "trick", adapter="exits")

    done.assert_outcomes(passed=13)
    assert done.ret == 1
    done.stdout.fnmatch_lines(["! the adapter failed 1 time and was started again, though no *"])


def test_stderr_of_a_wrong_answer(suite, pytester):
    """What the adapter writes to stderr stands under its failures."""
    adapter = pytester.makepyfile(
        f"""
        import sys
        sys.path.insert(0, {str(HERE)!r})
        from miniatures import Wrong

        class Loud(Wrong):
            def answer(self, method, params):
                print("I think it is", method, file=sys.stderr, flush=True)
                return super().answer(method, params)

        Loud().run()
        """
    )
    command = shlex.join([sys.executable, str(adapter)])
    done = suite("--shengji-adapter", command, SELECT, "*case-0001", SELECT, "trick")

    done.stdout.fnmatch_lines(["*Captured stderr (adapter) call*", "I think it is judge_follow"])


def test_options_of_pytest(suite):
    """-k, -x and --deselect choose among the cases as among any tests."""
    done = suite("-k", "trick and not 0001", adapter="wrong")
    done.assert_outcomes(failed=2, deselected=33)
    done = suite("-x", adapter="wrong")
    done.assert_outcomes(failed=1)
    done = suite("--deselect", "shengji_conformance::two-deck::follow", adapter="right")
    done.assert_outcomes(passed=3, deselected=32)


def test_last_failed(suite, pytester):
    """--lf asks what failed, beside tests of another kind that failed."""
    pytester.makepyfile(test_own="def test_one(): assert False\ndef test_two(): pass")
    some = (pytester.path, SELECT, "*case-000?")
    done = suite(*some, adapter="dead-in-the-middle")
    done.assert_outcomes(passed=13, errors=1, failed=1)
    done = suite("--lf", *some, adapter="right")

    done.assert_outcomes(passed=1, failed=1, deselected=12)


def test_one_item(suite):
    """A node id asks what it names, as the summary has it and from wherever pytest is started."""
    done = suite("-v", adapter="right", variant="", suite=CASE)
    done.assert_outcomes(passed=1)
    done.stdout.fnmatch_lines([f"{CASE} PASSED*"])
    done = suite(adapter="right", variant="", suite="shengji_conformance::two-deck-too")
    done.assert_outcomes(passed=35)


def test_workers(suite):
    """With pytest-xdist every worker has its adapter, and what they saw is told as by one."""
    some = (SELECT, "*case-000[0-7]", SELECT, "trick")
    done = suite("-n", "2", "-p", "xdist", *some, adapter="dead-in-the-middle", apart=True)

    done.assert_outcomes(passed=10, errors=1)
    done.stdout.fnmatch_lines(
        ["ERROR shengji_conformance::two-deck::follow.pair/case-0005 - asked*"]
    )


def test_workers_that_test_nothing(suite):
    """The controller knows when none of the workers tested anything, and what broke the protocol."""
    some = ("-n", "1", "-p", "xdist", SELECT, "trick")
    done = suite(*some, adapter="unsupported", apart=True)

    assert done.ret == 1
    done.stdout.fnmatch_lines(["The implementation supports none of 3 questions: *"])


# An engine in this process.


def test_engine(suite, engine):
    """A callable is asked; its errors with codes mean what they mean in the protocol."""
    done = suite(*engine())

    done.assert_outcomes(passed=35)


def test_engine_that_does_not_know(suite, engine):
    """The error -32601 is the engine's word that it does not support a question."""
    done = suite(*engine("raise Said(-32601)"), "-rs")

    done.assert_outcomes(passed=32, skipped=3)
    assert done.ret == 0
    done.stdout.fnmatch_lines(["SKIPPED [[]3[]] * the adapter answers error -32601 “not here”"])


@pytest.mark.parametrize(
    ("trick", "told"),
    [
        ("return params['no such key']", "got*the engine raised KeyError: 'no such key'"),
        ("sys.exit('bye')", "got*the engine raised SystemExit: bye"),
        ("return {'winner': ask}", "got*not an answer: what the engine returned is no JSON: *"),
        ("return None", "got*not an answer: the result is no object"),
    ],
)
def test_engine_that_breaks(suite, engine, trick, told):
    """Whatever an engine does is the error of that question; the engine's own lines are shown."""
    done = suite(*engine(trick))

    done.assert_outcomes(passed=32, errors=3)
    done.stdout.fnmatch_lines([f"*{told}"])
    if "raised" in told:
        done.stdout.fnmatch_lines(['*File "my_engine.py", line *, in ask'])
    assert "/engine.py" not in done.stdout.str()


def test_engine_that_is_wrong(suite, engine):
    """A wrong answer of an engine reads as one of an adapter; what it prints is shown."""
    done = suite(*engine("print('hm'); return {'winner': 0, 'points': 15}"))

    done.assert_outcomes(passed=32, failed=3)
    done.stdout.fnmatch_lines(["*got*play 1 wins; points 15", "*Captured stdout setup*", "hm"])


def test_reference_engine(pytester):
    """The reference engine passes real cases in process, through a dozen lines."""
    pytester.makepyfile(
        reference="""
        from shengji.errors import MalformedInput
        from shengji.questions import ask
        from shengji.rules import RuleSet

        rules = {}

        def answer(method, params):
            if method == "load_variant":
                made = RuleSet.from_options(params["options"], params["tables"])
                rules[params["variant"]] = made
                return {"supported": True}
            try:
                return ask(rules[params["variant"]], method, params)
            except MalformedInput as error:
                error.code = -32602
                raise
        """
    )
    pytester.syspathinsert()
    some = (
        "--shengji-variant",
        "two-deck",
        SELECT,
        "trick",
        SELECT,
        "order_cards",
        "--shengji-strict",
    )
    given = ("-p", PLUGIN, *some, "--shengji-engine", "reference:answer")
    done = pytester.runpytest_inprocess(*given, "shengji_conformance")

    assert done.ret == 0
    assert done.parseoutcomes()["passed"] > 20


def test_the_page_for_implementers(suite, pytester):
    """The engine of the page is asked as it stands there, and the page names every option."""
    readme = (ROOT / "conformance" / "README.md").read_text("utf-8")
    section = re.search(r"\n## From pytest\n(.*?)\n## ", readme, re.DOTALL)[1]
    pytester.makepyfile(my_rules=re.search(r"```python\n(.*?)```", section, re.DOTALL)[1])
    pytester.syspathinsert()
    done = suite("--shengji-engine", "my_rules:answer", SELECT, "*case-0001", SELECT, "trick")
    option = r"--shengji-[a-z]+(?:-[a-z]+)*"
    named = set(re.findall(option, section))
    helped = set(re.findall(option, suite("--help").stdout.str()))

    done.assert_outcomes(passed=1, skipped=3)
    assert named == helped


# Mistakes.


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "*whom to ask? Give --shengji-adapter*"),
        (
            ("--shengji-adapter", "no-such-adapter"),
            "*cannot start no-such-adapter: no such command",
        ),
        (("--shengji-adapter", "'no such adapter'"), "*not in one pair of quotes"),
        (("--shengji-adapter", '"x'), "*a quotation mark is not closed"),
        (("--shengji-adapter", " "), "*the command is empty"),
        (("--shengji-adapter", "x", "--shengji-engine", "x:y"), "*are both given*"),
        (("--shengji-engine", "os.path"), "*write it as package.module:object"),
        (("--shengji-engine", "nowhere.at_all:x"), "*there is no module nowhere; *"),
        (("--shengji-engine", "os.path:jion"), "*there is no jion; did you mean join[?]"),
        (("--shengji-engine", "os.path:sep"), "*this is not callable; *"),
        (
            ("--shengji-adapter", "python", SELECT, "tirck"),
            "*--shengji-select tirck: *mean trick[?]",
        ),
        (
            ("--shengji-adapter", "python", "--shengji-timeout", "0"),
            "*no number of seconds above 0",
        ),
        (("--shengji-adapter", "python", "--shengji-corpus", "nowhere"), "*nowhere is no folder"),
    ],
)
def test_mistakes(suite, arguments, said):
    """A mistake of the user is one sentence and pytest's exit code for it."""
    done = suite(*arguments)

    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines([f"ERROR: {said}"])


def test_unknown_node(suite):
    """A node id that names nothing is refused with the nearest that names something."""
    done = suite(adapter="right", suite=CASE.replace("0001", "0o01"))

    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines(["*two-deck::follow.pair/case-0o01: * mean two-deck::follow.pair/*"])


def test_options_without_cases(suite):
    """Who gives an adapter and collects no case is told so."""
    done = suite(adapter="right", suite="")

    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines(["*no case is collected: add --pyargs shengji_conformance"])


# Beside tests of one's own.


def test_from_the_ini_file(suite, engine, pytester):
    """The ini file names engine and selection; its cases come after the project's own tests."""
    engine()
    pytester.makeini(
        """
        [pytest]
        shengji_engine = my_engine:ask
        shengji_variant = two-deck-too
        shengji_select =
            trick
            follow.pair/case-0001
        shengji_collect = true
        """
    )
    pytester.makepyfile(test_own="def test_it(): pass")
    done = suite("-v", variant="", suite="")
    done.assert_outcomes(passed=5)
    done.stdout.fnmatch_lines(
        ["test_own.py::test_it*", "*::two-deck-too::trick.highest/case-0002*"]
    )

    pytester.plugins.clear()
    done = pytester.runpytest_inprocess("-p", PLUGIN, "test_own.py")
    done.assert_outcomes(passed=1)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(("workers", "number"), [(0, "SIGINT"), (0, "SIGTERM"), (2, "SIGINT")])
def test_nobody_is_left(corpus, tmp_path, workers, number):
    """However a session is ended, an adapter that hangs ends with it."""
    adapter = tmp_path / "hangs.py"
    adapter.write_text(
        "import os, runpy, sys\n"
        "open(f'pid-{os.getpid()}', 'w').close()\n"
        f"sys.argv = ['miniatures.py', 'silent']\nsys.path.insert(0, {str(HERE)!r})\n"
        "import miniatures\n"
        "miniatures.Silent.answer = lambda *_: miniatures.time.sleep(600)\n"
        "miniatures.Silent().run()\n",
        "utf-8",
    )
    given = ["--shengji-adapter", shlex.join([sys.executable, str(adapter)]), "-p", PLUGIN]
    given += [
        "--shengji-corpus",
        str(corpus),
        *(["-p", "xdist", "-n", str(workers)] if workers else []),
    ]
    started = subprocess.Popen(
        [sys.executable, "-m", "pytest", *given, "shengji_conformance"],
        cwd=tmp_path,
        env=environment(),
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    pids = _wait_for_pids(tmp_path, max(workers, 1))
    os.killpg(started.pid, getattr(signal, number))
    started.communicate(timeout=60)

    assert [pid for pid in pids if _is_alive(pid)] == []


def _wait_for_pids(folder: Path, number: int) -> list[int]:
    for _ in range(600):
        found = [int(path.name[4:]) for path in folder.glob("pid-*")]
        if len(found) == number:
            time.sleep(0.5)  # for the handshake: then it hangs
            return found
        time.sleep(0.05)
    raise AssertionError("the adapters do not start")


def _is_alive(pid: int) -> bool:
    for _ in range(40):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.05)
    return True
