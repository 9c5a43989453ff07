"""
Adapters that talk badly, each with one bad habit: `python doctor_miniatures.py NAME`.

All know `judge_follow` alone, and of that the number of cards. What is wrong with one is in its docstring.
"""

import json
import os
import sys
import time

KNOWN = ("level", "lead", "hand", "cards")


class Plain:
    """Nothing is wrong with how it talks."""

    def result(self, method, params):
        """Return the answer to anything, without its envelope."""
        if method == "initialize":
            return {
                "result": {
                    "protocol": 1,
                    "implementation": {"name": "plain"},
                    "questions": ["judge_follow"],
                }
            }
        if method == "load_variant":
            return {"result": {"supported": params["variant"] == "two-deck"}}
        if method != "judge_follow":
            return {"error": {"code": -32601, "message": "not yet"}}
        if params.get("variant") != "two-deck" or not all(key in params for key in KNOWN):
            return {"error": {"code": -32602, "message": "no position"}}
        if "X9" in params["hand"]:
            return {"error": {"code": -32602, "message": "no card"}}
        legal = len(params["cards"]) == len(params["lead"])
        return {"result": {"legal": legal} if legal else {"legal": False, "rule": "follow.count"}}

    def answer(self, request):
        """Return the whole answer."""
        found = self.result(request["method"], request["params"])
        return {"jsonrpc": "2.0", "id": request["id"], **found}

    def encode(self, answer):
        """Return an answer as text."""
        return json.dumps(answer)

    def write(self, text):
        """Write a text and flush it."""
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()

    def send(self, answer):
        """Write an answer."""
        self.write(self.encode(answer) + "\n")

    def requests(self):
        """Yield the requests."""
        for line in sys.stdin.buffer:
            yield json.loads(line)

    def run(self):
        """Serve until stdin ends."""
        for request in self.requests():
            self.send(self.answer(request))


class NeverFlushes(Plain):
    """Leaves its answers in the buffer."""

    def write(self, text):
        sys.stdout.buffer.write(text.encode())


class FlushesGreetings(Plain):
    """Leaves the answers to questions in the buffer."""

    def send(self, answer):
        sys.stdout.buffer.write((self.encode(answer) + "\n").encode())
        if "legal" not in answer.get("result", {}):
            sys.stdout.buffer.flush()


class Lags(Plain):
    """Answers a question when the next one has come."""

    def run(self):
        before = None
        for request in self.requests():
            if before:
                self.send(self.answer(before))
            before = request
        self.send(self.answer(before))


class Mute(Plain):
    """Says nothing."""

    def run(self):
        sys.stdin.buffer.read()


class ZeroIsNothing(Plain):
    """Takes a question whose id is 0 for one without an id."""

    def send(self, answer):
        if answer["id"]:
            super().send(answer)


class DiesAtOnce(Plain):
    """Cannot be imported."""

    def run(self):
        sys.exit("ImportError: no engine here")


class AnswersOnce(Plain):
    """Ends after one answer."""

    def run(self):
        self.send(self.answer(next(self.requests())))


class OtherProtocol(Plain):
    """Speaks protocol 2."""

    def answer(self, request):
        found = super().answer(request)
        if request["method"] == "initialize":
            found["result"]["protocol"] = 2
        return found


class Chatty(Plain):
    """Prints its thoughts."""

    def answer(self, request):
        self.write(f"asked {request['method']}\n")
        return super().answer(request)


class Prompting(Plain):
    """Prints a prompt before every answer."""

    def encode(self, answer):
        return "> " + super().encode(answer)


class PythonDict(Plain):
    """Prints dicts."""

    def encode(self, answer):
        return str(answer)


class Pretty(Plain):
    """Prints pretty."""

    def encode(self, answer):
        return json.dumps(answer, indent=2)


class Headers(Plain):
    """Frames its answers as language servers do."""

    def send(self, answer):
        text = self.encode(answer)
        self.write(f"Content-Length: {len(text)}\r\n\r\n{text}")


class ByteOrderMark(Plain):
    """Begins with a byte order mark."""

    begun = False

    def write(self, text):
        super().write(text if self.begun else "\ufeff" + text)
        self.begun = True


class Wide(Plain):
    """Writes UTF-16."""

    def write(self, text):
        sys.stdout.buffer.write(text.encode("utf-16-le"))
        sys.stdout.buffer.flush()


class Batch(Plain):
    """Puts every answer into a list."""

    def encode(self, answer):
        return json.dumps([answer])


class TwiceEncoded(Plain):
    """Encodes its answers twice."""

    def encode(self, answer):
        return json.dumps(json.dumps(answer))


class Echo(Plain):
    """Writes what it reads."""

    def answer(self, request):
        self.write(json.dumps(request) + "\n")
        return super().answer(request)


class NullError(Plain):
    """Has an error beside every result."""

    def answer(self, request):
        return {"result": None, "error": None, **super().answer(request)}


class Bare(Plain):
    """Writes the bare result."""

    def answer(self, request):
        found = super().answer(request)
        return {"id": request["id"], **found["result"]} if "result" in found else found


class NoLineFeed(Plain):
    """Ends no line."""

    def send(self, answer):
        self.write(self.encode(answer))


class Twice(Plain):
    """Answers twice."""

    def send(self, answer):
        super().send(answer)
        super().send(answer)


class TextId(Plain):
    """Sends ids as text."""

    def answer(self, request):
        return {**super().answer(request), "id": str(request["id"])}


class FractionId(Plain):
    """Sends ids as fractions."""

    def answer(self, request):
        return {**super().answer(request), "id": float(request["id"])}


class NoId(Plain):
    """Sends no ids."""

    def answer(self, request):
        found = super().answer(request)
        del found["id"]
        return found


class NullId(Plain):
    """Sends the id null."""

    def answer(self, request):
        return {**super().answer(request), "id": None}


class AlwaysOne(Plain):
    """Always sends the id 1."""

    def answer(self, request):
        return {**super().answer(request), "id": 1}


class AlwaysZero(Plain):
    """Always sends the id of the first question."""

    def answer(self, request):
        return {**super().answer(request), "id": 0}


class OwnIds(Plain):
    """Numbers its answers by itself."""

    number = 0

    def answer(self, request):
        self.number += 1
        return {**super().answer(request), "id": self.number}


class NoVariant(Plain):
    """Plays nothing."""

    def result(self, method, params):
        if method == "load_variant":
            return {"result": {"supported": False, "because": "only Guandan"}}
        return super().result(method, params)


class TextVerdict(Plain):
    """Says legal as a text."""

    def result(self, method, params):
        found = super().result(method, params)
        if "legal" in found.get("result", {}):
            found["result"]["legal"] = "yes"
        return found


class NoRule(Plain):
    """Refuses without a rule."""

    def result(self, method, params):
        found = super().result(method, params)
        if "legal" in found.get("result", {}):
            found["result"].pop("rule", None)
        return found


class UnknownDies(Plain):
    """Dies of a question that it does not know."""

    def result(self, method, params):
        if method.startswith("doctor"):
            raise NotImplementedError(method)
        return super().result(method, params)


class UnknownInternal(Plain):
    """Answers a question that it does not know with another error."""

    def result(self, method, params):
        found = super().result(method, params)
        return {"error": {"code": -32603, "message": "?"}} if method[:6] == "doctor" else found


class MalformedDies(Plain):
    """Dies of what is no position."""

    def result(self, method, params):
        if "X9" in params.get("hand", ()):
            raise KeyError("X9")
        return super().result(method, params)


class MalformedTaken(Plain):
    """Takes anything for a position."""

    def result(self, method, params):
        if method == "judge_follow":
            legal = len(params["cards"]) == len(params["lead"])
            return {"result": {"legal": legal, "rule": "x.y"}}
        return super().result(method, params)


class OneAtATime(Plain):
    """Takes whatever a read brings for one question."""

    def run(self):
        while chunk := os.read(0, 1 << 16):
            if chunk.count(b"\n") == 1:
                self.send(self.answer(json.loads(chunk)))


class HalfLines(Plain):
    """Takes what a read brings for whole lines."""

    def run(self):
        while chunk := os.read(0, 1 << 16):
            for line in chunk.splitlines():
                try:
                    self.send(self.answer(json.loads(line)))
                except ValueError:
                    self.send(
                        {"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": ""}}
                    )


class LivesOn(Plain):
    """Does not end."""

    def run(self):
        super().run()
        time.sleep(60)


class Sleepy(Plain):
    """Falls asleep over the first question of the game."""

    def result(self, method, params):
        if method == "judge_follow":
            time.sleep(60)
        return super().result(method, params)


class Flood(Plain):
    """Writes without end."""

    def run(self):
        while True:
            self.write("all work and no play\n" * 100)


class Shuffled(Plain):
    """Answers in any order."""

    def run(self):
        rest = b""
        while chunk := os.read(0, 1 << 16):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in reversed(lines):
                self.send(self.answer(json.loads(line)))


class StrangeIds(Plain):
    """Sends ids that are no ids, nested deeply."""

    def encode(self, answer):
        text = json.dumps({**answer, "id": None})
        return text.replace('"id": null', '"id": ' + "[" * 600 + "]" * 600)


class Deep(Plain):
    """Nests its verdicts deeply."""

    def encode(self, answer):
        deep = "[" * 600 + "]" * 600
        return super().encode(answer).replace('"legal": true', f'"legal": {deep}')


class CarriageReturns(Plain):
    """Ends its lines as Windows does."""

    def send(self, answer):
        self.write(self.encode(answer) + "\r\n")


class Painter(Plain):
    """Tries to paint the terminal."""

    def answer(self, request):
        self.write("\x1b[31mred\x1b]0;gotcha\x07\n")
        return super().answer(request)


def _named(cls):
    """Return the name under which a miniature is run: `DiesAtOnce` as `dies-at-once`."""
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in cls.__name__).lstrip("-")


NAMES = {_named(cls): cls for cls in (Plain, *Plain.__subclasses__())}

if __name__ == "__main__":
    NAMES[sys.argv[1]]().run()
