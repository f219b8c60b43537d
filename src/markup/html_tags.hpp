#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace semsite {

/// What the HTML standard's tree construction makes of an element (§13.1.2, §13.2.4.2,
/// §13.2.6).
namespace tag_is {
inline constexpr std::uint32_t empty = 1U << 0;      ///< has no content and no end tag
inline constexpr std::uint32_t raw = 1U << 1;        ///< content is text without markup
inline constexpr std::uint32_t escapable = 1U << 2;  ///< … but with references
inline constexpr std::uint32_t plaintext = 1U << 3;  ///< the rest of the page is text
inline constexpr std::uint32_t closes_p = 1U << 4;   ///< its start tag ends an open p
inline constexpr std::uint32_t special = 1U << 5;
inline constexpr std::uint32_t scope = 1U << 6;  ///< ends "in scope"
inline constexpr std::uint32_t table_scope = 1U << 7;
inline constexpr std::uint32_t table_part = 1U
                                            << 8;  ///< its end tag looks in table scope
inline constexpr std::uint32_t formatting = 1U << 9;
inline constexpr std::uint32_t marker = 1U << 10;  ///< fences off formatting elements
inline constexpr std::uint32_t heading = 1U << 11;
inline constexpr std::uint32_t breakout = 1U << 12;  ///< its start tag ends SVG or MathML
inline constexpr std::uint32_t integration = 1U << 13;  ///< of HTML in SVG or MathML
inline constexpr std::uint32_t frame = 1U << 14;        ///< html, head, body: at most one
/// Tree construction looks at its attributes, or compares them.
inline constexpr std::uint32_t known_by_attributes = 1U << 15;
/// Changes how the tags after it are to be read (raw text too), or leads elsewhere.
inline constexpr std::uint32_t telling = 1U << 16;
}  // namespace tag_is

/// A tag name, in any case, as a number: the same number for the same name.
struct TagName {
  std::uint32_t id = 0;
  std::uint32_t facts = 0;  ///< of `tag_is`; 0 for names without rules of their own
};
[[nodiscard]] TagName tag_name(std::string_view name);

/// Are they the same name?
[[nodiscard]] constexpr bool is(TagName a, TagName b) { return a.id == b.id; }

/// Elements that tree construction has rules for by their names.
namespace known_tags {
extern const TagName kA, kP, kButton, kSvg, kLi, kDd, kDt, kDiv, kAddress, kOption,
    kOptgroup, kSelect, kTr, kTd, kTh, kCaption, kColgroup, kTbody, kThead, kTfoot;
}  // namespace known_tags

/// Could this be a name with `tag_is::telling`? True for each of them, false for most
/// others, without looking at more than the length and the first letter.
[[nodiscard]] bool may_be_telling(std::string_view name);

/// The name in lower case, static and with a zero byte behind it; null for a name without
/// rules of its own.
[[nodiscard]] const char* known_name(TagName tag);

/// White space of HTML.
[[nodiscard]] constexpr bool is_html_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\f' || c == '\r';
}

/// Does the end tag of `name` stand at the start of `text`?
[[nodiscard]] bool is_end_tag(std::string_view text, std::string_view name);

/// Where the end tag of `name`, an element with text only, stands from `at` on; npos if
/// nowhere (HTML standard §13.2.5.12, §13.2.5.14).
[[nodiscard]] std::size_t raw_end(std::string_view text, std::size_t at,
                                  std::string_view name);

}  // namespace semsite
