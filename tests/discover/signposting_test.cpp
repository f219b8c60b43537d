#include "discover/signposting.hpp"

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace semsite::signposting_test {
namespace {

using Texts = std::vector<std::string>;
using Kind = SignpostStep::Kind;

const std::string kPage = "https://repo.example/obj/7";
const Texts kDescribedBy{"describedby"};

Signpost link(const std::string& relation, const std::string& target,
              const std::string& type = {}) {
  return {.context = kPage,
          .relation = relation,
          .target = target,
          .type = type,
          .profile = {}};
}

Texts urls(const std::vector<SignpostTarget>& targets) {
  Texts out;
  for (const SignpostTarget& target : targets) out.push_back(target.url);
  return out;
}

SignpostTrail trail(std::vector<Signpost> links) {
  return {.page = kPage, .links = std::move(links), .linksets = {}};
}

TEST(Signposting, ADescriptionInRdfIsEnough) {  // signposting §10, least intrusive
  SignpostTrail known = trail(
      {link("cite-as", "https://doi.example/7"),
       link("describedby", "https://repo.example/7.bib", "application/x-bibtex"),
       link("describedby", "https://repo.example/7.jsonld", "application/ld+json"),
       link("describedby", "https://repo.example/7.ttl", "text/turtle;charset=utf-8"),
       link("item", "https://files.example/7.csv", "text/csv")});
  const SignpostStep step = next_signpost_step(known, kDescribedBy);
  EXPECT_EQ(step.kind, Kind::fetch);
  EXPECT_EQ(urls(step.targets), Texts{"https://repo.example/7.ttl"});
  EXPECT_EQ(step.targets[0].accept, "text/turtle;q=0.9, */*;q=0.1");
  known.failed = {"https://repo.example/7.ttl"};
  EXPECT_EQ(urls(next_signpost_step(known, kDescribedBy).targets),
            Texts{"https://repo.example/7.jsonld"});
  known.failed.push_back("https://repo.example/7.jsonld");
  EXPECT_EQ(next_signpost_step(known, kDescribedBy).kind, Kind::head);
}

// RDF/XML §9: `alternate` with a type of RDF; of several forms one.
TEST(Signposting, FormsOfThePageInRdfAreAskedForBesideItsDescription) {
  const Texts both{"describedby", "alternate"};
  const SignpostTrail known =
      trail({link("describedby", "https://repo.example/7.jsonld", "application/ld+json"),
             link("alternate", "https://repo.example/x.rdf", "application/rdf+xml"),
             link("alternate", "https://repo.example/x.ttl", "text/turtle"),
             link("alternate", "https://repo.example/7.jsonld", "application/ld+json"),
             link("alternate", "https://repo.example/feed", "application/atom+xml"),
             link("alternate", "https://repo.example/de"),
             link("alternate", "https://other.example/x.ttl", "text/turtle")});
  EXPECT_EQ(urls(next_signpost_step(known, both).targets),
            (Texts{"https://repo.example/7.jsonld", "https://repo.example/x.ttl"}));
  EXPECT_EQ(urls(next_signpost_step(known, kDescribedBy).targets),
            Texts{"https://repo.example/7.jsonld"});
  // They say nothing of whether there is a description.
  const SignpostTrail only =
      trail({link("alternate", "https://repo.example/x.ttl", "text/turtle")});
  EXPECT_EQ(next_signpost_step(only, both).kind, Kind::head);
  EXPECT_EQ(urls(next_signpost_step(only, both).besides),
            Texts{"https://repo.example/x.ttl"});
}

// RFC 8288 §2.1.2, RFC 4287 §4.2.7.2; signposting §7.
TEST(Signposting, RelationsAreOneInAllTheirSpellings) {
  for (const std::string spelling :
       {"DescribedBy", "http://www.iana.org/assignments/relation/describedby",
        "https://www.iana.org/assignments/relation/DescribedBy",
        "http://www.iana.org/assignments/link-relations/describedby",
        "https://www.iana.org/assignments/link-relations/#describedby"}) {
    SitemapEntry entry;
    entry.loc = kPage;
    EntryLink& said = entry.signposts.emplace_back();
    said.rel = spelling;
    said.href = "https://repo.example/7.ttl";
    HeaderLink header;
    header.target = "/7.ttl";
    header.relations = relation_types(spelling);
    PageLink markup;
    markup.rel = spelling;
    markup.href = "/7.ttl";
    for (const std::vector<Signpost>& links :
         {signposts_of(entry),
          signposts_of(std::span{&header, 1}, kPage, kPage, Signpost::Carrier::linkset),
          signposts_of(std::span{&markup, 1}, kPage, kPage)}) {
      ASSERT_EQ(links.size(), 1U) << spelling;
      EXPECT_EQ(links[0].relation, "describedby");
    }
  }
  EXPECT_EQ(relation_key("HTTP://Words.example/Part"), "http://words.example/part");
  EXPECT_EQ(relation_key("http://www.iana.org/other/item"),
            "http://www.iana.org/other/item");
}

TEST(Signposting, OneUrlInTwoTypesIsOneRequest) {  // benchmarks 15, 16
  const SignpostStep step = next_signpost_step(
      trail({link("describedby", "https://repo.example/7", "application/ld+json"),
             link("describedby", "https://repo.example/7", "text/turtle")}),
      kDescribedBy);
  ASSERT_EQ(step.targets.size(), 1U);
  EXPECT_EQ(step.targets[0].accept,
            "text/turtle;q=0.9, application/ld+json;q=0.8, */*;q=0.1");
}

TEST(Signposting, WithoutADescriptionTheHeaderIsAskedFirst) {
  SignpostTrail known = trail({link("item", "https://files.example/7.csv", "text/csv")});
  EXPECT_EQ(next_signpost_step(known, kDescribedBy).kind, Kind::head);
  known.header_asked = true;
  EXPECT_EQ(next_signpost_step(known, kDescribedBy).kind, Kind::page);
  known.page_asked = true;
  EXPECT_EQ(next_signpost_step(known, kDescribedBy).kind, Kind::nothing);
}

TEST(Signposting, TheTextFormOfALinkSetIsForWhenJsonFails) {  // signposting §6
  SignpostTrail known =
      trail({link("linkset", "https://repo.example/7.txt", "application/linkset"),
             link("linkset", "https://repo.example/7.json", "application/linkset+json"),
             link("linkset", "https://repo.example/8.json", "application/linkset+json")});
  known.header_asked = true;
  SignpostStep step = next_signpost_step(known, kDescribedBy);
  EXPECT_EQ(step.kind, Kind::linksets);
  EXPECT_EQ(urls(step.targets),
            (Texts{"https://repo.example/7.json", "https://repo.example/8.json"}));
  EXPECT_EQ(step.targets[0].accept,
            "application/linkset+json, application/linkset;q=0.9");
  known.linksets = {{"https://repo.example/7.json", true},
                    {"https://repo.example/8.json", true}};
  EXPECT_EQ(next_signpost_step(known, kDescribedBy).kind, Kind::page);
  known.linksets[1].read = false;
  step = next_signpost_step(known, kDescribedBy);
  EXPECT_EQ(step.kind, Kind::linksets);
  EXPECT_EQ(urls(step.targets), Texts{"https://repo.example/7.txt"});
  known.linksets.push_back({"https://repo.example/7.txt", false});
  EXPECT_EQ(next_signpost_step(known, kDescribedBy).kind, Kind::page);
}

TEST(Signposting, ATextFormAloneIsAsked) {  // benchmark 28
  SignpostTrail known =
      trail({link("linkset", "https://repo.example/7.txt", "application/linkset")});
  known.header_asked = true;
  EXPECT_EQ(urls(next_signpost_step(known, kDescribedBy).targets),
            Texts{"https://repo.example/7.txt"});
}

TEST(Signposting, ADescriptionOfUnknownTypeIsNegotiatedBeforeThePageIsRead) {  // 01
  SignpostTrail known = trail({link("describedby", "https://repo.example/7/meta"),
                               link("describedby", "https://repo.example/7.xml",
                                    "application/vnd.datacite.datacite+xml")});
  EXPECT_EQ(next_signpost_step(known, kDescribedBy).kind, Kind::head);
  known.header_asked = true;
  const SignpostStep step = next_signpost_step(known, kDescribedBy);
  EXPECT_EQ(step.kind, Kind::fetch);
  EXPECT_EQ(urls(step.targets), Texts{"https://repo.example/7/meta"});
  EXPECT_EQ(step.targets[0].accept.find("text/html"), std::string::npos);
}

TEST(Signposting, OnlyLinksAroundTheObjectCount) {  // signposting §6
  Signpost other = link("describedby", "https://x.example/9.ttl", "text/turtle");
  other.context = "https://x.example/9";
  SignpostTrail known = trail({other});
  EXPECT_EQ(next_signpost_step(known, kDescribedBy).kind, Kind::head);
  // An item of the object is around it.
  known.links.push_back(link("item", "https://x.example/9"));
  EXPECT_EQ(next_signpost_step(known, kDescribedBy).kind, Kind::fetch);
}

TEST(Signposting, WhatDescribesThePageComesBeforeWhatDescribesAnItem) {
  Signpost of_item = link("describedby", "https://x.example/9.nq", "application/n-quads");
  of_item.context = "https://files.example/7.csv";
  const SignpostStep step = next_signpost_step(
      trail({of_item, link("item", "https://files.example/7.csv"),
             link("describedby", "https://repo.example/7.rdf", "application/rdf+xml")}),
      kDescribedBy);
  EXPECT_EQ(step.targets.at(0).url, "https://repo.example/7.rdf");
}

TEST(Signposting, FollowsTheRelationsAskedFor) {  // --follow
  const Texts follow{"describedby", "item"};
  const SignpostStep step = next_signpost_step(
      trail({link("describedby", "https://repo.example/7.ttl", "text/turtle"),
             link("item", "https://files.example/7.csv", "Text/CSV"),
             link("item", "https://files.example/7.csv", "text/csv"),
             link("license", "https://spdx.org/licenses/CC0-1.0")}),
      follow);
  EXPECT_EQ(urls(step.targets),
            (Texts{"https://repo.example/7.ttl", "https://files.example/7.csv"}));
  EXPECT_EQ(step.targets[1].relation, "item");
  EXPECT_EQ(step.targets[1].accept, "text/csv, */*;q=0.1");
  const Texts items{"item"};
  EXPECT_EQ(
      urls(next_signpost_step(
               trail({link("describedby", "https://repo.example/7.ttl", "text/turtle"),
                      link("item", "https://files.example/7.csv")}),
               items)
               .targets),
      Texts{"https://files.example/7.csv"});
}

TEST(Signposting, AmongEqualTypesTheBetterPriorityIsFirst) {  // Z39.99 pri
  Signpost mirror = link("describedby", "https://m.example/7.ttl", "text/turtle");
  mirror.priority = 2;
  Signpost first = link("describedby", "https://n.example/7.ttl", "text/turtle");
  first.priority = 1;
  const SignpostTrail known = trail(
      {link("describedby", "https://o.example/7.ttl", "text/turtle"), mirror, first});
  EXPECT_EQ(urls(next_signpost_step(known, kDescribedBy).targets),
            (Texts{"https://n.example/7.ttl", "https://m.example/7.ttl",
                   "https://o.example/7.ttl"}));
}

Signpost profiled(Signpost link, const std::string& profile) {
  link.profile = profile;
  return link;
}

// signposting §3: `describedby` 1..n.
TEST(Signposting, TwoDescriptionsOfOneTypeAndProfileAreNoFormsOfOneAnother) {
  const SignpostTrail known =
      trail({link("describedby", "https://repo.example/a", "text/turtle"),
             link("describedby", "https://repo.example/b", "Text/Turtle; charset=utf-8"),
             link("describedby", "https://repo.example/a.rdf", "application/rdf+xml")});
  const SignpostStep step = next_signpost_step(known, kDescribedBy);
  EXPECT_EQ(urls(step.targets),
            (Texts{"https://repo.example/a", "https://repo.example/b"}));
  EXPECT_EQ(urls(step.targets[0].instead), Texts{"https://repo.example/a.rdf"});
  EXPECT_EQ(urls(step.targets[1].instead), Texts{})
      << "a form that has the name of another description is that one's";
}

TEST(Signposting, AnotherProfileIsAnotherForm) {
  const Signpost a = link("describedby", "https://repo.example/a", "text/turtle");
  const Signpost b = link("describedby", "https://repo.example/b", "text/turtle");
  const auto targets = [&](const std::string& one, const std::string& other) {
    return next_signpost_step(trail({profiled(a, one), profiled(b, other)}), kDescribedBy)
        .targets;
  };
  EXPECT_EQ(targets("http://p.example/1", "http://p.example/2").size(), 1U);
  EXPECT_EQ(targets("http://p.example/1", "").size(), 1U);
  EXPECT_EQ(targets("http://p.example/1 http://p.example/2",
                    "http://p.example/2  http://p.example/1")
                .size(),
            2U)
      << "the same profiles in another order";
}

TEST(Signposting, TheFormThatMoreDescriptionsHaveIsTaken) {
  const auto targets = [&](std::vector<Signpost> links) {
    return urls(next_signpost_step(trail(std::move(links)), kDescribedBy).targets);
  };
  EXPECT_EQ(
      targets({link("describedby", "https://repo.example/a.ttl", "text/turtle"),
               link("describedby", "https://repo.example/a.rdf", "application/rdf+xml"),
               link("describedby", "https://repo.example/b.rdf", "application/rdf+xml")}),
      (Texts{"https://repo.example/a.rdf", "https://repo.example/b.rdf"}));
  EXPECT_EQ(
      targets({link("describedby", "https://repo.example/a", "text/turtle"),
               link("describedby", "https://repo.example/a", "application/rdf+xml"),
               link("describedby", "https://repo.example/b", "application/rdf+xml")}),
      (Texts{"https://repo.example/a", "https://repo.example/b"}))
      << "one URL may have both forms";
}

TEST(Signposting, WhatHasNoTypeIsAskedForBesideWhatHasOne) {
  EXPECT_EQ(
      urls(next_signpost_step(
               trail({link("describedby", "https://repo.example/b"),
                      link("describedby", "https://repo.example/a", "text/turtle")}),
               kDescribedBy)
               .targets),
      (Texts{"https://repo.example/a", "https://repo.example/b"}));
}

TEST(Signposting, APageMayHoldADescriptionIfNoRdfIsNamed) {
  SignpostTrail known =
      trail({link("describedby", "https://repo.example/about", "text/html")});
  known.header_asked = true;
  EXPECT_EQ(urls(next_signpost_step(known, kDescribedBy).targets),
            Texts{"https://repo.example/about"});
  known.links.push_back(link("describedby", "https://repo.example/a", "text/turtle"));
  EXPECT_EQ(urls(next_signpost_step(known, kDescribedBy).targets),
            Texts{"https://repo.example/a"});
}

TEST(Signposting, ALinkSetIsReadBesideWhatIsNamedAlready) {  // level 2 is complete
  const SignpostStep step = next_signpost_step(
      trail({link("describedby", "https://repo.example/a", "text/turtle"),
             link("linkset", "https://repo.example/l", "application/linkset+json")}),
      kDescribedBy);
  EXPECT_EQ(step.kind, Kind::fetch);
  EXPECT_EQ(urls(step.targets), Texts{"https://repo.example/a"});
  EXPECT_EQ(urls(step.besides), Texts{"https://repo.example/l"});
}

TEST(Signposting, AWantedRelationThatIsNotNamedIsLookedForFurther) {
  const Texts both{"describedby", "item"};
  SignpostTrail known =
      trail({link("describedby", "https://repo.example/a", "text/turtle")});
  for (const Kind kind : {Kind::head, Kind::page, Kind::fetch}) {
    const SignpostStep step = next_signpost_step(known, both);
    EXPECT_EQ(step.kind, kind);
    EXPECT_EQ(urls(kind == Kind::fetch ? step.targets : step.besides),
              Texts{"https://repo.example/a"});
    (known.header_asked ? known.page_asked : known.header_asked) = true;
  }
}

TEST(Signposting, TheUrlThatRedirectsStandsForThePage) {
  Signpost of_pid = link("describedby", "https://repo.example/a", "text/turtle");
  of_pid.context = "https://doi.example/7";
  SignpostTrail known = trail({of_pid});
  EXPECT_EQ(next_signpost_step(known, kDescribedBy).kind, Kind::head);
  known.also = {"https://doi.example/7"};
  EXPECT_EQ(next_signpost_step(known, kDescribedBy).kind, Kind::fetch);
}

TEST(Signposting, WhatIsTooMuchIsCounted) {
  std::vector<Signpost> links;
  for (int i = 0; i < 100'005; ++i)
    links.push_back(link("item", "https://repo.example/" + std::to_string(i)));
  const Texts items{"item"};
  const SignpostStep step = next_signpost_step(trail(std::move(links)), items);
  EXPECT_EQ(step.targets.size(), 100'000U);
  EXPECT_EQ(step.left_out, 5U);
}

TEST(Signposting, NothingIsFollowedIfNothingIsToBe) {
  EXPECT_EQ(
      next_signpost_step(
          trail({link("linkset", "https://repo.example/l", "application/linkset")}), {})
          .kind,
      Kind::nothing);
}

TEST(Signposting, WhatElseIsWantedDoesNotWaitForADescription) {
  const Texts both{"describedby", "item"};
  SignpostTrail known =
      trail({link("item", "https://repo.example/7.nt", "application/n-triples")});
  const SignpostStep head = next_signpost_step(known, both);
  EXPECT_EQ(head.kind, Kind::head);
  EXPECT_EQ(urls(head.besides), Texts{"https://repo.example/7.nt"});
}

TEST(Signposting, WeighsMediaTypesAsOurAcceptHeadersDo) {
  EXPECT_EQ(rdf_weight("application/n-quads"), 1);
  EXPECT_EQ(rdf_weight("Text/Turtle; charset=utf-8"), 0.9);
  EXPECT_EQ(rdf_weight("application/vnd.codemeta.ld+json"), 0.8);
  EXPECT_EQ(rdf_weight("application/rdf+xml"), 0.7);
  for (const std::string_view none :
       {"", "text/html", "application/json", "application/xml", "text/csv"})
    EXPECT_EQ(rdf_weight(none), 0) << none;
}

TEST(Signposting, TakesTheLinksOfAnEntry) {
  SitemapEntry entry;
  entry.loc = kPage;
  EntryLink link;
  link.rel = "canonical cite-as http://schema.org/identifier";
  link.href = "https://doi.example/7";
  link.type = "text/html";
  link.profile = "https://p.example/";
  link.pri = "5";
  entry.signposts.push_back(link);
  const std::vector<Signpost> got = signposts_of(entry);
  ASSERT_EQ(got.size(), 3U);  // benchmark 17
  EXPECT_EQ(got[1].relation, "cite-as");
  EXPECT_EQ(got[1].context, kPage);
  EXPECT_EQ(got[1].priority, 5U);
  EXPECT_EQ(got[2].relation, "http://schema.org/identifier");
  EXPECT_EQ(got[2].profile, "https://p.example/");
}

TEST(Signposting, TakesTheLinksOfAHeader) {  // signposting §5
  const LinkHeader header = read_link_header(
      "<7.ttl>; rel=describedby; type=\"text/turtle\", <x>; rel=item; anchor=\"/o\", "
      "</c>; rev=item, <y>");
  const std::vector<Signpost> got =
      signposts_of(header.links, kPage, kPage, Signpost::Carrier::header);
  ASSERT_EQ(got.size(), 3U);
  EXPECT_EQ(got[0].target, "https://repo.example/obj/7.ttl");
  EXPECT_EQ(got[0].type, "text/turtle");
  EXPECT_EQ(got[1].context, "https://repo.example/o");
  EXPECT_EQ(got[1].target, "https://repo.example/obj/x");
  EXPECT_EQ(got[2].context, "https://repo.example/c");
  EXPECT_EQ(got[2].target, kPage);
}

TEST(Signposting, LinksOfASetWithoutAnAnchorAreAboutNothing) {
  const LinkHeader set = read_link_header("<http://a.example/x>; rel=item");
  EXPECT_TRUE(signposts_of(set.links, kPage, "", Signpost::Carrier::linkset).empty());
}

TEST(Signposting, TakesOnlyTheLinkElementsOfAPage) {  // signposting §4
  const std::vector<PageLink> links{
      {.rel = "describedby item", .href = "7.ttl", .type = "text/turtle"},
      {.place = PageLink::Place::anchor, .rel = "license", .href = "/cc0", .type = {}}};
  const std::vector<Signpost> got =
      signposts_of(links, "https://repo.example/base/", kPage);
  ASSERT_EQ(got.size(), 2U);
  EXPECT_EQ(got[0].target, "https://repo.example/base/7.ttl");
  EXPECT_EQ(got[0].context, kPage);
  EXPECT_EQ(got[1].relation, "item");
}

}  // namespace
}  // namespace semsite::signposting_test
