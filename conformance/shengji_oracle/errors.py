"""What an answer can be besides an answer."""


class MalformedError(Exception):
    """The parameters are no position (-32602)."""


class UnsupportedError(Exception):
    """A rule set that this program does not know; the message says why."""


class ForbiddenError(Exception):
    """Somebody tries what a rule forbids: answered `legal: false` with the rule."""

    def __init__(self, rule: str) -> None:
        super().__init__(rule)
        self.rule = rule
