#pragma once

#include <cstdint>
#include <string_view>

namespace semsite {

/// How a date is written beside the W3C Note "Date and Time Formats".
enum class DateForm : std::uint8_t {
  w3c,      ///< one of its six forms
  no_zone,  ///< a time without `Z` or `±hh:mm`, otherwise right
  other,    ///< read by lenient readers all the same
  none,     ///< no date
};
[[nodiscard]] DateForm date_form(std::string_view text);

/// Is it a `YYYY-MM-DD` that exists (xs:date, without a zone or with one)?
[[nodiscard]] bool is_xsd_date(std::string_view text);
/// Is it `YYYY-MM-DDThh:mm:ss[.s][zone]` (xs:dateTime)?
[[nodiscard]] bool is_xsd_time(std::string_view text);

}  // namespace semsite
