#include "rdf/xsd_lexical.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/ascii.hpp"
#include "rdf/namespaces.hpp"

namespace semsite {
namespace {

constexpr std::string_view kXsdDuration = "http://www.w3.org/2001/XMLSchema#duration";
constexpr std::string_view kXsdDateTime = "http://www.w3.org/2001/XMLSchema#dateTime";
constexpr std::string_view kXsdDate = "http://www.w3.org/2001/XMLSchema#date";
constexpr std::string_view kXsdTime = "http://www.w3.org/2001/XMLSchema#time";
constexpr std::string_view kXsdGYearMonth = "http://www.w3.org/2001/XMLSchema#gYearMonth";
constexpr std::string_view kXsdGYear = "http://www.w3.org/2001/XMLSchema#gYear";

/// Takes parts off the front of a text; each says whether its part was there.
class Reader {
 public:
  explicit Reader(std::string_view text) : left_(text) {}

  [[nodiscard]] bool at_end() const { return left_.empty(); }
  bool take(char c) {
    if (!left_.starts_with(c)) return false;
    left_.remove_prefix(1);
    return true;
  }
  /// How many digits there were, which are taken.
  std::size_t digits() {
    std::size_t size = 0;
    while (size < left_.size() && is_digit(left_[size])) ++size;
    left_.remove_prefix(size);
    return size;
  }
  /// Exactly two digits, a number from `low` to `high`.
  bool two_digits(int low, int high) {
    if (left_.size() < 2 || !is_digit(left_[0]) || !is_digit(left_[1])) return false;
    const int number = (left_[0] - '0') * 10 + (left_[1] - '0');
    left_.remove_prefix(2);
    return number >= low && number <= high;
  }
  // '.' digit+
  bool fraction_or_nothing() { return !take('.') || digits() > 0; }
  // 'Z' | ('+' | '-') hh ':' mm
  bool zone_or_nothing() {
    if (at_end() || take('Z')) return true;
    if (!take('+') && !take('-')) return false;
    const bool last = left_.starts_with("14");
    return two_digits(0, 14) && take(':') && two_digits(0, last ? 0 : 59);
  }
  // hh ':' mm ':' ss ('.' digit+)?
  bool clock() {
    if (take_midnight()) return true;
    return two_digits(0, 23) && take(':') && two_digits(0, 59) && take(':') &&
           two_digits(0, 59) && fraction_or_nothing();
  }
  // '-'? ([1-9] digit{3} digit+ | digit{4})
  bool year() {
    take('-');
    const std::string_view text = left_;
    const std::size_t size = digits();
    // The calendar is the same every 400 years, and 10,000 is a multiple of that.
    year_ = 0;
    for (const char c : text.substr(0, size)) year_ = (year_ * 10 + (c - '0')) % 400;
    return size == 4 || (size > 4 && text.front() != '0');
  }
  bool month() {
    const std::string_view text = left_;
    if (!two_digits(1, 12)) return false;
    month_ = (text[0] - '0') * 10 + (text[1] - '0');
    return true;
  }
  /// A day that its month has (XSD 1.1 Part 2 §3.3.7, dayInMonth).
  bool day() {
    constexpr std::array kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = year_ % 4 == 0 && (year_ % 100 != 0 || year_ == 0);
    return two_digits(
        1, month_ == 2 && leap ? 29 : kDays[static_cast<std::size_t>(month_ - 1)]);
  }

 private:
  // '24:00:00' ('.' '0'+)?
  bool take_midnight() {
    constexpr std::string_view kMidnight = "24:00:00";
    if (!left_.starts_with(kMidnight)) return false;
    std::string_view rest = left_.substr(kMidnight.size());
    if (rest.starts_with('.')) {
      const std::size_t end = std::min(rest.find_first_not_of('0', 1), rest.size());
      if (end == 1) return false;
      rest.remove_prefix(end);
      if (!rest.empty() && is_digit(rest.front())) return false;
    }
    left_ = rest;
    return true;
  }

  std::string_view left_;
  int year_ = 0;  ///< modulo 400
  int month_ = 1;
};

bool is_time(std::string_view text) {
  Reader reader{text};
  return reader.clock() && reader.zone_or_nothing() && reader.at_end();
}

// '-'? 'P' parts ('T' parts)?, each part a number and its letter, in this order
bool is_duration(std::string_view text) {
  Reader reader{text};
  reader.take('-');
  if (!reader.take('P')) return false;
  struct Part {
    char letter;
    bool of_time;
  };
  constexpr std::array kParts{Part{'Y', false}, Part{'M', false}, Part{'D', false},
                              Part{'H', true},  Part{'M', true},  Part{'S', true}};
  std::size_t next = 0;
  bool in_time = false;
  bool has_part = false;
  while (!reader.at_end()) {
    if (!in_time && reader.take('T')) {
      in_time = true;
      has_part = false;
      next = 3;
    }
    if (reader.digits() == 0) return false;
    const bool has_fraction = reader.take('.');
    if (has_fraction && reader.digits() == 0) return false;
    while (next < kParts.size() &&
           !(kParts[next].of_time == in_time && reader.take(kParts[next].letter)))
      ++next;
    if (next == kParts.size() || (has_fraction && kParts[next].letter != 'S'))
      return false;
    ++next;
    has_part = true;
  }
  return has_part;
}

/// What begins with a year: gYear, gYearMonth, date, dateTime.
std::string_view date_datatype(std::string_view text) {
  Reader reader{text};
  if (!reader.year()) return {};
  Reader rest = reader;
  if (rest.zone_or_nothing() && rest.at_end()) return kXsdGYear;
  if (!reader.take('-') || !reader.month()) return {};
  rest = reader;
  if (rest.zone_or_nothing() && rest.at_end()) return kXsdGYearMonth;
  if (!reader.take('-') || !reader.day()) return {};
  rest = reader;
  if (rest.zone_or_nothing() && rest.at_end()) return kXsdDate;
  const bool is_date_time =
      reader.take('T') && reader.clock() && reader.zone_or_nothing() && reader.at_end();
  return is_date_time ? kXsdDateTime : std::string_view{};
}

}  // namespace

std::string_view time_datatype(std::string_view text) {
  if (const std::string_view date = date_datatype(text); !date.empty()) return date;
  if (is_time(text)) return kXsdTime;
  return is_duration(text) ? kXsdDuration : std::string_view{};
}

// ('+' | '-')? digit+ | ('+' | '-')? (digit+ ('.' digit*)? | '.' digit+) ([eE] sign?
// digit+)?
std::string_view number_datatype(std::string_view text) {
  Reader reader{text};
  if (!reader.take('-')) reader.take('+');
  std::size_t digits = reader.digits();
  if (digits > 0 && reader.at_end()) return kXsdInteger;
  if (reader.take('.')) digits += reader.digits();
  if (digits == 0) return {};
  if (reader.take('e') || reader.take('E')) {
    if (!reader.take('-')) reader.take('+');
    if (reader.digits() == 0) return {};
  }
  return reader.at_end() ? kXsdDouble : std::string_view{};
}

}  // namespace semsite
