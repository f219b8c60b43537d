#include "discover/paging.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace semsite::test::paging_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::string kHydra = "http://www.w3.org/ns/hydra/core#";
const std::string kTree = "https://w3id.org/tree#";
const std::string kAs = "https://www.w3.org/ns/activitystreams#";
const std::string kPage = "http://a.example/data";

struct Said {
  std::string subject, predicate, object;  ///< `_:x` is blank, `"x` a text
};

Term term_of(std::string_view text) {
  if (text.starts_with("_:")) return {.value = text.substr(2), .kind = TermKind::blank};
  if (text.starts_with("\"")) return {.value = text.substr(1), .kind = TermKind::literal};
  return iri_term(text);
}

/// "next http://…", in the order in which they are given.
std::vector<std::string> more_of(const std::vector<Said>& statements,
                                 const std::vector<std::string>& links = {},
                                 const std::string& url = kPage,
                                 const std::string& asked = {}) {
  PagingWatch watch{url, asked, links};
  QuadBatch batch{std::make_shared<const Document>()};
  for (const Said& one : statements)
    batch.add({.subject = term_of(one.subject),
               .predicate = iri_term(one.predicate),
               .object = term_of(one.object)});
  watch.see(batch);
  std::vector<std::string> out;
  for (const MoreSaid& one : watch.more()) out.push_back(one.by + " " + one.url);
  return out;
}

TEST(Paging, ADocumentThatSaysNothingOfItselfIsWhole) {
  EXPECT_THAT(more_of({}), IsEmpty());
  EXPECT_THAT(more_of({{kPage, "http://a.example/p", "http://a.example/o"}}), IsEmpty());
}

TEST(Paging, HydraInAllForms) {
  const std::string two = "http://a.example/data?page=2";
  EXPECT_THAT(more_of({{kPage, kHydra + "next", two}}), ElementsAre("hydra:next " + two));
  EXPECT_THAT(more_of({{kPage, kHydra + "nextPage", "\"" + two}}),
              ElementsAre("hydra:nextPage " + two));  // a text, as CKAN has it
  EXPECT_THAT(more_of({{kPage, kHydra + "next", "\"?page=2"}}),
              ElementsAre("hydra:next " + two));
  EXPECT_THAT(more_of({{kPage + "?page=1", kHydra + "next", two}}),
              ElementsAre("hydra:next " + two));
  EXPECT_THAT(more_of({{kPage + "#list", kHydra + "view", "_:v"},
                       {"_:v", kHydra + "next", "http://b.example/2"}}),
              ElementsAre("hydra:next http://b.example/2"));
  EXPECT_THAT(more_of({{kPage, "http://rdfs.org/ns/void#subset", "http://a.example/f"},
                       {"http://a.example/f", kHydra + "next", "http://a.example/g"}}),
              ElementsAre("hydra:next http://a.example/g"));
  EXPECT_THAT(more_of({{kPage, kHydra + "next", kPage}}),
              ElementsAre("hydra:next " + kPage));  // a circle is no end
  EXPECT_THAT(more_of({{kPage, kHydra + "previous", "http://a.example/1"}}),
              ElementsAre("hydra:previous http://a.example/1"));
  EXPECT_THAT(more_of({{kPage, kHydra + "last", "http://a.example/9"}}),
              ElementsAre("hydra:last http://a.example/9"));
}

TEST(Paging, TheOnlyPageIsWhole) {
  const std::string one = kPage + "?page=1";
  EXPECT_THAT(more_of({{one, kHydra + "first", one}, {one, kHydra + "last", one}}),
              IsEmpty());
  EXPECT_THAT(more_of({{kPage, kHydra + "first", one}, {kPage, kHydra + "last", one}}),
              IsEmpty());
  EXPECT_THAT(more_of({{"http://a.example/c", kTree + "view", kPage}}), IsEmpty());
}

TEST(Paging, WhatIsSaidOfOthersDoesNotCount) {
  EXPECT_THAT(
      more_of({{"http://a.example/list", kHydra + "next", "http://a.example/list?page=2"},
               {"_:x", kHydra + "next", "http://a.example/list?page=2"},
               {"http://a.example/data2", kHydra + "next", "http://a.example/data3"},
               {"http://b.example/o", kAs + "first", "http://b.example/o?page=1"},
               {"http://b.example/t", kTree + "relation", "_:r"},
               {"_:r", kTree + "node", "http://b.example/t2"},
               {"http://a.example/other?id=2", kHydra + "next", "http://a.example/x"}}),
      IsEmpty());
  // Another document of the same script is another document.
  EXPECT_THAT(more_of({{"http://a.example/get?id=2", kHydra + "next",
                        "http://a.example/get?id=2&page=2"}},
                      {}, "http://a.example/get?id=1"),
              IsEmpty());
  // From chapter to chapter, all of which are parts of this document.
  EXPECT_THAT(
      more_of({{"http://a.example/c1", "http://purl.org/dc/terms/isPartOf", kPage},
               {"http://a.example/c2", "http://purl.org/dc/terms/isPartOf", kPage},
               {"http://a.example/c1", "http://www.w3.org/1999/xhtml/vocab#next",
                "http://a.example/c2"}}),
      IsEmpty());
}

TEST(Paging, TheDocumentIsKnownByAllItsUrls) {
  const std::vector<Said> next{
      {"https://A.example/d%61ta#it", kHydra + "next", "http://a.example/2"}};
  EXPECT_THAT(more_of(next), ElementsAre("hydra:next http://a.example/2"));
  EXPECT_THAT(more_of(next, {}, "http://c.example/moved", kPage),
              ElementsAre("hydra:next http://a.example/2"));
}

TEST(Paging, TreeLeadsToNodes) {
  EXPECT_THAT(more_of({{kPage, kTree + "relation", "_:r"},
                       {"_:r", kTree + "node", "http://a.example/2"},
                       {kPage, kTree + "relation", "_:s"},
                       {"_:s", kTree + "node", kPage}}),
              ElementsAre("tree:relation http://a.example/2"));
  // The collection itself, whose view is elsewhere.
  EXPECT_THAT(more_of({{kPage, kTree + "view", "http://a.example/root"}}),
              ElementsAre("tree:view http://a.example/root"));
}

TEST(Paging, ActivityStreams) {
  const std::string first = kPage + "?page=true";
  EXPECT_THAT(more_of({{kPage, kAs + "first", first}}), ElementsAre("as:first " + first));
  EXPECT_THAT(more_of({{kPage, kAs + "last", "http://a.example/p9"}}),
              ElementsAre("as:last http://a.example/p9"));
  EXPECT_THAT(more_of({{kPage, kAs + "next", "http://a.example/p2"}}),
              ElementsAre("as:next http://a.example/p2"));
  // The first page stands in the document, and it is the only one.
  EXPECT_THAT(more_of({{kPage, kAs + "first", first},
                       {first, kAs + "items", "http://a.example/i"}}),
              IsEmpty());
  EXPECT_THAT(more_of({{kPage, kAs + "first", "_:f"},
                       {"_:f", kAs + "next", "http://b.example/p2"}}),
              ElementsAre("as:next http://b.example/p2"));
}

TEST(Paging, LinksOfTheHeader) {
  EXPECT_THAT(more_of({}, {"</2>; rel=\"next\""}),
              ElementsAre("Link: rel=next http://a.example/2"));
  EXPECT_THAT(more_of({}, {"<x>; rel=license, <?p=2>; rel=\"prefetch NEXT\""}),
              ElementsAre("Link: rel=next http://a.example/data?p=2"));
  EXPECT_THAT(more_of({}, {"</2>; rel=next; anchor=\"/other\""}), IsEmpty());
  EXPECT_THAT(more_of({}, {"</2>; rel=next; anchor=\"#me\""}),
              ElementsAre("Link: rel=next http://a.example/2"));
  EXPECT_THAT(more_of({}, {"</2>; rel=up"}), IsEmpty());
}

TEST(Paging, AResumptionTokenIsMore) {
  EXPECT_THAT(
      more_of({{"_:l", "http://www.openarchives.org/OAI/2.0/resumptionToken", "\"abc"}}),
      ElementsAre("resumptionToken "));
  EXPECT_THAT(
      more_of({{"_:l", "http://www.openarchives.org/OAI/2.0/resumptionToken", "\" "}}),
      IsEmpty());  // the last page has an empty one
}

TEST(Paging, ManyStatementsOfOthersHideNothing) {
  std::vector<Said> statements;
  for (int i = 0; i < 20'000; ++i) {
    const std::string other = "http://b.example/" + std::to_string(i);
    statements.push_back(
        {"http://c.example/" + std::to_string(i), kHydra + "next", other + "?2"});
    statements.push_back({other + "#part", "http://purl.org/dc/terms/isPartOf", kPage});
  }
  statements.push_back({kPage, kHydra + "next", "http://a.example/2"});
  EXPECT_THAT(more_of(statements), testing::Contains("hydra:next http://a.example/2"));
}

/// So many statements of others that no more of them is kept.
std::vector<Said> flood(int count = 5000) {
  std::vector<Said> out;
  for (int i = 0; i < count; ++i) {
    const std::string other = "http://c.example/" + std::to_string(i);
    out.push_back({other, kHydra + "next", other + "?p=2"});
  }
  return out;
}

TEST(Paging, ManyStatementsOfOthersAreNoneOfTheDocument) {
  EXPECT_THAT(more_of(flood()), IsEmpty());
  std::vector<Said> said = flood();
  said.push_back({kPage, kHydra + "view", "http://a.example/view"});
  said.push_back({"_:x", kHydra + "next", "http://b.example/other"});
  EXPECT_THAT(more_of(said), IsEmpty());
}

TEST(Paging, WhatComesBehindAFloodCounts) {
  const auto says_more = [](std::vector<Said> said, const std::vector<Said>& more) {
    said.insert(said.end(), more.begin(), more.end());
    return !more_of(said).empty();
  };
  EXPECT_TRUE(says_more(flood(), {{kPage, kHydra + "view", "_:v"},
                                  {"_:v", kHydra + "next", "http://b.example/2"}}));
  EXPECT_TRUE(says_more(flood(), {{"_:v", kHydra + "next", "http://b.example/2"},
                                  {kPage + "#it", kHydra + "view", "_:v"}}));
  EXPECT_TRUE(says_more(flood(), {{"_:v", kHydra + "next", kPage + "?page=2"}}));
  EXPECT_TRUE(says_more(flood(), {{kPage, kTree + "view", "http://a.example/v"},
                                  {"http://a.example/v", kTree + "relation", "_:r"},
                                  {"_:r", kTree + "node", "http://a.example/v2"}}));
  // Many views of its own, the last of which goes on.
  std::vector<Said> views;
  for (int i = 0; i < 5000; ++i)
    views.push_back({kPage, "http://rdfs.org/ns/void#subset", "_:v" + std::to_string(i)});
  EXPECT_FALSE(says_more(views, {{"_:w", kHydra + "next", "http://b.example/2"}}));
  EXPECT_TRUE(says_more(views, {{"_:v4999", kHydra + "next", "http://b.example/2"}}));
}

TEST(Paging, OfManyPartsOfTheDocumentNoneIsMore) {
  std::vector<Said> said;
  for (int i = 0; i < 6000; ++i)
    said.push_back({kPage + "#" + std::to_string(i),
                    "http://www.w3.org/1999/xhtml/vocab#next",
                    kPage + "#" + std::to_string(i + 1)});
  const auto before = more_of({said.begin(), said.begin() + 2000});
  EXPECT_EQ(more_of(said), before);
}

TEST(Paging, VocabulariesHaveBothSchemes) {
  const std::string two = "http://a.example/2";
  for (const char* term : {"https://www.w3.org/ns/hydra/core#next",
                           "http://www.w3.org/ns/activitystreams#next",
                           "https://www.w3.org/1999/xhtml/vocab#next"})
    EXPECT_THAT(more_of({{kPage, term, two}}).size(), 1U) << term;
  EXPECT_THAT(more_of({{kPage, "http://w3id.org/tree#relation", "_:r"},
                       {"_:r", "http://w3id.org/tree#node", two}}),
              ElementsAre("tree:relation " + two));
  EXPECT_THAT(more_of({{kPage, "ftp://www.w3.org/ns/hydra/core#nextt", two}}), IsEmpty());
}

TEST(Paging, ALinkMayHaveATermAsItsRelation) {
  for (const char* relation :
       {"http://www.w3.org/ns/hydra/core#next", "https://www.w3.org/ns/hydra/core#next",
        "http://www.w3.org/1999/xhtml/vocab#next",
        "https://www.w3.org/ns/activitystreams#next",
        "http://www.w3.org/ns/hydra/core#previousPage"})
    EXPECT_THAT(more_of({}, {"</2>; rel=\"" + std::string{relation} + "\""}).size(), 1U)
        << relation;
  EXPECT_THAT(more_of({}, {"</2>; rel=\"http://a.example/core#next\""}), IsEmpty());
  EXPECT_EQ(page_way("http://www.w3.org/ns/hydra/core#next"), PageWay::forward);
  EXPECT_EQ(page_way("https://www.w3.org/1999/xhtml/vocab#prev"), PageWay::back);
  EXPECT_EQ(page_way("http://a.example/vocab#next"), PageWay::none);
}

TEST(Paging, TheOnlyCollectionIsTheDocumentWhateverItsName) {
  const std::string box = "http://a.example/outbox";
  const std::vector<Said> one{{box, kAs + "first", box + "?p=1"},
                              {box + "?p=1", kAs + "items", "http://a.example/n1"},
                              {box + "?p=1", kAs + "next", box + "?p=2"}};
  EXPECT_THAT(more_of(one), ElementsAre("as:next " + box + "?p=2"));
  // Whose first page is elsewhere, or one of several, is data.
  EXPECT_THAT(more_of({one[0], one[2]}), IsEmpty());
  EXPECT_THAT(more_of({one[0], one[1]}), IsEmpty());
  std::vector<Said> two = one;
  two.push_back({"http://a.example/inbox", kAs + "first", "http://a.example/inbox?p=1"});
  EXPECT_THAT(more_of(two), IsEmpty());
}

TEST(PagingWatch, ARegisteredRelationMayBeWrittenAsItsUri) {  // RFC 4287 §4.2.7.2
  const std::string iana = "http://www.iana.org/assignments/relation/next";
  EXPECT_THAT(more_of({}, {"</2>; rel=\"" + iana + "\""}).size(), 1U);
  EXPECT_THAT(
      more_of({}, {"</2>; rel=\"HTTPS://www.iana.org/assignments/relation/Next\""})
          .size(),
      1U);
  EXPECT_THAT(more_of({}, {"</2>; rel=\"http://a.example/next\""}), IsEmpty());
  EXPECT_THAT(more_of({{kPage, iana, "http://a.example/2"}}).size(), 1U);
}

TEST(PagingWatch, AnEntryMaySpeakOfItsArchive) {
  const std::string next = kHydra + "next";
  QuadBatch batch{std::make_shared<const Document>()};
  batch.add({.subject = iri_term("http://a.example/d.tar"),
             .predicate = iri_term(next),
             .object = iri_term("http://a.example/d2.tar")});
  const auto said = [&](bool of_archive) {
    PagingWatch watch{"http://a.example/d/a.nt", {}, {}};
    if (of_archive) watch.add_name("http://a.example/d.tar");
    watch.see(batch);
    return watch.more();
  };
  EXPECT_THAT(said(false), IsEmpty());
  ASSERT_EQ(said(true).size(), 1U);
  EXPECT_EQ(said(true)[0].url, "http://a.example/d2.tar");
}

TEST(MoreByRange, IsSaidOfOtherUnitsThanBytes) {  // RFC 9110 §14.4
  for (const char* more : {"items 0-9/100", "0-9/100", "items=0-9/100", "rows 10-19/20"})
    EXPECT_TRUE(more_by_range(more)) << more;
  for (const char* all : {"items 0-9/10", "items 1-10/10", "0-9/*", "*/0", "*/*", "",
                          "bytes 0-9/100", "items", "items 0-9", "9-0/100"})
    EXPECT_FALSE(more_by_range(all)) << all;
}

TEST(Paging, MarkupLeadsByItsWords) {
  const auto more_of_markup = [](std::string_view relations, std::string_view target) {
    PagingWatch watch{kPage, {}, {}};
    watch.add_markup_link(relations, target);
    std::vector<std::string> out;
    for (const MoreSaid& one : watch.more()) out.push_back(one.by + " " + one.url);
    return out;
  };
  const std::string two = "http://a.example/2";
  for (const char* relations :
       {"next", "nofollow next", "http://www.iana.org/assignments/relation/next",
        "prev next"})
    EXPECT_THAT(more_of_markup(relations, two),
                ElementsAre("rel=next of its markup " + two))
        << relations;
  EXPECT_THAT(more_of_markup("prev", two), ElementsAre("rel=prev of its markup " + two));
  for (const char* relations : {"nextpage", "up", "", "first last"})
    EXPECT_THAT(more_of_markup(relations, two), IsEmpty()) << relations;
  for (const std::string& target :
       {kPage, kPage + "#top", std::string{"javascript:void(0)"}, std::string{}})
    EXPECT_THAT(more_of_markup("next", target), IsEmpty()) << target;
}

}  // namespace
}  // namespace semsite::test::paging_test
