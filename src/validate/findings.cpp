#include "validate/findings.hpp"

#include <algorithm>
#include <charconv>
#include <functional>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "validate/rule.hpp"

namespace semsite {

std::string_view severity_name(Severity severity) {
  switch (severity) {
    case Severity::note:
      return "note";
    case Severity::warning:
      return "warning";
    case Severity::error:
      break;
  }
  return "error";
}

std::optional<Severity> severity_of(std::string_view name) {
  for (const Severity one : {Severity::note, Severity::warning, Severity::error})
    if (severity_name(one) == name) return one;
  return std::nullopt;
}

namespace {

constexpr std::string_view kNothingChecked = "site.nothing-checked";

/// The number behind `word` at the beginning of `text`, which is taken off; 0 if there is
/// none.
std::uint64_t take_number(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return 0;
  std::uint64_t number = 0;
  const char* const begin = text.data() + word.size();
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), number);
  if (error != std::errc{}) return 0;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

}  // namespace

bool FindingChoice::wants(std::string_view code) const {
  const auto matches = [code](const std::string& pattern) {
    return matches_glob(code, pattern);
  };
  // Of all that was chosen nothing was looked at, either.
  const bool is_wanted = only.empty() || code == kNothingChecked;
  return (is_wanted || std::ranges::any_of(only, matches)) &&
         std::ranges::none_of(ignore, matches);
}

void FindingTally::add(const FindingTally& other) {
  for (const auto& [key, count] : other.counts_) counts_[key] += count;
}

FindingTally FindingTally::since(const FindingTally& before) const {
  FindingTally out;
  for (const auto& [key, count] : counts_) {
    const auto found = before.counts_.find(key);
    const std::uint64_t had = found == before.counts_.end() ? 0 : found->second;
    if (count > had) out.counts_[key] = count - had;
  }
  return out;
}

std::uint64_t FindingTally::count(Severity severity) const {
  std::uint64_t out = 0;
  for (const auto& [key, count] : counts_)
    if (key.first == severity) out += count;
  return out;
}

std::optional<Severity> FindingTally::worst() const {
  if (counts_.empty()) return std::nullopt;
  return counts_.rbegin()->first.first;
}

std::vector<std::pair<Severity, std::string>> FindingTally::codes() const {
  std::vector<std::pair<Severity, std::string>> out;
  for (const auto& [key, count] : counts_) out.push_back(key);
  std::ranges::stable_sort(
      out, [](const auto& a, const auto& b) { return a.first > b.first; });
  return out;
}

void Findings::add(Finding finding) {
  if (stop_.stop_requested()) return;
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
  kept.documents.insert(text_hash(finding.place.url));
  kept.group.documents = kept.documents.size();
  if (kept.group.first.size() < choice_.places)
    kept.group.first.push_back(std::move(finding));
}

FindingTally Findings::tally() const {
  FindingTally out;
  for (const auto& [key, kept] : groups_)
    out.add(key.first, key.second, kept.group.count);
  return out;
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

void DocumentFindings::add_failure(std::string_view code, std::string_view message) {
  std::string_view rest = message;
  const std::uint64_t line = take_number(rest, "line ");
  const std::uint64_t column = line > 0 ? take_number(rest, ", column ") : 0;
  if (line == 0 || !rest.starts_with(": ")) return add(code, std::string{message});
  add(code, std::string{rest.substr(2)}, line, column);
}

}  // namespace semsite
