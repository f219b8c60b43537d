#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "commands/inspect.hpp"
#include "parse/syntax.hpp"

namespace semsite {

/// The syntax of a document that is RDF and no page, link set or sitemap; null if it is
/// one of these, or is JSON that has no word that describes datasets.
[[nodiscard]] const Syntax* description_syntax(std::string_view head,
                                               const InspectOptions& options);

/// Prints the datasets that a document in `syntax` describes, one line each, and a
/// summary; `options.base` is the document's URL. Nothing else is asked for. The reason
/// is given if it could not be read to its end.
[[nodiscard]] std::string inspect_description(ByteSource& bytes, const Syntax& syntax,
                                              const InspectOptions& options,
                                              const Limits& limits, const TakeLine& take);

/// Prints the datasets that the RDF in a page describes; gives how many.
[[nodiscard]] std::uint64_t inspect_described_in_page(const std::string& page,
                                                      const InspectOptions& options,
                                                      const Limits& limits,
                                                      const TakeLine& take);

}  // namespace semsite
