#include "load/lines_by_predicate.hpp"

#include <functional>

namespace semsite {

void LinesByPredicate::add(std::string_view predicate, std::string_view line) {
  texts_[std::hash<std::string_view>{}(predicate)] += line;
  bytes_ += line.size();
}

std::string LinesByPredicate::take(std::uint64_t bytes) {
  std::string out;
  while (!texts_.empty() && out.size() < bytes) {
    std::string& first = texts_.begin()->second;
    const std::uint64_t wanted = bytes - out.size();
    if (first.size() > wanted) {
      const std::size_t end = first.find('\n', wanted - 1) + 1;
      out.append(first, 0, end);
      first.erase(0, end);
    } else {
      out += first;
      first.clear();
    }
    if (first.empty()) texts_.erase(texts_.begin());
  }
  bytes_ -= out.size();
  return out;
}

}  // namespace semsite
