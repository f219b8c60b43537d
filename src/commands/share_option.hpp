#pragma once

#include <string>
#include <string_view>

#include "base/share.hpp"
#include "commands/reading_options.hpp"

namespace semsite {

/// "3/64": the third of 64. Throws UsageError naming `option`.
[[nodiscard]] Share parse_share(std::string_view text, std::string_view option);

/// "3/64"; empty: it is all.
[[nodiscard]] std::string share_text(const Share& share);

/// Leaves of `reading`, whose inputs are all known, what belongs to its share: of files
/// their lines, which is checked to be possible; of manifests whole parts, in order, so
/// that each is still held against its digest. Throws UsageError: an input that is no
/// file, or of a syntax whose lines do not stand for themselves.
void take_share(ReadingOptions& reading);

}  // namespace semsite
