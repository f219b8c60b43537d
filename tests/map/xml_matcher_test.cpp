#include "map/xml_matcher.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/byte_source.hpp"
#include "markup/xml_reader.hpp"

namespace semsite::xml_matcher_test {
namespace {

using Texts = std::vector<std::string>;

/// Feeds a matcher from a document, with names as they are.
class Feeder final : public XmlHandler {
 public:
  explicit Feeder(XmlMatcher& matcher) : matcher_(matcher) {}
  void start_element(const XmlName& name, std::span<const XmlAttribute> attributes,
                     std::span<const XmlNamespace>) override {
    if (name.local == "again") matcher_.begin_anew();
    matcher_.start_element(name.namespace_, name.local, attributes);
  }
  void end_element(const XmlName&) override { matcher_.end_element(); }
  void characters(std::string_view text) override { matcher_.characters(text); }
  void comment(std::string_view) override { matcher_.interrupt_text(); }

 private:
  XmlMatcher& matcher_;
};

/// What one reference gives for each element that `iterator` means, one text per element
/// with its values joined by `|`; an entry ends with "." (or "!" if it lost something).
Texts matched(std::string_view iterator, std::string_view reference, std::string xml,
              EntryBounds bounds = {}) {
  PathTrie trie;
  const std::uint32_t node = trie.add_iterator(parse_path(iterator, {}));
  trie.add_map(node, 0);
  const Reference wanted = trie.add_reference(node, parse_path(reference, {}));
  Texts out;
  XmlMatcher matcher{trie, bounds,
                     [&](const EntryRecord& record, XmlMatcher::Excess excess) {
                       for (const auto& element : record.elements()) {
                         if (trie.node(element.node).maps.empty()) continue;
                         std::string& text = out.emplace_back();
                         for (const auto& value : record.values(element, wanted)) {
                           if (!text.empty()) text += '|';
                           text += record.text(value);
                         }
                       }
                       out.emplace_back(excess == XmlMatcher::Excess::none ? "." : "!");
                     }};
  Feeder feeder{matcher};
  MemorySource bytes{std::move(xml)};
  read_xml(bytes, feeder, {});
  matcher.finish();
  return out;
}

TEST(XmlMatcher, GivesTheTextOfAnElementWithThatOfItsChildren) {
  EXPECT_EQ(matched("/r/e", "a", "<r><e><a>1<x>2<y>3</y></x>4</a><b>5</b></e></r>"),
            (Texts{"1234", "."}))
      << "XPath 1.0 §5.2: the string-value of an element";
  EXPECT_EQ(matched("/r/e", ".", "<r><e>1<a>2</a></e></r>"), (Texts{"12", "."}));
  EXPECT_EQ(matched("/r/e", "a", "<r><e><a/></e></r>"), (Texts{"", "."}));
}

TEST(XmlMatcher, GivesTextNodesOneByOne) {
  EXPECT_EQ(matched("/r/e", "a/text()",
                    "<r><e><a>1<x>2</x>3<!-- c -->4<![CDATA[5]]></a></e></r>"),
            (Texts{"1|3|45", "."}))
      << "XPath 1.0 §5.7";
  EXPECT_EQ(matched("/r/e", "text()", "<r><e>1<a/>2<b>3</b></e></r>"),
            (Texts{"1|2", "."}));
}

TEST(XmlMatcher, GivesAttributesWithoutMixingThemIntoText) {
  EXPECT_EQ(matched("/r/e", "a/@k", "<r><e><a k='1'/><a j='2'/><a k='3'/></e></r>"),
            (Texts{"1|3", "."}));
  EXPECT_EQ(matched("/r/e/a/b", "../@k", "<r><e><a k='1'>x<b/>y</a></e></r>"),
            (Texts{"1", "."}));
}

TEST(XmlMatcher, FindsWhatStandsBeforeAndBehindTheIterator) {
  EXPECT_EQ(matched("/r/e/b", "../a", "<r><e><b/><a>1</a><b/><a>2</a></e></r>"),
            (Texts{"1|2", "1|2", "."}));
}

TEST(XmlMatcher, KeepsValuesOfEachIteratorElementApart) {
  EXPECT_EQ(
      matched("/r/e/a", "b", "<r><e><a><b>1</b><b>2</b></a><a/><a><b>3</b></a></e></r>"),
      (Texts{"1|2", "", "3", "."}));
  EXPECT_EQ(matched("/r/e/a/b", "../../c/d",
                    "<r><e><a><b/></a><c><d>1</d></c><c><d>2</d></c></e></r>"),
            (Texts{"1|2", "."}));
}

TEST(XmlMatcher, KeepsEntriesApart) {
  EXPECT_EQ(
      matched("/r/e", "a", "<r><e><a>1</a></e><x><a>2</a></x><e/><e><a>3</a></e></r>"),
      (Texts{"1", ".", "", ".", "3", "."}));
}

TEST(XmlMatcher, MatchesByNamespaceAndLocalName) {
  EXPECT_EQ(matched("/r/e", "a", "<r><e><a xmlns='http://n/'>1</a><A>2</A></e></r>"),
            (Texts{"", "."}));
  EXPECT_EQ(matched("/r/e", "@k", "<r><e xmlns:n='http://n/' n:k='1'/></r>"),
            (Texts{"", "."}));
}

TEST(XmlMatcher, PassesOverDocumentsOfOtherRoots) {
  EXPECT_EQ(matched("/r/e", "a", "<q><e><a>1</a></e></q>"), Texts{});
}

TEST(XmlMatcher, LosesOnlyWhatIsBeyondItsBounds) {
  const std::string xml =
      "<r><e><a>12</a><a>345678901</a><a>3</a></e><e><a>4</a></e></r>";
  EXPECT_EQ(matched("/r/e", "a", xml, {.bytes = 8, .values = 100}),
            (Texts{"12|3", "!", "4", "."}));
  EXPECT_EQ(matched("/r/e", "a", xml, {.bytes = 100, .values = 2}),
            (Texts{"12", "!", "4", "."}));
}

TEST(XmlMatcher, BeginsAnewInsideAnEntryThatWasNotClosed) {
  // The next entry is begun inside, and what comes after it is at its depth.
  EXPECT_EQ(matched("/r/again", "a",
                    "<r><again><a>1</a><z><again><a>2</a></again></z>"
                    "<again><a>3</a></again></again><again><a>4</a></again></r>"),
            (Texts{"1", ".", "2", ".", "3", ".", "4", "."}));
}

}  // namespace
}  // namespace semsite::xml_matcher_test
