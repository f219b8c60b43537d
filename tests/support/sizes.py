"""How much a test does: as much as finds what there mostly is to find, or all of it, if SEMSITE_ALL
is 1, as `tests/run.sh --all` has it.

What is less than all says so, in a line of the output that begins with `short of --all: `; who
runs the tests counts these lines, so that nothing is left out silently.
"""

import os
import sys

ALL = os.environ.get("SEMSITE_ALL") == "1"
SAID = "short of --all: "


def up_to(whole, short, what, name=None):
    """`short`, or `whole` if all is asked for, or the number in the variable `name`. `what` ends the
    sentence "so many of so many ..."."""
    given = int(os.environ.get(name or "") or 0)
    if given or ALL or short == whole:
        return given or whole
    caller = sys._getframe(1).f_globals["__name__"]
    print(f"{SAID}{caller}: {short:,} of {whole:,} {what}", flush=True)
    return short
