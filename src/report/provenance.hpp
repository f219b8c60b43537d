#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "report/run_report.hpp"

namespace semsite {

/// Terms of our own, for what no known vocabulary says (docs/provenance.md lists them).
inline constexpr std::string_view kSemsiteVocabulary = "https://w3id.org/semsite/vocab#";

/// One page or document of a crawl, as its provenance tells it. What is empty or 0 is
/// left out.
struct PageRecord {
  std::string url, final_url, media_type;
  std::string outcome;  ///< `outcome_name`, or what the crawl calls it
  std::string code, digest;
  int status = 0;
  std::int64_t fetched = 0;  ///< seconds since 1970-01-01T00:00:00Z
  std::uint64_t bytes = 0, quads = 0;
  std::string graph{};  ///< of its quads, if they have one of their own
};

/// Gets a canonical N-Quads line with its newline. It may throw.
using QuadLine = std::function<void(std::string_view)>;

/// Writes where the data of a run came from, as quads of the graph `run_iri`: the run
/// (`run_iri`, a prov:Activity), its agent (`#agent`), each dataset (its own IRI, or
/// `#dataset-N`) and each planned source (`#source-N`), numbered as in the report from 1.
/// PROV-O, VoID and DCMI terms where they fit, no blank nodes. `run_iri` is absolute and
/// has no fragment.
void write_provenance(const RunReport& report, std::string_view run_iri,
                      const QuadLine& line);

/// The same for one page: `#page-` + a hash of its URL, always the same.
void write_page_provenance(const PageRecord& page, std::string_view run_iri,
                           const QuadLine& line);

}  // namespace semsite
