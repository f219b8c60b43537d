#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "commands/inspect.hpp"
#include "parse/linkset.hpp"

namespace semsite {

/// In which form a document that begins with `start` is read as a link set: any JSON, as
/// no other is inspected, and what begins with a link or was sent as a link set.
[[nodiscard]] std::optional<LinksetForm> linkset_syntax(std::string_view start,
                                                        std::string_view content_type);

/// Prints the links of a link set: first those of `options.link_fields`, then its own in
/// order, then a summary. Returns why it is not all of it, or no link set; empty if it
/// is.
[[nodiscard]] std::string inspect_linkset(ByteSource& bytes,
                                          const InspectOptions& options,
                                          const Limits& limits, const TakeLine& take);

}  // namespace semsite
