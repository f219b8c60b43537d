#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "report/terminal.hpp"
#include "validate/findings.hpp"
#include "validate/validation.hpp"

namespace semsite {

/// What the check of one argument came to.
struct ArgumentVerdict {
  std::string url;
  bool had = true;  ///< false: it could not be had at all
  FindingTally findings{};
  std::uint64_t documents = 0;
};

/// Everything that one run of `validate` has to say. References outlive it.
struct ValidationReport {
  std::vector<std::string> arguments;  ///< as URLs
  /// What was found in each of them, in the same order; fewer where the run was stopped.
  std::vector<ArgumentVerdict> by_argument{};
  const Findings& findings;
  const CheckedSet& checked;
  Severity fail_on = Severity::warning;
  std::size_t places = 10;  ///< shown of what is told in many places
  std::uint64_t seed = 0;
  std::chrono::system_clock::time_point time{};
  /// Why it ended before everything was checked; empty if it did not.
  std::string stopped;

  /// What was not looked at, or not to its end, passes no check.
  [[nodiscard]] bool passes() const {
    return findings.count_from(fail_on) == 0 && checked.count > 0 && stopped.empty();
  }
};

/// "not passed: 1 error, 0 warnings, 2 notes; checked: 1 robots.txt, 3 pages", and why it
/// ended early.
[[nodiscard]] std::string verdict_line(const ValidationReport& report);
/// For a terminal: each code once, worst first, with its places, rule, cost and remedy.
[[nodiscard]] std::string validation_text(const ValidationReport& report,
                                          Colours colours = Colours::off);
/// docs/validate.md has the schema.
[[nodiscard]] std::string validation_json(const ValidationReport& report);
/// One self-contained page.
[[nodiscard]] std::string validation_html(const ValidationReport& report);

/// The table of all codes, for `--codes`: text, JSON or a page.
[[nodiscard]] std::string rules_text();
[[nodiscard]] std::string rules_json();

}  // namespace semsite
