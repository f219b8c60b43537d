#include "markup/xml_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <thread>
#include <vector>

#include "base/errors.hpp"
#include "support/mutated.hpp"

namespace semsite {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Writes each event as one short line; adjacent texts are joined.
class EventWriter final : public XmlHandler {
 public:
  void start_element(const XmlName& name, std::span<const XmlAttribute> attributes,
                     std::span<const XmlNamespace> declared) override {
    std::string line = "<" + written(name);
    for (const XmlNamespace& space : declared)
      line += " xmlns:" + std::string{space.prefix} + "=" + std::string{space.iri};
    for (const XmlAttribute& attribute : attributes)
      line += " " + written(attribute.name) + "=" + std::string{attribute.value};
    events.push_back(line + ">");
    if (position != nullptr) lines.push_back(position->line());
    if (throw_at == name.local) throw RunError{"disk full"};
  }
  void end_element(const XmlName& name) override {
    events.push_back("</" + written(name) + ">");
  }
  void characters(std::string_view text) override {
    if (events.empty() || !events.back().starts_with("'")) events.push_back("'");
    events.back() += text;
  }
  void comment(std::string_view text) override {
    events.push_back("!" + std::string{text});
  }
  void processing_instruction(std::string_view target, std::string_view data) override {
    events.push_back("?" + std::string{target} + " " + std::string{data});
  }
  bool error(std::string_view message, std::uint64_t line,
             std::uint64_t column) override {
    errors.push_back(std::to_string(line) + ":" + std::to_string(column) + " " +
                     std::string{message});
    return errors.size() < most_errors;
  }

  static std::string written(const XmlName& name) {
    std::string out;
    if (!name.namespace_.empty()) out = "{" + std::string{name.namespace_} + "}";
    if (!name.prefix.empty()) out += std::string{name.prefix} + ":";
    return out + std::string{name.local};
  }

  std::vector<std::string> events, errors;
  std::vector<std::uint64_t> lines;
  std::size_t most_errors = 1000;
  std::string throw_at;
  const XmlPosition* position = nullptr;
};

struct Result {
  std::vector<std::string> events, errors;
  std::vector<std::uint64_t> lines;
  std::string code, message;
};

Result read_from(ByteSource& bytes, XmlOptions options = {}, const Limits& limits = {},
                 std::size_t most_errors = 1000) {
  EventWriter writer;
  writer.most_errors = most_errors;
  options.user = &writer;
  options.on_position = [](void* user, const XmlPosition& position) {
    static_cast<EventWriter*>(user)->position = &position;
  };
  Result result;
  try {
    read_xml(bytes, writer, limits, options);
  } catch (const DocumentError& error) {
    result.code = error.code();
    result.message = error.what();
  }
  result.events = writer.events;
  result.errors = writer.errors;
  result.lines = writer.lines;
  return result;
}

Result read(std::string_view text, const XmlOptions& options = {},
            const Limits& limits = {}, std::size_t step = kBlockBytes) {
  MemorySource bytes{std::string{text}, step};
  return read_from(bytes, options, limits);
}

/// `head`, then `body` over and over up to about `size` bytes, made as it is read.
class RepeatSource final : public ByteSource {
 public:
  RepeatSource(std::string head, std::string_view body, std::uint64_t size)
      : head_(std::move(head)), size_(size) {
    while (body_.size() < kBlockBytes) body_ += body;
  }
  Block read() override {
    const bool first = given == 0;
    if (given >= size_) return {};
    const std::string& text = first ? head_ : body_;
    given += text.size();
    return {.bytes = text, .owner = {}, .offset = 0};
  }
  std::uint64_t given = 0;

 private:
  std::string head_, body_;
  std::uint64_t size_;
};

constexpr XmlOptions kLenient{.lenient = true};
constexpr XmlOptions kEntities{.internal_entities = true};

TEST(XmlReader, TellsEverythingInOrderWithNamespaces) {
  const Result result = read(
      "<?xml version=\"1.0\"?><!--c--><a xmlns=\"urn:d\" xmlns:p=\"urn:p\" x=\"1&amp;2\" "
      "p:y=\"&#x41;\">t&lt;<![CDATA[<&]]><p:b/><?go now?></a>");
  EXPECT_THAT(
      result.events,
      ElementsAre("!c", "<{urn:d}a xmlns:=urn:d xmlns:p=urn:p x=1&2 {urn:p}p:y=A>",
                  "'t<<&", "<{urn:p}p:b>", "</{urn:p}p:b>", "?go now", "</{urn:d}a>"));
  EXPECT_EQ(result.code, "");
}

TEST(XmlReader, TakesIrisAsNamespaces) {
  EXPECT_THAT(read("<a xmlns=\"http://żółw.example/ü#\"/>").events,
              ElementsAre("<{http://żółw.example/ü#}a xmlns:=http://żółw.example/ü#>",
                          "</{http://żółw.example/ü#}a>"));
}

TEST(XmlReader, SaysWhereAndWhyADocumentIsNotWellFormed) {
  const Result result = read("<a>\n  <b></c>\n</a>");
  EXPECT_EQ(result.code, "xml.syntax");
  EXPECT_EQ(result.message,
            "line 2, column 10: the XML is not well-formed: Opening and ending tag "
            "mismatch: b line 2 and c");
  EXPECT_THAT(result.events, ElementsAre("<a>", "'\n  ", "<b>"));
}

TEST(XmlReader, GivesNoEventAfterTheFirstError) {
  const Result result = read("<a><q:b/><c/></a>");
  EXPECT_EQ(result.code, "xml.syntax");
  EXPECT_THAT(result.message, HasSubstr("Namespace prefix q on b is not defined"));
  EXPECT_THAT(result.events, ElementsAre("<a>"));
}

class BrokenXml : public testing::TestWithParam<std::string> {};

TEST_P(BrokenXml, IsRefusedInStrictReading) {
  const Result result = read(GetParam());
  EXPECT_EQ(result.code, "xml.syntax") << result.message;
  EXPECT_THAT(result.message, HasSubstr("line "));
}

INSTANTIATE_TEST_SUITE_P(
    XmlReader, BrokenXml,
    testing::Values("", " ", "text", "<a>", "<a", "<a b=1/>", "<a b='1' b='2'/>",
                    "<a>&</a>", "<a>&nbsp;</a>", "<a/><b/>", "<a/></xml>", "<a>\x01</a>",
                    "\n<?xml version='1.0'?><a/>", "<a><![CDATA[x</a>", "<a><!-- x</a>",
                    "<a>\xFF</a>", "<a b='\xC3\x28'/>", "<a b='<'/>"));

TEST(XmlReader, ReadsTheEncodingsThatAreDeclared) {
  EXPECT_THAT(read("<?xml version='1.0' encoding='ISO-8859-1'?><a>\xE9</a>").events,
              ElementsAre("<a>", "'é", "</a>"));
  EXPECT_THAT(read("<?xml version='1.0' encoding='windows-1250'?><a>\xB3</a>").events,
              ElementsAre("<a>", "'ł", "</a>"));
  EXPECT_THAT(read("\xEF\xBB\xBF<a>é</a>").events, ElementsAre("<a>", "'é", "</a>"));
  const std::string_view utf16{"\xFF\xFE<\0a\0>\0\x42\x01<\0/\0a\0>\0", 18};
  EXPECT_THAT(read(utf16).events, ElementsAre("<a>", "'ł", "</a>"));
  EXPECT_THAT(read(utf16, kLenient).events, ElementsAre("<a>", "'ł", "</a>"));
}

TEST(XmlReader, NamesAnEncodingThatItCannotRead) {
  const Result result = read("<?xml version='1.0' encoding='x-nope'?><a/>");
  EXPECT_EQ(result.code, "xml.encoding");
  EXPECT_THAT(result.message, HasSubstr("x-nope"));
}

TEST(XmlReader, CountsLinesBeyondSixteenBits) {
  const std::string text = "<a>" + std::string(70'000, '\n') + "<b/></a>";
  EXPECT_THAT(read(text).lines, ElementsAre(1, 70'001));
  EXPECT_THAT(read(text + "</c>").message, HasSubstr("line 70001"));
}

TEST(XmlReader, SaysTheSameWhereverTheInputIsCut) {
  const std::string text =
      "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY e 'x>y'>]><a b='1>2&amp;&e;'>é&lt;"
      "<![CDATA[]]]]><![CDATA[>&]]><!-- - -- --><c d='\n'/>&e;</a>";
  const std::string good = "<a b='1>2&amp;'>é<![CDATA[]]>&#233;<!-- - --><?p q?></a>\n";
  const std::string wild =
      "\n <?xml version='1.0'?><a b='&x=1&amp;'>&y; & &#x;é<q:b/></a></x>";
  for (std::size_t step = 1; step < 40; ++step) {
    EXPECT_EQ(read(text, kEntities, {}, step).message, read(text, kEntities).message);
    EXPECT_EQ(read(good, {}, {}, step).events, read(good).events) << step;
    EXPECT_EQ(read(wild, kLenient, {}, step).events, read(wild, kLenient).events) << step;
    EXPECT_EQ(read(wild, kLenient, {}, step).errors, read(wild, kLenient).errors) << step;
  }
}

// Lenient reading.

TEST(XmlReader, GoesOnAfterWhatRealSitemapsGetWrong) {
  const Result result = read(
      "\n <?xml version='1.0'?><a u='?a=1&b=2&amp;c'>?x=1&y=2&amp;z &nbsp; & <q:b/>&lt;"
      "<![CDATA[&c]]></a></xml>",
      kLenient);
  EXPECT_EQ(result.code, "");
  EXPECT_THAT(result.events, ElementsAre("<a u=?a=1&b=2&c>", "'?x=1&y=2&z &nbsp; & ",
                                         "<q:b>", "</q:b>", "'<&c", "</a>"));
  ASSERT_EQ(result.errors.size(), 7U);
  EXPECT_EQ(result.errors[0], "1:1 white space before the XML declaration");
  EXPECT_EQ(result.errors[1], "2:33 a bare & (written as &amp; it would be right)");
  EXPECT_THAT(result.errors[5], HasSubstr("Namespace prefix q"));
  EXPECT_THAT(result.errors[6], HasSubstr("Extra content at the end"));
}

TEST(XmlReader, KeepsReferencesAfterAnErrorInLenientReading) {
  EXPECT_THAT(read("<a>\x01x&amp;y&#65;</b></a>", kLenient).events,
              testing::Contains("'x&yA"));
}

TEST(XmlReader, StopsWhenTheHandlerHasSeenEnoughErrors) {
  MemorySource bytes{"<a>& & &<b/></a>"};
  const Result result = read_from(bytes, kLenient, {}, 2);
  EXPECT_EQ(result.code, "xml.syntax");
  EXPECT_EQ(result.errors.size(), 2U);
  EXPECT_THAT(result.events, ElementsAre());
}

// Entities and what lies outside.

TEST(XmlReader, ExpandsEntitiesOfPlainText) {
  const Result result = read(
      "<!DOCTYPE a [<!ENTITY xsd 'http://w3/#'><!ENTITY two '&xsd;&xsd;&#38;amp;'>"
      "<!ENTITY xsd 'late'><!ATTLIST a d CDATA '&xsd;'>]>"
      "<a b='&xsd;int'>&two;&lt;</a>",
      kEntities);
  EXPECT_EQ(result.message, "");
  EXPECT_THAT(result.events, ElementsAre("<a b=http://w3/#int d=http://w3/#>",
                                         "'http://w3/#http://w3/#&<", "</a>"));
}

TEST(XmlReader, LetsEntitiesReferToLaterOnes) {
  EXPECT_THAT(
      read("<!DOCTYPE a [<!ENTITY b '&c;'><!ENTITY c 'x'>]><a>&b;</a>", kEntities).events,
      ElementsAre("<a>", "'x", "</a>"));
}

TEST(XmlReader, ExpandsNoEntitiesUnlessAsked) {
  const Result result = read("<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>");
  EXPECT_EQ(result.code, "xml.syntax");
  EXPECT_THAT(result.message, HasSubstr("Entity 'e' not defined"));
}

struct BadEntity {
  std::string dtd, part;
};
class RefusedEntity : public testing::TestWithParam<BadEntity> {};

TEST_P(RefusedEntity, EndsTheDocumentWithItsReason) {
  for (const char* root : {"<a>&e;</a>", "<a b='&e;'/>"}) {
    const Result result = read("<!DOCTYPE a [" + GetParam().dtd + "]>" + root, kEntities);
    EXPECT_EQ(result.code, "xml.entity");
    EXPECT_THAT(result.message, HasSubstr(GetParam().part));
  }
}

INSTANTIATE_TEST_SUITE_P(
    XmlReader, RefusedEntity,
    testing::Values(BadEntity{"<!ENTITY e SYSTEM '/etc/passwd'>", "is not fetched"},
                    BadEntity{"<!ENTITY e PUBLIC 'x' 'http://127.0.0.1:1/'>",
                              "is not fetched"},
                    BadEntity{"<!ENTITY e '<b/>'>", "holds markup"},
                    BadEntity{"<!ENTITY e '&e;'>", "refers to itself"},
                    BadEntity{"<!ENTITY e '&f;'><!ENTITY f '&e;'>", "refers to itself"},
                    BadEntity{"<!ENTITY e '&f;'>", "&f;, which is not declared"}));

TEST(XmlReader, LoadsNeitherDtdNorParameterEntities) {
  // Were any of these read, its text would make the document malformed.
  const Result result = read(
      "<!DOCTYPE a SYSTEM '/proc/self/cmdline' [<!ENTITY % p SYSTEM '/etc/passwd'> %p;]>"
      "<a xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include "
      "href='/etc/passwd'/></a>",
      kEntities);
  EXPECT_EQ(result.code, "");
  EXPECT_EQ(result.events.size(), 4U);
}

TEST(XmlReader, RefusesABillionLaughs) {
  std::string text = "<!DOCTYPE a [<!ENTITY l0 'lol'>";
  for (int i = 1; i < 12; ++i) {
    text += "<!ENTITY l" + std::to_string(i) + " '";
    for (int k = 0; k < 10; ++k) text += "&l" + std::to_string(i - 1) + ";";
    text += "'>";
  }
  const Result result = read(text + "]><a>&l11;</a>", kEntities);
  EXPECT_EQ(result.code, "xml.entity");
  EXPECT_THAT(result.message, HasSubstr("expands to more than 1.0 MB"));
}

TEST(XmlReader, RefusesTheQuadraticBlowUpInTextAttributesAndDefaults) {
  const std::string big(100'000, 'l');
  std::string references;
  for (int i = 0; i < 20'000; ++i) references += "&e;";
  const std::string dtd = "<!DOCTYPE a [<!ENTITY e '" + big + "'>";
  EXPECT_EQ(read(dtd + "]><a>" + references + "</a>", kEntities).code, "xml.entity");
  EXPECT_EQ(read(dtd + "]><a b='" + references + "'/>", kEntities).code, "xml.entity");
  std::string elements;
  for (int i = 0; i < 20'000; ++i) elements += "<b/>";
  EXPECT_EQ(
      read(dtd + "<!ATTLIST b c CDATA '" + big + "'>]><a>" + elements + "</a>").code,
      "xml.entity");
}

TEST(XmlReader, AllowsAsManyShortReferencesAsItTakes) {
  std::string text = "<!DOCTYPE a [<!ENTITY e 'http://www.w3.org/2001/XMLSchema#'>]><a>";
  for (int i = 0; i < 100'000; ++i) text += "<b c='&e;i'/>";
  EXPECT_EQ(read(text + "</a>", kEntities).message, "");
}

// Bounds.

TEST(XmlReader, RefusesElementsNestedTooDeep) {
  std::string text;
  for (int i = 0; i < 256; ++i) text += "<a>";
  std::string ends;
  for (int i = 0; i < 256; ++i) ends += "</a>";
  EXPECT_EQ(read(text + ends).code, "");
  const Result result = read(text + "<a></a>" + ends);
  EXPECT_EQ(result.code, "xml.depth");
  EXPECT_THAT(result.message, HasSubstr("deeper than 256 (--max-xml-depth)"));
}

struct Endless {
  std::string head, body;
};
class EndlessXml : public testing::TestWithParam<Endless> {};

TEST_P(EndlessXml, IsRefusedSoonAfterTheLimit) {
  Limits limits;
  limits.literal_bytes = 1 * kMiB;
  for (const XmlOptions& options : {kEntities, kLenient}) {
    RepeatSource bytes{GetParam().head, GetParam().body, 100 * kMiB};
    const Result result = read_from(bytes, options, limits);
    EXPECT_EQ(result.code, "xml.too-large") << result.message;
    EXPECT_LT(bytes.given, 6 * kMiB);
  }
}

INSTANTIATE_TEST_SUITE_P(
    XmlReader, EndlessXml,
    testing::Values(Endless{"<a b='", "x"}, Endless{"<a b='", "x "}, Endless{"<a", "x"},
                    Endless{"<a xmlns:", "x"}, Endless{"<a><!--", "x"},
                    Endless{"<a><?p ", "x"}, Endless{"<a>", "x"}, Endless{"<a>", "&#65;"},
                    Endless{"<a><![CDATA[", "x"}, Endless{"<!DOCTYPE a [", " "},
                    Endless{"<a>&", "x"}, Endless{"<a></", "a"}, Endless{"<a ", " "}));

TEST(XmlReader, ReadsAnAttributeUpToTheLimit) {
  Limits limits;
  limits.literal_bytes = 12 * kMiB;  // more than the library takes by itself
  const std::string value(11 * kMiB, 'x');
  EXPECT_EQ(read("<a b='" + value + "'/>", {}, limits).events[0].size(),
            value.size() + 6);
}

TEST(XmlReader, RefusesTooManyAttributesNamespacesNamesAndDeclarations) {
  std::string attributes = "<a", namespaces = "<a", names = "<a>", entities, defaults;
  for (int i = 0; i < 100'000; ++i) {
    const std::string n = std::to_string(i);
    attributes += " x" + n + "=''";
    namespaces += " xmlns:x" + n + "='u:x'";
    entities += "<!ENTITY e" + n + " 'x'>";
    defaults += "<!ATTLIST a x" + n + " (p|q) 'p'>";
  }
  for (int i = 0; i < 250'000; ++i) names += "<x" + std::to_string(i) + "/>";
  EXPECT_THAT(read(attributes + "/>").message, HasSubstr("more than 10000 attributes"));
  EXPECT_THAT(read(namespaces + "/>").message, HasSubstr("more than 10000 namespaces"));
  EXPECT_THAT(read(names + "</a>").message,
              HasSubstr("more than 200000 different names"));
  EXPECT_THAT(read("<!DOCTYPE a [" + entities + "]><a/>", kEntities).message,
              HasSubstr("more than 10000 entities"));
  EXPECT_THAT(read("<!DOCTYPE a [" + defaults + "]><a/>").message,
              HasSubstr("more than 2000 attributes declared"));
}

// Exceptions and threads.

TEST(XmlReader, LetsAHandlersExceptionThroughAndGivesNothingMore) {
  EventWriter writer;
  writer.throw_at = "b";
  MemorySource bytes{"<a><b/><c/></a>"};
  EXPECT_THROW(read_xml(bytes, writer, {}), RunError);
  EXPECT_THAT(writer.events, ElementsAre("<a>", "<b>"));
}

class FailingSource final : public ByteSource {
 public:
  Block read() override {
    if (given_) throw DocumentError{"gzip.truncated", "broke off"};
    given_ = true;
    return {.bytes = "<a><b/>", .owner = {}, .offset = 0};
  }

 private:
  bool given_ = false;
};

TEST(XmlReader, LetsASourcesExceptionThroughAfterWhatCameBefore) {
  FailingSource bytes;
  const Result result = read_from(bytes);
  EXPECT_EQ(result.code, "gzip.truncated");
  FailingSource again;
  EXPECT_EQ(read_from(again, kLenient).code, "gzip.truncated");
}

TEST(XmlReader, ReadsOnManyThreadsAtOnce) {
  std::vector<std::jthread> threads;
  std::vector<std::size_t> counts(4);
  for (std::size_t& count : counts)
    threads.emplace_back([&count] {
      for (int i = 0; i < 50; ++i)
        count += read("<a><b>x&amp;y</b><c/></a>").events.size();
    });
  threads.clear();
  EXPECT_THAT(counts, testing::Each(50U * 7U));
}

TEST(XmlReader, SurvivesMutatedDocuments) {
  const std::string seed =
      "<?xml version='1.0' encoding='UTF-8'?><!DOCTYPE a [<!ENTITY e 'x&#38;y'>"
      "<!ATTLIST a d CDATA 'v'>]><a xmlns:p='urn:p' b='&e;&amp;'>é<p:c/>&e;<![CDATA[&]]>"
      "<!--c--><?p i?></a>";
  std::mt19937 random{20260101};
  std::size_t refused = 0;
  for (int round = 0; round < 4000; ++round) {
    const std::string text =
        test::mutated(seed, random, {.longest = 12, .favourites = "<>&;\"'[]!%"});
    refused += read(text, kEntities).code.empty() ? 0 : 1;
    const Result lenient =
        read(text, {.lenient = true, .internal_entities = round % 2 == 0}, {},
             1 + random() % 30);
    EXPECT_TRUE(lenient.code.empty() || lenient.code == "xml.entity") << lenient.message;
  }
  EXPECT_GT(refused, 1000U);
}

}  // namespace
}  // namespace semsite
