#include "parse/linkset.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "semsite/errors.hpp"
#include "support/collecting_diagnostics.hpp"

namespace semsite::test::linkset_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Texts = std::vector<std::string>;

std::vector<HeaderLink> read(std::string_view json, CollectingDiagnostics& diagnostics) {
  return read_linkset_json(json, diagnostics, {});
}

/// What a text is refused for; empty if it is not.
std::string refusal(std::string_view json) {
  CollectingDiagnostics diagnostics;
  try {
    (void)read(json, diagnostics);
  } catch (const DocumentError& error) {
    EXPECT_EQ(error.code(), "linkset.syntax");
    return error.what();
  }
  return {};
}

TEST(Linkset, ReadsContextsRelationsAndTargetsInOrder) {  // RFC 9264 §4.2
  CollectingDiagnostics diagnostics;
  const auto links = read(R"({"linkset": [
      {"anchor": "https://a.example/1", "item": [{"href": "https://a.example/2"},
        {"href": ""}], "Next": [{"href": "x"}]},
      {"https://r.example/Rel": [{"href": "https://a.example/3"}]}]})",
                          diagnostics);
  ASSERT_EQ(links.size(), 4U);
  EXPECT_EQ(links[0].anchor, "https://a.example/1");
  EXPECT_EQ(links[0].relations, Texts{"item"});
  EXPECT_EQ(links[1].target, "");
  EXPECT_EQ(links[2].relations, Texts{"next"});
  EXPECT_FALSE(links[3].anchor.has_value());
  EXPECT_EQ(links[3].relations, Texts{"https://r.example/Rel"});
  EXPECT_THAT(diagnostics.faults(), testing::IsEmpty());
}

TEST(Linkset, ReadsAttributesOfEveryForm) {  // RFC 9264 §4.2.4; signposting §6
  CollectingDiagnostics diagnostics;
  const auto links = read(R"({"linkset": [{"anchor": "https://a.example/", "item": [
      {"href": "https://a.example/2", "type": "text/csv", "hreflang": ["nl", "en"],
       "title": "Data", "title*": [{"value": "Gegevens", "language": "nl"}],
       "profile": "https://p.example/1", "ext": ["a", "b"], "Ext2": "c"}]}]})",
                          diagnostics);
  ASSERT_EQ(links.size(), 1U);
  Texts got;
  for (const LinkAttribute& one : links[0].attributes)
    got.push_back(one.name + "=" + one.value + "@" + one.language);
  EXPECT_THAT(got,
              ElementsAre("type=text/csv@", "hreflang=nl@", "hreflang=en@", "title=Data@",
                          "title*=Gegevens@nl", "profile=https://p.example/1@", "ext=a@",
                          "ext=b@", "ext2=c@"));
  EXPECT_THAT(diagnostics.faults(), testing::IsEmpty());
}

TEST(Linkset, PassesOverWhatHasAnotherShapeAndKeepsTheRest) {  // signposting §6
  CollectingDiagnostics diagnostics;
  const auto links = read(R"({"@context": {}, "linkset": [3,
      {"anchor": 7, "item": [{"href": "https://a.example/lost"}]},
      {"anchor": "https://a.example/", "next": {"href": "https://a.example/lost"},
       "two words": [{"href": "https://a.example/lost"}],
       "item": ["https://a.example/lost", {"type": "x/y"}, {"href": 1},
                {"href": "https://a.example/kept", "type": 5, "hreflang": [6, "nl"],
                 "title*": "plain"}]}]})",
                          diagnostics);
  ASSERT_EQ(links.size(), 1U);
  EXPECT_EQ(links[0].target, "https://a.example/kept");
  ASSERT_EQ(links[0].attributes.size(), 1U);
  EXPECT_EQ(links[0].attributes[0].value, "nl");
  EXPECT_THAT(diagnostics.codes(),
              ElementsAre("linkset.member", "linkset.member", "linkset.member",
                          "linkset.target", "linkset.relation", "linkset.target",
                          "linkset.target", "linkset.target", "linkset.attribute",
                          "linkset.attribute", "linkset.attribute"));
  EXPECT_FALSE(diagnostics.faults()[0].skipped);  // nothing is lost by it
  EXPECT_TRUE(diagnostics.faults()[1].skipped);
}

TEST(Linkset, TellsOfNamesThatAreRepeated) {  // signposting §6
  CollectingDiagnostics diagnostics;
  const auto links = read(R"({"linkset": [{"anchor": "https://a.example/",
      "item": [{"href": "https://a.example/1"}], "item": [{"href": "https://a.example/2"}]}]})",
                          diagnostics);
  ASSERT_EQ(links.size(), 1U);
  EXPECT_EQ(links[0].target, "https://a.example/2");
  EXPECT_THAT(diagnostics.codes(), ElementsAre("linkset.repeated-name"));
}

TEST(Linkset, RefusesWhatIsNoLinkSet) {
  EXPECT_THAT(refusal("{\"linkset\": ["), HasSubstr("no JSON"));
  EXPECT_THAT(refusal("[]"), HasSubstr("a JSON object"));
  EXPECT_THAT(refusal("{\"links\": []}"), HasSubstr("no member \"linkset\""));
  EXPECT_THAT(refusal("{\"linkset\": {}}"), HasSubstr("no array"));
  EXPECT_THAT(refusal("{\"linkset\": []} x"), HasSubstr("no JSON"));
  EXPECT_THAT(refusal("{\"linkset\": [\"\xFF\"]}"), HasSubstr("UTF-8"));
  EXPECT_EQ(refusal("{\"linkset\": []}"), "");
}

TEST(Linkset, RefusesNestingBeyondTheLimit) {  // --max-json-depth
  std::string deep = "{\"linkset\": ";
  for (int i = 0; i < 5'000; ++i) deep += '[';
  EXPECT_THAT(refusal(deep), HasSubstr("deep"));
}

TEST(Linkset, ALongAnchorOfManyLinksCostsNoMoreThanItsLimit) {
  const std::string anchor = "https://a.example/" + std::string(8'000, 'x');
  std::string text =
      "{\"linkset\": [{\"anchor\": \"" + anchor + "\", \"item\": [{\"href\": \"\"}";
  for (int i = 0; i < 20'000; ++i) text += ",{\"href\":\"\"}";
  CollectingDiagnostics diagnostics;
  const auto links = read(text + "]}]}", diagnostics);
  EXPECT_GT(links.size(), 8'000U);
  EXPECT_LT(links.size(), 8'400U);  // 64 MiB of copies
  EXPECT_THAT(diagnostics.codes(), ElementsAre("linkset.limit"));
  CollectingDiagnostics other;
  const std::string longer = anchor + anchor;
  EXPECT_TRUE(read("{\"linkset\": [{\"anchor\": \"" + longer +
                       "\", \"item\": [{\"href\": \"\"}]}]}",
                   other)
                  .empty());
  EXPECT_THAT(other.codes(), ElementsAre("linkset.member"));
}

TEST(Linkset, ReadsTheTextFormOverLines) {  // RFC 9264 §4.1
  CollectingDiagnostics diagnostics;
  const auto links = read_linkset_text(
      "<https://a.example/1>\n ; rel=\"item\"\n ; anchor=\"https://a.example/\",\n"
      "<https://a.example/2>; rel=next ,\n",
      diagnostics);
  ASSERT_EQ(links.size(), 2U);
  EXPECT_EQ(links[0].anchor, "https://a.example/");
  EXPECT_EQ(links[1].relations, Texts{"next"});
  EXPECT_THAT(diagnostics.faults(), testing::IsEmpty());
}

TEST(Linkset, TellsWhatOfTheTextFormIsMalformed) {
  CollectingDiagnostics diagnostics;
  EXPECT_EQ(read_linkset_text("x; rel=item, <y>; rel=item", diagnostics).size(), 1U);
  EXPECT_THAT(diagnostics.codes(), ElementsAre("linkset.malformed"));
  EXPECT_TRUE(read_linkset_text(" \n", diagnostics).empty());
  EXPECT_THROW((void)read_linkset_text("{\"linkset\": []}", diagnostics), DocumentError);
}

TEST(Linkset, ReadsMoreLinksThanAHeaderMayHave) {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "<https://a.example/1>; rel=item,\n";
  CollectingDiagnostics diagnostics;
  EXPECT_EQ(read_linkset_text(text, diagnostics).size(), 20'000U);
}

TEST(Linkset, TakesOffAMarkAndDecodesUtf16) {
  MemorySource marked{"\xEF\xBB\xBF{}"};
  EXPECT_EQ(read_linkset_bytes(marked, {}), "{}");
  MemorySource wide{std::string{"\xFF\xFE{\0}\0", 6}};
  EXPECT_EQ(read_linkset_bytes(wide, {}), "{}");
}

TEST(Linkset, EndsAtTheLimit) {  // --max-page
  Limits limits;
  limits.page_bytes = 100;
  MemorySource bytes{std::string(101, ' ')};
  try {
    (void)read_linkset_bytes(bytes, limits);
    FAIL() << "not refused";
  } catch (const DocumentError& error) {
    EXPECT_EQ(error.code(), "linkset.too-long");
  }
}

TEST(Linkset, IsToldByItsBeginning) {
  EXPECT_EQ(linkset_form(" {\n \"linkset\" : [ {"), LinksetForm::json);
  EXPECT_EQ(linkset_form("\xEF\xBB\xBF{\"linkset\":[]}"), LinksetForm::json);
  EXPECT_EQ(linkset_form("<https://a.example/1>\n ; rel=\"item\""), LinksetForm::text);
  EXPECT_EQ(linkset_form("<x>;title*=UTF-8''x"), LinksetForm::text);
  for (const std::string_view other :
       {"", "{", "{\"linkset\":{}}", "{\"linkset\"", "{\"@id\":\"x\",\"linkset\":[]}",
        "<https://a.example/1> <p> <o> .", "<a>", "<a> ; ", "<html><body>", "<a b='c'>",
        "<http://a.example/s> ;", "[{\"linkset\":[]}]"})
    EXPECT_EQ(linkset_form(other), LinksetForm::none) << other;
}

}  // namespace
}  // namespace semsite::test::linkset_test
