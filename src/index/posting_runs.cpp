#include "index/posting_runs.hpp"

#include <fmt/format.h>

#include <optional>

#include "index/byte_code.hpp"
#include "io/run_file.hpp"
#include "io/run_merge.hpp"
#include "io/sorter.hpp"

namespace semsite {
namespace {

/// How often the memory is looked at.
constexpr std::size_t kLookAfter = 4096;

// A piece in a run: key, `\x01`, the number of the run (so that pieces of a key come in
// the order of their documents), the rest.
constexpr char kKeyEnd = '\x01';
constexpr std::size_t kNumberDigits = 6;

std::string as_record(const PostingPiece& piece, std::size_t run) {
  std::string out{piece.key};
  out += kKeyEnd;
  out += fmt::format("{:06}", run);
  put_number(out, piece.count);
  put_number(out, piece.first);
  put_number(out, piece.last);
  out += piece.bytes;
  return out;
}

/// Views into `record`.
PostingPiece piece_of(std::string_view record) {
  const std::size_t end = record.find(kKeyEnd);
  PostingPiece out;
  out.key = record.substr(0, end);
  const std::string_view rest = record.substr(end + 1 + kNumberDigits);
  ByteReader in{rest};
  out.count = static_cast<std::uint32_t>(in.number());
  out.first = static_cast<std::uint32_t>(in.number());
  out.last = static_cast<std::uint32_t>(in.number());
  out.bytes = in.rest();
  return out;
}

/// One key with all that has been seen of it.
class WholePiece {
 public:
  explicit WholePiece(const std::function<void(const PostingPiece&)>& take)
      : take_(take) {}

  void add(const PostingPiece& piece) {
    if (any_ && piece.key == key_) {
      put_number(bytes_, piece.first - whole_.last);
      whole_.count += piece.count;
    } else {
      end();
      key_ = piece.key;
      whole_ = piece;
      bytes_.clear();
      any_ = true;
    }
    whole_.last = piece.last;
    bytes_ += piece.bytes;
  }
  void end() {
    if (!any_) return;
    whole_.key = key_;
    whole_.bytes = bytes_;
    take_(whole_);
  }

 private:
  const std::function<void(const PostingPiece&)>& take_;
  std::string key_, bytes_;
  PostingPiece whole_;
  bool any_ = false;
};

}  // namespace

void PostingRuns::add(std::string_view key, std::uint32_t document,
                      std::string_view payload) {
  table_.add(key, document, payload);
  if (++added_ % kLookAfter == 0 && table_.bytes() > memory_bytes_) write_run();
}

void PostingRuns::write_run() {
  if (table_.empty()) return;
  runs_.push_back(files_.path(fmt::format("postings-{}", runs_.size())));
  RunWriter writer{runs_.back()};
  table_.each(
      [&](const PostingPiece& piece) { writer.add(as_record(piece, runs_.size())); });
  static_cast<void>(writer.finish());
  table_.clear();
}

void PostingRuns::finish(const std::function<void(const PostingPiece&)>& take) {
  if (runs_.empty()) {
    table_.each(take);
    table_.clear();
    return;
  }
  write_run();
  WholePiece whole{take};
  for (RunMerge merge{reduce_runs(std::move(runs_), files_, "postings", memory_bytes_),
                      memory_bytes_};
       merge.next();)
    whole.add(piece_of(merge.record()));
  whole.end();
}

}  // namespace semsite
