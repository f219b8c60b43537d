#include "discover/sitemap_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "base/text.hpp"
#include "semsite/errors.hpp"

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
    count_roots({});
    return {};
  }
  bytes_ += block.bytes.size();
  follow(block.bytes);
  count_roots(block.bytes);
  return block;
}

// No bytes: the end.
void SitemapSource::count_roots(std::string_view bytes) {
  constexpr std::array<std::string_view, 4> kRoots{"<urlset", "<sitemapindex", "<feed",
                                                   "<rss"};
  constexpr std::string_view kBehindName = " \t\r\n>/";
  constexpr std::size_t kLongest = 14;
  last_ += bytes;
  // A tag that begins behind this may be whole with the next bytes.
  const std::size_t end =
      bytes.empty() ? last_.size() : last_.size() - std::min(last_.size(), kLongest);
  const std::string_view text = last_;
  const auto is_root_at = [&](std::size_t at) {
    return std::ranges::any_of(kRoots, [&](std::string_view root) {
      const std::size_t behind = at + root.size();
      return text.substr(at).starts_with(root) &&
             (behind == text.size() ||
              kBehindName.find(text[behind]) != std::string_view::npos);
    });
  };
  for (std::size_t at = text.find('<'); at < end; at = text.find('<', at + 1))
    if (is_root_at(at)) ++roots_;
  last_.erase(0, end);
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
