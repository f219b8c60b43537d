#include "commands/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "commands/commands.hpp"
#include "parse/syntax.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// Leading number and the rest of `text`; nothing if it does not start with one.
std::pair<double, std::string_view> leading_number(std::string_view text,
                                                   std::string_view option) {
  double number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || !std::isfinite(number) || number < 0)
    throw UsageError{fmt::format("{} {}: not a number", option, text)};
  return {number, text.substr(static_cast<std::size_t>(end - text.data()))};
}

}  // namespace

std::uint64_t parse_size(std::string_view text, std::string_view option) {
  auto [number, unit] = leading_number(text, option);
  if (!unit.empty() && (unit.back() == 'B' || unit.back() == 'b')) unit.remove_suffix(1);
  const bool binary = unit.size() == 2 && (unit[1] == 'i' || unit[1] == 'I');
  if (unit.size() > 1 && !binary)
    throw UsageError{
        fmt::format("{} {}: the unit is not k, M, G, T, Ki, Mi, Gi or Ti", option, text)};
  if (!unit.empty()) {
    const std::size_t power = lower_ascii("kmgt").find(lower_ascii(unit.substr(0, 1)));
    if (power == std::string::npos)
      throw UsageError{fmt::format("{} {}: the unit is not k, M, G, T, Ki, Mi, Gi or Ti",
                                   option, text)};
    number *= std::pow(binary ? 1024.0 : 1000.0, static_cast<double>(power + 1));
  }
  if (number >= 9e18) throw UsageError{fmt::format("{} {}: too large", option, text)};
  return static_cast<std::uint64_t>(number);
}

double parse_duration(std::string_view text, std::string_view option) {
  const auto [number, unit] = leading_number(text, option);
  constexpr std::pair<std::string_view, double> kUnits[] = {
      {"", 1}, {"s", 1}, {"ms", 0.001}, {"m", 60}, {"h", 3600}, {"d", 86400}};
  // Fits into milliseconds of any clock, and is longer than anybody waits.
  constexpr double kLongest = 1e9;
  for (const auto& [name, seconds] : kUnits) {
    if (unit != name) continue;
    if (number * seconds > kLongest)
      throw UsageError{fmt::format("{} {}: too large", option, text)};
    return number * seconds;
  }
  throw UsageError{fmt::format("{} {}: the unit is not ms, s, m, h or d", option, text)};
}

std::uint64_t parse_rate(std::string_view text, std::string_view option) {
  if (text.ends_with("/s")) text.remove_suffix(2);
  return parse_size(text, option);
}

std::chrono::milliseconds at_least_a_millisecond(double seconds) {
  const auto count = static_cast<std::int64_t>(seconds * 1000);
  return std::chrono::milliseconds{std::max<std::int64_t>(1, count)};
}

void refuse_word(std::string_view option, std::string_view text,
                 const std::vector<std::string>& words) {
  // In a few words, one is always near; what is meant begins in the same way.
  std::vector<std::string> alike;
  for (const std::string& word : words)
    if (!text.empty() && word[0] == text[0]) alike.push_back(word);
  const auto near = nearest(text, alike);
  throw UsageError{fmt::format("{} {}: choose one of {}{}", option, excerpt(text),
                               fmt::join(words, ", "),
                               near ? fmt::format(" (did you mean {}?)", *near) : "")};
}

std::uint64_t parse_count(std::string_view text, std::string_view option) {
  const auto number = parse_uint(text);
  if (!number) throw UsageError{fmt::format("{} {}: not a whole number", option, text)};
  return *number;
}

namespace {

/// Capitals stand for something else: `FILE`, `N`.
bool begins_word(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
}

/// Words that are too many for the help, by what it says instead.
void add_words(std::string_view name, ValueForms& out) {
  if (name == "METHOD") {
    for (const char* const method : {"subject", "subject-object", "cbd", "scbd", "msg"})
      out.words.emplace_back(method);
  } else if (name == "COMMAND") {
    for (const Command& command : commands()) out.words.emplace_back(command.name);
  } else {
    out.free = true;
  }
}

}  // namespace

ValueForms value_forms(std::string shape) {
  ValueForms out;
  std::erase_if(shape, [](char letter) { return letter == '[' || letter == ']'; });
  if (const std::size_t end = shape.find("…"); end != std::string::npos)
    shape.resize(end);
  for (const std::string_view form : split(shape, '|')) {
    if (form.empty() || form == "-") continue;
    if (begins_word(form[0])) {
      out.words.emplace_back(form);
    } else if (form.starts_with("FILE")) {
      out.files = true;
    } else if (form == "DIR") {
      out.folders = true;
    } else {
      add_words(form, out);
    }
  }
  return out;
}

ValueForms value_forms(const OptionRow& option) {
  ValueForms out = value_forms(std::string{option.value});
  switch (option.words) {
    case WordList::none:
      break;
    case WordList::syntaxes:
      for (const Syntax& syntax : syntaxes()) out.words.emplace_back(syntax.name);
      break;
    case WordList::ways:
      for (const char* const way : {"dump", "fragments", "sparql", "crawl"})
        out.words.emplace_back(way);
  }
  return out;
}

}  // namespace semsite
