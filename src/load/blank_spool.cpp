#include "load/blank_spool.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <unordered_map>

#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20U;
constexpr const char* kName = "the temporary file for blank nodes";

/// Reads the temporary file from its start.
class SpoolReader {
 public:
  explicit SpoolReader(int file) : file_(file) {
    if (::lseek(file_, 0, SEEK_SET) < 0) fail();
  }
  /// Views until the next call.
  std::string_view next(std::size_t bytes) {
    if (buffer_.size() - at_ < bytes) fill(bytes);
    const std::string_view out = std::string_view{buffer_}.substr(at_, bytes);
    at_ += bytes;
    return out;
  }

 private:
  [[noreturn]] static void fail() {
    throw RunError{std::string{kName} + ": " + std::strerror(errno)};
  }
  void fill(std::size_t bytes) {
    buffer_.erase(0, at_);
    at_ = 0;
    while (buffer_.size() < bytes) {
      const std::size_t had = buffer_.size();
      buffer_.resize(had + kPiece);
      const ssize_t got = ::read(file_, buffer_.data() + had, kPiece);
      if (got < 0 && errno == EINTR) {
        buffer_.resize(had);
        continue;
      }
      if (got <= 0) fail();
      buffer_.resize(had + static_cast<std::size_t>(got));
    }
  }

  int file_;
  std::string buffer_;
  std::size_t at_ = 0;
};

}  // namespace

std::uint32_t BlankSpool::root_of(std::uint32_t node) {
  while (parents_[node] != node) node = parents_[node] = parents_[parents_[node]];
  return node;
}

void BlankSpool::add(std::uint32_t graph, std::string_view line,
                     const std::vector<std::uint64_t>& nodes) {
  std::uint32_t root = 0;
  bool first = true;
  for (const std::uint64_t hash : nodes) {
    const std::uint32_t node = index_.number(hash);
    if (node == parents_.size()) {
      parents_.push_back(node);
      counts_.push_back(0);
    }
    const std::uint32_t other = root_of(node);
    if (first) {
      root = other;
    } else if (other != root) {
      parents_[other] = root;
      counts_[root] += counts_[other];
    }
    first = false;
  }
  ++counts_[root];
  ++lines_;
  const Head head{
      .node = root, .graph = graph, .bytes = static_cast<std::uint32_t>(line.size())};
  pending_.append(reinterpret_cast<const char*>(&head), sizeof head);
  pending_ += line;
  if (pending_.size() >= kPiece) flush();
}

void BlankSpool::flush() {
  if (!file_.valid()) file_ = anonymous_file();
  write_all(file_.get(), pending_, kName);
  pending_.clear();
}

void BlankSpool::take(const TakeGroup& take) {
  if (empty()) return;
  flush();
  struct Group {
    std::uint32_t lines = 0;
    std::vector<std::pair<std::uint32_t, std::string>> texts;  ///< by graph
  };
  std::unordered_map<std::uint32_t, Group> open;
  SpoolReader reader{file_.get()};
  for (std::uint64_t i = 0; i < lines_; ++i) {
    Head head{};
    std::memcpy(&head, reader.next(sizeof head).data(), sizeof head);
    const std::string_view line = reader.next(head.bytes);
    const std::uint32_t root = root_of(head.node);
    Group& group = open[root];
    auto text = group.texts.begin();
    while (text != group.texts.end() && text->first != head.graph) ++text;
    if (text == group.texts.end())
      text = group.texts.emplace(text, head.graph, std::string{});
    text->second += line;
    if (++group.lines < counts_[root]) continue;
    for (const auto& [graph, lines] : group.texts) take(graph, lines);
    open.erase(root);
  }
}

}  // namespace semsite
