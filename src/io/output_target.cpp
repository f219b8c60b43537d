#include "io/output_target.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "base/byte_source.hpp"
#include "base/shown_text.hpp"
#include "io/direct_writer.hpp"

namespace semsite {
namespace {

/// How much is gathered for one write. The page cache takes megabytes at a time at more
/// than twice the rate; a reader behind a pipe should not wait for that much.
constexpr std::size_t kFileWriteBytes = 16 * kBlockBytes;
constexpr std::size_t kPipeWriteBytes = kBlockBytes;

/// What stays in the page cache: somebody may read a file of this size at once.
constexpr std::uint64_t kCachedBytes = std::uint64_t{16} << 20;
/// A disk that takes so much a second (and no slower one than the page cache) is written
/// to directly.
constexpr double kQuickDisk = 800e6;

}  // namespace

RunError system_error(const std::string& name, std::string_view what) {
  return RunError{fmt::format("{}: {}: {}", name, what, std::strerror(errno))};
}

OutputTarget::OutputTarget(Descriptor file, std::string name)
    : owned_(std::move(file)), number_(owned_.get()), name_(std::move(name)) {
  inspect();
}

OutputTarget::OutputTarget(int descriptor, std::string name)
    : number_(descriptor), name_(std::move(name)) {
  inspect();
}

OutputTarget::~OutputTarget() = default;

std::size_t OutputTarget::write_bytes() const {
  // The direct writer gathers by itself; a short copy keeps nobody else waiting.
  if (direct_) return kBlockBytes;
  return regular_ || spool_.valid() ? kFileWriteBytes : kPipeWriteBytes;
}

void OutputTarget::write(std::span<const std::string_view> parts) {
  if (spool_.valid()) {
    write_all(spool_.get(), parts, "temporary file for " + name_);
  } else if (owned_.valid() && regular_ && !appends_) {
    write_file(parts);
  } else {
    pass_on(parts);
  }
}

/// To what is no file of ours.
void OutputTarget::pass_on(std::span<const std::string_view> parts) {
  if (!is_terminal_) return write_all(number_, parts, name_);
  std::string text;
  for (const std::string_view part : parts) text += shown_rdf(part, cut_);
  write_all(number_, text, name_);
}

void OutputTarget::write_file(std::span<const std::string_view> parts) {
  if (!direct_ && direct_helps_ && stretch_.bytes >= kCachedBytes) {
    direct_ = DirectWriter::open(number_, name_);
    direct_helps_ = direct_ != nullptr;
  }
  if (direct_) {
    direct_->write(parts);
    const double rate = direct_->rate();
    const double cache_rate = static_cast<double>(stretch_.bytes) / stretch_.seconds;
    if (rate == 0 || rate >= kQuickDisk || rate >= cache_rate) return;
    direct_helps_ = false;
    settle();
    return;
  }
  const auto start = std::chrono::steady_clock::now();
  write_all(number_, parts, name_);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  stretch_.seconds += took.count();
  for (const std::string_view part : parts) stretch_.bytes += part.size();
}

void OutputTarget::settle() {
  if (direct_) direct_->finish();
  direct_.reset();
  stretch_ = {};
}

void OutputTarget::mark(Revocable revocable, std::optional<std::uint64_t> from) {
  settle();
  if (spool_.valid() || regular_) {
    marks_.push_back({from ? static_cast<off_t>(*from) : place(), false});
  } else if (revocable == Revocable::yes) {
    spool_ = anonymous_file();
    marks_.push_back({0, true});
  } else {
    marks_.push_back({kGone, false});
  }
}

void OutputTarget::keep() {
  settle();
  const Mark mark = pop();
  if (!mark.made_spool) return;
  const Descriptor spool = std::move(spool_);
  copy(spool.get(), 0, number_);
}

bool OutputTarget::can_take_back() const { return marks_.back().place != kGone; }

void OutputTarget::take_back() {
  settle();
  const Mark mark = pop();
  if (mark.made_spool) {
    spool_ = Descriptor{};
  } else {
    cut_back(mark.place);
  }
}

Descriptor OutputTarget::set_aside() {
  settle();
  const Mark mark = pop();
  if (mark.place == kGone) return {};
  if (mark.made_spool) return std::move(spool_);
  Descriptor out = anonymous_file();
  // Our descriptor may be for writing only.
  const Descriptor from{
      ::open(fmt::format("/proc/self/fd/{}", current()).c_str(),  // NOLINT
             O_RDONLY | O_CLOEXEC)};
  if (!from.valid()) throw system_error(name_, "cannot read back");
  copy(from.get(), mark.place, out.get());
  cut_back(mark.place);
  return out;
}

void OutputTarget::take_in(const Descriptor& file) {
  settle();
  copy(file.get(), 0, current());
}

void OutputTarget::take_in(const Descriptor& file, std::uint64_t begin,
                           std::uint64_t end) {
  settle();
  copy(file.get(), static_cast<off_t>(begin), current(), end - begin);
}

void OutputTarget::take_in(const OutputTarget& other, std::uint64_t bytes) {
  settle();
  copy(other.number_, 0, current(), bytes);
}

std::uint64_t OutputTarget::tell() {
  settle();
  return static_cast<std::uint64_t>(place());
}

void OutputTarget::go_on_at(std::uint64_t place) {
  settle();
  cut_back(static_cast<off_t>(place));
}

void OutputTarget::sync() {
  settle();
  if (owned_.valid() && regular_) sync_file(number_, name_);
}

void OutputTarget::close() {
  settle();
  if (owned_.valid() && ::close(owned_.release()) != 0)
    throw system_error(name_, "cannot write");
}

void OutputTarget::inspect() {
  struct stat info {};
  regular_ = ::fstat(number_, &info) == 0 && S_ISREG(info.st_mode);
  const int flags = ::fcntl(number_, F_GETFL);
  if (flags < 0) throw system_error(name_, "cannot write");
  appends_ = (flags & O_APPEND) != 0;
  is_terminal_ = ::isatty(number_) == 1;
}

off_t OutputTarget::place() const {
  const off_t at = ::lseek(current(), 0, appends_ ? SEEK_END : SEEK_CUR);
  if (at < 0) throw system_error(name_, "cannot tell the place in the file");
  return at;
}

OutputTarget::Mark OutputTarget::pop() {
  const Mark mark = marks_.back();
  marks_.pop_back();
  return mark;
}

void OutputTarget::cut_back(off_t place) {
  if (::ftruncate(current(), place) != 0)
    throw system_error(name_, "cannot cut the file back");
  if (::lseek(current(), place, SEEK_SET) < 0)
    throw system_error(name_, "cannot go back in the file");
}

/// Reads at places of its own: others may copy from the same file meanwhile.
void OutputTarget::copy(int from, off_t place, int to,
                        std::optional<std::uint64_t> count) {
  std::vector<char> room(kBlockBytes);
  for (std::uint64_t left = count.value_or(std::numeric_limits<std::uint64_t>::max());
       left > 0;) {
    const std::size_t wanted = std::min<std::uint64_t>(left, room.size());
    const ssize_t got = ::pread(from, room.data(), wanted, place);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw system_error(name_, "cannot read what is to be copied to it");
    if (got == 0) {
      if (!count) return;
      throw RunError{fmt::format(
          "{}: what is to be copied to it ends {} bytes too early; somebody has cut it",
          name_, left)};
    }
    const std::string_view some{room.data(), static_cast<std::size_t>(got)};
    if (to == number_ && is_terminal_) {
      pass_on({&some, 1});
    } else {
      write_all(to, some, name_);
    }
    place += got;
    left -= static_cast<std::uint64_t>(got);
  }
}

}  // namespace semsite
