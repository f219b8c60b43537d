#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

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

/// All findings of one code and severity: how many, and the first of them.
struct FindingGroup {
  std::string code;
  Severity severity = Severity::error;
  std::uint64_t count = 0;
  std::uint64_t documents = 0;  ///< in how many documents
  std::vector<Finding> first;
};

/// How many findings there are of each severity and code.
class FindingTally {
 public:
  void add(const std::string& code, Severity severity, std::uint64_t count = 1) {
    counts_[{severity, code}] += count;
  }
  void add(const FindingTally& other);
  /// What came since it was `before`.
  [[nodiscard]] FindingTally since(const FindingTally& before) const;

  [[nodiscard]] std::uint64_t count(Severity severity) const;
  /// Of the worst finding; nothing: there is none.
  [[nodiscard]] std::optional<Severity> worst() const;
  /// Worst first, then by code.
  [[nodiscard]] std::vector<std::pair<Severity, std::string>> codes() const;

 private:
  std::map<std::pair<Severity, std::string>, std::uint64_t> counts_;
};

/// Which codes are wanted. `*` and `?` match as in a shell.
struct FindingChoice {
  std::vector<std::string> only;    ///< empty: all; that nothing was checked always is
  std::vector<std::string> ignore;  ///< wins over `only`
  std::size_t places = 10;          ///< kept of each code

  [[nodiscard]] bool wants(std::string_view code) const;
};

/// Gathers findings: counts all, keeps the first of each code, so that memory does not
/// grow with what is wrong. One thread.
class Findings {
 public:
  /// `stop`: of the run. What is found once it was asked to stop says nothing of the
  /// site, for whatever is read then was cut by ourselves: nothing is added any more.
  explicit Findings(FindingChoice choice, std::stop_token stop = {})
      : choice_(std::move(choice)), stop_(std::move(stop)) {}

  void add(Finding finding);

  [[nodiscard]] FindingTally tally() const;
  /// Worst first, then by code.
  [[nodiscard]] std::vector<const FindingGroup*> groups() const;
  [[nodiscard]] std::uint64_t count(Severity severity) const;
  /// Findings of `severity` or worse.
  [[nodiscard]] std::uint64_t count_from(Severity severity) const;

 private:
  struct Kept {
    FindingGroup group;
    std::unordered_set<std::size_t> documents;  ///< hashes of their URLs
  };
  FindingChoice choice_;
  std::stop_token stop_;
  std::map<std::pair<std::string, Severity>, Kept> groups_;
};

/// Adds findings of one document.
class DocumentFindings {
 public:
  /// Both outlive it.
  DocumentFindings(Findings& all, std::string url) : all_(all), url_(std::move(url)) {}

  void add(std::string_view code, std::string message, std::uint64_t line = 0,
           std::uint64_t column = 0) {
    all_.add(Finding{code, FindingPlace{url_, line, column}, std::move(message)});
  }
  /// A reader gave up. The place that its message begins with, as "line 2, column 5: ",
  /// becomes that of the finding.
  void add_failure(std::string_view code, std::string_view message);
  [[nodiscard]] Findings& all() { return all_; }
  [[nodiscard]] const std::string& url() const { return url_; }

 private:
  Findings& all_;
  std::string url_;
};

}  // namespace semsite
