#pragma once

#include <string>

namespace semsite {

/// Does another process hold a claim (base/file_claim) on `path`, or on what will get
/// that name? For files that are written in place and have locks of their own.
[[nodiscard]] bool is_claimed_by_another(const std::string& path);

}  // namespace semsite
