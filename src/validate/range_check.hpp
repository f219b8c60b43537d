#pragma once

#include <string_view>

#include "crawl/retrieve.hpp"
#include "validate/validation.hpp"

namespace semsite {

/// Asks for the first byte of a dump (`Range: bytes=0-0`), because what `Accept-Ranges`
/// says is not always so (RFC 9110 §14). `got`: the answer to a request for all of it;
/// `start`: the first bytes of that, as they came. One request, none if the answer says
/// `Accept-Ranges: none`.
void check_range(const Retrieved& got, std::string_view start, std::string_view accept,
                 const Validation& validation);

}  // namespace semsite
