#include "app/fetch_identity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <vector>

namespace semsite {

namespace {

std::string identity_of(const Options& options, const std::vector<std::string>& urls) {
  std::string out = fmt::format(
      "fetch {} format={} graph={}:{} dataset={} meaning={} strict={} xpath={}",
      fmt::join(urls, " "), static_cast<int>(options.format),
      static_cast<int>(options.graph.use), options.graph.pattern, options.policy.dataset,
      static_cast<int>(options.policy.dump_semantics),
      static_cast<int>(options.parse.strictness), options.parse.xpath);
  for (const Way way : options.policy.order) out += fmt::format(" {}", way_name(way));
  for (const Way way : options.policy.only) out += fmt::format(" only={}", way_name(way));
  if (options.policy.samples) out += " sample";
  if (!options.documents.empty()) out += " documents=" + options.documents;
  const EntryPolicy& entries = options.entries;
  if (entries.follow != EntryPolicy{}.follow)
    out += fmt::format(" follow={}", fmt::join(entries.follow, ","));
  for (const std::string& type : entries.ocx_types) out += " ocx-type=" + type;
  for (const std::string& format : entries.ocx_formats) out += " ocx-format=" + format;
  if (!options.policy.resource.empty()) out += " resource=" + options.policy.resource;
  for (const std::string& host : options.probe.trusted) out += " trust=" + host;
  if (options.policy.authoritative_only) out += " authoritative-only";
  for (const std::string& glob : options.policy.include) out += " include=" + glob;
  for (const std::string& glob : options.policy.exclude) out += " exclude=" + glob;
  return out;
}

}  // namespace

std::string fetch_identity(const Options& options, const std::string& former) {
  // Version 0.1.0 wrote the sites as they were given.
  std::string given = identity_of(options, options.urls);
  if (given == former) return given;
  std::vector<std::string> urls = options.urls;
  std::ranges::sort(urls);
  return identity_of(options, urls);
}

std::string what_differs(const std::string& identity, const std::string& former) {
  const auto words = [](const std::string& text) {
    std::vector<std::string> out;
    std::istringstream in{text};
    for (std::string word; in >> word;)
      if (word != "fetch") out.push_back(word);
    std::ranges::sort(out);
    return out;
  };
  const auto now = words(identity);
  const auto was = words(former);
  std::vector<std::string> more;
  std::vector<std::string> less;
  std::ranges::set_difference(now, was, std::back_inserter(more));
  std::ranges::set_difference(was, now, std::back_inserter(less));
  std::string out;
  if (!less.empty()) out += fmt::format("it was {}", fmt::join(less, " "));
  if (!more.empty())
    out += fmt::format("{}now it is {}", out.empty() ? "" : ", ", fmt::join(more, " "));
  return out.empty() ? "they are in another order" : out;
}

}  // namespace semsite
