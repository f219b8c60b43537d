#include "crawl/site_entries.hpp"

#include <gtest/gtest.h>

#include <span>
#include <string>

namespace semsite::test::site_entries_test {
namespace {

/// Writes down what it is told.
class Noted final : public XmlHandler {
 public:
  void start_element(const XmlName& name, std::span<const XmlAttribute> attributes,
                     std::span<const XmlNamespace> declared) override {
    text += "<" + named(name);
    for (const XmlAttribute& one : attributes)
      text += " " + named(one.name) + "=" + std::string{one.value};
    for (const XmlNamespace& one : declared)
      text += " xmlns:" + std::string{one.prefix} + "=" + std::string{one.iri};
    text += ">";
  }
  void end_element(const XmlName& name) override { text += "</" + named(name) + ">"; }
  void characters(std::string_view more) override { text += more; }
  void comment(std::string_view more) override {
    text += "<!--" + std::string{more} + "-->";
  }

  std::string text;

 private:
  static std::string named(const XmlName& name) {
    return std::string{name.prefix} + ":" + std::string{name.local} + "{" +
           std::string{name.namespace_} + "}";
  }
};

TEST(HeldMarkup, TellsWhatItWasTold) {
  Noted direct;
  Noted later;
  HeldMarkup held;
  {
    const std::string local = "url";
    const XmlName name{.local = local, .prefix = "s", .namespace_ = "urn:s"};
    const std::vector<XmlAttribute> attributes = {
        {.name = {.local = "a", .prefix = "", .namespace_ = ""}, .value = "1"},
        {.name = {.local = "b", .prefix = "p", .namespace_ = "urn:p"}, .value = ""}};
    const std::vector<XmlNamespace> declared = {{.prefix = "", .iri = "urn:s"},
                                                {.prefix = "p", .iri = "urn:p"}};
    direct.start_element(name, attributes, declared);
    held.start(name, attributes, declared);
    direct.characters("text & more");
    held.characters("text & more");
    direct.comment("a remark");
    held.comment("a remark");
    direct.start_element(name, {}, {});
    held.start(name, {}, {});
    direct.end_element(name);
    held.end(name);
    direct.characters("");
    held.characters("");
    direct.end_element(name);
    held.end(name);
  }
  held.tell(later);
  EXPECT_EQ(later.text, direct.text);
  EXPECT_FALSE(direct.text.empty());
  EXPECT_GT(held.bytes(), 0);
}

TEST(HeldMarkup, ForgetsWhatIsCleared) {
  HeldMarkup held;
  held.characters("gone");
  held.clear();
  held.characters("here");
  Noted later;
  held.tell(later);
  EXPECT_EQ(later.text, "here");
}

}  // namespace
}  // namespace semsite::test::site_entries_test
