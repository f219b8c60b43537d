#include "app/fetch_identity.hpp"

#include <fmt/format.h>

namespace semsite {

std::string fetch_identity(const Options& options) {
  std::string out = fmt::format(
      "fetch {} format={} graph={}:{} dataset={} meaning={} strict={} xpath={}",
      fmt::join(options.urls, " "), static_cast<int>(options.format),
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

}  // namespace semsite
