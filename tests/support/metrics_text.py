"""Reads the metrics of the program with Prometheus's own parser, and holds them against its rules.

https://prometheus.io/docs/instrumenting/exposition_formats/ and https://prometheus.io/docs/practices/naming/
"""

import importlib
import re
import sys

#: Where Debian has it; a Python of another origin does not look there.
DEBIAN = "/usr/lib/python3/dist-packages"


def _parser():
    try:
        return importlib.import_module("prometheus_client.parser")
    except ImportError:
        sys.path.append(DEBIAN)
        try:
            return importlib.import_module("prometheus_client.parser")
        finally:
            sys.path.remove(DEBIAN)


text_string_to_metric_families = _parser().text_string_to_metric_families

PREFIX = "semsite_"
#: Labels and how many values each may have: none of them grows with what is harvested.
LABELS = {"command": 3, "run": 1, "status": 6, "reason": 15, "state": 8, "outcome": 8, "code": 1000, "version": 1,
          "le": 11}


class Metrics:
    """`values`: (name of sample, labels) → number; `kinds`: family → counter, gauge or histogram."""

    def __init__(self, text):
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        self.text = text
        assert text.endswith("\n"), text[-100:]
        self.kinds, self.values, self.help = {}, {}, {}
        for family in text_string_to_metric_families(text):
            name = family.name + ("_total" if family.type == "counter" else "")
            assert name not in self.kinds, f"{name} stands there twice"
            self.kinds[name], self.help[name] = family.type, family.documentation
            for sample in family.samples:
                key = (sample.name, tuple(sorted(sample.labels.items())))
                assert key not in self.values, f"{key} stands there twice"
                self.values[key] = sample.value
        self._check()

    def _check(self):
        for name, kind in self.kinds.items():
            assert re.fullmatch(r"semsite_[a-z0-9_]+", name), name
            assert kind in ("counter", "gauge", "histogram"), (name, kind)
            assert name.endswith("_total") == (kind == "counter"), (name, kind)
            assert self.help[name].endswith("."), (name, self.help[name])
            # The order of the format: HELP, TYPE, then the samples.
            assert re.search(rf"^# HELP {name} .+\n# TYPE {name} {kind}\n{name}", self.text, re.MULTILINE), name
            assert not re.search(r"_(ms|milliseconds|kb|kib|minutes)\b", name), name  # base units
        seen = {}
        for (_, labels) in self.values:
            for label, value in labels:
                seen.setdefault(label, set()).add(value)
        for label, values in seen.items():
            assert label in LABELS, f"the label {label} is nowhere described"
            assert len(values) <= LABELS[label], (label, values)
            assert not any("/" in value and "://" in value for value in values), (label, values)
        for name in [name for name, kind in self.kinds.items() if kind == "histogram"]:
            self._check_histogram(name)

    def _check_histogram(self, name):
        series = {}
        for (sample, labels), value in self.values.items():
            if sample == f"{name}_bucket":
                rest = tuple(pair for pair in labels if pair[0] != "le")
                series.setdefault(rest, []).append((float(dict(labels)["le"]), value))
        assert series, name
        for rest, buckets in series.items():
            counts = [count for _, count in sorted(buckets)]
            assert counts == sorted(counts), (name, buckets)
            assert counts[-1] == self.values[(f"{name}_count", rest)], (name, buckets)
            assert (self.values[(f"{name}_sum", rest)] > 0) <= (counts[-1] > 0)

    def get(self, name, **labels):
        """The one sample with these labels, whatever others it has; None: there is none."""
        found = self.all(name, **labels)
        assert len(found) <= 1, (name, labels, found)
        return found[0][1] if found else None

    def all(self, name, **labels):
        """(labels, value) of each sample with these labels."""
        return [(dict(have), value) for (sample, have), value in self.values.items()
                if sample == name and labels.items() <= dict(have).items()]

    def sum(self, name, **labels):
        return sum(value for _, value in self.all(name, **labels))

    def by(self, name, label, **labels):
        """Value of the label → number, without those that are 0."""
        return {have[label]: value for have, value in self.all(name, **labels) if value}
