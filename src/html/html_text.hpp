#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace semsite {

/// `text` fit for the content of an HTML element and for an attribute in quotes: nothing
/// in it can end either. Bytes that are no UTF-8 become U+FFFD. Characters that show
/// nothing or turn the direction of writing (controls, bidi controls, zero-width ones)
/// are named instead, as in `[U+202E]`, so that what is seen is what is there; tab and
/// line feed stay.
[[nodiscard]] std::string html_text(std::string_view text);

/// `text` fit for an attribute that must give it back as it is, such as the value of an
/// input field: nothing is named, but controls and what is no UTF-8 become U+FFFD.
[[nodiscard]] std::string html_exact(std::string_view text);

/// A page may lead there: an absolute `http`, `https` or `file` URL of at most 2,048
/// bytes of UTF-8 without spaces and invisible characters. Everything else
/// (`javascript:`, `data:`, relative references) is shown as text only.
[[nodiscard]] bool is_linkable(std::string_view url);

/// At most `limit` bytes of `text`: its beginning, "…", and its end, where URLs differ.
/// Cuts no UTF-8 character.
[[nodiscard]] std::string middle_cut(std::string_view text, std::size_t limit);

}  // namespace semsite
