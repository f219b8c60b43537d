#include "discover/sitemap_source.hpp"

#include <fmt/format.h>

#include <memory>

#include "base/errors.hpp"
#include "base/text.hpp"

namespace semsite {

Block SitemapSource::pull() {
  if (ended_) return {};
  Block block;
  try {
    block = inner_.read();
  } catch (const DocumentError& error) {
    problem_ = error.what();
  }
  const std::uint64_t room = limit_ - bytes_;
  if (block.bytes.size() > room) {
    block.bytes = block.bytes.substr(0, static_cast<std::size_t>(room));
    problem_ = fmt::format(
        "longer than {} bytes, the rest is not read "
        "(--max-sitemap-bytes)",
        grouped(limit_));
    ended_ = true;
  }
  if (block.empty()) {
    ended_ = true;
    return {};
  }
  bytes_ += block.bytes.size();
  follow(block.bytes);
  return block;
}

// Where the document stands after `bytes`, which are not empty.
void SitemapSource::follow(std::string_view bytes) {
  const std::size_t mark = bytes.find_last_of("<>");
  std::size_t next = 0;
  if (mark != std::string_view::npos) {
    tail_ = bytes[mark] == '<' ? Tail::open : Tail::text;
    next = mark + 1;
  }
  if (tail_ == Tail::open && next < bytes.size())
    tail_ = bytes[next] == '/' ? Tail::end_tag : Tail::other_tag;
}

std::string_view SitemapSource::peek(std::size_t wanted) {
  while (head_.size() < wanted) {
    const Block block = pull();
    if (block.empty()) break;
    head_ += block.bytes;
  }
  return head_;
}

Block SitemapSource::read() {
  if (head_given_ || head_.empty()) return pull();
  head_given_ = true;
  auto owner = std::make_shared<const std::string>(std::move(head_));
  return {.bytes = *owner, .owner = owner};
}

}  // namespace semsite
