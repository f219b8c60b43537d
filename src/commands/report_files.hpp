#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "io/output_file.hpp"
#include "report/run_report.hpp"

namespace semsite {

/// The files that the account of a run goes to: as a page for people if the name ends in
/// `.html` or `.htm` (before `.gz` and the like), as JSON otherwise.
class ReportFiles {
 public:
  /// Opens them, so that what cannot be written is told before anything is fetched.
  /// Throws RunError, UsageError if one is named twice.
  explicit ReportFiles(const std::vector<std::string>& paths);

  [[nodiscard]] bool empty() const { return files_.empty(); }
  /// Writes `report` to each of them. Throws RunError when all were tried.
  void write(const RunReport& report);
  /// The same, but for their names, which `take` is told of and gives (OutputFile::name).
  void seal(const RunReport& report, const std::function<void(OutputFile&)>& take);

 private:
  struct File {
    std::unique_ptr<OutputFile> output;
    bool is_page;
  };
  std::vector<File> files_;
};

}  // namespace semsite
