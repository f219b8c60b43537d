#include "markup/html_tags.hpp"

#include <gtest/gtest.h>

#include <string>

namespace semsite::html_tags_test {
namespace {

TEST(HtmlTags, NamesAreTheSameInAnyCase) {  // HTML standard §13.1.2
  EXPECT_EQ(tag_name("SCRIPT").id, tag_name("script").id);
  EXPECT_NE(tag_name("scripts").id, tag_name("script").id);
  EXPECT_STREQ(known_name(tag_name("TextArea")), "textarea");
  EXPECT_EQ(known_name(tag_name("x-unknown")), nullptr);
}

TEST(HtmlTags, WhatHidesItsContentOrLeadsElsewhereIsTelling) {
  for (const std::string name :
       {"script",  "style",    "xmp",       "iframe",   "noembed", "noframes",
        "title",   "textarea", "plaintext", "template", "select",  "frameset",
        "isindex", "svg",      "math",      "base",     "link",    "area",
        "a",       "A",        "SVG",       "Link"}) {
    EXPECT_NE(tag_name(name).facts & tag_is::telling, 0U) << name;
    EXPECT_TRUE(may_be_telling(name)) << name;
  }
}

TEST(HtmlTags, WhatPagesAreFullOfIsNot) {
  for (const std::string name : {"", "p", "li", "td", "div", "span", "h1", "ul",
                                 "x-custom-element-of-somebody", "\xC3\xA4", "{"})
    EXPECT_FALSE(may_be_telling(name)) << name;
}

}  // namespace
}  // namespace semsite::html_tags_test
