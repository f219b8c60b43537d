#include "commands/change_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/byte_source.hpp"
#include "base/file_io.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "commands/exit_status.hpp"
#include "parse/syntax.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::string_view kHead = "# semsite changes: D = quad removed, A = quad added";
constexpr std::string_view kOtherHead = "# semsite changes: SPARQL";
constexpr std::string_view kTail = "# end:";

/// A file whose first line says that it is a list of changes, and whose last one that it
/// is whole.
void check_frame(const std::string& path) {
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};  // NOLINT
  if (!file.valid()) throw RunError{fmt::format("--changes {}: cannot be read", path)};
  std::string head(256, '\0');
  head.resize(static_cast<std::size_t>(
      std::max<ssize_t>(0, ::pread(file.get(), head.data(), head.size(), 0))));
  if (head.starts_with(kOtherHead))
    throw RunError{
        fmt::format("--changes {}: is a list in the form of SPARQL Update; an index "
                    "follows the other form (fetch --changes FILE, not FILE.ru)",
                    path)};
  if (!head.starts_with(kHead))
    throw RunError{fmt::format("--changes {}: is no list of changes, it begins: {}", path,
                               excerpt(head.substr(0, head.find('\n'))))};
  const off_t size = ::lseek(file.get(), 0, SEEK_END);
  std::string end(256, '\0');
  end.resize(static_cast<std::size_t>(std::max<ssize_t>(
      0, ::pread(file.get(), end.data(), end.size(),
                 std::max<off_t>(0, size - static_cast<off_t>(end.size()))))));
  if (end.find(fmt::format("\n{}", kTail)) == std::string::npos || !end.ends_with('\n'))
    throw RunError{
        fmt::format("--changes {}: was cut off (its last line does not begin with "
                    "\"{}\"); nothing of "
                    "it was applied",
                    path, kTail)};
}

/// The lines with one mark, the others empty: so a fault is told at its place.
class MarkedLines final : public ByteSource {
 public:
  MarkedLines(std::unique_ptr<ByteSource> bytes, char mark)
      : bytes_(std::move(bytes)), mark_(mark) {}

  Block read() override {
    const Block block = bytes_->read();
    if (block.bytes.empty()) return block;
    auto text = std::make_shared<std::string>(block.bytes);
    for (char& c : *text) {
      const bool is_end = c == '\n';
      if (column_ == 0) chosen_ = c == mark_;
      // The mark goes, and with it what else is not wanted.
      if (!is_end && (column_ == 0 || !chosen_)) c = ' ';
      column_ = is_end ? 0 : column_ + 1;
    }
    return {.bytes = *text, .owner = text};
  }

 private:
  std::unique_ptr<ByteSource> bytes_;
  char mark_;
  std::uint64_t column_ = 0;
  bool chosen_ = false;
};

}  // namespace

int read_change_file(const std::string& path, const IndexOptions& options, Workshop& shop,
                     Quarantine* quarantine, ChangeReader& reader,
                     const std::stop_token& stop) {
  check_frame(path);
  int status = kComplete;
  for (const auto& [mark, sink] :
       {std::pair<char, QuadSink*>{'D', &reader.removed()}, {'A', &reader.added()}}) {
    Harvester harvester =
        make_harvester(harvest_wish(options), shop, *sink, quarantine, stop);
    harvester.syntax = find_syntax("nquads");
    const HarvestReport report = harvest(
        {.bytes = std::make_unique<MarkedLines>(std::make_unique<FileSource>(path), mark),
         .origin = {.url = file_url(path),
                    .dataset = {},
                    .site = {},
                    .base = options.reading.base},
         .media_type = {},
         .content_type = {},
         .links = {},
         .watch = {}},
        harvester);
    if (!report.problem.empty())
      shop.console.error(fmt::format("{} [{}]", report.problem, report.code));
    if (report.outcome != Outcome::whole) status = kIncomplete;
    if (report.outcome == Outcome::failed && options.faults.on_error == OnError::fail)
      throw RunError{fmt::format("--changes {}: nothing of it was applied", path)};
  }
  return status;
}

}  // namespace semsite
