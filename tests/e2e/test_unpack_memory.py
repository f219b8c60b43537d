"""What the head of a packed file asks for is not taken: 4 GiB for a dictionary, where less than
that may be had at all (security.md, "Bounds")."""

import contextlib
import lzma
import resource
import struct
import subprocess
import zlib

from harness import ProgramTest, dataset_of, triples
import quads

MIB = 1024 * 1024
ADDRESSES = 2048 * MIB  # threads and their heaps take some hundreds
MEMORY = 128 * MIB
DATA = triples(50)
TEXT = "".join(DATA).encode()
FOUR_GIB = 0xFFFFFFFF
XZ_64_MIB, XZ_4_GIB = 28, 40  # The .xz File Format 5.3.1


def alone(text, dictionary):
    """A .lzma that says it has such a dictionary."""
    packed = lzma.compress(text, lzma.FORMAT_ALONE)
    return packed[:1] + struct.pack("<I", dictionary) + packed[5:]


def xz(text, code):
    """An .xz whose block says so (The .xz File Format 3.1, 5.3.1)."""
    packed = lzma.compress(text, lzma.FORMAT_XZ)
    head = b"\x02\0\x21\x01" + bytes([code]) + bytes(3)
    return packed[:12] + head + struct.pack("<I", zlib.crc32(head)) + packed[24:]


def zipped(*members):
    """A zip of (name, text, method, packed) (APPNOTE 4.3.7, 4.3.12, 4.3.16)."""
    data, names = b"", b""
    for name, text, method, packed in members:
        facts = struct.pack("<HHIIIIHH", 2, method, 0, zlib.crc32(text), len(packed), len(text),
                            len(name), 0)
        names += (b"PK\x01\x02" + struct.pack("<HH", 63, 63) + facts + bytes(10) +
                  struct.pack("<I", len(data)) + name.encode())
        data += b"PK\x03\x04" + struct.pack("<H", 63) + facts + name.encode() + packed
    return data + names + b"PK\x05\x06" + struct.pack("<IHHIIH", 0, len(members), len(members),
                                                      len(names), len(data), 0)


def lzma_member(name, text, dictionary):
    packed = alone(text, dictionary)
    return name, text, 14, b"\x09\x04\x05\0" + packed[:5] + packed[13:]


def seven_zip(packed, coder):
    """A 7z of one file, in one folder of one coder (7zFormat.txt)."""
    table = (b"\x01\x04\x06\0\1\x09" + bytes([len(packed)]) + b"\0\x07\x0B\1\0\1" + coder +
             b"\x0C\x40\0\x08\0\0\x05\1\x11\x09\0a\0.\0n\0\0\0\0\0")
    start = struct.pack("<QQI", len(packed), len(table), zlib.crc32(table))
    return (b"7z\xBC\xAF\x27\x1C\0\4" + struct.pack("<I", zlib.crc32(start)) + start + packed +
            table)


@contextlib.contextmanager
def few_addresses():
    """What is started meanwhile has so much address space: 4 GiB at once are not there."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


class UnpackMemory(ProgramTest):
    def convert(self, name, content):
        """Exit code, messages and quads; little memory was taken."""
        (self.folder / name).write_bytes(content)
        with few_addresses():
            code, peak, errors = self.run_measured("convert", name, "-o", "out.nq")
        self.assertLess(peak, MEMORY, f"{name}\n{errors}")
        out = self.folder / "out.nq"
        return code, errors, quads.read_dataset(out.read_bytes()) if out.exists() else frozenset()

    def test_what_a_head_asks_for_is_not_taken(self):
        for name, content in (("dump.nt.xz", xz(TEXT, XZ_4_GIB)),
                              ("dump.nt.lzma", alone(TEXT, FOUR_GIB)),
                              ("lzma.7z", seven_zip(b"12345", b"\x23\x03\x01\x01\x05\x5D" +
                                                    struct.pack("<I", FOUR_GIB))),
                              ("lzma2.7z", seven_zip(b"12345", b"\x21\x21\x01" +
                                                     bytes([XZ_4_GIB]))),
                              ("ppmd.7z", seven_zip(b"12345", b"\x23\x03\x04\x01\x05\x06" +
                                                    struct.pack("<I", FOUR_GIB - 36)))):
            with self.subTest(name):
                code, errors, got = self.convert(name, content)
                self.assertEqual(code, 3, errors)  # nothing could be read
                self.assertIn("unpack.memory", errors)
                self.assertIn("at most 268,435,456 bytes of memory are given", errors)
                self.assertEqual(got, frozenset())

    def test_of_a_zip_the_other_members_are_read(self):
        first, last = "".join(DATA[:10]).encode(), "".join(DATA[10:]).encode()
        code, errors, got = self.convert("dump.zip", zipped(
            lzma_member("a.nt", first, 64 * MIB), lzma_member("b.nt", TEXT, FOUR_GIB),
            ("c.nt", TEXT, 95, xz(TEXT, XZ_4_GIB)), ("d.nt", last, 95, xz(last, XZ_64_MIB))))
        self.assertEqual(code, 1, errors)
        self.assertIn("dump.zip: entry b.nt: left out: the dictionary of its lzma data", errors)
        self.assertIn("[unpack.memory]", errors)
        self.assertEqual(got, dataset_of(DATA))

    def test_what_xz_writes_at_its_best_is_read(self):
        """64 MiB, which `xz -9e` asks for; and 256 MiB, the most that is given."""
        (self.folder / "dump.nt").write_bytes(TEXT)
        for options in (["-9e"], ["--lzma2=preset=9e,dict=256MiB"]):
            with self.subTest(options):
                packed = subprocess.run(["xz", "-kc", *options, "dump.nt"], cwd=self.folder,
                                        check=True, capture_output=True).stdout
                code, errors, got = self.convert("dump.nt.xz", packed)
                self.assertEqual(code, 0, errors)
                self.assertEqual(got, dataset_of(DATA))
