#include "markup/xml_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "markup/xml_reader_kit.hpp"
#include "semsite/errors.hpp"
#include "support/mutated.hpp"

namespace semsite::xml_reader_test {
namespace {

using test::EventWriter;
using test::kEntities;
using test::kLenient;
using test::read;
using test::read_from;
using testing::ElementsAre;
using testing::HasSubstr;
using Result = test::XmlResult;

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
}  // namespace semsite::xml_reader_test
