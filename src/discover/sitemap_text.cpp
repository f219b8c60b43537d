#include "discover/sitemap_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/text.hpp"
#include "discover/sitemap_names.hpp"

namespace semsite {
namespace {

constexpr std::size_t kLongestLine = 64 * kKiB;
/// After so many lines that are no URLs the document is not taken for a list of URLs.
constexpr std::size_t kStrangeLines = 10;

bool is_url_line(std::string_view line) {
  return is_fetchable(line) && std::ranges::none_of(line, [](char c) {
           return static_cast<unsigned char>(c) <= ' ' || c == '<' || c == '>' ||
                  c == '"';
         });
}

class TextReader {
 public:
  explicit TextReader(SitemapTeller& teller) : teller_(teller) {}

  void take(std::string_view raw) {
    ++line_;
    const std::string_view line = trim_unicode(raw);
    if (line.empty()) return;
    if (line.starts_with('#'))
      return tell({.message = "a comment; the protocol allows nothing but URLs "
                              "(sitemaps.org)",
                   .line = line_});
    if (!is_url_line(line))
      return strange(fmt::format("\"{}\" is no absolute URL; left out", excerpt(line)));
    if (teller_.summary().kind == SitemapKind::unknown) {
      teller_.summary().kind = SitemapKind::text;
      for (Line& one : held_) give(std::move(one));
      held_.clear();
    }
    entry_.loc = line;
    entry_.line = line_;
    teller_.page(entry_);
  }

  void take_too_long() {
    ++line_;
    strange(fmt::format("a line longer than {} bytes; left out", grouped(kLongestLine)));
  }

 private:
  struct Line {
    std::string message;
    std::uint64_t line = 0;
    bool is_lost = false;  ///< it names something, and no URL
  };

  void tell(Line line) {
    if (teller_.summary().kind == SitemapKind::text) {
      give(std::move(line));
    } else if (held_.size() < kStrangeLines) {
      held_.push_back(std::move(line));
    }
  }

  void give(Line line) {
    if (line.is_lost)
      teller_.lose("sitemap.text", std::move(line.message), line.line);
    else
      teller_.note("sitemap.text", std::move(line.message), line.line);
  }

  void strange(std::string message) {
    tell({.message = std::move(message), .line = line_, .is_lost = true});
    if (teller_.summary().kind == SitemapKind::unknown && ++strange_ == kStrangeLines)
      throw StopSitemap{"neither XML nor a list of URLs, so no sitemap"};
  }

  SitemapTeller& teller_;
  SitemapEntry entry_;
  std::vector<Line> held_;
  std::size_t strange_ = 0;
  std::uint64_t line_ = 0;
};

}  // namespace

void read_text_sitemap(SitemapSource& bytes, SitemapTeller& teller) {
  TextReader reader{teller};
  std::string carry;
  bool skipping = false;  // within a line that is too long
  bool after_cr = false;  // a CR ended the line before: an LF now belongs to it
  for (Block block = bytes.read(); !block.empty(); block = bytes.read()) {
    std::string_view rest = block.bytes;
    while (!rest.empty()) {
      if (after_cr && rest.front() == '\n') rest.remove_prefix(1);
      after_cr = false;
      const std::size_t end = rest.find_first_of("\r\n");
      const std::string_view part = rest.substr(0, end);
      if (carry.size() + part.size() > kLongestLine) {
        skipping = true;
        carry.clear();
      }
      if (end == std::string_view::npos) {
        if (!skipping) carry += part;
        break;
      }
      after_cr = rest[end] == '\r';
      rest.remove_prefix(end + 1);
      if (skipping) {
        reader.take_too_long();
      } else if (carry.empty()) {
        reader.take(part);
      } else {
        carry += part;
        reader.take(carry);
      }
      carry.clear();
      skipping = false;
    }
  }
  if (skipping) {
    reader.take_too_long();
  } else if (!carry.empty() && bytes.problem().empty()) {
    // A last line that broke off may be half a URL.
    reader.take(carry);
  }
  if (teller.summary().kind == SitemapKind::unknown)
    throw StopSitemap{bytes.bytes() == 0
                          ? "empty, so no sitemap"
                          : "neither XML nor a list of URLs, so no sitemap"};
}

}  // namespace semsite
