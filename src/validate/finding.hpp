#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace semsite {

/// How much a finding matters to those who read the site by program.
enum class Severity : std::uint8_t {
  note,     ///< advice: nothing is lost, something could be better
  warning,  ///< tolerated by some readers; it costs others, or costs all something
  error,    ///< a rule that readers rely on is broken: they lose data or must refuse it
};
/// "note", "warning", "error".
[[nodiscard]] std::string_view severity_name(Severity severity);
[[nodiscard]] std::optional<Severity> severity_of(std::string_view name);

/// Where something is wrong.
struct FindingPlace {
  FindingPlace() = default;
  FindingPlace(std::string in, std::uint64_t at_line = 0, std::uint64_t at_column = 0)
      : url(std::move(in)), line(at_line), column(at_column) {}

  std::string url;           ///< of the document, after redirects
  std::uint64_t line = 0;    ///< from 1; 0: the document has no lines, or all of it
  std::uint64_t column = 0;  ///< in bytes, from 1; 0: unknown
};

/// One thing that is wrong in one place.
struct Finding {
  Finding(std::string_view what, FindingPlace where, std::string text,
          std::optional<Severity> how_bad = std::nullopt)
      : code(what),
        place(std::move(where)),
        message(std::move(text)),
        severity(how_bad) {}

  std::string code;  ///< stable text; `find_rule` knows the rest
  FindingPlace place;
  std::string message;  ///< what, with the text in question
  /// Instead of the rule's own severity, if that depends on the case.
  std::optional<Severity> severity;
};

}  // namespace semsite
