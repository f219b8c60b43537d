#include "commands/report_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <string>
#include <string_view>

#include "base/secrets.hpp"
#include "base/text.hpp"
#include "io/output_file.hpp"
#include "report/run_page.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

bool is_page_name(std::string_view path) {
  for (const std::string_view packed : {".gz", ".zst", ".xz", ".bz2"})
    if (ends_with_ignoring_case(path, packed)) path.remove_suffix(packed.size());
  return ends_with_ignoring_case(path, ".html") || ends_with_ignoring_case(path, ".htm");
}

}  // namespace

ReportFiles::ReportFiles(const std::vector<std::string>& paths) {
  for (auto path = paths.begin(); path != paths.end(); ++path) {
    if (std::find(paths.begin(), path, *path) != path)
      throw UsageError{fmt::format("--report {} was given twice", *path)};
    files_.push_back({std::make_unique<OutputFile>(*path), is_page_name(*path)});
  }
}

void ReportFiles::write(const RunReport& report) {
  seal(report, [](OutputFile& file) { file.name(); });
}

void ReportFiles::seal(const RunReport& report,
                       const std::function<void(OutputFile&)>& take) {
  std::exception_ptr failed;
  for (File& file : files_) {
    try {
      file.output->append(
          without_url_secrets(file.is_page ? run_page(report) : report_json(report)));
      file.output->seal();
      take(*file.output);
    } catch (const RunError&) {
      if (!failed) failed = std::current_exception();
    }
  }
  if (failed) std::rethrow_exception(failed);
}

}  // namespace semsite
