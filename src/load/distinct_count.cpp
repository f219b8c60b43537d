#include "load/distinct_count.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <queue>
#include <span>
#include <string>
#include <string_view>

#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::size_t kEntriesRead = 8192;
constexpr const char* kName = "the temporary file for counting";

/// A sorted run, read from its start.
template <typename Entry>
class RunReader {
 public:
  RunReader(int file, std::uint64_t entries) : file_(file), left_(entries) {
    if (::lseek(file_, 0, SEEK_SET) < 0) fail();
    fill();
  }
  [[nodiscard]] bool over() const { return at_ == buffer_.size(); }
  [[nodiscard]] const Entry& entry() const { return buffer_[at_]; }
  void advance() {
    if (++at_ == buffer_.size()) fill();
  }

 private:
  [[noreturn]] static void fail() {
    throw RunError{std::string{kName} + ": " + std::strerror(errno)};
  }
  void fill() {
    buffer_.resize(std::min<std::uint64_t>(left_, kEntriesRead));
    left_ -= buffer_.size();
    at_ = 0;
    auto* to = reinterpret_cast<char*>(buffer_.data());
    std::size_t bytes = buffer_.size() * sizeof(Entry);
    while (bytes > 0) {
      const ssize_t got = ::read(file_, to, bytes);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) fail();
      to += got;
      bytes -= static_cast<std::size_t>(got);
    }
  }

  int file_;
  std::uint64_t left_;
  std::vector<Entry> buffer_;
  std::size_t at_ = 0;
};

}  // namespace

void DistinctCount::settle() {
  std::ranges::sort(seen_);
  const auto rest = std::unique(seen_.begin(), seen_.end());
  seen_.erase(rest, seen_.end());
}

void DistinctCount::spill() {
  settle();
  Run run{.file = anonymous_file(), .entries = seen_.size()};
  const auto bytes = std::as_bytes(std::span{seen_});
  write_all(run.file.get(),
            std::string_view{reinterpret_cast<const char*>(bytes.data()), bytes.size()},
            kName);
  runs_.push_back(std::move(run));
  seen_.clear();
}

std::vector<std::uint64_t> DistinctCount::take(std::uint32_t graphs) {
  std::vector<std::uint64_t> out(graphs, 0);
  if (runs_.empty()) {
    settle();
    for (const auto& [graph, hash] : seen_) ++out[graph];
    seen_.clear();
    return out;
  }
  if (!seen_.empty()) spill();
  std::vector<RunReader<Entry>> readers;
  for (const Run& run : runs_) readers.emplace_back(run.file.get(), run.entries);
  const auto later = [&](std::size_t a, std::size_t b) {
    return readers[a].entry() > readers[b].entry();
  };
  std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(later)> first{
      later};
  for (std::size_t i = 0; i < readers.size(); ++i)
    if (!readers[i].over()) first.push(i);
  const Entry none{~std::uint64_t{0}, 0};
  Entry last = none;
  while (!first.empty()) {
    const std::size_t i = first.top();
    first.pop();
    const Entry entry = readers[i].entry();
    if (entry != last) ++out[entry.first];
    last = entry;
    readers[i].advance();
    if (!readers[i].over()) first.push(i);
  }
  runs_.clear();
  return out;
}

}  // namespace semsite
