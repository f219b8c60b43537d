#include "commands/inspect.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace semsite::inspect_profile_test {
namespace {

using testing::HasSubstr;
using Texts = std::vector<std::string>;

const std::string kPage = "https://repo.example/obj/7";

Signpost link(const std::string& relation, const std::string& target,
              const std::string& type = {}, const std::string& context = kPage,
              Signpost::Carrier carrier = Signpost::Carrier::linkset) {
  return {.context = context,
          .relation = relation,
          .target = target,
          .type = type,
          .profile = {},
          .carrier = carrier};
}

Texts shown(const std::vector<Signpost>& links, std::string_view page = {}) {
  Texts out;
  inspect_profile(links, page, [&](std::string_view line) {
    out.emplace_back(line.substr(0, line.size() - 1));
  });
  return out;
}

/// Everything that the profile wants of a link set about one page (§3).
std::vector<Signpost> complete(const std::string& page) {
  return {link("cite-as", page + "/doi", {}, page),
          link("describedby", page + ".ttl", "text/turtle", page),
          link("describes", page, {}, page + ".ttl"),
          link("item", page + ".csv", "text/csv", page),
          link("collection", page, {}, page + ".csv"),
          link("type", "https://schema.org/AboutPage", {}, page),
          link("type", "https://schema.org/Dataset", {}, page)};
}

TEST(InspectProfile, ShowsTheLevelOfAPage) {
  const auto links = signposts_of_fields(
      Texts{"</doi>; rel=cite-as, </7.ttl>; rel=describedby; type=\"text/turtle\"",
            "<https://schema.org/Dataset>; rel=type, "
            "<https://schema.org/AboutPage>; rel=type"},
      kPage);
  EXPECT_EQ(
      shown(links, kPage),
      Texts{
          R"({"kind":"profile","profile":"fair-signposting","page":"https://repo.example/obj/7","level":1,"findings":[]})"});
}

TEST(InspectProfile, ShowsWhatIsAmiss) {
  const auto lines =
      shown(signposts_of_fields(Texts{"</7.ttl>; rel=describedby; type=\"text/turtle\""},
                                kPage),
            kPage);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_THAT(lines[0], HasSubstr(R"("level":null,"findings":[{"level":1,)"));
  EXPECT_THAT(lines[0], HasSubstr(R"("code":"fair.cite-as")"));
}

TEST(InspectProfile, EachPageOfALinkSetHasItsOwnLine) {
  std::vector<Signpost> links = complete("https://repo.example/a");
  for (const Signpost& one : complete("https://repo.example/b"))
    if (one.relation != "collection") links.push_back(one);
  const auto lines = shown(links);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_THAT(lines[0], HasSubstr(R"("page":"https://repo.example/a","level":2)"));
  EXPECT_THAT(lines[1], HasSubstr(R"("page":"https://repo.example/b","level":null)"));
  EXPECT_THAT(lines[1], HasSubstr("fair.collection"));
}

TEST(InspectProfile, NothingIsSaidOfOrdinaryLinks) {
  EXPECT_EQ(shown({link("stylesheet", "https://repo.example/s.css")}, kPage), Texts{});
  EXPECT_EQ(shown({}, kPage), Texts{});
}

}  // namespace
}  // namespace semsite::inspect_profile_test
