"""Archives whole and otherwise: what their own directories and ends say is held against what
came (convert.md, Archives; faults.md, Unpacking). Read by `fetch` over HTTP and by `convert`;
Python's zipfile says what is in a zip."""

import gzip
import io
import pathlib
import shutil
import struct
import subprocess
import tarfile
import unittest
import warnings
import zipfile

from harness import ProgramTest, dataset_of, triples
from semantic_sitemap import dataset, publish
import quads

DATASET = "http://www.example.com/catalogue"
URL = "http://www.example.com/dump"
NAMES = ["a.nt", "b.nt", "c.nt"]
END = b"PK\x05\x06"


def lines(name):
    return [f'<http://data.example/{name}> <http://data.example/p> "{k}" .\n' for k in range(3)]


def text(name):
    return "".join(lines(name)).encode()


class Pipe(io.RawIOBase):
    """A file that cannot be sought in: zipfile then writes sizes behind the data."""

    def __init__(self):
        super().__init__()
        self.data = b""

    def writable(self):
        return True

    def write(self, data):
        self.data += bytes(data)
        return len(data)


def zip_of(names=tuple(NAMES), *, streamed=False, method=zipfile.ZIP_DEFLATED, start=b""):
    out = Pipe() if streamed else io.BytesIO(start)
    with warnings.catch_warnings(), zipfile.ZipFile(
            out, "w" if streamed or not start else "a", method) as archive:
        warnings.simplefilter("ignore")
        for name in names:
            archive.writestr(name, text(name))
    return out.data if streamed else out.getvalue()


def place_of(packed, name):
    """From and to where the local part of an entry stands."""
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        starts = sorted(info.header_offset for info in archive.infolist())
        start = archive.getinfo(name).header_offset
        return start, min([s for s in starts if s > start], default=archive.start_dir)


def with_end(packed, **fields):
    """The record at the end (APPNOTE 4.3.16) with other numbers."""
    at = packed.rindex(END) + 4
    keys = ("disk", "first", "here", "entries", "bytes", "offset", "comment")
    values = dict(zip(keys, struct.unpack_from("<HHHHIIH", packed, at))) | fields
    return packed[:at] + struct.pack("<HHHHIIH", *values.values()) + packed[at + 18:]


def in_directory(packed, name, offset, value):
    """Changes 4 bytes of what the directory says of an entry."""
    at = packed.rindex(name.encode()) - 46 + offset
    return packed[:at] + struct.pack("<I", value) + packed[at + 4:]


def tar_of(names=tuple(NAMES), links=(), layout=tarfile.USTAR_FORMAT):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=layout) as archive:
        for name, kind, target in links:
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, target
            archive.addfile(info)
        for name in names:
            info = tarfile.TarInfo(name)
            info.size = len(text(name))
            archive.addfile(info, io.BytesIO(text(name)))
    return out.getvalue()


def flipped(data, at):
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1:]


class ArchiveTest(ProgramTest):
    def convert(self, data, name="dump"):
        file = self.folder / name
        file.write_bytes(data)
        return self.run_program("convert", "--graph", "none", file)

    def fetched(self, data, name, **answer):
        url = f"http://www.example.com/{name}"
        publish(self.site, dataset(DATASET, dumps=[url]))
        self.site.add(f"/{name}", data=data, **answer)
        return url, self.fetch("--retries", "1", "--graph", "none")

    def assert_quads(self, result, names, got):
        expected = dataset_of([line for name in names for line in lines(name)])
        self.assertTrue(quads.isomorphic(expected, got), result)

    def assert_whole(self, data, names=tuple(NAMES), name="dump", **answer):
        result = self.convert(data, name)
        self.assertEqual(result.code, 0, result)
        self.assert_quads(result, names, quads.read_dataset(result.out))
        _, result = self.fetched(data, name, **answer)
        self.assertEqual(result.code, 0, result)
        self.assertIs(result.report["totals"]["complete"], True)
        self.assert_quads(result, names, result.quads)

    def assert_incomplete(self, data, code, names, *words, name="dump"):
        result = self.convert(data, name)
        self.assertEqual(result.code, 1 if names else 3, result)
        self.assertIn(code, result.errors)
        self.assert_quads(result, names, quads.read_dataset(result.out))
        for answer in ({}, {"chunked": True}):
            url, result = self.fetched(data, name, **answer)
            self.assertIn(result.code, (1, 3), result)
            row = result.source(url)
            self.assertEqual((row["outcome"], row["code"]),
                             ("partial" if names else "failed", code), result)
            self.assertIs(result.report["totals"]["complete"], False)
            for word in words:
                self.assertIn(word, result.errors)
            self.assert_quads(result, names, result.quads or frozenset())


class ZipDirectories(ArchiveTest):
    def test_an_entry_that_is_missing(self):
        packed = zip_of()
        start, end = place_of(packed, "b.nt")
        for what, data in (("cut out", packed[:start] + packed[end:]),
                           ("zeros", packed[:start] + bytes(end - start) + packed[end:])):
            with self.subTest(what):
                self.assert_incomplete(data, "unpack.directory", ["a.nt", "c.nt"],
                                       "names 3 entries, 2 came", "b.nt is missing")

    def test_an_entry_that_is_not_named(self):
        packed, hidden = zip_of(), zip_of(["h.nt"])
        at = packed.index(b"PK\x01\x02")
        data = packed[:at] + hidden[:place_of(hidden, "h.nt")[1]] + packed[at:]
        data = with_end(data, offset=data.index(b"PK\x01\x02"))
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            self.assertEqual(archive.namelist(), NAMES)
        self.assert_incomplete(data, "unpack.directory", [*NAMES, "h.nt"],
                               "does not name h.nt")

    def test_names_and_sizes_that_differ(self):
        packed, streamed = zip_of(), zip_of(streamed=True)
        at = packed.rindex(b"b.nt")
        for what, data in (
                ("name", packed[:at] + b"x" + packed[at + 1:]),
                ("checksum", in_directory(packed, "b.nt", 16, 7)),
                ("size", in_directory(packed, "b.nt", 24, 7)),
                ("size behind the data", in_directory(streamed, "b.nt", 24, 7))):
            with self.subTest(what):
                self.assert_incomplete(data, "unpack.directory", NAMES)

    def test_places_and_packed_sizes_that_differ(self):
        packed, streamed = zip_of(), zip_of(streamed=True)
        a, b = (place_of(packed, name)[0] for name in ("a.nt", "b.nt"))
        swapped = in_directory(in_directory(packed, "b.nt", 42, a), "a.nt", 42, b)
        for what, data in (
                ("packed size", in_directory(packed, "b.nt", 20, 5)),
                ("packed size behind the data", in_directory(streamed, "b.nt", 20, 5)),
                ("place", in_directory(packed, "b.nt", 42, 5)),
                ("place of the first", in_directory(packed, "a.nt", 42, 1)),
                ("places of each other", swapped),
                ("place of the directory", with_end(packed, offset=7)),
                ("part of an entry", in_directory(packed, "b.nt", 34, 1))):
            with self.subTest(what):
                self.assert_incomplete(data, "unpack.directory", NAMES)

    def test_an_end_that_says_it_is_a_part(self):
        packed = zip_of()
        self.assert_incomplete(with_end(packed, disk=1), "unpack.volume", NAMES)
        self.assert_incomplete(with_end(packed, here=2), "unpack.directory", NAMES, "2 of its 3")
        self.assert_incomplete(with_end(packed, first=1), "unpack.directory", NAMES)

    def test_places_are_from_where_the_archive_begins(self):
        self.assert_whole(b"#!/bin/sh\nexit 0\n" + zip_of())
        self.assert_whole(zip_of(["a.nt"]) + zip_of(["b.nt", "c.nt"]))
        # Appended to what was no archive, and the places changed for that.
        self.assert_whole(zip_of(start=b"#!/bin/sh\nexit 0\n"))

    def test_an_end_that_counts_otherwise(self):
        packed = zip_of()
        for fields in ({"entries": 9, "here": 9}, {"bytes": 7}):
            with self.subTest(fields):
                self.assert_incomplete(with_end(packed, **fields), "unpack.directory", NAMES)
        self.assert_incomplete(with_end(packed, disk=1, first=1, entries=8), "unpack.volume",
                               NAMES, "in several parts")

    def test_a_zip_that_breaks_off(self):
        packed = zip_of()
        self.assert_incomplete(packed[:packed.index(b"PK\x01\x02")], "unpack.truncated", NAMES)
        self.assert_incomplete(packed[:-1], "unpack.truncated", NAMES)
        self.assert_incomplete(packed[:place_of(packed, "b.nt")[1]], "unpack.truncated",
                               ["a.nt", "b.nt"])

    def test_two_zips(self):
        self.assert_whole(zip_of() + zip_of(["d.nt", "e.nt"]), [*NAMES, "d.nt", "e.nt"])
        second = zip_of(["d.nt", "e.nt"])
        start, end = place_of(second, "d.nt")
        self.assert_incomplete(zip_of() + second[:start] + second[end:], "unpack.directory",
                               [*NAMES, "e.nt"], "d.nt is missing")

    def test_names_that_are_no_utf8(self):
        data = zip_of(["\u00e4.nt", "b.nt"]).replace("\u00e4.nt".encode(), b"\xe4\xe4.nt")
        result = self.convert(data)
        self.assertEqual(result.code, 0, result)
        self.assertEqual(len(quads.read_dataset(result.out)), 6)

    def test_legal_oddities(self):
        packed = zip_of()
        old = zip_of(["a.nt", "b.nt"])
        dot = zip_of(["a_b.nt"])
        cases = {
            "streamed": zip_of(streamed=True),
            "stored": zip_of(method=zipfile.ZIP_STORED),
            "stored, streamed": zip_of(streamed=True, method=zipfile.ZIP_STORED),
            "bzip2": zip_of(method=zipfile.ZIP_BZIP2),
            "lzma": zip_of(method=zipfile.ZIP_LZMA),
            "added to": zip_of(["c.nt"], start=old),
            "a comment with an end": with_end(packed, comment=26) + b"see " + END + bytes(18),
            "padding": packed + bytes(1000),
            "in gzip": gzip.compress(packed),
        }
        for what, data in cases.items():
            with self.subTest(what):
                self.assert_whole(data)
        self.assert_whole(dot.replace(b"a_b.nt", b"a\\b.nt"), ["a_b.nt"])
        wide = io.BytesIO()
        with zipfile.ZipFile(wide, "w") as archive:
            with archive.open("a.nt", "w", force_zip64=True) as entry:
                entry.write(text("a.nt"))
            archive.writestr("folder/", b"")
            archive.writestr("__MACOSX/._a.nt", b"\0\x05\x16\x07\0\2\0\0Mac OS X")
        self.assert_whole(wide.getvalue(), ["a.nt"])

    @unittest.skipUnless(shutil.which("zip"), "needs Info-ZIP's zip")
    def test_zips_of_info_zip(self):
        for name in NAMES:
            (self.folder / name).write_bytes(text(name))
        (self.folder / "dir").mkdir()
        for options in (["-"], ["-fd", "-"], ["-0", "-"], ["-fz", "-"]):
            with self.subTest(options):
                done = subprocess.run(["zip", "-q", *options, "dir", *NAMES], check=True,
                                      cwd=self.folder, stdout=subprocess.PIPE)
                self.assert_whole(done.stdout)

    def test_methods_that_cannot_be_undone(self):
        streamed = zip_of(streamed=True, method=zipfile.ZIP_BZIP2)  # of unknown size
        self.assert_incomplete(streamed, "unpack.unsupported", [], "method 12")
        packed = zip_of(method=zipfile.ZIP_STORED)
        start = place_of(packed, "b.nt")[0]
        unknown = packed[:start + 8] + b"\x06\0" + packed[start + 10:]
        self.assert_incomplete(unknown, "unpack.unsupported", ["a.nt", "c.nt"], "b.nt")

    def test_archives_in_archives(self):
        packed = zip_of()
        start, end = place_of(packed, "b.nt")
        for outer in ("zip", "tar"):
            for what, inner, names in (("whole", packed, NAMES),
                                       ("cut", packed[:start] + packed[end:],
                                        ["a.nt", "c.nt"])):
                with self.subTest(f"{what} in {outer}"):
                    out = io.BytesIO()
                    if outer == "zip":
                        with zipfile.ZipFile(out, "w") as archive:
                            archive.writestr("in.zip", inner)
                            archive.writestr("z.nt", text("z.nt"))
                    else:
                        with tarfile.open(fileobj=out, mode="w") as archive:
                            for name, data in (("in.zip", inner), ("z.nt", text("z.nt"))):
                                info = tarfile.TarInfo(name)
                                info.size = len(data)
                                archive.addfile(info, io.BytesIO(data))
                    names = [*names, "z.nt"]
                    if what == "whole":
                        self.assert_whole(out.getvalue(), names)
                    else:
                        self.assert_incomplete(out.getvalue(), "unpack.directory", names,
                                               "in.zip", "b.nt is missing")

    def test_blank_nodes_of_files_of_one_name_stay_apart(self):
        out = io.BytesIO()
        with warnings.catch_warnings(), zipfile.ZipFile(out, "w") as archive:
            warnings.simplefilter("ignore")
            for value in "12":
                archive.writestr("a.nt", f'_:x <http://data.example/p> "{value}" .\n')
        result = self.convert(out.getvalue())
        self.assertEqual(result.code, 0, result)
        self.assertEqual(len({line.split()[0] for line in result.out.splitlines()}), 2, result)


class SelfExtracting(ArchiveTest):
    PROGRAM = b"MZ\x90\0" + bytes(50_000) + b"PK\x03\x04 in the code of the program"
    SCRIPT = b"#!/bin/sh\nexec unzip -q \"$0\"\nexit 1\n"

    def test_zips_behind_programs_and_scripts(self):
        for stub in (self.PROGRAM, self.SCRIPT, b"\x7fELF" + bytes(9000)):
            with self.subTest(stub[:4]):
                self.assert_whole(stub + zip_of(), name="setup.exe")
                self.assert_whole(stub + zip_of(), name="setup")
                self.assert_whole(zip_of(start=stub))  # offsets from the very beginning

    def test_what_is_called_a_zip(self):
        self.assert_whole(b"some bytes before\n" + zip_of(), name="dump.zip")
        url, result = self.fetched(b"some bytes before\n" + zip_of(), "download",
                                   type="application/zip")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(result.source(url)["got"]["quads"], 9)

    def test_a_damaged_one(self):
        packed = zip_of()
        start, end = place_of(packed, "b.nt")
        self.assert_incomplete(self.PROGRAM + packed[:start] + packed[end:],
                               "unpack.directory", ["a.nt", "c.nt"])

    def test_scripts_and_programs_without_an_archive(self):
        result = self.convert(b"#!/usr/bin/env riot\n" + text("a.nt"), "a.nt")
        self.assertEqual(result.code, 0, result)
        self.assertEqual(self.convert(self.PROGRAM).code, 3)


class Tars(ArchiveTest):
    def test_a_header_that_cannot_be_read(self):
        packed = tar_of()
        for at in (1024, 1024 + 150, 2 * 1024 + 10):
            with self.subTest(at):
                lost = NAMES[at // 1024]
                names = [name for name in NAMES if name != lost]
                self.assert_incomplete(flipped(packed, at), "unpack.damaged", names)
                self.assert_incomplete(gzip.compress(flipped(packed, at)), "unpack.damaged",
                                       names, name="dump.tar.gz")

    def test_tars_one_behind_another(self):
        more = [*NAMES, "d.nt", "e.nt"]
        for data in (tar_of() + tar_of(["d.nt", "e.nt"]),
                     gzip.compress(tar_of()) + gzip.compress(tar_of(["d.nt", "e.nt"]))):
            self.assert_whole(data, more)
        whole = tar_of()
        for zeros in (512, 1024, 51_200):
            self.assert_whole(whole[:1024] + bytes(zeros) + whole[1024:])
        self.assert_incomplete(tar_of() + flipped(tar_of(["d.nt", "e.nt"]), 0),
                               "unpack.damaged", [*NAMES, "e.nt"])

    def test_bytes_behind_the_end(self):
        result = self.convert(tar_of() + b"something else" * 100)
        self.assertEqual(len(quads.read_dataset(result.out)), 9)
        self.assertIn("unpack.trailing", result.errors)
        self.assert_incomplete(tar_of() + b"x" * 700 + tar_of(["d.nt"]), "unpack.damaged",
                               [*NAMES, "d.nt"])

    def test_a_tar_that_breaks_off(self):
        for layout in (tarfile.USTAR_FORMAT, tarfile.PAX_FORMAT, tarfile.GNU_FORMAT):
            long = tar_of(["a.nt", "n" * 150 + ".nt"], layout=layout) \
                if layout != tarfile.USTAR_FORMAT else tar_of(["a.nt", "b.nt"])
            whole = len(long.rstrip(b"\0")) // 512 * 512 + 512
            for size in range(1024, whole + 1, 256):
                with self.subTest(layout=layout, size=size):
                    result = self.convert(long[:size])
                    self.assertEqual(result.code, 1, result)
                    self.assertIn("unpack.", result.errors)

    @unittest.skipUnless(shutil.which("tar"), "needs GNU tar")
    def test_a_later_volume(self):
        for name, start in (("a.nt", 0), ("b.nt", 400)):
            (self.folder / name).write_text("".join(triples(400, start=start)))
        for layout in (["--format=gnu"], ["--format=posix"], ["--format=gnu", "-V", "set"]):
            parts = [self.folder / f"v{number}.tar" for number in range(6)]
            done = subprocess.run(
                ["tar", *layout, "-cM", "-L", "20", *(f"-f{part}" for part in parts), "a.nt",
                 "b.nt"], cwd=self.folder, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
            if b"GNU" in done.stderr or not parts[1].exists():
                self.skipTest("another tar")
            for part in filter(pathlib.Path.exists, parts):
                if not part.read_bytes().strip(b"\0"):
                    continue  # the end alone
                with self.subTest(layout=layout, part=part.name):
                    url, result = self.fetched(part.read_bytes(), "d.tar")
                    self.assertIn(result.code, (1, 3), result)
                    row = result.source(url)
                    self.assertIn(row["code"], ("unpack.truncated",) if part == parts[0]
                                  else ("unpack.volume", "unpack.truncated"))
                    self.assertFalse(result.report["totals"]["complete"])
                part.unlink()

    def test_links_to_what_is_not_there(self):
        self.assert_incomplete(tar_of(links=[("z.nt", tarfile.SYMTYPE, "/data/z.nt")]),
                               "unpack.link", NAMES, "/data/z.nt")
        self.assert_incomplete(tar_of(links=[("z.nt", tarfile.LNKTYPE, "y.nt")]),
                               "unpack.damaged", NAMES, "y.nt")
        self.assert_whole(tar_of(links=[("z.nt", tarfile.SYMTYPE, "./b.nt"),
                                        ("README", tarfile.SYMTYPE, "../doc/README")]))


def cpio_of(names, trailer=True):
    out = b""
    for number, name in enumerate([*names, *(["TRAILER!!!"] if trailer else [])]):
        data = b"" if name == "TRAILER!!!" else text(name)
        fields = (number, 0o100644, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0)
        out += b"070701" + b"".join(b"%08X" % field for field in fields) + name.encode() + b"\0"
        out += bytes(-len(out) % 4) + data
        out += bytes(-len(out) % 4)
    return out


class Cpios(ArchiveTest):
    def test_whole_and_otherwise(self):
        whole = cpio_of(NAMES)
        self.assert_whole(whole)
        self.assert_whole(whole + bytes(-len(whole) % 512) + cpio_of(["d.nt"]),
                          [*NAMES, "d.nt"])
        self.assert_incomplete(cpio_of(NAMES, trailer=False), "unpack.truncated", NAMES)
        second = whole.index(b"070701", 6)
        result = self.convert(whole[:second] + b"junk" + whole[second:])
        self.assertEqual(result.code, 1, result)
        self.assertIn("unpack.", result.errors)


class DataThatDoesNotLookLikeIt(ArchiveTest):
    """What is called data and is none, or is damaged where nobody looks, was lost."""

    def test_a_method_that_is_damaged(self):
        packed = zip_of()
        for name in NAMES:
            with self.subTest(name):
                start, _ = place_of(packed, name)
                at = start + 8  # APPNOTE 4.4.5: deflated becomes stored
                result = self.convert(packed[:at] + b"\0" + packed[at + 1:])
                self.assertIn(result.code, (1, 3), result)
                self.assertIn("[unpack.", result.errors)

    def test_a_file_that_is_no_data_is_read_to_its_end(self):
        for name in ("LICENSE", "notes.txt"):
            out = io.BytesIO()
            with zipfile.ZipFile(out, "w") as archive:
                archive.writestr(name, "All of this is free for everybody to use.\n")
                archive.writestr("a.nt", text("a.nt"))
            packed = out.getvalue()
            with self.subTest(name):
                self.assert_whole(packed, ["a.nt"])
                damaged = flipped(packed, packed.index(b"everybody"))
                result = self.convert(damaged)
                self.assertEqual(result.code, 1, result)
                self.assertIn(name, result.errors)
                self.assert_quads(result, ["a.nt"], quads.read_dataset(result.out))

    def test_a_cpio_that_stops_before_a_file_looks_like_data(self):
        record = ("070707" + "000001" * 2 + "100644" + "000000" * 2 + "000001" + "000000"
                  + "00000000000" + "{:06o}{:011o}{}\0")
        files = b"".join(record.format(len(name) + 1, len(text(name)), name).encode() + text(name)
                         for name in NAMES)
        whole = files + record.format(11, 0, "TRAILER!!!").encode()
        self.assert_whole(whole)
        second = whole.index(text("b.nt"))
        for kept in (1, 5, 9, 40):
            with self.subTest(kept):
                result = self.convert(whole[:second + kept])
                self.assertEqual(result.code, 1, result)
                self.assertIn("unpack.truncated", result.errors)

    def test_what_is_called_data_and_is_none(self):
        for other in (b"<!DOCTYPE html><title>Sorry</title><p>Try later", b"\x7fELF\2\1\1\0\0\0",
                      b"quota exceeded\n"):
            for name in ("b.nt", "b.ttl", "b.nq.gz", "b.rdf"):
                with self.subTest(name=name, other=other[:9]):
                    out = io.BytesIO()
                    with tarfile.open(fileobj=out, mode="w") as archive:
                        for path, data in (("a.nt", text("a.nt")), (name, other)):
                            info = tarfile.TarInfo(path)
                            info.size = len(data)
                            archive.addfile(info, io.BytesIO(data))
                    result = self.convert(out.getvalue())
                    self.assertEqual(result.code, 1, result)
                    self.assertIn(name, result.errors)
                    self.assert_quads(result, ["a.nt"], quads.read_dataset(result.out))

    def test_data_in_what_is_not_read(self):
        for name, other in (("b.nt.lz", b"LZIP\x01" + b"x" * 30), ("b.nt.br", b"\x0b\x02\x80abc"),
                            ("b.hdt", b"$HDT1\0\0"), ("b.rj", b'{"http://e/s": {}}'),
                            ("b.omn", b"Ontology: <http://e/o>\n"), ("b.obo", b"ontology: o\n")):
            out = io.BytesIO()
            with zipfile.ZipFile(out, "w") as archive:
                archive.writestr("a.nt", text("a.nt"))
                archive.writestr("README", "Free for all.\n")
                archive.writestr(name, other)
            with self.subTest(name):
                result = self.convert(out.getvalue())
                self.assertEqual(result.code, 1, result)
                self.assertIn(name, result.errors)
                self.assert_quads(result, ["a.nt"], quads.read_dataset(result.out))

    def test_what_is_sealed_or_a_volume_is_not_passed_over(self):
        for name in ("b.nt.gpg", "b.nt.gz.age", "b.7z.001", "b.tar.gz.002", "b.z01"):
            with self.subTest(name):
                out = io.BytesIO()
                with zipfile.ZipFile(out, "w") as archive:
                    archive.writestr("a.nt", text("a.nt"))
                    archive.writestr(name, b"\x85\x01\x0c\x03" + bytes(range(60)))
                result = self.convert(out.getvalue())
                self.assertEqual(result.code, 1, result)
                self.assertIn(name, result.errors)
                self.assert_quads(result, ["a.nt"], quads.read_dataset(result.out))
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            archive.writestr("a.nt", text("a.nt"))
            archive.writestr("a.nt.asc", "-----BEGIN PGP SIGNATURE-----\n\nwsBc\n")
            archive.writestr("README.001", "the first\n")
        self.assert_whole(out.getvalue(), ["a.nt"])

    def test_an_empty_file_is_data_without_a_quad(self):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            archive.writestr("a.nt", text("a.nt"))
            archive.writestr("b.nt", "")
        self.assert_whole(out.getvalue(), ["a.nt"])


if __name__ == "__main__":
    unittest.main()
