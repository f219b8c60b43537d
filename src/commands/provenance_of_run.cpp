#include "commands/provenance_of_run.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <random>
#include <set>
#include <string>

#include "reading/outcome.hpp"
#include "state/page_copies.hpp"
#include "state/page_facts.hpp"
#include "state/page_table.hpp"

namespace semsite {
namespace {

/// A random one (RFC 9562 §5.4).
std::string new_uuid() {
  std::random_device random;
  const auto bits = [&random] { return static_cast<std::uint32_t>(random()); };
  return fmt::format("{:08x}-{:04x}-4{:03x}-{:x}{:03x}-{:08x}{:04x}", bits(),
                     bits() & 0xffffU, bits() & 0xfffU, 8 + (bits() & 3U),
                     bits() & 0xfffU, bits(), bits() & 0xffffU);
}

PageRecord record_of(const PageFacts& page) {
  PageRecord out;
  out.url = page.url;
  out.final_url = page.final_url;
  out.media_type = page.media_type;
  out.outcome = outcome_name(page.outcome);
  out.code = page.code;
  out.digest = page.digest;
  out.status = page.status;
  out.fetched = page.fetched;
  out.bytes = page.bytes;
  out.quads = page.quads;
  return out;
}

}  // namespace

void write_provenance_of_run(const RunReport& report, Database& database,
                             std::int64_t run, const GraphPolicy& graph,
                             const QuadLine& line) {
  const std::string run_iri = "urn:uuid:" + new_uuid();
  write_provenance(report, run_iri, line);
  const bool own = graph.use == GraphUse::automatic || graph.use == GraphUse::source;
  const std::set<std::int64_t> told = told_by_others(database, run);
  for (const std::string& key : crawls_of(database, run))
    PageTable{database, key, run}.for_each([&](const PageFacts& page) {
      if (told.contains(page.id)) return;
      PageRecord record = record_of(page);
      if (own && page.quads > 0)
        record.graph = !page.same_as.empty()    ? page.same_as
                       : page.final_url.empty() ? page.url
                                                : page.final_url;
      write_page_provenance(record, run_iri, line);
    });
}

}  // namespace semsite
