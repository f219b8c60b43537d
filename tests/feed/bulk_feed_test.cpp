#include "feed/bulk_feed.hpp"

#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <string>
#include <vector>

namespace semsite::bulk_feed_test {
namespace {

rapidjson::Document parsed(std::string_view text) {
  rapidjson::Document out;
  out.Parse(text.data(), text.size());
  EXPECT_FALSE(out.HasParseError()) << text;
  return out;
}

std::vector<std::string> list(const rapidjson::Value& of, const char* name) {
  std::vector<std::string> out;
  if (of.HasMember(name))
    for (const auto& one : of[name].GetArray()) out.emplace_back(one.GetString());
  return out;
}

DocumentRecord record_of(std::string statements) {
  return make_record({.url = "http://d.example.org/1",
                      .statements = std::move(statements),
                      .triples = 3,
                      .bytes = 99,
                      .checksum = "c",
                      .formats = {"NQUADS"},
                      .sources = {"http://d.example.org/dump.nq"}},
                     {.updated = 1'000'000'000});
}

using Texts = std::vector<std::string>;

TEST(BulkDocument, SaysWhatTheStatementsHave) {
  const auto json = parsed(bulk_document(record_of(
      "<http://d.example.org/1> <http://purl.org/dc/terms/title> \"Gr\\\"\\u00FCn\"@de "
      ".\n"
      "<http://d.example.org/1> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> "
      "<http://x.example/C> .\n"
      "_:b <http://x.example/p> _:c .\n")));
  EXPECT_STREQ(json["link"].GetString(), "http://d.example.org/1");
  EXPECT_STREQ(json["domain"].GetString(), "d.example.org");
  EXPECT_STREQ(json["dataset"].GetString(), "example.org");
  EXPECT_STREQ(json["updated"].GetString(), "2001-09-09T01:46:40Z");
  EXPECT_STREQ(json["title"][0]["value"].GetString(), "Gr\"ün");
  EXPECT_STREQ(json["title"][0]["language"].GetString(), "de");
  EXPECT_EQ(list(json, "text"), (Texts{"Gr\"ün"}));
  EXPECT_EQ(list(json, "class"), (Texts{"http://x.example/C"}));
  EXPECT_EQ(json["class_count"][0].GetUint64(), 1U);
  EXPECT_EQ(list(json, "uri"),
            (Texts{"http://d.example.org/1", "http://purl.org/dc/terms/title",
                   "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
                   "http://x.example/C", "http://x.example/p"}));
  EXPECT_EQ(
      list(json, "pair"),
      (Texts{"http://purl.org/dc/terms/title Gr\"ün",
             "http://www.w3.org/1999/02/22-rdf-syntax-ns#type http://x.example/C"}));
  EXPECT_EQ(list(json, "ontology"),
            (Texts{"http://purl.org/dc/terms/",
                   "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "http://x.example/"}));
  EXPECT_EQ(json["explicit_content_size"].GetUint64(), 3U);
  EXPECT_EQ(list(json, "source"), (Texts{"http://d.example.org/dump.nq"}));
}

TEST(BulkDocument, HasOnlyFieldsOfTheMapping) {
  const auto mapping = parsed(bulk_mapping());
  const auto& known = mapping["mappings"]["properties"];
  DocumentRecord record = record_of(
      "<http://d.example.org/1> <http://purl.org/dc/terms/modified> \"2020-01-01\" .\n"
      "<http://d.example.org/1> <http://purl.org/dc/terms/title> \"t\"@en .\n"
      "<http://d.example.org/1> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <a:C> "
      ".\n");
  record.text.left_out = 1;
  record.unlisted = 1;
  const auto json = parsed(bulk_document(record));
  EXPECT_TRUE(json.HasMember("lastmod"));
  for (const auto& member : json.GetObject())
    EXPECT_TRUE(known.HasMember(member.name)) << member.name.GetString();
  EXPECT_EQ(json.MemberCount(), known.MemberCount()) << "the mapping has other fields";
}

// OpenSearch and Elasticsearch: at most 512 bytes.
TEST(BulkDocument, AnIdIsTheUrlOrItsHash) {
  EXPECT_EQ(bulk_id("http://x.example/"), "http://x.example/");
  const std::string longest = "http://x.example/" + std::string(495, 'a');
  EXPECT_EQ(bulk_id(longest), longest);
  const std::string hashed = bulk_id(longest + "a");
  EXPECT_EQ(hashed.size(), 7U + 64U);
  EXPECT_TRUE(hashed.starts_with("sha256:"));
  EXPECT_NE(hashed, bulk_id(longest + "b"));
}

TEST(BulkDocument, ALongValueIsTextButNoPair) {
  const auto json = parsed(bulk_document(
      record_of("<a:s> <a:p> \"" + std::string(kLongestPairValue + 1, 'x') + "\" .\n")));
  EXPECT_EQ(list(json, "pair"), Texts{});
  EXPECT_EQ(list(json, "text"), (Texts{std::string(kLongestPairValue + 1, 'x')}));
}

}  // namespace
}  // namespace semsite::bulk_feed_test
