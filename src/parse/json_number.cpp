#include "parse/json_number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

namespace semsite {
namespace {

constexpr std::int64_t kMostDigits = 21;  // 10^21 is the first that becomes a double

/// A number as `0.digits` × 10^point, without zeros at either end of the digits.
struct Decimal {
  std::string digits;
  std::int64_t point = 0;
  bool negative = false;
};

Decimal read_decimal(std::string_view number) {
  Decimal out;
  if (number.starts_with('-')) {
    out.negative = true;
    number.remove_prefix(1);
  }
  const std::size_t e = number.find_first_of("eE");
  std::int64_t exponent = 0;
  if (e != std::string_view::npos) {
    std::string_view text = number.substr(e + 1);
    if (text.starts_with('+')) text.remove_prefix(1);
    const auto read = std::from_chars(text.data(), text.data() + text.size(), exponent);
    constexpr std::int64_t kFar = 1'000'000'000'000;
    if (read.ec != std::errc{}) exponent = text.starts_with('-') ? -kFar : kFar;
    exponent = std::clamp(exponent, -kFar, kFar);
    number = number.substr(0, e);
  }
  const std::size_t dot = std::min(number.find('.'), number.size());
  out.digits = number.substr(0, dot);
  if (dot < number.size()) out.digits += number.substr(dot + 1);
  out.point = static_cast<std::int64_t>(dot) + exponent;
  const std::size_t zeros =
      std::min(out.digits.find_first_not_of('0'), out.digits.size());
  out.digits.erase(0, zeros);
  out.point -= static_cast<std::int64_t>(zeros);
  out.digits.erase(out.digits.find_last_not_of('0') + 1);
  return out;
}

bool is_digits(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::optional<std::string> json_integer(std::string_view number) {
  const std::string_view unsigned_part =
      number.starts_with('-') ? number.substr(1) : number;
  if (is_digits(unsigned_part) && unsigned_part != "0" &&
      unsigned_part.size() <= static_cast<std::size_t>(kMostDigits))
    return std::string{number};
  Decimal decimal = read_decimal(number);
  if (decimal.digits.empty()) return "0";
  const auto length = static_cast<std::int64_t>(decimal.digits.size());
  if (decimal.point < length || decimal.point > kMostDigits) return std::nullopt;
  decimal.digits.append(static_cast<std::size_t>(decimal.point - length), '0');
  return decimal.negative ? "-" + decimal.digits : decimal.digits;
}

double json_double(std::string_view number) {
  double value = 0;
  const auto read = std::from_chars(number.data(), number.data() + number.size(), value);
  if (read.ec != std::errc::result_out_of_range) return value;
  // Nearer to zero than any double, or beyond all of them.
  const bool tiny = read_decimal(number).point < 0;
  const double size = tiny ? 0.0 : std::numeric_limits<double>::infinity();
  return number.starts_with('-') ? -size : size;
}

std::string canonical_double(double value) {
  if (std::isinf(value)) return value < 0 ? "-INF" : "INF";
  if (std::isnan(value)) return "NaN";
  const std::string text = fmt::format("{:.15E}", value);
  const std::size_t e = text.find('E');
  std::string out = text.substr(0, e);
  out.erase(out.find_last_not_of('0') + 1);
  if (out.ends_with('.')) out += '0';
  std::string_view exponent = std::string_view{text}.substr(e + 1);
  out += 'E';
  if (exponent.starts_with('-')) out += '-';
  exponent.remove_prefix(1);
  exponent.remove_prefix(std::min(exponent.find_first_not_of('0'), exponent.size() - 1));
  return out.append(exponent);
}

std::string ecmascript_number(double value) {
  if (value == 0) return "0";
  std::array<char, 32> buffer{};
  const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                     std::chars_format::scientific);
  const Decimal shortest = read_decimal(
      {buffer.data(), static_cast<std::size_t>(written.ptr - buffer.data())});
  const auto count = static_cast<std::int64_t>(shortest.digits.size());
  std::string out = shortest.negative ? "-" : "";
  // ECMA-262, Number::toString, steps 5 to 10: n is `point`, k is `count`.
  if (shortest.point > 21 || shortest.point <= -6) {
    out += shortest.digits.substr(0, 1);
    if (count > 1) out.append(".").append(shortest.digits, 1);
    return out + fmt::format("e{:+}", shortest.point - 1);
  }
  if (shortest.point <= 0)
    return out + "0." + std::string(static_cast<std::size_t>(-shortest.point), '0') +
           shortest.digits;
  const auto whole = static_cast<std::size_t>(shortest.point);
  if (shortest.point >= count)
    return out + shortest.digits +
           std::string(static_cast<std::size_t>(shortest.point - count), '0');
  return out + shortest.digits.substr(0, whole) + "." + shortest.digits.substr(whole);
}

}  // namespace semsite
