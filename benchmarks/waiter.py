"""
Run a command, and print the seconds that it took and its peak memory in MiB (0 where nobody tells).

Law of this file: it stays small. Linux counts to a process what its parent held when it was started, so that
whoever measures memory must hold less than what is measured.
"""

import os
import subprocess
import sys
import time

begun = time.perf_counter()
quiet = subprocess.DEVNULL
with subprocess.Popen(sys.argv[1:], stdin=quiet, stdout=quiet, stderr=quiet) as process:
    held = 0
    if hasattr(os, "wait4"):
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        held = used.ru_maxrss * (1 if sys.platform == "darwin" else 1 << 10)
    process.wait()
print(time.perf_counter() - begun, held / (1 << 20))
