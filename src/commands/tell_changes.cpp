#include "commands/tell_changes.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <string>
#include <string_view>

#include "base/hash.hpp"
#include "commands/file_changes.hpp"
#include "commands/update_changes.hpp"
#include "io/temporary_files.hpp"
#include "report/changes.hpp"
#include "semsite/errors.hpp"
#include "state/page_documents.hpp"

namespace semsite {
namespace {

/// A folder beside the output, which only one process writes: what one that was killed
/// has left goes.
class Workplace {
 public:
  explicit Workplace(const std::string& output)
      : files(std::filesystem::absolute(output).parent_path().string(),
              "changes-" + short_hash(std::filesystem::absolute(output).string()),
              TemporaryFiles::Lifetime::until_done) {
    files.clear([](const std::string&) { return false; });
  }
  TemporaryFiles files;
};

/// For what we wrote ourselves.
Limits without_bounds(Limits limits) {
  limits.archive_ratio_from_bytes = std::numeric_limits<std::uint64_t>::max();
  return limits;
}

void compare(const ChangesMeans& means, OutputComparison& compared) {
  const Descriptor output{::open(means.output.c_str(), O_RDONLY | O_CLOEXEC)};  // NOLINT
  if (!output.valid()) throw RunError{means.output + ": cannot be read back"};
  const Limits limits = without_bounds(means.limits);
  try {
    if (means.former != nullptr) compared.add_former(*means.former, limits);
    compared.add_present(output, limits);
  } catch (const DocumentError& error) {
    throw RunError{fmt::format("--changes: {}", error.what())};
  }
}

ChangeForm form_of(std::string_view name) {
  for (const std::string_view packed : {".gz", ".zst", ".xz", ".bz2"})
    if (name.ends_with(packed)) name.remove_suffix(packed.size());
  return name.ends_with(".ru") ? ChangeForm::sparql_update : ChangeForm::patch;
}

}  // namespace

void write_no_changes(const std::string& path, OutputFile& to) {
  ChangeWriter writer{form_of(path), [&to](std::string_view text) { to.append(text); }};
  writer.finish();
  to.finish();
}

void write_changes(const ChangesMeans& means) {
  const Workplace workplace{means.output};
  OutputComparison compared{workplace.files};
  compare(means, compared);
  OwnGraph own;
  ChangeWriter writer{form_of(means.path),
                      [&means](std::string_view text) { means.to.append(text); },
                      [&own](std::string_view graph) { return !own.is(graph); }};
  if (form_of(means.path) == ChangeForm::patch) {
    compared.each([&](std::string_view removed, std::string_view added) {
      writer.document(removed, added);
    });
  } else {
    const auto pages = [&](const std::function<void(std::string_view)>& take) {
      for_each_document(means.database, take);
    };
    write_update(compared, pages, workplace.files, own, writer);
  }
  writer.finish();
  means.to.seal();
}

}  // namespace semsite
