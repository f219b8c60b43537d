#pragma once

#include <string>
#include <string_view>

#include "reading/outcome.hpp"

namespace semsite {

/// Why a document is not read as RDF.
struct NotRdf {
  std::string code, problem;
  Cause cause = Cause::other;
};

/// Of the document `name`, which begins with `head`; `found`: as detect_syntax says it.
[[nodiscard]] NotRdf not_rdf(std::string_view found, std::string_view head,
                             std::string_view name);

}  // namespace semsite
