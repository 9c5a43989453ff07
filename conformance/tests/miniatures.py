"""
Miniature adapters: small liars, each with one fault, and a few that are right in their own way.

Run as `python miniatures.py NAME`. A class is an adapter that is right but for what it replaces; its
docstring says what is wrong with it. The fixture's silly rule is all they know.
"""

# ruff: noqa: ARG002

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path


def right(method, params):
    """Answer by the fixture's silly rule; an unknown card is no position."""
    if method == "judge_trick":
        return {"result": {"winner": 2, "points": 15}}
    if any(not isinstance(c, str) or c[:1] not in "SHCDBL" for c in params["hand"]):
        return {"error": {"code": -32602, "message": "no such card"}}
    if all(card[0] == params["lead"][0][0] for card in params["cards"]):
        return {"result": {"legal": True}}
    return {"result": {"legal": False, "rule": "follow.suit"}}


SCRIPT = "<script>document.title='pwned'</script><img src=x onerror=alert(1)>"


class Miniature:
    """A small adapter that is right; the liars replace one method."""

    def greet(self):
        """Answer `initialize`."""
        return {"result": {"protocol": 1, "implementation": {"name": "mini", "version": "1"}}}

    def load(self, params):
        """Answer `load_variant`."""
        return {"result": {"supported": True}}

    def answer(self, method, params):
        """Answer a question."""
        return right(method, params)

    def respond(self, request):
        """Answer anything."""
        method, params = request["method"], request["params"]
        if method == "initialize":
            return self.greet()
        if method == "load_variant":
            return self.load(params)
        return self.answer(method, params)

    def requests(self):
        """Yield what is asked."""
        for line in sys.stdin:
            yield json.loads(line)

    def send(self, number, content):
        """Write an answer."""
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": number} | content) + "\n")
        sys.stdout.flush()

    def run(self):
        """Serve until stdin ends."""
        for request in self.requests():
            self.send(request["id"], self.respond(request))


class AllMalformed(Miniature):
    """Takes every position for malformed."""

    def answer(self, method, params):
        return {"error": {"code": -32602, "message": "what is this?"}}


class Chatty(Miniature):
    """Prints its thoughts to stdout between right answers."""

    def answer(self, method, params):
        print("thinking about", method)
        return super().answer(method, params)


class ClosesStdin(Miniature):
    """Closes its stdin in the middle and lives on."""

    def answer(self, method, params):
        if "S7" in params.get("hand", ()):
            os.close(0)
            time.sleep(60)
        return super().answer(method, params)


class ClosesStdout(Miniature):
    """Closes its stdout in the middle and lives on."""

    def answer(self, method, params):
        if "S7" in params.get("hand", ()):
            os.close(1)
            time.sleep(60)
        return super().answer(method, params)


class DeadAtStart(Miniature):
    """Dies at once, with a word on stderr."""

    def run(self):
        sys.exit("ImportError: no engine here")


class DeadInTheMiddle(Miniature):
    """Dies of certain questions."""

    def answer(self, method, params):
        if "S7" in params.get("hand", ()):
            os._exit(7)
        return super().answer(method, params)


class Deep(Miniature):
    """Nests its answers deeper than anybody reads."""

    depth = 0

    def answer(self, method, params):
        self.depth += 40
        return {"result": {"legal": None}}

    def send(self, number, content):
        text = json.dumps({"jsonrpc": "2.0", "id": number} | content)
        sys.stdout.write(text.replace("null", "[" * self.depth + "]" * self.depth) + "\n")
        sys.stdout.flush()


class DiesOfVariant(Miniature):
    """Dies when a certain variant is announced."""

    def load(self, params):
        if params["variant"] == "two-deck-too":
            os._exit(9)
        return super().load(params)


class EndlessLine(Miniature):
    """Writes one line without end."""

    def answer(self, method, params):
        while True:
            sys.stdout.write("all work and no play " * 1000)


class Exits(Miniature):
    """Ends in good order after ten answers, whatever they were."""

    left = 12

    def send(self, number, content):
        super().send(number, content)
        self.left -= 1
        if not self.left:
            sys.exit(0)


class FloodsStderr(Miniature):
    """Right, but writes a great deal to stderr."""

    def answer(self, method, params):
        sys.stderr.write(("log " * 200 + "\n") * 100)
        return super().answer(method, params)


class FloodsStdout(Miniature):
    """Writes to stdout without end instead of answering."""

    def answer(self, method, params):
        while True:
            sys.stdout.write("all work and no play\n" * 100)


class FlushesLate(Miniature):
    """Flushes the handshake, but not the answers."""

    def send(self, number, content):
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": number} | content) + "\n")
        if "legal" not in content.get("result", {}):
            sys.stdout.flush()


class Hostile(Miniature):
    """Everything it says would run in a careless page, or tear it apart."""

    def greet(self):
        name = SCRIPT + "\x1b[31m\u202e" + "W" * 300
        about = {"name": name, "version": "</title>", "url": "javascript:alert(1)"}
        return {"result": {"protocol": 1, "implementation": about}}

    def answer(self, method, params):
        if "S7" in params.get("hand", ()):
            sys.stderr.write(f"</pre></details>{SCRIPT}\x1b[2J\n")
            sys.stderr.flush()
            os._exit(1)
        if method == "judge_trick":
            return {"error": {"code": -32602, "message": SCRIPT}}
        return {"result": {"legal": SCRIPT, "rule": "\x00" + "x" * 5000, SCRIPT: SCRIPT}}


class InternalError(Miniature):
    """Answers some questions with an error of its own."""

    def answer(self, method, params):
        if method == "judge_trick":
            return {"error": {"code": -32603, "message": "division by zero"}}
        return super().answer(method, params)


class Markup(Miniature):
    """Is wrong, and talks in Markdown and HTML."""

    TEXT = (
        "</td></table></details>\n\n# heading | `x` ``` *b* [a](http://b) @all <script>x</script>"
    )

    def greet(self):
        about = {"name": self.TEXT, "version": "1"}
        return {"result": {"protocol": 1, "implementation": about}}

    def load(self, params):
        if params["variant"] == "two-deck-too":
            return {"result": {"supported": False, "because": self.TEXT}}
        return super().load(params)

    def answer(self, method, params):
        if method == "judge_trick":
            return {"error": {"code": 7, "message": self.TEXT}}
        return {"result": {"legal": False, "rule": self.TEXT, "error": {"message": self.TEXT}}}


class Mute(Miniature):
    """Answers nothing at all, not even the handshake."""

    def run(self):
        sys.stdin.read()


class NeverFlushes(Miniature):
    """Writes its answers and never flushes them."""

    def send(self, number, content):
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": number} | content) + "\n")


class NoObject(Miniature):
    """Answers with something that is no object."""

    def answer(self, method, params):
        return {"result": True}


class Orphan(Miniature):
    """Dies of a question, but leaves a child that holds its pipes open."""

    def answer(self, method, params):
        if "S7" in params.get("hand", ()):
            subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
            os._exit(7)
        return super().answer(method, params)


class Partial(Miniature):
    """Knows tricks only, and no rule about pairs."""

    def greet(self):
        found = super().greet()
        found["result"]["questions"] = ["judge_trick"]
        return found


class RefusesVariant(Miniature):
    """Plays no variant."""

    def load(self, params):
        return {"result": {"supported": False, "because": "only Guandan here"}}


class Rubbish(Miniature):
    """Answers every question with a line that is no JSON."""

    def send(self, number, content):
        if "legal" in content.get("result", {}):
            sys.stdout.write("Traceback \x1b]0;gotcha\x07 (most recent call last)\n")
            sys.stdout.flush()
        else:
            super().send(number, content)


class Shuffled(Miniature):
    """Answers in any order but the one asked."""

    def run(self):
        rest = b""
        while chunk := sys.stdin.buffer.read1():
            *lines, rest = (rest + chunk).split(b"\n")
            for line in reversed(lines):
                request = json.loads(line)
                self.send(request["id"], self.respond(request))


class Silent(Miniature):
    """Shakes hands, then answers nothing."""

    def send(self, number, content):
        if "supported" in content.get("result", {}) or "protocol" in content.get("result", {}):
            super().send(number, content)


class Sleepy(Miniature):
    """Takes too long over one question."""

    def answer(self, method, params):
        if "S7" in params.get("hand", ()):
            time.sleep(60)
        return super().answer(method, params)


class Slow(Miniature):
    """Takes its time over every question, but answers in time."""

    def answer(self, method, params):
        time.sleep(0.1)
        return super().answer(method, params)


class TextId(Miniature):
    """Sends every id back as text."""

    def send(self, number, content):
        super().send(str(number) if "legal" in content.get("result", {}) else number, content)


class Twice(Miniature):
    """Answers everything twice."""

    def send(self, number, content):
        super().send(number, content)
        super().send(number, content)


class Unfinished(Miniature):
    """Writes answers without a line feed."""

    def send(self, number, content):
        end = "" if "legal" in content.get("result", {}) else "\n"
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": number} | content) + end)
        sys.stdout.flush()


class Unsupported(Miniature):
    """Supports no question."""

    def answer(self, method, params):
        return {"error": {"code": -32601, "message": "not yet"}}


class Without(Miniature):
    """Leaves out an option."""

    def load(self, params):
        return {"result": {"supported": True, "without": ["follow.pairs"]}}


class Wrong(Miniature):
    """Always wrong."""

    def answer(self, method, params):
        found = super().answer(method, params)
        if "error" in found:
            return {"result": {"legal": True}}
        if method == "judge_trick":
            return {"result": {"winner": 0, "points": 15}}
        return {"result": {"legal": not found["result"]["legal"], "rule": "\x1b[31mred"}}


class WrongAboutTricks(Miniature):
    """Right but for tricks."""

    def answer(self, method, params):
        if method == "judge_trick":
            return {"result": {"winner": 0, "points": 15}}
        return super().answer(method, params)


class WrongId(Miniature):
    """Answers with ids of its own."""

    def send(self, number, content):
        super().send(number + 1000 if "legal" in content.get("result", {}) else number, content)


class WrongProtocol(Miniature):
    """Speaks another protocol."""

    def greet(self):
        return {"result": {"protocol": 2}}


class Segfault(Miniature):
    """Dies of certain questions as C programs do."""

    def answer(self, method, params):
        if "S7" in params.get("hand", ()):
            os.kill(os.getpid(), signal.SIGSEGV)
        return super().answer(method, params)


class DiesOfEverything(Miniature):
    """Dies of every question."""

    def answer(self, method, params):
        os._exit(7)


class DiesOfTricks(Miniature):
    """Dies of one kind of question."""

    def answer(self, method, params):
        if method == "judge_trick":
            os._exit(7)
        return super().answer(method, params)


class OneAtATime(Miniature):
    """Loses its way when a question comes before it has answered the last."""

    def run(self):
        while chunk := os.read(0, 1 << 16):
            if chunk.count(b"\n") == 1:
                request = json.loads(chunk)
                self.send(request["id"], self.respond(request))


class Narrow(Miniature):
    """Takes three questions at a time, and dies of more."""

    def greet(self):
        found = super().greet()
        found["result"]["window"] = 3
        return found

    def run(self):
        while chunk := os.read(0, 1 << 16):
            requests = [json.loads(line) for line in chunk.splitlines()]
            if len(requests) > 3:
                os._exit(7)
            time.sleep(0.01)
            for request in requests:
                self.send(request["id"], self.respond(request))


class ReadsLate(Miniature):
    """Names a wide window, reads slowly and answers at length."""

    def greet(self):
        found = super().greet()
        found["result"]["window"] = 100_000
        return found

    def answer(self, method, params):
        found = super().answer(method, params)
        if "result" in found:
            found["result"]["padding"] = "x" * 100_000
        return found


class OftenWrong(Miniature):
    """Wrong about every card led from a certain hand."""

    def answer(self, method, params):
        found = super().answer(method, params)
        if "S4" in params.get("hand", ()):
            return {"result": {"legal": not found["result"]["legal"]}}
        return found


class Newer(Miniature):
    """The next version of itself."""

    def greet(self):
        return {"result": {"protocol": 1, "implementation": {"name": "mini", "version": "2"}}}


class Signs(Miniature):
    """Leaves a file that says how many questions it was asked."""

    asked = 0

    def answer(self, method, params):
        self.asked += 1
        return super().answer(method, params)

    def run(self):
        super().run()
        Path(os.environ["SHENGJI_TEST_FOLDER"], str(os.getpid())).write_text(str(self.asked))


class BlankLines(Miniature):
    """Writes line feeds without end instead of answering."""

    def answer(self, method, params):
        while True:
            os.write(1, b"\n" * 1000)


class Daemon(Miniature):
    """Right, but leaves a process in a session of its own that does not want to go."""

    def greet(self):
        if not os.fork():
            os.setsid()
            if not os.fork():
                for name in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                    signal.signal(name, signal.SIG_IGN)
                time.sleep(60)
            os._exit(0)
        return super().greet()


class DaemonOfADeadOne(Daemon):
    """Leaves such a process every time it dies."""

    def answer(self, method, params):
        if "S7" in params.get("hand", ()):
            os._exit(7)
        return super().answer(method, params)


class Stubborn(Daemon):
    """Takes its time, minds no Ctrl-C and leaves a process."""

    def answer(self, method, params):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        time.sleep(0.2)
        return super().answer(method, params)


class Deaf(Miniature):
    """Reads no question."""

    def load(self, params):
        self.send(1, super().load(params))
        time.sleep(60)


class DeafAndLoud(Miniature):
    """Reads no question and writes without end."""

    def load(self, params):
        self.send(1, super().load(params))
        while True:
            os.write(1, b"all work and no play " * 50_000 + b"\n")


class Huge(Miniature):
    """Wrong, at enormous length."""

    def answer(self, method, params):
        return {"result": {"legal": "x" * 12_000_000, "winner": 1}}


class Alone(Miniature):
    """Right, but only one copy can run at a time: it holds a lock."""

    def run(self):
        lock = Path(os.environ["SHENGJI_TEST_FOLDER"]) / "lock"
        try:
            lock.touch(exist_ok=False)
        except FileExistsError:
            sys.exit("port 4000 is taken")
        try:
            super().run()
        finally:
            lock.unlink()

    def answer(self, method, params):
        time.sleep(0.02)  # the others find the lock taken
        return super().answer(method, params)


class NeverAgain(Miniature):
    """Right, but the second copy dies in the middle of everything, and no further one starts."""

    questions = 0
    mine = 0

    def greet(self):
        started = Path(os.environ["SHENGJI_TEST_FOLDER"])
        self.mine = len([*started.glob("*.start")])
        (started / f"{os.getpid()}.start").touch()
        if self.mine > 1:
            sys.exit("no licence for a third start")
        return super().greet()

    def answer(self, method, params):
        self.questions += 1
        if self.mine == 1 and self.questions == 4:
            os._exit(3)
        time.sleep(0.01)
        return super().answer(method, params)


class IgnoresEnd(Miniature):
    """Right, but lives on when stdin ends."""

    def run(self):
        super().run()
        time.sleep(60)


class Logs(Miniature):
    """Tells stderr what it thinks, and is wrong about certain hands."""

    def answer(self, method, params):
        hand = params.get("hand", ())
        sys.stderr.write(f"thinking about {hand[-1] if hand else 'tricks'}\x1b[31m\n")
        sys.stderr.flush()
        found = super().answer(method, params)
        if "S7" in hand:
            return {"result": {"legal": not found["result"]["legal"]}}
        return found


class LogsAlone(Logs):
    """So does one that takes one question at a time."""

    def greet(self):
        found = super().greet()
        found["result"]["window"] = 1
        return found


def _named(cls):
    """Return the name under which a miniature is run: `DeadAtStart` as `dead-at-start`."""
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in cls.__name__).lstrip("-")


NAMES = {
    _named(cls): cls for one in Miniature.__subclasses__() for cls in (one, *one.__subclasses__())
} | {"right": Miniature}

if __name__ == "__main__":
    NAMES[sys.argv[1]]().run()
