#include "parse/standard_location.hpp"

#include <gtest/gtest.h>

#include "base/diagnostics.hpp"
#include "rdf/iri.hpp"

namespace semsite::test::standard_location_test {
namespace {

using Fields = std::vector<std::pair<std::string, std::string>>;

constexpr std::string_view kPage = "https://dorp.example/a/page";
const std::string kOpt = "\"http://standard-sitemap.org/2007/ns\"";

std::string in_header(const Fields& fields) {
  const auto found = standard_location(fields, kPage);
  if (!found) return "none";
  return found->url.empty() ? "useless" : found->url;
}

std::string in_page(std::string_view text, MetaSchema meta = MetaSchema::ignored,
                    std::string_view media_type = "text/html") {
  NullDiagnostics nobody;
  HtmlPageOptions options;
  options.base = kPage;
  options.media_type = media_type;
  options.resolve = [](std::string_view base, std::string_view href) {
    return BaseIri{std::string{base}}.resolve(href);
  };
  const HtmlPage page = read_html_page(text, options, {}, nobody);
  const auto found = standard_location(location_elements(page), meta);
  if (!found) return "none";
  return found->url.empty() ? "useless" : found->url;
}

std::string in_xhtml(std::string_view text) {
  return in_page(text, MetaSchema::ignored, "application/xhtml+xml");
}

std::string schema(std::string_view prefix) {
  return "<link rel='schema." + std::string{prefix} +
         "' href='http://standard-sitemap.org/2007/ns'>";
}

// standard-sitemap §2, route 1; RFC 2774 §3
TEST(StandardLocationInHeader, TheExtensionDeclaresItsTwoDigits) {
  EXPECT_EQ(in_header({{"Opt", kOpt + "; ns=15"}, {"15-Location", "/nav/map.xml"}}),
            "https://dorp.example/nav/map.xml");
  EXPECT_EQ(in_header({{"opt", kOpt + " ;ns=15"}, {"15-location", "map.xml"}}),
            "https://dorp.example/a/map.xml");
  EXPECT_EQ(in_header({{"15-Location", "/m"}, {"Opt", kOpt + "; x=1; NS=15; y=\"a;b\""}}),
            "https://dorp.example/m");
}

TEST(StandardLocationInHeader, SeveralDeclarationsMayStandInOneFieldOrInMany) {
  const std::string other = "\"http://other.example/,x\"; ns=14, ";
  EXPECT_EQ(in_header({{"Opt", other + kOpt + "; ns=16"},
                       {"14-Location", "/wrong"},
                       {"16-Location", "/right"}}),
            "https://dorp.example/right");
  EXPECT_EQ(in_header({{"Opt", "\"http://other.example/\"; ns=14"},
                       {"Opt", kOpt + "; ns=16"},
                       {"14-Location", "/wrong"},
                       {"16-Location", "/right"}}),
            "https://dorp.example/right");
  EXPECT_EQ(in_header({{"Opt", "nonsense = ; , " + kOpt + "; ns=16"},
                       {"16-Location", "/right"}}),
            "https://dorp.example/right");
}

TEST(StandardLocationInHeader, WhatIsNotDeclaredDoesNotCount) {
  EXPECT_EQ(in_header({{"15-Location", "/m"}}), "none");
  EXPECT_EQ(in_header({{"Opt", kOpt + "; ns=15"}, {"Location", "/m"}}), "none");
  EXPECT_EQ(in_header({{"Opt", kOpt + "; ns=15"}, {"16-Location", "/m"}}), "none");
  EXPECT_EQ(in_header({{"Opt", kOpt + "; ns=150"}, {"150-Location", "/m"}}), "none");
  EXPECT_EQ(in_header({{"Opt", kOpt + "; ns=5"}, {"5-Location", "/m"}}), "none");
  EXPECT_EQ(in_header({{"Opt", kOpt}, {"15-Location", "/m"}}), "none");
  EXPECT_EQ(in_header({{"Opt", "\"http://standard-sitemap.org/2007/ns#\"; ns=15"},
                       {"15-Location", "/m"}}),
            "none");
  EXPECT_EQ(in_header({{"Man", kOpt + "; ns=15"}, {"15-Location", "/m"}}), "none");
}

TEST(StandardLocationInHeader, TheLegacyFieldComesSecond) {
  EXPECT_EQ(in_header({{"x-standard-sitemap-location", "/old"}}),
            "https://dorp.example/old");
  EXPECT_EQ(in_header({{"X-Standard-Sitemap-Location", "/old"},
                       {"Opt", kOpt + "; ns=15"},
                       {"15-Location", "/new"}}),
            "https://dorp.example/new");
}

TEST(StandardLocationInHeader, AUselessHitIsAHit) {
  EXPECT_EQ(in_header({{"Opt", kOpt + "; ns=15"},
                       {"15-Location", ""},
                       {"X-Standard-Sitemap-Location", "/old"}}),
            "useless");
  EXPECT_EQ(in_header({{"X-Standard-Sitemap-Location", "mailto:a@b.example"}}),
            "useless");
  EXPECT_EQ(in_header({{"X-Standard-Sitemap-Location", "http://"}}), "useless");
}

TEST(StandardLocationInHeader, AFragmentIsNoPartOfIt) {
  EXPECT_EQ(in_header({{"X-Standard-Sitemap-Location", "/old#part"}}),
            "https://dorp.example/old");
}

// standard-sitemap §2, routes 3 and 4
TEST(StandardLocationInPage, APrefixIsDeclaredAnywhere) {
  EXPECT_EQ(in_page(schema("nav") + "<link rel='nav.location' href='/m'>"),
            "https://dorp.example/m");
  EXPECT_EQ(in_page("<link rel='start NAV.location' href='/m'>" + schema("Nav")),
            "https://dorp.example/m");
  EXPECT_EQ(in_page("<body><p><link rel='a.b.location' href='/m'>" + schema("a.b")),
            "https://dorp.example/m");
}

TEST(StandardLocationInPage, WithoutItsDeclarationAPrefixIsNothing) {
  EXPECT_EQ(in_page("<link rel='nav.location' href='/m'>"), "none");
  EXPECT_EQ(in_page(schema("nav") + "<link rel='nov.location' href='/m'>"), "none");
  EXPECT_EQ(in_page("<link rel='schema.nav' href='http://standard-sitemap.org/2007/ns/'>"
                    "<link rel='nav.location' href='/m'>"),
            "none");
  EXPECT_EQ(in_page(schema("nav") + "<a rel='nav.location' href='/m'>m</a>"), "none");
  EXPECT_EQ(in_page(schema("nav") + "<link rel='nav.location'>"), "none");
}

TEST(StandardLocationInPage, TheFirstInDocumentOrderCounts) {
  EXPECT_EQ(in_page("<link rel='b.location' href='/1'>" + schema("a") + schema("b") +
                    "<link rel='a.location' href='/2'>"),
            "https://dorp.example/1");
}

TEST(StandardLocationInPage, TheLegacyLinkComesLast) {
  const std::string legacy = "<link rel='Standard-Sitemap' href='/old'>";
  EXPECT_EQ(in_page(legacy), "https://dorp.example/old");
  EXPECT_EQ(in_page(legacy + schema("a") + "<link rel='a.location' href='/new'>"),
            "https://dorp.example/new");
  EXPECT_EQ(in_page(legacy + schema("a") + "<link rel='a.location' href=''>"), "useless");
}

TEST(StandardLocationInPage, TheBaseInEffectCounts) {
  EXPECT_EQ(in_page("<base href='/nav/'><link rel=standard-sitemap href=m>"),
            "https://dorp.example/nav/m");
  // xml:base is for XML only.
  EXPECT_EQ(in_page("<head xml:base='/x/'><link rel=standard-sitemap href=m>"),
            "https://dorp.example/a/m");
  EXPECT_EQ(in_xhtml("<html xmlns='http://www.w3.org/1999/xhtml' xml:base='/x/'><head "
                     "xml:base='y/'><link rel='standard-sitemap' href='m' "
                     "xml:base='z/'/></head></html>"),
            "https://dorp.example/x/y/z/m");
}

TEST(StandardLocationInPage, OnlyLinksOfXhtmlCount) {
  EXPECT_EQ(
      in_xhtml("<html xmlns='http://www.w3.org/1999/xhtml'><head><link xmlns='urn:x' "
               "rel='standard-sitemap' href='m'/></head></html>"),
      "none");
}

TEST(StandardLocationInPage, AMetaDeclaresAPrefixOnlyIfItMay) {
  const std::string page =
      "<meta name='schema.ssm' content='http://standard-sitemap.org/2007/ns'>"
      "<link rel='ssm.location' href='/m'>";
  EXPECT_EQ(in_page(page), "none");
  EXPECT_EQ(in_page(page, MetaSchema::accepted), "https://dorp.example/m");
  EXPECT_EQ(in_page(page + schema("a") + "<link rel='a.location' href='/n'>",
                    MetaSchema::accepted),
            "https://dorp.example/n");
}

TEST(StandardLocationInPage, PagesAreOfTwoTypes) {
  EXPECT_TRUE(may_hold_location("text/html; charset=utf-8"));
  EXPECT_TRUE(may_hold_location("Application/XHTML+XML"));
  EXPECT_TRUE(may_hold_location(""));
  EXPECT_FALSE(may_hold_location("image/svg+xml"));
}

TEST(StandardLocationInPage, OneWordTellsWhetherToLook) {
  EXPECT_TRUE(may_name_standard_sitemap("standard-sitemap"));
  EXPECT_TRUE(may_name_standard_sitemap("sstandard-sitemap.org"));
  EXPECT_TRUE(may_name_standard_sitemap(schema("x")));
  EXPECT_TRUE(may_name_standard_sitemap("xx rel=STANDARD-Sitemap>"));
  EXPECT_FALSE(may_name_standard_sitemap(""));
  EXPECT_FALSE(may_name_standard_sitemap("standard-sitema"));
  EXPECT_FALSE(may_name_standard_sitemap("standard sitemap standard_sitemap"));
  for (std::size_t i = 0; i < 40; ++i)
    EXPECT_TRUE(may_name_standard_sitemap(std::string(i, 's') + "standard-sitemap" +
                                          std::string(i, 'p')));
}

}  // namespace
}  // namespace semsite::test::standard_location_test
