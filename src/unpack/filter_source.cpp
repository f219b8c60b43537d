#include "unpack/filter_source.hpp"

#include <archive.h>
#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "semsite/errors.hpp"
#include "unpack/archive_data.hpp"
#include "unpack/sniff.hpp"

namespace semsite {
namespace {

using namespace std::string_view_literals;

/// Could `rest`, which is all there is, be a stream of `packing` cut in its first bytes?
bool is_cut_head(Packing packing, std::string_view rest) {
  switch (packing) {
    case Packing::bzip2:
      return rest.size() < 14 && (rest.starts_with("BZh") || "BZh"sv.starts_with(rest));
    case Packing::lz4:
      return "\x04\x22\x4D\x18"sv.starts_with(rest);
    default:
      return false;
  }
}

}  // namespace

FilterSource::FilterSource(std::unique_ptr<ByteSource> packed, Packing packing,
                           std::string name)
    : packing_(packing),
      name_(std::move(name)),
      handle_(std::make_unique<ArchiveHandle>(std::move(packed), packing, name_)) {}

Block FilterSource::read() {
  if (error_) std::rethrow_exception(error_);
  try {
    while (!ended_) {
      Block block = read_stream();
      if (!block.empty()) {
        block.offset = offset_;
        offset_ += block.bytes.size();
        return block;
      }
      ended_ = !go_on_with_rest();
    }
  } catch (...) {
    error_ = std::current_exception();
    throw;
  }
  return Block{.offset = offset_};
}

Block FilterSource::read_stream() {
  if (!opened_) {
    const int result = handle_->next_header().result;
    if (result < ARCHIVE_WARN) handle_->fail({});
    if (result == ARCHIVE_EOF) return {};
    opened_ = true;
  }
  return data_.read(*handle_, {});
}

/// libarchive ends in silence at bytes that do not begin another stream, and at an empty
/// LZ4 frame. True when there is another stream, which is then open.
bool FilterSource::go_on_with_rest() {
  const bool moved = handle_->used() > 0;
  ArchiveHandle::Rest rest = handle_->take_rest();
  const auto strip = [&] {
    while (moved && !rest.first.empty() && is_padding(rest.first.bytes.front()))
      rest.first.bytes.remove_prefix(1);
    return rest.first.empty();
  };
  while (strip()) {
    rest.first = rest.source->read();
    if (rest.first.empty()) return false;
  }
  auto source = std::make_unique<PeekSource>(
      std::make_unique<RestSource>(std::move(rest.first), std::move(rest.source)));
  const std::string_view head = source->peek(kSniffBytes);
  if (moved && sniff_packing(head) == packing_) {
    handle_ = std::make_unique<ArchiveHandle>(std::move(source), packing_, name_);
    data_ = ArchiveData{};
    opened_ = false;
    return true;
  }
  if (is_cut_head(packing_, head))
    throw DocumentError{
        "unpack.truncated",
        fmt::format("{}: truncated: the {} data ends in the middle, {} bytes could be "
                    "unpacked; get the file again",
                    printable_name(name_), packing_name(packing_), offset_)};
  if (!moved)
    throw DocumentError{"unpack.damaged",
                        fmt::format("{}: damaged: this is no {} data; get the file again",
                                    printable_name(name_), packing_name(packing_))};
  throw DocumentError{
      "unpack.trailing",
      fmt::format(
          "{}: after whole {} data ({} bytes unpacked) come bytes that are not {}; "
          "they were left out",
          printable_name(name_), packing_name(packing_), offset_,
          packing_name(packing_))};
}

}  // namespace semsite
