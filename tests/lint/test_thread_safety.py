"""The check of locks refuses what it is there for: shown on small files, with the annotations of
src/base/mutex.hpp themselves."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
MUTEX = HERE.parents[1] / "src/base/mutex.hpp"
COUNTER = """#include "base/mutex.hpp"

using namespace semsite;

class Counter {
 public:
  int next() {
    const MutexLock lock{mutex_};
    return next_locked();
  }
  int wait() {
    MutexLock lock{mutex_};
    while (count_ == 0) changed_.wait(mutex_);
    const int out = count_;
    lock.unlock();
    changed_.notify_all();
    lock.lock();
    return out + count_;
  }
  int more();

 private:
  int next_locked() SEMSITE_REQUIRES(mutex_) { return ++count_; }

  Mutex mutex_;
  Condition changed_;
  int count_ SEMSITE_GUARDED_BY(mutex_) = 0;
};
"""


class ThreadSafety(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        (self.root / "src/base").mkdir(parents=True)
        shutil.copy(MUTEX, self.root / "src/base/mutex.hpp")
        (self.root / "src/CMakeLists.txt").write_text(
            "target_precompile_headers(all PRIVATE <mutex>\n  <string>)\n", "utf-8")

    def check(self, more="", together=False):
        source = self.root / "src/base/counter.cpp"
        source.write_text(COUNTER + more, "utf-8")
        file = self.root / "build/unity_0_cxx.cxx" if together else source
        if together:
            file.parent.mkdir()
            file.write_text(f'/* by CMake */\n#include "{source}"\n', "utf-8")
        # As a build with g++ has them: what clang does not know is left out.
        command = f"c++ -I{self.root}/src -O3 -Wno-restrict -std=c++20 -include pch.hxx -c {file}"
        (self.root / "compile_commands.json").write_text(json.dumps(
            [{"directory": str(self.root), "command": command, "file": str(file)}]), "utf-8")
        done = subprocess.run([sys.executable, HERE / "thread_safety.py", self.root, self.root],
                              capture_output=True, text=True, check=False, timeout=200)
        return done.returncode, done.stdout + done.stderr

    def assert_refused(self, body, *words):
        code, out = self.check(f"int Counter::more() {{ {body} }}\n")
        self.assertEqual(code, 1, out)
        for word in words:
            self.assertIn(word, out)

    def test_what_keeps_to_its_locks_passes(self):
        code, out = self.check()
        self.assertEqual(code, 0, out)
        self.assertIn("1 files read", out)

    def test_a_guarded_member_is_not_read_without_its_lock(self):
        self.assert_refused("return count_;", "reading variable 'count_' requires holding mutex")

    def test_nor_after_the_lock_was_let_go(self):
        self.assert_refused("MutexLock lock{mutex_}; lock.unlock(); return ++count_;",
                            "writing variable 'count_' requires holding mutex")

    def test_a_function_that_wants_the_lock_is_not_called_without_it(self):
        self.assert_refused("return next_locked();", "calling function 'next_locked' requires")

    def test_nobody_waits_without_the_lock(self):
        self.assert_refused("changed_.wait(mutex_); return 0;", "calling function 'wait' requires")

    def test_nobody_takes_a_lock_twice(self):
        self.assert_refused("const MutexLock a{mutex_}; const MutexLock b{mutex_}; return count_;",
                            "acquiring mutex 'mutex_' that is already held")

    def test_files_that_are_compiled_together_are_read_together(self):
        code, out = self.check("int Counter::more() { return count_; }\n", together=True)
        self.assertEqual(code, 1, out)
        self.assertIn("src/base/counter.cpp", out)
        self.assertIn("1 files read", out)

    def test_what_clang_does_not_compile_is_refused(self):
        self.assert_refused("return nothing_of_the_kind;", "undeclared identifier")

    def test_without_commands_nothing_is_called_kept(self):
        (self.root / "build").mkdir()
        done = subprocess.run([sys.executable, HERE / "thread_safety.py", self.root / "build"],
                              capture_output=True, text=True, check=False, timeout=60)
        self.assertEqual(done.returncode, 77, done.stdout)


if __name__ == "__main__":
    if not shutil.which("clang++"):
        print("not checked: there is no clang++")
        sys.exit(77)
    unittest.main()
