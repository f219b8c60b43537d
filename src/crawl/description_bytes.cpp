#include "crawl/description_bytes.hpp"

#include <fmt/format.h>

#include "base/counts.hpp"
#include "base/text.hpp"
#include "semsite/errors.hpp"

namespace semsite {

Block FirstBytes::read() {
  if (left_ == 0) {
    if (inner_.read().empty()) return {};
    throw DocumentError{"description.too-long",
                        fmt::format("more than {}: no further read", human_bytes(most_))};
  }
  Block block = inner_.read();
  if (block.bytes.size() > left_)
    block.bytes = block.bytes.substr(0, static_cast<std::size_t>(left_));
  left_ -= block.bytes.size();
  return block;
}

Block DigestedBytes::read() {
  Block block = inner_->read();
  digest_.add(block.bytes);
  return block;
}

void LostStatements::report(const Fault& fault) {
  if (!fault.skipped) return;
  const MutexLock lock{mutex_};
  if (++count_ == 1) first_ = fmt::format("line {}: {}", fault.line, fault.message);
}

std::string LostStatements::problem(const std::string& url) const {
  const MutexLock lock{mutex_};
  if (count_ == 0) return {};
  return fmt::format(
      "{} of {} could not be read (the first: {}): what they name is not known",
      count_of(count_, "statement"), url, first_);
}

}  // namespace semsite
