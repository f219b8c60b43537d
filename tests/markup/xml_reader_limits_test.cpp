#include "markup/xml_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "markup/xml_reader_kit.hpp"

namespace semsite::xml_reader_limits_test {
namespace {

using test::kEntities;
using test::kLenient;
using test::read;
using test::read_from;
using testing::HasSubstr;
using Result = test::XmlResult;

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

}  // namespace
}  // namespace semsite::xml_reader_limits_test
