#include "index/document_record.hpp"

#include <gtest/gtest.h>

#include "semsite/errors.hpp"

namespace semsite::test::document_record_stored_record_test {
namespace {

DocumentRecord full_record() {
  return {.text = {.url = "http://a.example/",
                   .statements = "<urn:s> <urn:p> <urn:o> .\n",
                   .triples = 3,
                   .bytes = 400,
                   .left_out = 2,
                   .checksum = std::string(62, 'a') + "0f",
                   .formats = {"NQUADS", "HTML"},
                   .sources = {"file:///x"}},
          .dataset = "a.example",
          .updated = 1'700'000'000,
          .lastmod = -5,
          .titles = {{"t", "en"}, {"u", ""}},
          .classes = {{"urn:C", 2}},
          .properties = {{"urn:p", 3}},
          .languages = {"en"},
          .unlisted = 9};
}

TEST(StoredRecord, ComesBackAsItWas) {
  std::string bytes;
  DocumentRecord first;
  first.text.url = "urn:first";
  append_stored(bytes, first, 0);
  append_stored(bytes, full_record(), 77);
  const StoredRecord got = read_stored(bytes, 1);
  const DocumentRecord want = full_record();
  EXPECT_EQ(got.at, 77U);
  EXPECT_EQ(got.size, want.text.statements.size());
  EXPECT_EQ(got.record.text.url, want.text.url);
  EXPECT_EQ(got.record.text.triples, 3U);
  EXPECT_EQ(got.record.text.bytes, 400U);
  EXPECT_EQ(got.record.text.left_out, 2U);
  EXPECT_EQ(got.record.text.checksum, want.text.checksum);
  EXPECT_EQ(got.record.text.formats, want.text.formats);
  EXPECT_EQ(got.record.text.sources, want.text.sources);
  EXPECT_EQ(got.record.dataset, "a.example");
  EXPECT_EQ(got.record.updated, want.updated);
  EXPECT_EQ(got.record.lastmod, -5);
  EXPECT_EQ(got.record.titles, want.titles);
  EXPECT_EQ(got.record.classes, want.classes);
  EXPECT_EQ(got.record.properties, want.properties);
  EXPECT_EQ(got.record.languages, want.languages);
  EXPECT_EQ(got.record.unlisted, 9U);
  EXPECT_EQ(stored_checksum(bytes, 1), want.text.checksum);
}

TEST(StoredRecord, ThatIsCutIsDamaged) {
  std::string bytes;
  append_stored(bytes, full_record(), 0);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_THROW(static_cast<void>(read_stored(bytes.substr(0, size), 0)), RunError);
}

}  // namespace
}  // namespace semsite::test::document_record_stored_record_test
