#include "crawl/first_look.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/packing.hpp"

namespace semsite::first_look_test {
namespace {

using Then = FirstLook::Then;
using test::pack_archive;
using test::pack_stream;

/// The code of what `head` is told as; empty: the rest is wanted.
std::string told(std::string_view head, Then then = Then::more,
                 std::string_view type = "", std::string_view path = "/x",
                 const std::vector<std::string>& links = {}) {
  const Limits limits;
  const auto other = told_as_other(
      {.head = head, .then = then, .media_type = type, .path = path, .links = links},
      "http://a.example/x", limits);
  return other ? other->why.code : std::string{};
}

std::string type_of(std::string_view head) {
  const Limits limits;
  const std::vector<std::string> links;
  const auto other = told_as_other(
      {.head = head, .media_type = "", .path = "/x", .links = links}, "x", limits);
  return other ? other->media_type : "none";
}

const std::string kPdf = "%PDF-1.7\n" + std::string(30'000, '\1');
const std::string kText = [] {
  std::string out;
  while (out.size() < kFirstLookBytes) out += "Just some words.\n";
  return out;
}();

TEST(ToldAsOther, AMarkAtTheBeginningIsEnough) {
  for (const Then then : {Then::more, Then::end, Then::failure})
    EXPECT_EQ(told("%PDF-", then), "document.binary");
  EXPECT_EQ(told("<rss version=\"2.0\"><channel>"), "document.not-rdf");
  EXPECT_EQ(told("<feed xmlns=\"http://www.w3.org/2005/Atom\">"), "document.not-rdf");
  EXPECT_EQ(type_of(kPdf), "application/pdf");
  EXPECT_EQ(type_of("<rss version=\"2.0\"><channel>"), "application/rss+xml");
  EXPECT_EQ(type_of("<feed xmlns=\"http://www.w3.org/2005/Atom\">"),
            "application/atom+xml");
}

TEST(ToldAsOther, TextAndJsonAreToldByManyBytesOrByAll) {
  const std::string json = "{\"a\": [" + std::string(kFirstLookBytes, '1') + "]}";
  for (const std::string& text : {kText, json}) {
    EXPECT_EQ(told(text), "document.not-rdf");
    const std::string_view few = std::string_view{text}.substr(0, 400);
    EXPECT_EQ(told(few), "");
    EXPECT_EQ(told(few, Then::failure), "") << "nobody knows what it would have been";
    EXPECT_EQ(told(few, Then::end), "document.not-rdf");
  }
}

TEST(ToldAsOther, WhatMayHoldRdfIsWanted) {
  EXPECT_EQ(told("<a:b> <a:c> <a:d> .\n"), "");
  EXPECT_EQ(told("<!doctype html><title>x</title>"), "");
  EXPECT_EQ(told("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">"), "");
  EXPECT_EQ(told("{\"@context\": {}}", Then::end), "");
  EXPECT_EQ(told("", Then::end), "") << "nothing is no other kind";
  const std::vector<std::string> context{
      "</c>; rel=\"http://www.w3.org/ns/json-ld#context\"; type=\"application/ld+json\""};
  EXPECT_EQ(told("{\"a\": 1}", Then::end, "application/json", "/x", context), "");
  EXPECT_EQ(told("{\"a\": 1}", Then::end, "application/json"), "document.not-rdf");
}

TEST(ToldAsOther, LooksBehindCompressions) {
  const std::string packed = pack_stream(ARCHIVE_FILTER_GZIP, kPdf);
  EXPECT_EQ(told(packed.substr(0, packed.size() - 8)), "document.binary");
  const std::string data =
      pack_stream(ARCHIVE_FILTER_GZIP, std::string{"<a:b> <a:c> <a:d> .\n"});
  EXPECT_EQ(told(data.substr(0, data.size() - 8)), "");
}

TEST(ToldAsOther, AnArchiveIsWantedUnlessItIsOneDocument) {
  const std::string zip =
      pack_archive(ARCHIVE_FORMAT_ZIP, {{"a.png", kPdf}, {"b.nt", "<a:b> <a:c> 1 .\n"}});
  EXPECT_EQ(told(zip.substr(0, kFirstLookBytes)), "");
  for (const char* const first :
       {"[Content_Types].xml", "mimetype", "word/document.xml", "META-INF/MANIFEST.MF"}) {
    const std::string office =
        pack_archive(ARCHIVE_FORMAT_ZIP, {{first, "x"}, {"b.nt", "<a:b> <a:c> 1 .\n"}});
    EXPECT_EQ(told(office.substr(0, 200)), "document.binary") << first;
  }
}

TEST(ToldAsOther, RdfIsPromisedByTypeOrWhereThatSaysNothingByName) {
  EXPECT_TRUE(is_called_rdf("text/turtle", "/x"));
  EXPECT_TRUE(is_called_rdf("", "/x.ttl"));
  EXPECT_TRUE(is_called_rdf("application/octet-stream", "/x.nt.gz"));
  EXPECT_TRUE(is_called_rdf("text/plain; charset=utf-8", "/x.hdt"));
  EXPECT_FALSE(is_called_rdf("image/png", "/x.ttl"));
  EXPECT_FALSE(is_called_rdf("text/html", "/x.ttl"));
  EXPECT_FALSE(is_called_rdf("application/json", "/x.json"));
  EXPECT_FALSE(is_called_rdf("text/tab-separated-values", "/x.tsv"));
  EXPECT_FALSE(is_called_rdf("", "/x.html"));
  EXPECT_FALSE(is_called_rdf("", "/x"));
}

}  // namespace
}  // namespace semsite::first_look_test
