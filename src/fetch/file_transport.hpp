#pragma once

#include <memory>

#include "base/downloads.hpp"
#include "fetch/body.hpp"
#include "fetch/request.hpp"

namespace semsite {

/// Answers a request for a `file:` URL from disk, with the status that HTTP would have:
/// 200 with length and date, 206 from `range_from` on, 416 if that lies behind the end,
/// 404 for what is missing or is a directory (the reason stands in the field
/// `x-semsite-reason`). Never throws itself: head() of the result throws
/// FetchError(file) for a URL on another host or a file that cannot be read.
[[nodiscard]] std::unique_ptr<Body> open_file(const Request& request,
                                              std::shared_ptr<Downloads> downloads);

}  // namespace semsite
