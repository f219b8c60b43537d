#include "rdf/page_meter.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace semsite {

void fail_page_quads(std::uint64_t most) {
  throw PageLimit{
      "limit.page-quads",
      fmt::format("it makes more than {} quads (--max-page-quads)", grouped(most))};
}

void fail_page_iris(std::uint64_t most) {
  throw PageLimit{"limit.page-iris",
                  fmt::format("its IRIs and language tags come to more than {} when "
                              "they are written in full (--max-page-iris)",
                              human_bytes(most))};
}

void fail_page_texts(std::uint64_t most) {
  throw PageLimit{
      "limit.page-texts",
      fmt::format("the texts of its RDFa come to more than {}, for one element stands in "
                  "another, or has many properties (four times --max-page)",
                  human_bytes(most))};
}

void fail_page_memory(std::uint64_t most) {
  throw PageLimit{"limit.page-memory",
                  fmt::format("it takes more than {} of memory while it is read, and no "
                              "option changes that",
                              human_bytes(most))};
}

LargePageTurn::LargePageTurn(std::uint64_t bytes) {
  if (bytes > kMiB) turn_.take();
}

}  // namespace semsite
