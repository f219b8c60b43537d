#include "semsite/read.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <fstream>
#include <set>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include "semsite/syntaxes.hpp"
#include "semsite/write.hpp"
#include "support/packing.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::read_test {
namespace {

/// What a program of somebody else's would keep of the quads it is given.
struct Kept {
  std::vector<std::string> lines;
  std::set<std::string> documents, scopes;
  std::uint64_t calls = 0;

  void take(const Quads& some) {
    ++calls;
    documents.emplace(some.document);
    scopes.emplace(some.scope);
    for (const Quad& quad : some.quads) {
      std::string line;
      for (const Term& term : {quad.subject, quad.predicate, quad.object, quad.graph})
        if (term.kind != TermKind::none)
          line += (line.empty() ? "" : " ") + std::string{term.value};
      lines.push_back(line);
    }
  }
  [[nodiscard]] TakeQuads taker() {
    return [this](const Quads& some) { take(some); };
  }
};

/// Gives a text in pieces of `step` bytes, each in a place that dies with the next.
class Pieces {
 public:
  Pieces(std::string text, std::size_t step) : text_(std::move(text)), step_(step) {}
  std::string_view next() {
    piece_ = text_.substr(std::min(at_, text_.size()), step_);
    at_ += piece_.size();
    return piece_;
  }

 private:
  std::string text_, piece_;
  std::size_t step_, at_ = 0;
};

std::string many_triples(int count) {
  std::string out;
  for (int i = 0; i < count; ++i)
    out += "<http://e.org/" + std::to_string(i) + "> <http://e.org/p> \"" +
           std::to_string(i) + "\" .\n";
  return out;
}

TEST(Read, TellsTheSyntaxByTheBytes) {
  Kept kept;
  const ReadResult result =
      read("@prefix e: <http://e.org/> . e:a e:b e:c .", kept.taker());
  EXPECT_TRUE(result.is_whole) << result.problem;
  EXPECT_EQ(result.syntax, "turtle");
  EXPECT_EQ(result.quads, 1U);
  EXPECT_EQ(kept.lines,
            (std::vector<std::string>{"http://e.org/a http://e.org/b http://e.org/c"}));
}

TEST(Read, TakesTheSyntaxThatIsNamedAndTheBase) {
  Kept kept;
  ReadOptions options;
  options.syntax = "turtle";
  options.base = "http://base.example/x";
  const ReadResult result = read("<a> <b> <> .", kept.taker(), options);
  EXPECT_TRUE(result.is_whole) << result.problem;
  EXPECT_EQ(kept.lines.front(),
            "http://base.example/a http://base.example/b http://base.example/x");
}

TEST(Read, RefusesASyntaxThatIsNone) {
  ReadOptions options;
  options.syntax = "turtel";
  EXPECT_THROW((void)read(
                   "", [](const Quads&) {}, options),
               UsageError);
}

TEST(Read, PutsTriplesWithoutAGraphIntoTheOneThatIsNamed) {
  Kept kept;
  ReadOptions options;
  options.graph = "http://e.org/g";
  (void)read(
      "<http://a/s> <http://a/p> \"1\" .\n<http://a/s> <http://a/p> \"2\" <http://a/h> "
      ".\n",
      kept.taker(), options);
  EXPECT_EQ(kept.lines,
            (std::vector<std::string>{"http://a/s http://a/p 1 http://e.org/g",
                                      "http://a/s http://a/p 2 http://a/h"}));
}

TEST(Read, CountsAndTellsFaultsAndGoesOn) {
  Kept kept;
  ReadOptions options;
  std::vector<std::string> told;
  options.fault = [&](const Fault& fault) {
    told.push_back(std::string{fault.code} + " " + std::to_string(fault.line));
  };
  options.syntax = "ntriples";
  const ReadResult result = read(
      "<http://a/s> <http://a/p> \"1\" .\nrubbish\n<http://a/s> <http://a/p> \"2\" .\n",
      kept.taker(), options);
  EXPECT_FALSE(result.is_whole);
  EXPECT_EQ(result.quads, 2U);
  EXPECT_EQ(result.skipped, 1U);
  ASSERT_EQ(told.size(), 1U);
  EXPECT_TRUE(told.front().ends_with(" 2")) << told.front();
  EXPECT_EQ(result.faults.size(), 1U);
}

TEST(Read, WhatBreaksOffIsNotWhole) {
  const std::string packed = test::pack_stream(ARCHIVE_FILTER_GZIP, many_triples(2000));
  Kept kept;
  const ReadResult result =
      read(std::string_view{packed}.substr(0, packed.size() / 2), kept.taker());
  EXPECT_FALSE(result.is_whole);
  EXPECT_EQ(result.code, "unpack.truncated");
  EXPECT_GT(result.quads, 0U);
}

TEST(Read, WhatEndsInsideAStatementIsNotWhole) {
  ReadOptions options;
  options.syntax = "turtle";
  const ReadResult result = read(
      "<http://a/s> <http://a/p> 1 .\n<http://a/s> <http://a/p> \"tw",
      [](const Quads&) {}, options);
  EXPECT_FALSE(result.is_whole);
  EXPECT_EQ(result.code, "document.cut");
}

TEST(Read, WhatIsNoRdfIsToldAndNothingIsTaken) {
  Kept kept;
  const ReadResult result = read("Dear reader, this is a letter.\n", kept.taker());
  EXPECT_FALSE(result.is_whole);
  EXPECT_EQ(result.code, "document.not-rdf");
  EXPECT_EQ(kept.calls, 0U);
  EXPECT_EQ(read("", kept.taker()).code, "document.empty");
}

TEST(Read, PiecesMayBeCutAnywhere) {
  const std::string text = many_triples(300);
  for (const std::size_t step : {std::size_t{1}, std::size_t{7}, std::size_t{100'000}}) {
    Kept kept;
    Pieces pieces{text, step};
    const ReadResult result = read([&] { return pieces.next(); }, kept.taker());
    EXPECT_TRUE(result.is_whole) << result.problem;
    ASSERT_EQ(kept.lines.size(), 300U) << step;
    EXPECT_EQ(kept.lines[299], "http://e.org/299 http://e.org/p 299");
  }
}

TEST(Read, SeveralWorkersKeepTheOrderAndCallOneAtATime) {
  const std::string text = many_triples(60'000);
  Kept kept;
  std::atomic<int> inside{0};
  ReadOptions options;
  options.workers = 4;
  const ReadResult result = read(
      text,
      [&](const Quads& some) {
        EXPECT_EQ(++inside, 1);
        kept.take(some);
        --inside;
      },
      options);
  EXPECT_TRUE(result.is_whole);
  ASSERT_EQ(kept.lines.size(), 60'000U);
  for (int i = 0; i < 60'000; i += 997)
    EXPECT_EQ(
        kept.lines[static_cast<std::size_t>(i)],
        "http://e.org/" + std::to_string(i) + " http://e.org/p " + std::to_string(i));
}

TEST(Read, WhatTheTakerThrowsComesOut) {
  for (const unsigned workers : {1U, 3U}) {
    ReadOptions options;
    options.workers = workers;
    std::uint64_t calls = 0;
    EXPECT_THROW((void)read(
                     many_triples(60'000),
                     [&](const Quads&) {
                       ++calls;
                       throw std::logic_error{"enough"};
                     },
                     options),
                 std::logic_error);
    EXPECT_EQ(calls, 1U) << "nothing follows";
  }
}

TEST(Read, WhatTheTakerThrowsComesOutThoughItIsAnErrorOfADocument) {
  // Writer::write throws such an error: it says nothing of the document that is read.
  const std::string archive = test::pack_archive(
      ARCHIVE_FORMAT_ZIP,
      {{"one.ttl", "_:x <http://a/p> 1 ."}, {"two.ttl", "_:x <http://a/p> 2 ."}});
  for (const unsigned workers : {1U, 3U}) {
    ReadOptions options;
    options.workers = workers;
    std::uint64_t calls = 0;
    EXPECT_THROW((void)read(
                     archive,
                     [&](const Quads&) {
                       ++calls;
                       throw DocumentError{"mine", "m"};
                     },
                     options),
                 DocumentError);
    EXPECT_EQ(calls, 1U) << "no other entry follows";
    options.fault = [](const Fault&) { throw DocumentError{"mine", "m"}; };
    options.syntax = "ntriples";
    EXPECT_THROW((void)read(
                     "rubbish\n", [](const Quads&) {}, options),
                 DocumentError);
  }
}

TEST(Read, WhatHasNoNameHasNoAddressEither) {
  for (const char* syntax : {"turtle", "jsonld"}) {
    ReadOptions options;
    options.syntax = syntax;
    Kept kept;
    const ReadResult result =
        read(options.syntax == "turtle"
                 ? R"(<a> <http://e/p> "x" . <http://e/s> <http://e/p> 1 .)"
                 : R"([{"@id": "a", "http://e/p": "x"},
                                             {"@id": "http://e/s", "http://e/p": 1}])",
             kept.taker(), options);
    EXPECT_FALSE(result.is_whole) << syntax;
    EXPECT_EQ(result.quads, 1U) << syntax;
    EXPECT_EQ(kept.documents, (std::set<std::string>{""})) << syntax;
  }
}

TEST(Read, APageInThePlaceOfDataIsNoData) {
  const std::string_view page = "<!doctype html><html><body>Not found</body></html>";
  ReadOptions options;
  EXPECT_TRUE(read(
                  page, [](const Quads&) {}, options)
                  .is_whole);
  options.media_type = "text/turtle";
  EXPECT_EQ(read(
                page, [](const Quads&) {}, options)
                .code,
            "document.html");
  options.media_type.clear();
  options.name = "http://e/data.nt";
  EXPECT_EQ(read(
                page, [](const Quads&) {}, options)
                .code,
            "document.html");
}

TEST(Read, RefusesOptionsThatAreNone) {
  const auto get = [](const ReadOptions& options, const TakeQuads& take) {
    return read("", take, options);
  };
  ReadOptions graph;
  graph.graph = "not an iri";
  EXPECT_THROW((void)get(graph, [](const Quads&) {}), UsageError);
  ReadOptions base;
  base.base = "relative";
  EXPECT_THROW((void)get(base, [](const Quads&) {}), UsageError);
  EXPECT_THROW((void)get({}, TakeQuads{}), UsageError);
}

TEST(Read, ALineMayBeLongWhateverTheBoundIs) {
  ReadOptions options;
  options.syntax = "nquads";
  options.limits.literal_bytes = std::uint64_t{1} << 60U;
  const std::string line =
      "<http://a/s> <http://a/p> \"" + std::string(1'500'000, 'x') + "\" .\n";
  Kept kept;
  const ReadResult result = read(line, kept.taker(), options);
  EXPECT_TRUE(result.is_whole) << result.problem;
  EXPECT_EQ(result.quads, 1U);
}

TEST(Read, AStopEndsItAndIsNoWhole) {
  std::stop_source source;
  ReadOptions options;
  options.stop = source.get_token();
  Kept kept;
  const ReadResult result = read(
      many_triples(200'000),
      [&](const Quads& some) {
        kept.take(some);
        source.request_stop();
      },
      options);
  EXPECT_FALSE(result.is_whole);
  EXPECT_EQ(result.code, "run.interrupted");
  EXPECT_LT(kept.lines.size(), 200'000U);
}

TEST(Read, DocumentsOfAnArchiveAreToldApart) {
  const std::string archive = test::pack_archive(
      ARCHIVE_FORMAT_ZIP,
      {{"one.ttl", "_:x <http://a/p> 1 ."}, {"two.ttl", "_:x <http://a/p> 2 ."}});
  Kept kept;
  ReadOptions options;
  options.name = "http://e.org/data.zip";
  const ReadResult result = read(archive, kept.taker(), options);
  EXPECT_TRUE(result.is_whole) << result.problem;
  EXPECT_EQ(result.documents, 2U);
  EXPECT_EQ(kept.documents, (std::set<std::string>{"http://e.org/data.zip/one.ttl",
                                                   "http://e.org/data.zip/two.ttl"}));
  EXPECT_EQ(kept.scopes.size(), 2U);
}

TEST(Read, DocumentsWithoutANameHaveBlankNodesOfTheirOwn) {
  Kept kept;
  ReadOptions options;
  options.syntax = "turtle";
  (void)read("_:x <http://a/p> 1 .", kept.taker(), options);
  (void)read("_:x <http://a/p> 1 .", kept.taker(), options);
  EXPECT_EQ(kept.scopes.size(), 2U);
}

TEST(Read, AsksForContextsThatAreNotBuiltIn) {
  const std::string_view document =
      R"({"@context": "http://c.example/ctx", "@id": "http://e.org/a", "name": "A"})";
  ReadOptions options;
  options.syntax = "jsonld";
  EXPECT_EQ(read(
                document, [](const Quads&) {}, options)
                .code,
            "jsonld.remote-context");
  std::vector<std::string> asked;
  options.context = [&](const std::string& url) {
    asked.push_back(url);
    return std::string{R"({"@context": {"name": "http://e.org/name"}})"};
  };
  Kept kept;
  const ReadResult result = read(document, kept.taker(), options);
  EXPECT_TRUE(result.is_whole) << result.problem;
  EXPECT_EQ(asked, (std::vector<std::string>{"http://c.example/ctx"}));
  EXPECT_EQ(kept.lines.front(), "http://e.org/a http://e.org/name A");
}

TEST(Read, AFileThatIsNotThereIsTold) {
  const ReadResult result = read_file("/nowhere/at/all.nt", [](const Quads&) {});
  EXPECT_FALSE(result.is_whole);
  EXPECT_EQ(result.code, "file.open");
}

TEST(Read, ReadsAPackedFileByItsName) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("data.ttl.gz");
  std::ofstream{path, std::ios::binary}
      << test::pack_stream(ARCHIVE_FILTER_GZIP, "<a> <b> <c> .");
  Kept kept;
  const ReadResult result = read_file(path, kept.taker());
  EXPECT_TRUE(result.is_whole) << result.problem;
  ASSERT_EQ(kept.lines.size(), 1U);
  EXPECT_TRUE(kept.lines.front().starts_with("file:///")) << kept.lines.front();
}

TEST(KnownSyntaxes, SayWhatIsReadAndWhatIsWritten) {
  const std::vector<SyntaxFacts> all = known_syntaxes();
  const auto named = [&](std::string_view name) {
    return *std::ranges::find(all, name, &SyntaxFacts::name);
  };
  EXPECT_TRUE(named("turtle").is_read && named("turtle").is_written);
  EXPECT_TRUE(named("rdfxml").is_read);
  EXPECT_FALSE(named("rdfxml").is_written);
  EXPECT_TRUE(named("ndjson").is_written);
  EXPECT_FALSE(named("ndjson").is_read);
  EXPECT_EQ(named("turtle").media_types.front(), "text/turtle");
  for (const SyntaxFacts& one : all) {
    ReadOptions options;
    options.syntax = one.name;
    if (one.is_read) {
      EXPECT_NO_THROW((void)read(
          "", [](const Quads&) {}, options))
          << one.name;
    } else {
      EXPECT_THROW((void)read(
                       "", [](const Quads&) {}, options),
                   UsageError)
          << one.name;
    }
    if (one.is_written) {
      EXPECT_NO_THROW((void)Writer::to_text({.syntax = std::string{one.name}}));
    } else {
      EXPECT_THROW((void)Writer::to_text({.syntax = std::string{one.name}}), UsageError);
    }
  }
}

}  // namespace
}  // namespace semsite::read_test
