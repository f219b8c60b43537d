#include "validate/findings.hpp"

#include <algorithm>
#include <functional>

#include "base/text.hpp"
#include "validate/rule.hpp"

namespace semsite {

bool FindingChoice::wants(std::string_view code) const {
  const auto matches = [code](const std::string& pattern) {
    return matches_glob(code, pattern);
  };
  return (only.empty() || std::ranges::any_of(only, matches)) &&
         std::ranges::none_of(ignore, matches);
}

void Findings::add(Finding finding) {
  if (!choice_.wants(finding.code)) return;
  const ValidationRule* const rule = find_rule(finding.code);
  const Severity severity = finding.severity  ? *finding.severity
                            : rule != nullptr ? rule->severity
                                              : Severity::warning;
  const auto [place, fresh] = groups_.try_emplace({finding.code, severity});
  Kept& kept = place->second;
  if (fresh) {
    kept.group.code = finding.code;
    kept.group.severity = severity;
  }
  ++kept.group.count;
  kept.documents.insert(std::hash<std::string>{}(finding.place.url));
  kept.group.documents = kept.documents.size();
  if (kept.group.first.size() < choice_.places)
    kept.group.first.push_back(std::move(finding));
}

std::vector<const FindingGroup*> Findings::groups() const {
  std::vector<const FindingGroup*> out;
  for (const auto& [key, kept] : groups_) out.push_back(&kept.group);
  std::ranges::stable_sort(out, std::greater{}, &FindingGroup::severity);
  return out;
}

std::uint64_t Findings::count(Severity severity) const {
  std::uint64_t out = 0;
  for (const auto& [key, kept] : groups_)
    if (key.second == severity) out += kept.group.count;
  return out;
}

std::uint64_t Findings::count_from(Severity severity) const {
  std::uint64_t out = 0;
  for (const auto& [key, kept] : groups_)
    if (key.second >= severity) out += kept.group.count;
  return out;
}

}  // namespace semsite
