#pragma once

#include <string>
#include <string_view>

namespace semsite {

/// What a code means, in the words of docs/faults.md, without their markup; empty if that
/// page does not have it.
[[nodiscard]] std::string fault_meaning(std::string_view code);

/// That page, as it was when the program was built.
[[nodiscard]] std::string_view fault_page();

}  // namespace semsite
