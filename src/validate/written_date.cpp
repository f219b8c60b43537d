#include "validate/written_date.hpp"

#include "base/ascii.hpp"
#include "base/date.hpp"

namespace semsite {
namespace {

/// Takes what is as `shape`, in which 0 stands for a digit, off the front of `text`.
bool take(std::string_view& text, std::string_view shape) {
  if (text.size() < shape.size()) return false;
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (shape[i] == '0' ? !is_digit(text[i]) : text[i] != shape[i]) return false;
  text.remove_prefix(shape.size());
  return true;
}

/// TZD = Z / ( "+" / "-" ) hh ":" mm, and nothing behind it.
bool is_zone(std::string_view text) {
  if (text == "Z") return true;
  if (!take(text, "+00:00") && !take(text, "-00:00")) return false;
  return text.empty();
}

void take_fraction(std::string_view& text) {
  if (text.size() < 2 || text[0] != '.' || !is_digit(text[1])) return;
  text.remove_prefix(1);
  while (!text.empty() && is_digit(text[0])) text.remove_prefix(1);
}

DateForm form_of_time(std::string_view text) {
  if (!take(text, "T00:00")) return DateForm::other;
  if (take(text, ":00")) take_fraction(text);
  if (text.empty()) return DateForm::no_zone;
  return is_zone(text) ? DateForm::w3c : DateForm::other;
}

}  // namespace

DateForm date_form(std::string_view text) {
  if (!parse_w3c_time(text))
    return parse_rfc822_time(text) ? DateForm::other : DateForm::none;
  std::string_view rest = text;
  if (!take(rest, "0000")) return DateForm::other;
  if (rest.empty()) return DateForm::w3c;
  if (!take(rest, "-00")) return DateForm::other;
  if (rest.empty()) return DateForm::w3c;
  if (!take(rest, "-00")) return DateForm::other;
  if (rest.empty()) return DateForm::w3c;
  return form_of_time(rest);
}

bool is_xsd_date(std::string_view text) {
  if (!parse_w3c_time(text.substr(0, 10))) return false;
  return take(text, "0000-00-00") && (text.empty() || is_zone(text));
}

bool is_xsd_time(std::string_view text) {
  if (!parse_w3c_time(text)) return false;
  if (!take(text, "0000-00-00T00:00:00")) return false;
  take_fraction(text);
  return text.empty() || is_zone(text);
}

}  // namespace semsite
