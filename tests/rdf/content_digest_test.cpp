#include "rdf/content_digest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rdf/triple_term.hpp"

namespace semsite::content_digest_test {
namespace {

/// Subject, predicate, object and, if it has one, graph: `_:x` is a blank node, `"x"` a
/// literal, everything else an IRI.
using Statement = std::vector<std::string>;

Term term_of(const std::string& text) {
  const std::string_view all = text;
  if (all.starts_with("_:"))
    return {.value = all.substr(2), .tag = {}, .kind = TermKind::blank};
  if (all.starts_with("\""))
    return {.value = all.substr(1, all.size() - 2), .tag = {}, .kind = TermKind::literal};
  return iri_term(all);
}

QuadBatch batch_of(const std::vector<Statement>& statements, Document document) {
  QuadBatch out{std::make_shared<const Document>(std::move(document))};
  for (const Statement& one : statements)
    out.add(term_of(one[0]), term_of(one[1]), term_of(one[2]),
            one.size() > 3 ? term_of(one[3]) : Term{});
  return out;
}

Document page(const std::string& url) {
  Document out;
  out.iri = out.graph = url;
  out.scope = "scope of " + url;
  return out;
}

/// Of a page at `url`, in a graph of its own.
std::string digest_of(const std::vector<Statement>& statements,
                      const std::string& url = "http://a/") {
  ContentDigest digest{url};
  const QuadBatch batch = batch_of(statements, page(url));
  digest.add(batch);
  return digest.digest().value_or("none");
}

TEST(ContentDigest, TheSameInTheGraphOfAnotherPage) {
  const std::vector<Statement> all{{"a:s", "a:p", "\"o\""}, {"_:x", "a:p", "a:s"}};
  EXPECT_EQ(digest_of(all), digest_of(all, "http://b/"));
  EXPECT_EQ(digest_of(all).size(), 32U);
}

TEST(ContentDigest, OrderAndRepetitionDoNotCount) {  // a graph is a set
  std::vector<Statement> all{{"a:s", "a:p", "\"1\""},
                             {"_:x", "a:p", "\"1\""},
                             {"_:y", "a:p", "\"2\""},
                             {"_:x", "a:q", "_:y"}};
  const std::string first = digest_of(all);
  std::ranges::sort(all);
  do {
    EXPECT_EQ(digest_of(all), first);
  } while (std::ranges::next_permutation(all).found);
  all.push_back(all[0]);
  EXPECT_EQ(digest_of(all), first);
}

TEST(ContentDigest, LabelsDoNotCount) {  // RDF 1.1 Concepts §3.6
  EXPECT_EQ(digest_of({{"_:a", "a:p", "_:b"}, {"_:b", "a:p", "\"x\""}}),
            digest_of({{"_:b", "a:p", "_:a"}, {"_:a", "a:p", "\"x\""}}));
}

TEST(ContentDigest, EveryDifferenceCounts) {
  const std::vector<std::vector<Statement>> different{
      {{"a:s", "a:p", "a:o"}},
      {{"a:s", "a:p", "\"a:o\""}},
      {{"a:s", "a:p", "a:o2"}},
      {{"a:s", "a:pa", ":o"}},
      {{"a:s", "a:p", "\"\""}},
      {{"a:s", "a:o", "a:p"}},
      {{"a:s", "a:p", "_:o"}},
      {{"_:s", "a:p", "_:o"}},
      {{"_:s", "a:p", "_:s"}},
      {{"a:s", "a:p", "a:o"}, {"a:s", "a:p", "a:o2"}},
      {{"a:s", "a:p", "a:o", "a:g"}},
      {{"a:s", "a:p", "a:o", "_:g"}},
      {{"_:a", "a:p", "_:b"}, {"_:a", "a:q", "_:b"}},
      {{"_:a", "a:p", "_:b"}, {"_:b", "a:q", "_:a"}},
      {{"_:a", "a:p", "_:b"}, {"_:c", "a:q", "_:d"}},
  };
  std::vector<std::string> digests;
  for (const auto& one : different) digests.push_back(digest_of(one));
  std::ranges::sort(digests);
  EXPECT_EQ(std::unique(digests.begin(), digests.end()), digests.end());
}

/// `n` blank nodes from `first` on, each pointing to the next, the last to the first.
std::vector<Statement> circle(int first, int n) {
  std::vector<Statement> out;
  for (int i = 0; i < n; ++i)
    out.push_back({"_:n" + std::to_string(first + i), "a:next",
                   "_:n" + std::to_string(first + (i + 1) % n)});
  return out;
}

TEST(ContentDigest, TheSameInEveryProcess) {  // as it was when states began to keep it
  EXPECT_EQ(digest_of({{"a:s", "a:p", "\"o\""}, {"_:x", "a:p", "a:s"}}),
            "5c6915b0915ce5fd087497d842a4de8d");
}

TEST(ContentDigest, WhatNeighboursDoNotTellApartIsNotTakenForTheSame) {
  std::vector<Statement> two = circle(0, 3);
  std::ranges::copy(circle(3, 3), std::back_inserter(two));
  EXPECT_NE(digest_of(circle(0, 6)), digest_of(two));
}

TEST(ContentDigest, AListIsTheSameUnderOtherLabels) {
  std::vector<Statement> up, down;
  for (int i = 0; i < 30; ++i) {
    up.push_back({"_:n" + std::to_string(i), "a:rest", "_:n" + std::to_string(i + 1)});
    down.push_back(
        {"_:n" + std::to_string(50 - i), "a:rest", "_:n" + std::to_string(49 - i)});
  }
  std::ranges::reverse(down);
  EXPECT_EQ(digest_of(up), digest_of(down));
}

TEST(ContentDigest, ABlankNodeInATripleTermCounts) {  // RDF 1.2
  const auto with = [](std::string_view in, std::string_view out) {
    QuadBatch batch{std::make_shared<const Document>(page("http://a/"))};
    const TripleParts parts{.subject = {.value = in, .tag = {}, .kind = TermKind::blank},
                            .predicate = iri_term("a:p"),
                            .object = iri_term("a:o")};
    const Term triple = triple_term(batch, std::span{&parts, 1});
    batch.add({.value = out, .tag = {}, .kind = TermKind::blank}, iri_term("a:says"),
              triple, {});
    ContentDigest digest{"http://a/"};
    digest.add(batch);
    return digest.digest().value_or("none");
  };
  EXPECT_EQ(with("a", "b"), with("x", "y"));
  EXPECT_NE(with("a", "b"), with("a", "a"));
}

TEST(ContentDigest, BlankNodesOfTwoDocumentsAreTwo) {
  const std::vector<Statement> one{{"_:a", "a:p", "_:b"}};
  ContentDigest digest{"http://a/"};
  digest.add(batch_of(one, page("http://a/")));
  digest.add(batch_of({{"_:a", "a:q", "a:o"}}, page("http://redirect/")));
  ContentDigest other{"http://a/"};
  other.add(batch_of({{"_:a", "a:p", "_:b"}, {"_:a", "a:q", "a:o", "http://redirect/"}},
                     page("http://a/")));
  EXPECT_NE(digest.digest(), other.digest());
}

TEST(ContentDigest, TriplesOnlyHaveNoGraphs) {
  Document without = page("http://a/");
  without.drop_graphs = true;
  ContentDigest digest{""};
  digest.add(batch_of({{"a:s", "a:p", "a:o", "a:g"}}, without));
  EXPECT_EQ(digest.digest(), digest_of({{"a:s", "a:p", "a:o"}}));
}

TEST(ContentDigest, NothingAndTooMuchHaveNone) {
  EXPECT_EQ(digest_of({}), "none");
  std::vector<Statement> quads;
  for (std::size_t i = 0; i <= ContentDigest::kMostQuads; ++i)
    quads.push_back({"a:s", "a:p", "a:" + std::to_string(i)});
  EXPECT_EQ(digest_of(quads), "none");
  quads.pop_back();
  EXPECT_NE(digest_of(quads), "none");
  std::vector<Statement> blanks;
  for (std::size_t i = 0; i <= ContentDigest::kMostBlanks; ++i)
    blanks.push_back({"_:n" + std::to_string(i), "a:p", "a:o"});
  EXPECT_EQ(digest_of(blanks), "none");
  blanks.pop_back();
  EXPECT_NE(digest_of(blanks), "none");
}

}  // namespace
}  // namespace semsite::content_digest_test
