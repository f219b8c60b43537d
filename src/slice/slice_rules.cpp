#include "slice/slice_rules.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace semsite {

std::optional<SliceMethod> slice_method(std::string_view name) {
  constexpr std::pair<std::string_view, SliceMethod> kNames[] = {
      {"subject", SliceMethod::subject}, {"subject-object", SliceMethod::subject_object},
      {"cbd", SliceMethod::cbd},         {"scbd", SliceMethod::scbd},
      {"msg", SliceMethod::msg},         {"msgs", SliceMethod::msg},
      {"mscg", SliceMethod::msg},        {"mscgs", SliceMethod::msg}};
  for (const auto& [known, method] : kNames)
    if (equal_ignoring_case(known, trim(name))) return method;
  return std::nullopt;
}

bool SliceRules::covers(std::string_view iri) const {
  return prefixes.empty() || std::ranges::any_of(prefixes, [&](std::string_view prefix) {
           return iri.starts_with(prefix);
         });
}

}  // namespace semsite
