#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "commands/inspect.hpp"
#include "discover/signposting.hpp"

namespace semsite {

/// The signposts in `Link` fields of the response that brought the document at `base`.
[[nodiscard]] std::vector<Signpost> signposts_of_fields(
    std::span<const std::string> fields, std::string_view base);

/// Prints a line for each landing page that these links speak of: how far they keep to
/// the FAIR Signposting Profile. `page`: the document that has them; empty for a link
/// set, which may speak of several. Nothing where no link is a signpost.
void inspect_profile(std::span<const Signpost> links, std::string_view page,
                     const TakeLine& take);

}  // namespace semsite
