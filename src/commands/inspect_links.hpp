#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "commands/inspect.hpp"

namespace semsite {

/// The values of the `Link` fields in `text`: the header of a response as `curl -I`
/// prints it, or lines that are such values themselves (they begin with `<`). Of several
/// responses only the last counts: links of a redirect are about what redirects. A line
/// that begins with white space goes on with the one before (RFC 9112 §5.2).
[[nodiscard]] std::vector<std::string> link_fields(std::string_view text);

/// Prints the links of `Link` fields, one line for each relation. References resolve
/// against `base` (RFC 8288 §3.2), which is also what the links are about.
void inspect_link_fields(std::span<const std::string> fields, std::string_view base,
                         const TakeLine& take);

/// Prints the links of a page: first those of `options.link_fields`, then its own in
/// order, then what was wrong with it, then a summary. Throws the DocumentError of
/// read_html_page.
void inspect_page(ByteSource& bytes, const InspectOptions& options, const Limits& limits,
                  const TakeLine& take);

/// Prints the links in the header of a document that is none of those which are looked
/// into: a PDF, an image, an answer without content.
void inspect_other(const InspectOptions& options, const TakeLine& take);

}  // namespace semsite
