#pragma once

#include <string>
#include <string_view>

namespace semsite {

/// The encoding that a label means ("get an encoding", Encoding standard §4.2), by a name
/// that iconv knows, in lower case; empty if the label is unknown. The view is static.
[[nodiscard]] std::string_view encoding_of(std::string_view label);

/// The `charset` parameter of a media type, without quotes; empty if there is none.
[[nodiscard]] std::string_view charset_of(std::string_view media_type);

/// What `meta` elements or an XML declaration in the first bytes say; empty if nothing
/// (HTML standard §13.2.3.2 "prescan a byte stream").
[[nodiscard]] std::string prescan_charset(std::string_view bytes);

}  // namespace semsite
