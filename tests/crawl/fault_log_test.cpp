#include "crawl/fault_log.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/file_io.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::fault_log_test {
namespace {

Fault fault(std::string_view code = "nquads.bad-iri") {
  return {.code = code,
          .message = "no IRI",
          .line = 3,
          .column = 7,
          .statement = "<a b> <p> <o> .",
          .skipped = true};
}

std::size_t lines_with(const std::string& text, std::string_view word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string::npos;
       at = text.find(word, at + 1))
    ++count;
  return count;
}

TEST(FaultLog, CountsByCodeAndWhatWasSkipped) {
  Console console{Verbosity::quiet, LogFormat::text};
  FaultLog log{"d.nq", OnError::skip, nullptr, console};
  log.report(fault());
  log.report(fault());
  Fault repaired = fault("turtle.prefix");
  repaired.skipped = false;
  log.report(repaired);
  EXPECT_EQ(log.counts(), (FaultCounts{{"nquads.bad-iri", 2}, {"turtle.prefix", 1}}));
  EXPECT_EQ(log.skipped(), 2U);
}

TEST(FaultLog, PrintsTheFirstTwenty) {
  Console console{Verbosity::normal, LogFormat::text};
  FaultLog log{"d.nq", OnError::skip, nullptr, console};
  testing::internal::CaptureStderr();
  for (int i = 0; i < 30; ++i) log.report(fault());
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(lines_with(said, "semsite: warning: d.nq:3:7: no IRI [nquads.bad-iri]\n"),
            20U);
  EXPECT_EQ(lines_with(said, "d.nq: further faults are only counted\n"), 1U);
  EXPECT_EQ(log.counts().at("nquads.bad-iri"), 30U);
}

TEST(FaultLog, NamesThePlaceAsFarAsItIsKnown) {
  Console console{Verbosity::normal, LogFormat::text};
  FaultLog log{"d.nq", OnError::skip, nullptr, console};
  Fault line_only = fault();
  line_only.column = 0;
  Fault nowhere = fault();
  nowhere.line = 0;
  testing::internal::CaptureStderr();
  log.report(line_only);
  log.report(nowhere);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "semsite: warning: d.nq:3: no IRI [nquads.bad-iri]\n"
            "semsite: warning: d.nq: no IRI [nquads.bad-iri]\n");
}

TEST(FaultLog, PutsWhatWasSkippedIntoQuarantine) {
  const TemporaryFolder folder;
  const std::string path = folder.file("q.txt");
  Quarantine quarantine{path};
  quarantine.begin(Quarantine::Begin::anew);
  Console console{Verbosity::quiet, LogFormat::text};
  FaultLog log{"d.nq", OnError::skip, &quarantine, console};
  log.report(fault());
  Fault two_lines = fault();
  two_lines.message = "first\nsecond";
  two_lines.statement = "<a>\n<b> .\n";
  log.report(two_lines);
  Fault repaired = fault();
  repaired.skipped = false;
  log.report(repaired);
  // The message stays in its comment, whatever stands in it.
  EXPECT_EQ(read_file(path),
            "# d.nq:3:7 nquads.bad-iri: no IRI\n<a b> <p> <o> .\n"
            "# d.nq:3:7 nquads.bad-iri: first\\nsecond\n<a>\n<b> .\n");
}

TEST(FaultLog, FailStopsAtTheFirstSkippedStatement) {
  const TemporaryFolder folder;
  Quarantine quarantine{folder.file("q.txt")};
  quarantine.begin(Quarantine::Begin::anew);
  Console console{Verbosity::quiet, LogFormat::text};
  FaultLog log{"d.nq", OnError::fail, &quarantine, console};
  Fault repaired = fault();
  repaired.skipped = false;
  EXPECT_NO_THROW(log.report(repaired));
  try {
    log.report(fault());
    ADD_FAILURE();
  } catch (const StoppedAtFault& error) {
    EXPECT_EQ(error.code(), "nquads.bad-iri");
    EXPECT_STREQ(error.what(),
                 "stopped at the first fault (--on-error fail): d.nq:3:7: no IRI");
  }
  EXPECT_EQ(log.skipped(), 1U);
  EXPECT_NE(read_file(folder.file("q.txt")), "");
}

TEST(Quarantine, ChangesNothingBeforeItBegins) {
  const TemporaryFolder folder;
  const std::string path = folder.file("q.txt");
  write_file(path, "of yesterday\n");
  { const Quarantine never_begun{path}; }
  EXPECT_EQ(read_file(path), "of yesterday\n");
  {
    Quarantine quarantine{path};
    quarantine.begin(Quarantine::Begin::go_on);
    quarantine.write("d.nq", fault());
  }
  EXPECT_EQ(read_file(path),
            "of yesterday\n# d.nq:3:7 nquads.bad-iri: no IRI\n<a b> <p> <o> .\n");
  {
    Quarantine quarantine{path};
    quarantine.begin(Quarantine::Begin::anew);
  }
  EXPECT_EQ(read_file(path), "");
}

TEST(Quarantine, SaysAtOnceThatItCannotBeWritten) {
  const TemporaryFolder folder;
  EXPECT_THROW(Quarantine{folder.file("no/q.txt")}, RunError);
}

}  // namespace
}  // namespace semsite::test::fault_log_test
