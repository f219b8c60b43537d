#include "commands/fetch_state.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "base/file_io.hpp"
#include "semsite/errors.hpp"
#include "state/file_table.hpp"

namespace semsite {

std::optional<OutputNotes::Former> former_output(const std::string& path,
                                                 std::uint64_t bytes, Database& state) {
  Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  struct stat info {};
  if (!file.valid() || ::fstat(file.get(), &info) != 0 ||
      static_cast<std::uint64_t>(info.st_size) != bytes ||
      !has_output_mark(state, file.get()))
    return std::nullopt;
  return OutputNotes::Former{std::move(file)};
}

namespace {

void check_state(const FetchCommandOptions& options) {
  std::error_code unknown;
  if (options.fresh || options.state.empty()) return;
  if (std::filesystem::file_size(options.state, unknown) != 0 || unknown) return;
  if (std::filesystem::file_size(options.output.path, unknown) == 0 || unknown) return;
  throw UsageError{fmt::format(
      "{}: the state is empty, and {} is not: nothing tells what was got; nothing was "
      "changed. Bring the state back, or take it away, or name another file with -o (or "
      "--state), or give --fresh to begin anew",
      options.state, options.output.path)};
}

}  // namespace

std::unique_ptr<RunState> open_state(const FetchCommandOptions& options) {
  check_state(options);
  return std::make_unique<RunState>(
      options.state, options.fresh ? RunState::Use::begin_anew : RunState::Use::go_on);
}

}  // namespace semsite
