#include "turtle/line_splitter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/byte_scan.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::size_t kGatherBelow = kBlockBytes / 4;
constexpr std::size_t kRoomForAll = 4 * kBlockBytes;
/// Room for a long line that is taken at once; what a user allows beyond it grows.
constexpr std::uint64_t kMostReserved = 64 * kMiB;

/// Length of the whole lines at the start of `text`. A CR alone ends a line too, but only
/// where no LF does, and not as the last byte: LF may follow.
std::size_t whole_lines(std::string_view text) {
  if (const std::size_t at = text.rfind('\n'); at != std::string_view::npos)
    return at + 1;
  if (text.size() < 2) return 0;
  const std::size_t at = text.rfind('\r', text.size() - 2);
  return at == std::string_view::npos ? 0 : at + 1;
}

/// Length of the first line of `text` with its end; 0 if it does not end here.
std::size_t first_line(std::string_view text) {
  if (const std::size_t at = text.find('\n'); at != std::string_view::npos) return at + 1;
  const std::size_t at = text.find('\r');
  return at == std::string_view::npos || at + 1 == text.size() ? 0 : at + 1;
}

}  // namespace

Fault long_line_fault(std::uint64_t line, const Limits& limits) {
  return {.code = "nquads.line-too-long",
          .message = fmt::format("line is longer than the limit of {} (--max-line)",
                                 human_bytes(limits.literal_bytes)),
          .line = line,
          .column = 1,
          .statement = {}};
}

std::unique_ptr<Splitter> make_line_splitter(const SplitJob& job) {
  return std::make_unique<LineSplitter>(job);
}

std::optional<Piece> LineSplitter::next() {
  while (!ended_) {
    Block block;
    try {
      block = job_.bytes.read();
    } catch (const DocumentError&) {
      failure_ = std::current_exception();
      ended_ = true;
      // What is no whole line may be cut off in the middle: never given.
      held_.resize(held_lines_);
      break;
    }
    if (block.empty()) {
      ended_ = true;
      break;
    }
    if (in_long_line_) {
      std::optional<Block> rest = after_long_line(std::move(block));
      if (!rest) continue;
      block = std::move(*rest);
      if (block.empty()) continue;
    }
    if (std::optional<Piece> ready = take(std::move(block))) return ready;
  }
  return end();
}

/// Joins `block` to what is held; gives a piece when there is enough for one.
std::optional<Piece> LineSplitter::take(Block block) {
  const std::string_view bytes = block.bytes;
  const std::size_t whole = whole_lines(bytes);
  const bool cut_in_place = bytes.size() >= kGatherBelow && whole > 0;
  if (cut_in_place) {
    std::shared_ptr<const Block> context;
    std::size_t from = 0;
    if (!held_.empty()) {
      from = first_line(bytes);
      held_.append(bytes.substr(0, from));
      context = std::make_shared<const Block>(joined(std::move(held_)));
    }
    held_.assign(bytes.substr(whole));
    held_lines_ = 0;
    return piece(placed(bytes.substr(from, whole - from), std::move(block.owner)),
                 std::move(context));
  }
  const std::size_t before = held_.size();
  // Doubling would need three times a long line; untouched room costs nothing.
  const std::uint64_t most = std::min(job_.limits.literal_bytes, kMostReserved);
  if (before > kRoomForAll && held_.capacity() < most) held_.reserve(most + kBlockBytes);
  held_.append(bytes);
  // A CR at the end of what was held is a line end if no LF follows, so look back one.
  const std::size_t look_from = before == 0 ? 0 : before - 1;
  if (look_from >= held_lines_) {
    const std::size_t lines = whole_lines(std::string_view{held_}.substr(look_from));
    if (lines > 0) held_lines_ = look_from + lines;
  } else if (whole > 0) {
    held_lines_ = before + whole;
  }
  if (held_.size() - held_lines_ > job_.limits.literal_bytes) {
    held_.resize(held_lines_);
    in_long_line_ = true;
  } else if (held_.size() < kBlockBytes || held_lines_ == 0) {
    return std::nullopt;
  }
  if (held_lines_ == 0) {
    forget_long_line();
    return std::nullopt;
  }
  std::string rest = held_.substr(held_lines_);
  held_.resize(held_lines_);
  Piece ready = piece(joined(std::move(held_)));
  held_ = std::move(rest);
  held_lines_ = 0;
  if (in_long_line_) forget_long_line();
  return ready;
}

/// The last piece: what is held, also without a line end.
std::optional<Piece> LineSplitter::end() {
  if (!held_.empty()) {
    std::string last = std::exchange(held_, {});
    return piece(joined(std::move(last)));
  }
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  return std::nullopt;
}

void LineSplitter::forget_long_line() {
  held_ = {};  // gives the memory back
  job_.diagnostics.report(long_line_fault(line_, job_.limits));
}

/// What comes after the end of the long line; nothing if that is not in `block`.
std::optional<Block> LineSplitter::after_long_line(Block block) {
  // Two searches of one byte each are far quicker than one for either.
  const std::size_t feed = block.bytes.find('\n');
  const std::size_t length = std::min(feed, block.bytes.substr(0, feed).find('\r'));
  if (length == std::string_view::npos) return std::nullopt;
  in_long_line_ = false;
  // The line end stays, as an empty line in the long one's place, so that lines count on.
  block.bytes.remove_prefix(length);
  offset_ = block.offset + length;
  return block;
}

Piece LineSplitter::piece(Block text, std::shared_ptr<const Block> before) {
  const std::uint64_t bytes = before ? before->bytes.size() : 0;
  return {.text = std::move(text),
          .context = std::move(before),
          .sequence = sequence_++,
          .context_bytes = bytes};
}

Block LineSplitter::joined(std::string text) {
  auto owner = std::make_shared<const std::string>(std::move(text));
  const std::string_view bytes = *owner;
  return placed(bytes, std::move(owner));
}

/// The block of the next bytes of the document, which moves the place on.
Block LineSplitter::placed(std::string_view text, std::shared_ptr<const void> owner) {
  if (offset_ == 0 && text.starts_with(kUtf8ByteOrderMark)) {
    text.remove_prefix(kUtf8ByteOrderMark.size());
    offset_ += kUtf8ByteOrderMark.size();
  }
  Block block{
      .bytes = text, .owner = std::move(owner), .offset = offset_, .first_line = line_};
  offset_ += text.size();
  line_ += count_line_ends(text);
  return block;
}

}  // namespace semsite
