#pragma once

#include <string>
#include <string_view>

namespace semsite {

/// `text` as one gzip member (RFC 1952).
[[nodiscard]] std::string gzip_text(std::string_view text);

}  // namespace semsite
