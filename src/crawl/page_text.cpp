#include "crawl/page_text.hpp"

#include "rdf/nquads_text.hpp"

namespace semsite {
namespace {

constexpr std::size_t kPartBytes = 1024 * 1024;
/// Hexadecimal digits: 128 bits. What has the digest of another site's page is not
/// written again, so nobody may be able to make one on purpose.
constexpr std::size_t kDigestLength = 32;

}  // namespace

void PageText::write(const QuadBatch& batch) {
  append_quads(text_, batch);
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
