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
                  fmt::format("its IRIs come to more than {} when they are written in "
                              "full (--max-page-iris)",
                              human_bytes(most))};
}

}  // namespace semsite
