#pragma once

#include "validate/findings.hpp"
#include "validate/listed_url.hpp"
#include "validate/markup_tree.hpp"

namespace semsite {

/// Checks the block `ocx:ocx` of one entry, whose URL is `loc`.
void check_ocx(const MarkupNode& block, std::string_view loc, DocumentFindings& findings,
               ListedUrlCheck& urls);

}  // namespace semsite
