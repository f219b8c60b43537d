#include <algorithm>
#include <string>

#include "base/text.hpp"
#include "map/function_set.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/xsd_lexical.hpp"

namespace semsite::functions {
namespace {

/// The datatype of a date as W3C writes it, empty for a time of day or a duration.
std::string_view date_datatype(std::string_view text) {
  if (text.empty() || text.front() < '0' || text.front() > '9' ||
      (text.size() != 4 && text.find('-') == std::string_view::npos))
    return {};
  const std::string_view type = time_datatype(text);
  return type.ends_with("#time") ? std::string_view{} : type;
}

/// `text` with `:00` behind a time that has no seconds: legal for W3C, not for
/// xsd:dateTime.
std::string with_seconds(std::string_view text) {
  constexpr std::size_t kToMinutes = 16;  // YYYY-MM-DDThh:mm
  std::string whole{text};
  if (whole.size() >= kToMinutes &&
      (whole.size() == kToMinutes || whole[kToMinutes] != ':'))
    whole.insert(kToMinutes, ":00");
  return whole;
}

/// `2025-01-20 08:15:30`, with a blank for the `T`; also before the zone.
std::string without_blanks(std::string_view text) {
  constexpr std::size_t kDate = 10;  // YYYY-MM-DD
  std::string whole{text};
  if (whole.size() > kDate && whole[kDate] == ' ') whole[kDate] = 'T';
  std::erase(whole, ' ');
  return whole;
}

void literal(FunctionSink& sink, std::string_view text, std::string_view datatype) {
  sink.value({.text = text, .kind = ValueKind::literal, .datatype = datatype});
}

void plain(FunctionSink& sink, std::string_view text, std::string_view code,
           std::string_view what) {
  sink.note(code, "\"" + excerpt(text) + "\" is no " + std::string{what} +
                      "; it is kept as text");
  literal(sink, text, kXsdString);
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return equal_ignoring_case(text, word);
  });
}

}  // namespace

void date(const FunctionCall& call, FunctionSink& sink) {
  const std::string_view text = call.arguments[0];
  if (const std::string_view type = date_datatype(text); !type.empty())
    return literal(sink, text, type);
  if (text.size() > 10 && text[10] == 'T') {
    const std::string whole = with_seconds(text);
    if (const std::string_view type = date_datatype(whole); !type.empty())
      return literal(sink, whole, type);
  }
  const std::string whole = with_seconds(without_blanks(text));
  if (const std::string_view type = date_datatype(whole); !type.empty()) {
    sink.note("map.date-repaired", "\"" + excerpt(text) +
                                       "\" is a date with a blank for the \"T\"; it is "
                                       "taken for " +
                                       whole);
    return literal(sink, whole, type);
  }
  plain(sink, text, "map.bad-date", "date as W3C writes it (2025-01-20T08:15:30Z)");
}

void seconds(const FunctionCall& call, FunctionSink& sink) {
  const std::string_view text = call.arguments[0];
  if (!parse_uint(text))
    return plain(sink, text, "map.bad-number", "whole number of seconds");
  literal(sink, "PT" + std::string{text} + "S",
          "http://www.w3.org/2001/XMLSchema#duration");
}

void boolean(const FunctionCall& call, FunctionSink& sink) {
  const std::string_view text = call.arguments[0];
  if (is_one_of(text, {"yes", "true", "1"})) return literal(sink, "true", kXsdBoolean);
  if (is_one_of(text, {"no", "false", "0"})) return literal(sink, "false", kXsdBoolean);
  plain(sink, text, "map.bad-boolean", "yes or no");
}

void number(const FunctionCall& call, FunctionSink& sink) {
  const std::string_view text = call.arguments[0];
  const std::string_view type = number_datatype(text);
  if (type == kXsdInteger) return literal(sink, text, kXsdInteger);
  // With an exponent it is no decimal.
  if (!type.empty() && text.find_first_of("eE") == std::string_view::npos)
    return literal(sink, text, kXsdDecimal);
  plain(sink, text, "map.bad-number", "decimal number");
}

}  // namespace semsite::functions
