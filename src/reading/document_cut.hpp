#pragma once

#include <string_view>

namespace semsite {

/// The code of a last statement that the document ends inside of: what came is the
/// beginning of something longer, however many bytes were promised.
inline constexpr std::string_view kDocumentCut = "document.cut";

}  // namespace semsite
