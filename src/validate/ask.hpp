#pragma once

#include "crawl/retrieve.hpp"
#include "validate/validation.hpp"

namespace semsite {

/// Asks for a document that is to be checked, as any command would. An answer that
/// somebody changed on its way (203, RFC 9110 §15.3.4) is a finding: what is found in it
/// says nothing sure of the site.
[[nodiscard]] Retrieved ask_for(const Ask& ask, const Validation& validation);
/// The same of an answer that is there already.
void check_unchanged(const Retrieved& got, const Validation& validation);

}  // namespace semsite
