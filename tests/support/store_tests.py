"""Tests of a class share one real store, which is empty when each of them begins.

    class Nights(VirtuosoStore, unittest.TestCase):
        STORE = {"max_rows": 1_000_000}  # what Virtuoso is given
        def test_it(self):
            self.store.load_file(…)
"""

import unittest

import oxigraph
import virtuoso


class _SharedStore:
    STORE = {}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.store = cls.enterClassContext(cls.open_store(**cls.STORE))

    def setUp(self):
        super().setUp()
        self.store.clear()


class OxigraphStore(_SharedStore):
    """Comes from npm: where that cannot be asked, the tests are skipped."""

    @classmethod
    def open_store(cls, **settings):
        if problem := oxigraph.missing():
            raise unittest.SkipTest(problem)
        return oxigraph.Oxigraph(**settings)


class VirtuosoStore(_SharedStore):
    """A package of the distribution: without it the tests fail."""

    @classmethod
    def open_store(cls, **settings):
        if problem := virtuoso.missing():
            raise AssertionError(problem)
        return virtuoso.Virtuoso(**settings)
