#include "app/entry_options.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"

namespace semsite {
namespace {

/// The words of a list, separated by commas.
std::vector<std::string> list_of(std::string_view text) {
  std::vector<std::string> out;
  for (const std::string_view word : split(text, ','))
    if (!trim(word).empty()) out.emplace_back(trim(word));
  return out;
}

}  // namespace

void read_entry_options(const GivenOptions& given, Options& out) {
  out.documents = given.text("documents");
  out.entries.documents = !out.documents.empty();
  if (given.has("follow")) {
    out.entries.follow = list_of(given.text("follow"));
    if (out.entries.follow == std::vector<std::string>{"none"})
      out.entries.follow.clear();
    for (std::string& relation : out.entries.follow)
      if (relation.find(':') == std::string::npos) relation = lower_ascii(relation);
  }
  out.entries.ocx_types = list_of(given.text("ocx-type"));
  out.entries.ocx_formats = list_of(given.text("ocx-format"));
  out.crawl.follow = out.entries.follow;
}

}  // namespace semsite
