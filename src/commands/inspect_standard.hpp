#pragma once

#include <string>
#include <string_view>

#include "commands/inspect.hpp"

namespace semsite {

/// Does a document that begins with `head` look like a file of a Standard-Sitemap?
[[nodiscard]] bool is_standard_file(std::string_view head);

/// Prints the nodes of one file of a Standard-Sitemap and its externals in order, what
/// was odd, the places of its nodes, then a summary. Other files are not asked for.
/// Returns why it is not all of it; empty if it is.
[[nodiscard]] std::string inspect_standard(ByteSource& bytes,
                                           const InspectOptions& options,
                                           const Limits& limits, const TakeLine& take);

}  // namespace semsite
