#include "semsite/write.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/file_io.hpp"
#include "semsite/read.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::write_test {
namespace {

const Term kSubject = iri_term("http://a/s");
const Term kPredicate = iri_term("http://a/p");

Quad quad_of(const Term& object, const Term& graph = {}) {
  return {.subject = kSubject, .predicate = kPredicate, .object = object, .graph = graph};
}

Term text_term(std::string_view text) {
  return {.value = text, .kind = TermKind::literal};
}

std::string written(const std::string& syntax, std::span<const Quad> quads) {
  Writer writer = Writer::to_text({.syntax = syntax});
  writer.write(quads);
  writer.finish();
  return writer.text();
}

TEST(Writer, WritesCanonicalNQuads) {
  const std::array quads{quad_of(text_term("a\n\"b\"")),
                         quad_of({.value = "x", .tag = "en--ltr", .kind = TermKind::lang},
                                 iri_term("http://a/g"))};
  EXPECT_EQ(written("nquads", quads),
            "<http://a/s> <http://a/p> \"a\\n\\\"b\\\"\" .\n"
            "<http://a/s> <http://a/p> \"x\"@en--ltr <http://a/g> .\n");
}

TEST(Writer, WhatItWritesInAnySyntaxIsReadAgain) {
  const std::string triple = triple_text(
      {.subject = kSubject, .predicate = kPredicate, .object = text_term("inner")});
  const std::array quads{quad_of(text_term("plain")),
                         quad_of({.value = "1",
                                  .tag = "http://www.w3.org/2001/XMLSchema#integer",
                                  .kind = TermKind::typed}),
                         quad_of({.value = "b1", .kind = TermKind::blank}),
                         quad_of({.value = triple, .kind = TermKind::triple})};
  for (const char* syntax : {"nquads", "ntriples", "turtle", "trig"}) {
    ReadOptions options;
    options.syntax = syntax;
    std::uint64_t triples = 0;
    const ReadResult result = read(
        written(syntax, quads),
        [&](const Quads& some) {
          for (const Quad& quad : some.quads)
            if (quad.object.kind == TermKind::triple) {
              ++triples;
              EXPECT_EQ(parts_of(quad.object).object.value, "inner");
            }
        },
        options);
    EXPECT_TRUE(result.is_whole) << syntax << ": " << result.problem;
    EXPECT_EQ(result.quads, 4U) << syntax;
    EXPECT_EQ(triples, 1U) << syntax;
  }
}

TEST(Writer, BlankNodesOfTwoDocumentsStayApart) {
  Writer writer = Writer::to_text();
  const auto copy = [&](std::string_view name) {
    ReadOptions options;
    options.syntax = "turtle";
    options.name = name;
    (void)read(
        "_:x <http://a/p> <http://a/o> .", [&](const Quads& some) { writer.write(some); },
        options);
  };
  copy("http://a/1");
  copy("http://a/2");
  copy("http://a/1");
  writer.finish();
  const std::string text = writer.text();
  const auto line = [&](std::size_t number) {
    std::size_t at = 0;
    while (number-- > 0) at = text.find('\n', at) + 1;
    return text.substr(at, text.find('\n', at) - at);
  };
  EXPECT_NE(line(0), line(1));
  EXPECT_EQ(line(0), line(2));
}

TEST(Writer, RefusesWhatIsNoStatementAndWritesNothingOfTheCall) {
  Writer writer = Writer::to_text();
  const std::array bad_iri{quad_of(text_term("good")), quad_of(iri_term("http://a b"))};
  EXPECT_THROW(writer.write(bad_iri), DocumentError);
  const std::array no_subject{
      Quad{.subject = text_term("x"), .predicate = kPredicate, .object = kSubject}};
  EXPECT_THROW(writer.write(no_subject), DocumentError);
  const std::array no_object{quad_of({})};
  EXPECT_THROW(writer.write(no_object), DocumentError);
  const std::array good{quad_of(text_term("after"))};
  writer.write(good);
  writer.finish();
  EXPECT_EQ(writer.quads(), 1U);
  EXPECT_EQ(writer.text(), "<http://a/s> <http://a/p> \"after\" .\n");
}

TEST(Writer, RefusesTripleTermsThatAreNone) {  // RDF 1.2 Concepts §3.4
  const Term blank{.value = "b", .kind = TermKind::blank};
  const auto refuses = [&](const std::string& text,
                           const std::string& syntax = "nquads") {
    Writer writer = Writer::to_text({.syntax = syntax});
    const std::array quads{quad_of({.value = text, .kind = TermKind::triple})};
    EXPECT_THROW(writer.write(quads), DocumentError) << text.size();
    writer.finish();
    EXPECT_EQ(writer.quads(), 0U);
  };
  refuses(triple_text({text_term("x"), kPredicate, kSubject}));
  refuses(triple_text({kSubject, blank, kSubject}));
  refuses(triple_text({kSubject, kPredicate, {}}));
  const std::string bad = triple_text({text_term("x"), kPredicate, kSubject});
  refuses(triple_text({kSubject, kPredicate, {.value = bad, .kind = TermKind::triple}}));
  const std::string good = triple_text({kSubject, kPredicate, kSubject});
  for (std::size_t size = 0; size < good.size(); ++size) refuses(good.substr(0, size));
  refuses(std::string(100, '\0'));
  refuses("\x63" + good.substr(1));
  refuses(good, "jsonld");
  refuses(good, "ndjson");
}

TEST(Writer, WritesNoDatatypeThatHasAFormOfItsOwn) {
  const std::array plain{quad_of({.value = "x",
                                  .tag = "http://www.w3.org/2001/XMLSchema#string",
                                  .kind = TermKind::typed})};
  EXPECT_EQ(written("nquads", plain), "<http://a/s> <http://a/p> \"x\" .\n");
  Writer writer = Writer::to_text();
  const std::array tagless{
      quad_of({.value = "x",
               .tag = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString",
               .kind = TermKind::typed})};
  EXPECT_THROW(writer.write(tagless), DocumentError);
}

TEST(Writer, ScopesOfAnyTextStayApartAndSayNothingElse) {
  std::set<std::string> lines;
  const std::array<std::pair<std::string_view, std::string_view>, 6> nodes{
      {{"1x2", "3"},
       {"1", "2x3"},
       {"", "1x2x3"},
       {"a> <http://evil> .\n<x", "3"},
       {"a b", "3"},
       {"\xff", "3"}}};
  for (const auto& [scope, label] : nodes) {
    Writer writer = Writer::to_text();
    const std::array quads{quad_of({.value = label, .kind = TermKind::blank})};
    writer.write(Quads{.quads = quads, .document = {}, .scope = scope});
    writer.finish();
    const std::string text = writer.text();
    EXPECT_EQ(std::ranges::count(text, '\n'), 1) << text;
    EXPECT_EQ(text.find("evil"), std::string::npos);
    lines.insert(text);
  }
  EXPECT_EQ(lines.size(), nodes.size());
}

TEST(Writer, NothingFollowsTheEnd) {
  const std::array quads{quad_of(text_term("x"))};
  Writer writer = Writer::to_text();
  writer.write(quads);
  writer.finish();
  EXPECT_THROW(writer.write(quads), UsageError);
  EXPECT_THROW(writer.finish(), UsageError);
  EXPECT_EQ(writer.quads(), 1U);
  Writer other = std::move(writer);
  EXPECT_EQ(other.text(), "<http://a/s> <http://a/p> \"x\" .\n");
  EXPECT_THROW(writer.write(quads), UsageError);  // that is what is tested
  Writer full = Writer::to_file("/dev/full");
  const std::vector<Quad> many(200'000, quads[0]);
  EXPECT_THROW(
      {
        full.write(many);
        full.finish();
      },
      RunError);
  EXPECT_THROW(full.finish(), UsageError) << "what failed is never called whole";
}

TEST(Writer, AFileHasItsNameWhenItIsFinishedAndNothingIsLeftElse) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("out.ttl.gz");
  const std::array quads{quad_of(text_term("x"))};
  {
    Writer writer = Writer::to_file(path);
    writer.write(quads);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.file("")));
  {
    Writer writer = Writer::to_file(path);
    writer.write(quads);
    EXPECT_FALSE(std::filesystem::exists(path));
    writer.finish();
  }
  const ReadResult result = read_file(path, [](const Quads&) {});
  EXPECT_EQ(result.syntax, "turtle");
  EXPECT_EQ(result.quads, 1U);
}

TEST(Writer, RefusesWhatItCannotWrite) {
  EXPECT_THROW((void)Writer::to_file("x.rdf"), UsageError);
  EXPECT_THROW((void)Writer::to_file("x.nq.zip"), UsageError);
  EXPECT_THROW((void)Writer::to_text({.syntax = "rdfxml"}), UsageError);
  EXPECT_THROW((void)Writer::to_file("/nowhere/at/all.nq"), RunError);
}

TEST(Writer, WritesToADescriptorThatStaysOpen) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  const Descriptor from{ends[0]};
  Descriptor to{ends[1]};
  Writer writer = Writer::to_descriptor(to.get(), "a pipe", {.syntax = "ntriples"});
  const std::array quads{quad_of(text_term("x"), iri_term("http://a/g"))};
  writer.write(quads);
  writer.finish();
  EXPECT_EQ(::write(to.get(), "#", 1), 1);
  std::array<char, 200> got{};
  const ssize_t size = ::read(from.get(), got.data(), got.size());
  EXPECT_EQ((std::string{got.data(), static_cast<std::size_t>(size)}),
            "<http://a/s> <http://a/p> \"x\" .\n#");
}

}  // namespace
}  // namespace semsite::write_test
