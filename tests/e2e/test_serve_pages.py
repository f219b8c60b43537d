"""The pages of `semsite serve` in headless Chromium."""

import time
import unittest
import urllib.parse

from serve_run import SECONDS, ServeTest
from browser import Browser
from index_data import LABEL


class InABrowser(ServeTest):
    """Headless Chromium, with scripts of pages switched off by their own policy."""

    def setUp(self):
        super().setUp()
        lines = [f'<http://a.example/{n}> <{LABEL}> "House at the river {n}"@en '
                 f"<http://a.example/{n}> .\n" for n in range(30)]
        lines.append(f'<http://a.example/1> <{LABEL}> "<script>document.title=1</script>" '
                     "<http://a.example/1> .\n")
        lines.append(f"<http://a.example/1> <http://p.example/{'p' * 300}> "
                     f"<http://a.example/{'long' * 200}> <http://a.example/1> .\n")
        lines.append(f'<http://a.example/1> <http://p.example/text> "{"word" * 500}" '
                     "<http://a.example/1> .\n")
        self.build("".join(lines))
        self.service = self.serve()
        self.browser = self.enterContext(Browser())

    def press(self, *keys):
        from selenium.webdriver import ActionChains
        chain = ActionChains(self.browser.driver)
        for key in keys:
            chain.send_keys(key)
        chain.perform()

    def focused(self):
        return self.browser.run("const e = document.activeElement;"
                                "return [e.tagName, e.id || e.textContent.trim()]")

    def outline(self):
        return self.browser.run("return getComputedStyle(document.activeElement).outlineStyle")

    def assert_quiet(self):
        self.assertEqual(self.browser.errors(), [])
        outside = [url for url in self.browser.requests()
                   if not url.startswith((self.service.url, "data:"))]
        self.assertEqual(outside, [])

    def until(self, what):
        end = time.monotonic() + SECONDS
        while not what():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)

    def test_from_the_start_to_a_document_by_the_keyboard_alone(self):
        from selenium.webdriver import Keys
        browser = self.browser
        browser.screen(1280)
        browser.open(self.service.url + "/")
        self.press(Keys.TAB)
        self.assertEqual(self.focused(), ["A", "Skip to the content"])
        self.assertGreaterEqual(browser.run(
            "return document.activeElement.getBoundingClientRect().left"), 0)
        self.press(Keys.ENTER, Keys.TAB)
        self.assertEqual(self.focused(), ["INPUT", "q"])
        self.assertEqual(self.outline(), "solid")
        self.press("house 17", Keys.ENTER)
        self.until(lambda: "/search?q=house" in browser.driver.current_url)
        self.assertEqual(browser.driver.current_url, f"{self.service.url}/search?q=house%2017")
        for _ in range(12):
            self.press(Keys.TAB)
            self.assertEqual(self.outline(), "solid", self.focused())
            if self.focused() == ["A", "House at the river 17"]:
                break
        self.press(Keys.ENTER)
        self.until(lambda: "/document" in browser.driver.current_url)
        self.assertEqual(browser.text("h1"), "House at the river 17")
        self.assert_quiet()

    def test_the_form_sends_only_what_was_filled_in(self):
        from selenium.webdriver import Keys
        browser = self.browser
        browser.screen(390, 844)
        browser.open(self.service.url + "/search")
        browser.unfold()
        browser.run("document.getElementById('f-property').focus()")
        self.press(LABEL, Keys.TAB, "House at the river 3", Keys.ENTER)
        self.until(lambda: "property" in browser.driver.current_url)
        self.assertEqual(browser.driver.current_url.partition("?")[2],
                         f"property={urllib.parse.quote(LABEL, safe='')}"
                         "&value=House%20at%20the%20river%203")
        self.assertEqual(browser.texts(".hits h2"), ["House at the river 3"])
        self.assertEqual(browser.text("form summary"), "More ways to ask (2 in use)")
        self.assertEqual(browser.run("return document.getElementById('f-value').value"),
                         "House at the river 3")
        self.assert_quiet()

    def test_pages_fit_narrow_and_wide_screens_light_and_dark(self):
        for width, dark in ((390, False), (390, True), (1280, False), (1280, True)):
            self.browser.screen(width, 844, dark=dark)
            for target in ("/", "/search", "/search?q=river", "/search?q=nothing",
                           "/search?q=river&class=urn:c&since=today",
                           "/document?url=http://a.example/1"):
                with self.subTest(width=width, dark=dark, target=target):
                    self.browser.open(self.service.url + target)
                    self.assertLessEqual(self.browser.overflow(), 0)
                    ratio, text = self.browser.contrasts()[0]
                    self.assertGreaterEqual(ratio, 4.5, text)  # WCAG 2.2 §1.4.3
                    self.assertEqual(self.browser.run(
                        "return [...document.querySelectorAll('input:not([type=hidden]),select')]"
                        ".filter(e => !e.labels.length).length"), 0)
                    self.assert_quiet()
                    self.browser.unfold()
                    self.assertLessEqual(self.browser.overflow(), 0)

    def test_text_of_a_document_does_not_run(self):
        self.browser.screen(1280)
        self.browser.open(self.service.url + "/document?url=http://a.example/1")
        self.assertEqual(self.browser.run("return document.scripts.length"), 0)
        self.assertIn("– semsite", self.browser.driver.title)
        self.assert_quiet()


if __name__ == "__main__":
    unittest.main()
