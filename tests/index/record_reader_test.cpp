#include "index/record_reader.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "support/temporary_folder.hpp"

namespace semsite::test::record_reader_test {
namespace {

std::shared_ptr<const Document> input(const std::string& url) {
  Document out;
  out.iri = out.base = url;
  out.scope = "aaaaaaaaaaaaaaaa";
  out.syntax = "nquads";
  return std::make_shared<const Document>(out);
}

Quad quad(std::string_view object, std::string_view graph) {
  Quad out{.subject = iri_term("urn:s"),
           .predicate = iri_term("urn:p"),
           .object = {.value = object, .kind = TermKind::literal}};
  if (!graph.empty()) out.graph = iri_term(graph);
  return out;
}

class RecordReaderTest : public testing::Test {
 protected:
  std::vector<DocumentText> finish() {
    std::vector<DocumentText> out;
    reader_.finish([] {}, [&](DocumentText text) { out.push_back(std::move(text)); });
    return out;
  }

  TemporaryFolder folder_;
  TemporaryFiles files_{folder_.file(""), "test", TemporaryFiles::Lifetime::this_run};
  RecordReader reader_{
      files_, {.memory_bytes = 1 << 20, .threads = 1}, {.statement_bytes = 120}};
};

TEST_F(RecordReaderTest, AGraphThatComesAgainIsOneDocument) {
  const auto from = input("file:///a.nq");
  QuadBatch batch{from};
  batch.add(quad("1", "urn:g"));
  batch.add(quad("1", "urn:h"));
  batch.add(quad("0", "urn:g"));
  batch.add(quad("1", "urn:g"));
  reader_.sink().write(batch);
  const std::vector<DocumentText> got = finish();
  ASSERT_EQ(got.size(), 2U);
  EXPECT_EQ(got[0].url, "urn:g");
  EXPECT_EQ(got[0].statements, "<urn:s> <urn:p> \"0\" .\n<urn:s> <urn:p> \"1\" .\n");
  EXPECT_EQ(got[0].triples, 2U);
  EXPECT_EQ(got[0].bytes, got[0].statements.size());
  EXPECT_EQ(got[0].formats, std::vector<std::string>{"NQUADS"});
  EXPECT_EQ(got[0].sources, std::vector<std::string>{"file:///a.nq"});
  // printf '<urn:s> <urn:p> "0" .\n<urn:s> <urn:p> "1" .\n' | sha256sum
  EXPECT_EQ(got[0].checksum,
            "94276553209893e550ed09cc65e6f842"
            "f62286421668096e75ff9e0b9b85d44d");
  EXPECT_EQ(got[1].url, "urn:h");
}

// RDF 1.2 Concepts §3.4: tags are compared without case, and stay as they were read.
TEST_F(RecordReaderTest, AStatementComesOnceWhateverTheCaseOfItsTag) {
  QuadBatch batch{input("file:///a.nq")};
  for (const auto& [tag, graph] : std::vector<std::pair<const char*, const char*>>{
           {"en", "urn:h"}, {"EN", "urn:g"}, {"FR", "urn:g"}, {"Fr", "urn:h"}}) {
    Quad one = quad("1", graph);
    one.object = {.value = "1", .tag = tag, .kind = TermKind::lang};
    batch.add(one);
    one.object.tag = "en";
    batch.add(one);
  }
  reader_.sink().write(batch);
  const std::vector<DocumentText> got = finish();
  ASSERT_EQ(got.size(), 2U);
  EXPECT_EQ(got[0].statements,
            "<urn:s> <urn:p> \"1\"@en .\n<urn:s> <urn:p> \"1\"@FR .\n");
  EXPECT_EQ(got[0].triples, 2U);
  EXPECT_EQ(got[1].statements,
            "<urn:s> <urn:p> \"1\"@en .\n<urn:s> <urn:p> \"1\"@Fr .\n");
  EXPECT_EQ(got[0].checksum, got[1].checksum);
}

TEST_F(RecordReaderTest, StatementsWithoutAGraphAreOfTheirSource) {
  QuadBatch batch{input("file:///a.nt")};
  batch.add(quad("1", ""));
  reader_.sink().write(batch);
  EXPECT_EQ(finish().at(0).url, "file:///a.nt");
}

TEST_F(RecordReaderTest, AGraphNamedByABlankNodeIsLeftOutAndCounted) {
  QuadBatch batch{input("file:///a.nq")};
  Quad one = quad("1", "");
  one.graph = {.value = "g", .kind = TermKind::blank};
  batch.add(one);
  reader_.sink().write(batch);
  EXPECT_EQ(reader_.nameless(), 1U);
  EXPECT_TRUE(finish().empty());
}

TEST_F(RecordReaderTest, WhatIsTooLargeIsCountedWhole) {
  QuadBatch batch{input("file:///a.nq")};
  for (const char* object : {"1", "2", "3", "4", "5", "6", "7"})
    batch.add(quad(object, "urn:g"));  // 22 bytes each, 120 allowed
  reader_.sink().write(batch);
  const DocumentText got = finish().at(0);
  EXPECT_EQ(got.triples, 7U);
  EXPECT_EQ(got.bytes, 154U);
  EXPECT_EQ(got.left_out, 2U);
  EXPECT_EQ(got.statements.size(), 110U);
}

TEST_F(RecordReaderTest, SindicesOwnMetadataIsKeptButNotCounted) {
  QuadBatch batch{input("file:///a.nq")};
  Quad date = quad("2011-01-01", "urn:g");
  date.predicate = iri_term("http://vocab.sindice.net/any23#date");
  batch.add(date);
  reader_.sink().write(batch);
  const DocumentText got = finish().at(0);
  EXPECT_EQ(got.triples, 0U);
  EXPECT_NE(got.statements, "");
}

// Labels that semsite wrote stay, so that a list of changes finds them again.
TEST_F(RecordReaderTest, OwnBlankLabelsStayAndOthersGetTheirDocuments) {
  QuadBatch batch{input("file:///a.nq")};
  Quad own = quad("1", "urn:g");
  own.subject = {.value = "babcdefghijklmnopxb0", .kind = TermKind::blank};
  Quad other = quad("2", "urn:g");
  other.subject = {.value = "b0", .kind = TermKind::blank};
  batch.add(own);
  batch.add(other);
  reader_.sink().write(batch);
  EXPECT_EQ(finish().at(0).statements,
            "_:baaaaaaaaaaaaaaaaxb0 <urn:p> \"2\" .\n"
            "_:babcdefghijklmnopxb0 <urn:p> \"1\" .\n");
}

TEST_F(RecordReaderTest, EachDocumentFallsToOneShareWhole) {
  constexpr std::uint64_t kShares = 3;
  std::vector<std::string> graphs, urls;
  for (int i = 0; i < 300; ++i) graphs.push_back("urn:g" + std::to_string(i));
  for (std::uint64_t number = 1; number <= kShares; ++number) {
    RecordReader reader{files_,
                        {.memory_bytes = 1 << 20, .threads = 1},
                        {},
                        Share{.number = number, .of = kShares}};
    const auto from = input("file:///a.nq");
    QuadBatch batch{from};
    for (const char* object : {"0", "1"})
      for (const std::string& graph : graphs) batch.add(quad(object, graph));
    reader.sink().write(batch);
    std::uint64_t own = 0;
    reader.finish([] {},
                  [&](const DocumentText& text) {
                    EXPECT_EQ(text.triples, 2U) << text.url;
                    urls.push_back(text.url);
                    ++own;
                  });
    EXPECT_GT(own, 60U) << number;
  }
  EXPECT_EQ(urls.size(), 300U);
  EXPECT_EQ(std::set<std::string>(urls.begin(), urls.end()).size(), 300U);
}

}  // namespace
}  // namespace semsite::test::record_reader_test
