#pragma once

#include <string>
#include <string_view>

namespace semsite {

/// What a code means, in the words of docs/faults.md, without their markup; empty if that
/// page does not have it.
[[nodiscard]] std::string fault_meaning(std::string_view code);

/// The beginning of that meaning, which fits a line; the cause itself if it is no code.
[[nodiscard]] std::string short_meaning(std::string_view code);

/// The same with the code behind it in brackets.
[[nodiscard]] std::string cause_words(const std::string& cause);

/// That page, as it was when the program was built.
[[nodiscard]] std::string_view fault_page();

}  // namespace semsite
