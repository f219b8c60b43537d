#!/usr/bin/env python3
"""Makes docs/report.png, the picture in README.md: the report of a fetch of the example site.

    examples/picture.py [SEMSITE]        default: build/release/semsite

Serves examples/site/ with serve.py, fetches it by dumps with a report, and takes what a window of
960 x 660 pixels shows of that page in Chromium (apt-get install chromium chromium-driver
python3-selenium).
"""

import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/support"))
from browser import Browser  # noqa: E402

WIDTH, HEIGHT = 960, 660


def fetch(program, folder):
    """The page of a run."""
    config, page = folder / "site.conf", folder / "report.html"
    server = subprocess.Popen([sys.executable, ROOT / "examples/serve.py", "--config", config],
                              stdout=subprocess.PIPE, text=True)
    try:
        for line in server.stdout:
            if line == "ready\n":
                break
        subprocess.run([program, "fetch", "--prefer", "dump", "--seed", "1", "http://www.example.com/",
                        "-o", "example.nq", "--report", page.name, "--config", config, "-q"],
                       cwd=folder, check=True)
    finally:
        server.terminate()
        server.wait(10)
        server.stdout.close()
    return page


def main():
    program = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/release/semsite").resolve()
    with tempfile.TemporaryDirectory() as folder, Browser() as browser:
        page = fetch(program, pathlib.Path(folder))
        browser.screen(WIDTH, HEIGHT)
        browser.open_file(page)
        browser.driver.save_screenshot(str(ROOT / "docs/report.png"))


if __name__ == "__main__":
    main()
