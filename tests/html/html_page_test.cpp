#include "html/html_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace semsite::html_page_test {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(HtmlPage, EscapesItsTitle) {
  EXPECT_THAT(html_page({.title = "</title><script>"}, ""),
              HasSubstr("<title>&lt;/title&gt;&lt;script&gt;</title>"));
}

TEST(HtmlPage, ForbidsEverythingButItsOwnStyle) {
  const std::string policy = content_security_policy({.title = "x"});
  EXPECT_THAT(policy, HasSubstr("default-src 'none'"));
  EXPECT_THAT(policy, HasSubstr("base-uri 'none'"));
  EXPECT_THAT(policy, HasSubstr("form-action 'none'"));
  EXPECT_THAT(policy, Not(HasSubstr("unsafe")));
}

TEST(HtmlPage, LetsFormsBeSentToItsOwnHostIfItHasAny) {
  EXPECT_THAT(
      content_security_policy({.title = "x", .forms = PageFrame::Forms::own_host}),
      HasSubstr("form-action 'self'"));
}

TEST(HtmlPage, NamesTheDigestOfEachStyle) {
  EXPECT_NE(content_security_policy({.title = "x"}),
            content_security_policy({.title = "x", .style = "p{color:red}"}));
}

TEST(HtmlPage, RunsItsOwnScriptAndNoOther) {
  const PageFrame page{.title = "x", .script = "document.title = 'y';"};
  const std::string policy = content_security_policy(page);
  EXPECT_THAT(policy, HasSubstr("script-src 'sha256-"));
  EXPECT_THAT(policy, Not(HasSubstr("unsafe")));
  EXPECT_THAT(html_page(page, ""), HasSubstr("<script>document.title = 'y';</script>"));
  EXPECT_THAT(content_security_policy({.title = "x"}), Not(HasSubstr("script-src")));
  EXPECT_NE(policy, content_security_policy({.title = "x", .script = "other();"}));
}

TEST(HtmlPage, NeedsNothingFromOutside) {
  const std::string page = html_page({.title = "x"}, "<main>content</main>");
  EXPECT_THAT(page, HasSubstr("<main>content</main>"));
  for (const char* outside : {"<script", "http://", "https://", "url(", "@import"})
    EXPECT_THAT(page, Not(HasSubstr(outside)));
}

TEST(HtmlPage, TakesElementsForItsHead) {
  const std::string page =
      html_page({.title = "x", .head = "<link rel=\"search\"/>"}, "");
  EXPECT_LT(page.find("<link rel=\"search\"/>"), page.find("</head>"));
}

TEST(HtmlPage, HasColoursForLightDarkAndPrint) {
  EXPECT_THAT(html_style(), HasSubstr("prefers-color-scheme:dark"));
  EXPECT_THAT(html_style(), HasSubstr("@media print"));
}

}  // namespace
}  // namespace semsite::html_page_test
