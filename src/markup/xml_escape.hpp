#pragma once

#include <string>
#include <string_view>

namespace semsite {

/// The characters that must not stand as they are in a text or an attribute's value
/// between double quotes: in XML as Canonical XML 1.0 §2.3 has them, in HTML as the HTML
/// standard §13.3 has them (U+00A0, which needs no escape, stays).
inline constexpr std::string_view kXmlTextSpecials = "&<>\r";
inline constexpr std::string_view kXmlAttributeSpecials = "&<\"\t\n\r";
inline constexpr std::string_view kHtmlTextSpecials = "&<>";
inline constexpr std::string_view kHtmlAttributeSpecials = "&\"";

/// Appends `text` with a reference in place of each of `specials`, which are some of
/// `& < > "`, tab, line feed and carriage return.
void append_escaped(std::string& out, std::string_view text, std::string_view specials);

}  // namespace semsite
