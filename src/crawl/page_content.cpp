#include "crawl/page_content.hpp"

#include "crawl/lastmod_trust.hpp"
#include "rdf/nquads_text.hpp"

namespace semsite {
namespace {

constexpr std::string_view kHeaderMark = "h:";
constexpr std::string_view kBrokenMark = "b:";

}  // namespace

std::string header_digest(const std::string& digest) {
  return std::string{kHeaderMark} + digest;
}

std::string broken_digest(const std::string& digest) {
  return std::string{kBrokenMark} + digest;
}

bool had_whole(const WaitingPage& page) {
  return !page.digest.empty() && !page.digest.starts_with(kHeaderMark) &&
         !page.digest.starts_with(kBrokenMark);
}

ContentVerdict judge_content(const WaitingPage& page, const PageEnd& end,
                             Arrival arrival) {
  ContentVerdict out{.content = end.content, .lastmod = {}};
  const bool had = !page.digest.empty();
  // Half of it is no reason to lose the whole that an earlier run had.
  if (had && !page.digest.starts_with(kBrokenMark) && arrival == Arrival::broken)
    return out;
  const auto outcome = end.outcome;
  const bool equal = had && end.digest == page.digest &&
                     (outcome == Outcome::whole || outcome == Outcome::faulty);
  out.content = equal ? PageEnd::Content::same : PageEnd::Content::fresh;
  if (page.lastmod.empty()) return out;
  // A header and a page do not compare.
  if (had && end.header_only == had_whole(page)) return out;
  LastmodCounts& seen = out.lastmod;
  if (had) {
    const bool moved = page.lastmod != page.lastmod_had;
    ++(moved ? (equal ? seen.idle : seen.moved) : (equal ? seen.agreed : seen.betrayed));
  } else if (!end.modified.empty()) {
    ++(lastmod_covers(page.lastmod, end.modified) ? seen.matched : seen.contradicted);
  }
  return out;
}

LastmodCounts judge_unchanged(const WaitingPage& page) {
  LastmodCounts out;
  if (page.lastmod.empty()) return out;
  ++(page.lastmod == page.lastmod_had ? out.agreed : out.idle);
  return out;
}

namespace {

constexpr std::size_t kPartBytes = 1024 * 1024;
/// Hexadecimal digits: 128 bits. What has the digest of another site's page is not
/// written again, so nobody may be able to make one on purpose.
constexpr std::size_t kDigestLength = 32;

}  // namespace

void PageText::write(const QuadBatch& batch) {
  append_quads(text_, batch);
  if (content_ != nullptr) content_->add(batch);
  if (text_.view().size() < kPartBytes) return;
  table_.put_text(page_, parts_++, text_.view());
  sum_.add(text_.view());
  text_.clear();
}

std::string PageText::digest() {
  sum_.add(text_.view());
  return sum_.hex().substr(0, kDigestLength);
}

}  // namespace semsite
