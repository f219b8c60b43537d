"""Runs a command and writes its exit code and peak memory in KiB to a file.

    python3 -I -S measured.py FILE COMMAND...

A process counts its parent's memory from before the exec as its own, so the caller, who may
be large, cannot measure: this small one stands between.
"""

import os
import resource
import sys

child = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ)
_, status = os.waitpid(child, 0)
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
with open(sys.argv[1], "w", encoding="ascii") as file:
    file.write(f"{os.waitstatus_to_exitcode(status)} {peak}\n")
