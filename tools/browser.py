"""
A headless Chromium for the page's tests and pictures.

Law of this file: what happens in the browser is kept, so that a test can ask for it: messages on the console,
and requests to anywhere. Nothing is downloaded: browser and driver are those of the machine.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

__all__ = ["Browser", "find", "opened"]

NAMES = ("chromium", "chromium-browser", "google-chrome")


def find() -> str | None:
    """Return the browser of this machine; `SHENGJI_BROWSER` names it where it is promised."""
    named = os.environ.get("SHENGJI_BROWSER")
    if named:
        return named
    driver = shutil.which("chromedriver")
    return next(filter(None, map(shutil.which, NAMES)), None) if driver else None


class Browser:
    """A browser with one page."""

    def __init__(self, chrome: Chrome) -> None:
        self._chrome = chrome

    def size(self, width: int, height: int = 900) -> None:
        """Make the window so large, as a phone or a desk has it."""
        self._command(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )

    def media(self, *, dark: bool = False, printed: bool = False) -> None:
        """Set what the style sheet is told."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._command(
            "Emulation.setEmulatedMedia", media="print" if printed else "screen", features=[scheme]
        )

    def open(self, path: Path, fragment: str = "") -> None:
        """Open a file."""
        self._chrome.get("about:blank")
        self._chrome.get(path.resolve().as_uri() + fragment)

    def run(self, script: str, *arguments: Any) -> Any:
        """Run a script, the body of a function, and return what it returns."""
        return self._chrome.execute_script(script, *arguments)

    def press(self, keys: str) -> None:
        """Press keys where the focus is."""
        self._chrome.switch_to.active_element.send_keys(keys)

    def click(self, selector: str) -> None:
        """Click on what a selector finds."""
        self._chrome.find_element("css selector", selector).click()

    def picture(self, path: Path, *, top: int = 0, height: int | None = None) -> None:
        """Write a picture of the page, from `top` on, as high as said or as the window."""
        width = self.run("return innerWidth")
        clip = {
            "x": 0,
            "y": top,
            "width": width,
            "height": height or self.run("return innerHeight"),
        }
        answer = self._command(
            "Page.captureScreenshot",
            format="png",
            captureBeyondViewport=True,
            clip={**clip, "scale": 1},
        )
        path.write_bytes(base64.b64decode(answer["data"]))

    def names(self) -> dict[str, list[str]]:
        """Return by role the names that a screen reader reads."""
        found: dict[str, list[str]] = defaultdict(list)
        for node in self._command("Accessibility.getFullAXTree")["nodes"]:
            if not node.get("ignored") and "role" in node:
                found[node["role"]["value"]].append(node.get("name", {}).get("value", ""))
        return found

    def messages(self) -> list[str]:
        """Return what was written to the console since the last time."""
        return [entry["message"] for entry in self._chrome.get_log("browser")]  # type: ignore[no-untyped-call]

    def requests(self) -> list[str]:
        """Return the addresses of what was asked for since the last time, beside files and blank pages."""
        events = [
            json.loads(entry["message"])["message"]
            for entry in self._chrome.get_log("performance")  # type: ignore[no-untyped-call]
        ]
        sent = [
            e["params"]["request"]["url"]
            for e in events
            if e["method"] == "Network.requestWillBeSent"
        ]
        return [url for url in sent if not url.startswith(("file:", "about:"))]

    def _command(self, name: str, **parameters: Any) -> Any:
        return self._chrome.execute_cdp_cmd(name, parameters)


@contextmanager
def opened(path: str) -> Iterator[Browser]:
    """Start a browser, and end it."""
    options = ChromeOptions()
    options.binary_location = path
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"):
        options.add_argument(argument)
    options.add_argument("--hide-scrollbars")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = shutil.which("chromedriver")
    chrome = Chrome(options=options, service=Service(driver) if driver else None)
    try:
        yield Browser(chrome)
    finally:
        chrome.quit()
