#include "index/posting_block.hpp"

#include <algorithm>

#include "io/run_file.hpp"

namespace semsite {
namespace {

/// With the row around it, a page of 8 KiB.
constexpr std::size_t kBlockBytes = 7'600;

}  // namespace

void PostingBlockWriter::add(const PostingPiece& piece) {
  if (!block_.empty() &&
      block_.size() + piece.key.size() + piece.bytes.size() > kBlockBytes)
    finish();
  std::size_t shared = 0;
  if (block_.empty()) {
    first_ = piece.key;
  } else {
    shared = common_prefix(last_, piece.key);
  }
  put_number(block_, shared);
  put_text(block_, piece.key.substr(shared));
  put_number(block_, piece.count);
  put_number(block_, piece.first);
  put_text(block_, piece.bytes);
  last_ = piece.key;
}

void PostingBlockWriter::finish() {
  if (block_.empty()) return;
  take_(first_, block_);
  block_.clear();
}

bool PostingBlockReader::next() {
  if (in_.done()) return false;
  key_.resize(std::min<std::uint64_t>(key_.size(), in_.number()));
  key_ += in_.text();
  piece_.key = key_;
  piece_.count = static_cast<std::uint32_t>(in_.number());
  piece_.first = static_cast<std::uint32_t>(in_.number());
  piece_.bytes = in_.text();
  return true;
}

}  // namespace semsite
