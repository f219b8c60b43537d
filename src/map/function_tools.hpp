#pragma once

#include <algorithm>
#include <string_view>

#include "map/functions.hpp"
#include "rdf/iri.hpp"

namespace semsite::functions {

inline constexpr std::string_view kWhiteSpace = " \t\r\n";

/// Calls `use` with each part of `text` between runs of the characters `separators`.
template <typename Use>
void for_each_part(std::string_view text, std::string_view separators, Use use) {
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(separators), text.size()));
    if (text.empty()) return;
    const std::size_t size = std::min(text.find_first_of(separators), text.size());
    use(text.substr(0, size));
    text.remove_prefix(size);
  }
}

template <typename Use>
void for_each_word(std::string_view text, Use use) {
  for_each_part(text, kWhiteSpace, use);
}

/// Passes the values of one call on, but for those beyond all use: an entry may be one
/// long list.
class BoundedValues {
 public:
  static constexpr std::size_t kMost = 1000;

  explicit BoundedValues(FunctionSink& sink) : sink_(sink) {}

  void value(const FunctionValue& value) {
    if (++count_ <= kMost) return sink_.value(value);
    if (count_ == kMost + 1)
      sink_.note("map.too-many-values",
                 "a list of more than 1,000 parts; the rest is left out");
  }

 private:
  FunctionSink& sink_;
  std::size_t count_ = 0;
};

/// A `%` without its digits is let through, as in all quads.
[[nodiscard]] inline bool is_absolute_iri(std::string_view text) {
  const IriProblem problem = check_iri(text);
  return problem == IriProblem::none || problem == IriProblem::bad_escape;
}

}  // namespace semsite::functions
