#include "parse/format_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace semsite {

void FormatCheck::conclude(Diagnostics& diagnostics) const {
  if (announced_ == PageFormat::unknown ||
      found_.at(static_cast<std::size_t>(announced_)) > 0 ||
      std::ranges::all_of(found_, [](std::uint64_t quads) { return quads == 0; }))
    return;
  std::string there;
  for (const PageFormat format : {PageFormat::jsonld, PageFormat::microdata,
                                  PageFormat::rdfa, PageFormat::unknown}) {
    if (found_.at(static_cast<std::size_t>(format)) == 0) continue;
    if (!there.empty()) there += " and ";
    there += format == PageFormat::unknown ? "another syntax" : format_name(format);
  }
  Fault fault;
  fault.code = "ocx.format";
  fault.message = fmt::format(
      "the sitemap says that the metadata is {}, but it is {}; it is read all the same",
      format_name(announced_), there);
  fault.skipped = false;
  diagnostics.report(fault);
}

}  // namespace semsite
