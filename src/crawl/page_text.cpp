#include "crawl/page_text.hpp"

#include "base/hash.hpp"
#include "rdf/nquads_text.hpp"

namespace semsite {
namespace {

constexpr std::size_t kPartBytes = 1024 * 1024;

}  // namespace

void PageText::write(const QuadBatch& batch) {
  append_quads(text_, batch);
  if (text_.view().size() < kPartBytes) return;
  table_.put_text(page_, parts_++, text_.view());
  digest_ += short_hash(text_.view());
  text_.clear();
}

std::string PageText::digest() const {
  const std::string last = short_hash(text_.view());
  return parts_ == 0 ? last : short_hash(digest_ + last);
}

}  // namespace semsite
