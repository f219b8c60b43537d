"""Headless Chromium for tests of pages: Debian's chromium, chromium-driver, python3-selenium.

    with Browser() as browser:
        browser.screen(390, 844, dark=True)
        browser.open("file:///tmp/report.html")
        browser.text("#totals")
        browser.errors(), browser.requests()
"""

import base64
import json
import os
import pathlib
import shutil
import sys

import npm

SECONDS = 60
#: Where Debian's packages are, for another python3 that comes first in PATH.
DEBIAN = "/usr/lib/python3/dist-packages"


class Browser:
    def __init__(self):
        if DEBIAN not in sys.path:
            sys.path.append(DEBIAN)
        try:
            from selenium import webdriver
            from selenium.webdriver.chrome.service import Service
        except ImportError as error:
            raise AssertionError("selenium is missing: apt-get install python3-selenium") from error
        for name in ("chromium", "chromedriver"):
            if shutil.which(name) is None:
                raise AssertionError(f"{name} is missing: apt-get install chromium "
                                     "chromium-driver")
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for flag in ("--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                     "--hide-scrollbars", "--disable-background-networking",
                     "--disable-component-update", "--disable-extensions",
                     # Nothing but loopback is ever reached.
                     "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"):
            options.add_argument(flag)
        if os.geteuid() == 0:
            options.add_argument("--no-sandbox")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        service = Service(executable_path=shutil.which("chromedriver"))
        self.driver = webdriver.Chrome(options=options, service=service)
        self.driver.set_page_load_timeout(SECONDS)
        self.driver.set_script_timeout(SECONDS)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.driver.quit()

    def screen(self, width, height=900, *, dark=False, media=""):
        """The size of the window in CSS pixels, the colours its reader likes, and `print`."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "media": media, "features": [{"name": "prefers-color-scheme",
                                          "value": "dark" if dark else "light"}]})

    def open(self, url):
        self.forget()
        self.driver.get(url)

    def open_file(self, path):
        self.open(pathlib.Path(path).resolve().as_uri())

    def forget(self):
        """Errors and requests so far are not told again."""
        self.driver.get_log("browser")
        self.driver.get_log("performance")

    def errors(self):
        """What stands in the console: errors and warnings, breaches of the policy too."""
        return [f'{entry["level"]}: {entry["message"]}'
                for entry in self.driver.get_log("browser")]

    def requests(self):
        """URLs that the page asked for since it was opened, itself included."""
        messages = [json.loads(entry["message"])["message"]
                    for entry in self.driver.get_log("performance")]
        return [message["params"]["request"]["url"] for message in messages
                if message["method"] == "Network.requestWillBeSent"]

    def run(self, script, *arguments):
        """The value of a script of the test's own (`return …`); the page's policy is no bar."""
        return self.driver.execute_script(script, *arguments)

    def texts(self, selector):
        """What stands in all elements that match, folded ones included."""
        return self.run("return [...document.querySelectorAll(arguments[0])]"
                        ".map(e => e.textContent.trim())", selector)

    def text(self, selector):
        [only] = self.texts(selector)
        return only

    def unfold(self):
        """Opens everything that is folded."""
        self.run("document.querySelectorAll('details').forEach(d => d.open = true)")

    def overflow(self):
        """By how many pixels the page is wider than the window."""
        return self.run("return document.documentElement.scrollWidth - window.innerWidth")

    def contrasts(self):
        """The contrast (WCAG 2.2 §1.4.3) of each visible text with what is behind it, the
        lowest first: pairs of ratio and text."""
        found = self.run("""
            const seen = new Map();
            const rgb = text => text.match(/[\\d.]+/g).map(Number);
            const light = c => { const f = c.slice(0, 3).map(v => { v /= 255;
                return v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; });
                return .2126 * f[0] + .7152 * f[1] + .0722 * f[2]; };
            const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            while (walker.nextNode()) {
                const text = walker.currentNode.data.trim(), e = walker.currentNode.parentElement;
                if (!text || !e.checkVisibility() || e.closest('title')) continue;
                const style = getComputedStyle(e);
                const ink = rgb(e.closest('svg') ? style.fill : style.color);
                let behind = e, paper = [0, 0, 0, 0];
                while (behind) {
                    paper = rgb(getComputedStyle(behind).backgroundColor);
                    if (paper.length < 4 || paper[3] > 0) break;
                    behind = behind.parentElement;
                }
                const a = light(ink), b = light(paper);
                const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
                seen.set(ink + '/' + paper, [ratio, text.slice(0, 60)]);
            }
            return [...seen.values()]""")
        return sorted(found)

    def assert_fits_every_screen(self, case, page):
        """Light and dark, narrow and wide: nothing runs out of the page, and axe finds nothing."""
        for dark in (False, True):
            for width in (390, 1280):
                with case.subTest(width=width, dark=dark):
                    self.screen(width, dark=dark)
                    self.open_file(page)
                    case.assertLessEqual(self.overflow(), 0)
                    case.assertEqual(self.accessibility(), [])

    def accessibility(self):
        """What axe-core (npm) finds against WCAG 2.2 and good practice: rule, and where."""
        if why := npm.install("axe-core"):
            raise AssertionError(why)
        script = npm.FOLDER / "node_modules/axe-core/axe.min.js"
        # Into the page by the driver: its own policy forbids scripts.
        self.driver.execute_script(script.read_text("utf-8"))
        found = self.driver.execute_async_script("""
            const done = arguments[arguments.length - 1];
            axe.run().then(r => done(r.violations), e => done([{id: String(e), nodes: []}]))""")
        return [f'{one["id"]}: {node["html"][:200]}' for one in found
                for node in one["nodes"][:3] or [{"html": ""}]]

    def height(self):
        """Of the whole page in CSS pixels."""
        return self.run("return document.documentElement.scrollHeight")

    def screenshot(self, path):
        """The whole page as a PNG."""
        size = self.run("const e = document.documentElement;"
                        "return [window.innerWidth, e.scrollHeight]")
        shot = self.driver.execute_cdp_cmd("Page.captureScreenshot", {
            "captureBeyondViewport": True,
            "clip": {"x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1}})
        pathlib.Path(path).write_bytes(base64.b64decode(shot["data"]))
