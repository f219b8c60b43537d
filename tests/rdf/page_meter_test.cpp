#include "rdf/page_meter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "parse/split_parse.hpp"
#include "rdf/quad_builder.hpp"
#include "support/collecting_diagnostics.hpp"

namespace semsite::test::page_meter_test {
namespace {

struct Outcome {
  std::string code;  ///< that ended the page; empty: none
  std::uint64_t quads = 0;
  std::uint64_t largest = 0;  ///< bytes of the IRIs of one batch
};

/// Reads `text` as a page, or as a dump, with these bounds.
Outcome read(std::string_view syntax, std::string text, const Limits& limits,
             bool is_page = true) {
  const auto document = std::make_shared<Document>();
  document->iri = document->base = "http://x.example/page";
  if (is_page) document->meter = std::make_shared<PageMeter>(limits);
  MemorySource bytes{std::move(text)};
  CollectingDiagnostics faults;
  Outcome out;
  try {
    parse_document({.syntax = *find_syntax(syntax),
                    .bytes = bytes,
                    .document = document,
                    .diagnostics = faults,
                    .measured = Measured::ours(limits),
                    .workers = 1,
                    .stop = {}},
                   [&](const QuadBatch& batch) {
                     out.quads += batch.size();
                     std::uint64_t iris = 0;
                     for (const Quad& quad : batch.quads()) iris += iri_bytes_of(quad);
                     out.largest = std::max(out.largest, iris);
                   });
  } catch (const DocumentError& error) {
    out.code = error.code();
  }
  return out;
}

Limits limits_of(std::uint64_t quads, std::uint64_t iri_bytes) {
  Limits out;
  out.page_quads = quads;
  out.page_iri_bytes = iri_bytes;
  return out;
}

std::string jsonld(int nodes) {
  std::string out = R"({"@context":{"p":"http://x.example/p"},"@graph":[)";
  for (int i = 0; i < nodes; ++i)
    out += (i > 0 ? "," : "") + std::string{R"({"@id":"urn:)"} + std::to_string(i) +
           R"(","p":"v"})";
  return out + "]}";
}

/// `count` IRIs of `length` bytes, each written short.
std::string jsonld_bomb(int count, std::size_t length) {
  std::string out = R"({"@context":{"p":"http://x.example/)" + std::string(length, 'a') +
                    R"(/"},"@graph":[)";
  for (int i = 0; i < count; ++i)
    out += (i > 0 ? "," : "") + std::string{R"({"@id":"p:)"} + std::to_string(i) +
           R"(","p:x":"v"})";
  return out + "]}";
}

std::string rdfa_bomb(int count, std::size_t length) {
  std::string out =
      R"(<html prefix="p: http://x.example/)" + std::string(length, 'a') + R"(/"><body>)";
  for (int i = 0; i < count; ++i)
    out += "<p property=\"p:" + std::to_string(i) + "\">v</p>";
  return out + "</body></html>";
}

std::string turtle_bomb(int count, std::size_t length) {
  std::string out = "@prefix p: <http://x.example/" + std::string(length, 'a') + "/> .\n";
  for (int i = 0; i < count; ++i) out += "p:" + std::to_string(i) + " p:x 1 .\n";
  return out;
}

TEST(PageMeter, APageEndsAtItsQuads) {
  const Limits limits = limits_of(100, kMiB);
  EXPECT_EQ(read("jsonld", jsonld(100), limits).code, "");
  EXPECT_EQ(read("jsonld", jsonld(100), limits).quads, 100U);
  EXPECT_EQ(read("jsonld", jsonld(101), limits).code, "limit.page-quads");
  EXPECT_EQ(read("jsonld", jsonld(101), limits, false).code, "") << "a dump";
  const std::string script = R"(<script type="application/ld+json">)";
  EXPECT_EQ(read("html", script + jsonld(101) + "</script>", limits).code,
            "limit.page-quads");
  // Several scripts are one page.
  EXPECT_EQ(
      read("html", script + jsonld(60) + "</script>" + script + jsonld(60) + "</script>",
           limits)
          .code,
      "limit.page-quads");
  std::string lines;
  for (int i = 0; i < 101; ++i) lines += "<a:s> <a:p> <a:" + std::to_string(i) + "> .\n";
  EXPECT_EQ(read("ntriples", lines, limits).code, "limit.page-quads");
  EXPECT_EQ(read("turtle", lines, limits).code, "limit.page-quads");
  EXPECT_EQ(read("turtle", lines, limits, false).code, "");
}

TEST(PageMeter, APageEndsAtTheBytesOfItsIris) {
  const Limits limits = limits_of(1'000'000, kMiB);
  EXPECT_EQ(read("jsonld", jsonld_bomb(4, 100'000), limits).code, "");
  EXPECT_EQ(read("turtle", turtle_bomb(4, 100'000), limits).code, "");
  EXPECT_EQ(read("html", rdfa_bomb(4, 100'000), limits).code, "");
  EXPECT_EQ(read("jsonld", jsonld_bomb(20, 100'000), limits).code, "limit.page-iris");
  EXPECT_EQ(read("turtle", turtle_bomb(20, 100'000), limits).code, "limit.page-iris");
  EXPECT_EQ(read("html", rdfa_bomb(20, 100'000), limits).code, "limit.page-iris");
  EXPECT_EQ(read("html",
                 R"(<script type="application/ld+json">)" + jsonld_bomb(20, 100'000) +
                     "</script>",
                 limits)
                .code,
            "limit.page-iris");
}

// A tag that stands once is written with every text.
TEST(PageMeter, LanguageTagsCountWithTheIris) {
  const Limits limits = limits_of(1'000'000, kMiB);
  std::string tag = "en";
  while (tag.size() < 100'000) tag += "-x2345678";
  const auto ending = [&](std::string_view syntax, const auto& text) {
    EXPECT_EQ(read(syntax, text(5), limits).code, "") << syntax;
    EXPECT_EQ(read(syntax, text(20), limits).code, "limit.page-iris") << syntax;
  };
  const auto many = [](int count, std::string_view text) {
    std::string out;
    for (int i = 0; i < count; ++i) out += text;
    return out;
  };
  ending("jsonld", [&](int count) {
    return R"({"@context":{"@vocab":"http://x.example/","@language":")" + tag +
           R"("},"p":[)" + many(count, R"("a",)") + R"("b"]})";
  });
  ending("jsonld", [&](int count) {
    std::string out =
        R"({"@context":{"@vocab":"http://x.example/","@language":")" + tag + R"("})";
    for (int i = 0; i < count; ++i) out += R"(,"p)" + std::to_string(i) + R"(":"a")";
    return out + "}";
  });
  ending("html", [&](int count) {
    return "<html lang=\"" + tag + "\"><body>" +
           many(count, "<p property=\"http://x.example/p\">v</p>") + "</body></html>";
  });
  ending("html", [&](int count) {
    return "<html lang=\"" + tag + "\"><body itemscope>" +
           many(count, "<p itemprop=\"http://x.example/p\">v</p>") + "</body></html>";
  });
  ending("rdfxml", [&](int count) {
    return R"(<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xml:lang=")" +
           tag + R"("><r:Description xmlns:x="http://x.example/">)" +
           many(count, "<x:p>v</x:p>") + "</r:Description></r:RDF>";
  });
}

// What an element says is said again by those around it, and for each property.
TEST(PageMeter, AnRdfaPageEndsAtTheBytesOfItsTexts) {
  Limits limits;
  limits.page_bytes = 100'000;
  const std::string text(40'000, 'x');
  const auto nested = [&](int depth, std::string_view more) {
    std::string out;
    for (int i = 0; i < depth; ++i)
      out += "<div property=\"http://x.example/p\"" + std::string{more} + ">";
    return out + text;
  };
  const auto listed = [&](int properties) {
    std::string out = "<p content=\"" + text + "\" property=\"";
    for (int i = 0; i < properties; ++i) out += " http://x.example/" + std::to_string(i);
    return out + "\">v</p>";
  };
  const std::string_view xml = " datatype=\"rdf:XMLLiteral\"";
  const std::string_view html = " datatype=\"rdf:HTML\"";
  EXPECT_EQ(read("html", nested(9, ""), limits).code, "");
  EXPECT_EQ(read("html", nested(9, html), limits).code, "");
  EXPECT_EQ(read("html", listed(9), limits).code, "");
  for (const std::string& page :
       {nested(11, ""), nested(11, xml), nested(11, html), listed(11)})
    EXPECT_EQ(read("html", page, limits).code, "limit.page-texts");
}

TEST(PageRoom, GivesWhatIsLeft) {
  PageRoom room{100};
  room.take(60);
  EXPECT_THROW(room.take(41), PageLimit);
  room.take(40);
  room.give_back(10);
  EXPECT_THROW(room.take(11), PageLimit);
  EXPECT_NO_THROW(PageRoom{}.take(std::uint64_t{1} << 50U));
}

TEST(PageRoom, BesideATreeIsWhatTheTreeLeaves) {
  EXPECT_NO_THROW(room_beside(0).take(kPageRoomBytes));
  EXPECT_THROW(room_beside(1).take(kPageRoomBytes), PageLimit);
  EXPECT_NO_THROW(room_beside(kTreeRoomBytes).take(kLeastRoomBytes));
  EXPECT_THROW(room_beside(kTreeRoomBytes).take(kLeastRoomBytes + 1), PageLimit);
}

// A page whose turn never ends would keep all others from being read.
TEST(LargePageTurn, SmallPagesDoNotWait) {
  const LargePageTurn large{16 * kMiB};
  const LargePageTurn small{1000};
}

// Terms of a context that are made of each other.
TEST(PageMeter, AContextEndsAtTheBytesOfItsTerms) {
  std::string text =
      R"({"@context":{"p":"http://x.example/)" + std::string(100'000, 'a') + R"(/")";
  for (int i = 0; i < 20; ++i) {
    const std::string name = "t" + std::to_string(i);
    text += ",\"" + name + "\":\"p:" + name + "\"";
  }
  text += R"(},"@id":"urn:a"})";
  EXPECT_EQ(read("jsonld", text, limits_of(100, kMiB)).code, "limit.page-iris");
  EXPECT_EQ(read("jsonld", text, limits_of(100, kMiB), false).code, "limit.page-iris");
}

// A dump may be of any size, but a little of it must not become very much at once.
TEST(PageMeter, APieceOfADumpIsBoundedByItsOwnBytes) {
  const Limits limits = limits_of(10, kMiB);
  EXPECT_EQ(read("turtle", turtle_bomb(200, 100), limits, false).code, "");
  EXPECT_EQ(read("turtle", turtle_bomb(2'000, 100'000), limits, false).code,
            "limit.page-iris");
  EXPECT_EQ(read("jsonld", jsonld(1000), limits, false).code, "");
}

TEST(QuadBuilder, HandsOnLongIrisSooner) {
  std::size_t batches = 0;
  QuadBuilder builder{std::make_shared<Document>(), [&](const QuadBatch&) { ++batches; }};
  const std::string long_iri = "http://x.example/" + std::string(300'000, 'a');
  for (int i = 0; i < 40; ++i) {
    const std::string_view iri = builder.keep(long_iri);
    (void)builder.add({.subject = iri_term(iri),
                       .predicate = iri_term("a:p"),
                       .object = iri_term("a:o")});
  }
  EXPECT_GE(batches, 10U);
}

}  // namespace
}  // namespace semsite::test::page_meter_test
