#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "rdf/document.hpp"
#include "report/run_report.hpp"
#include "semsite/term.hpp"

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

/// Writes quads about one subject after the other, all in one graph. Empty texts and IRIs
/// make no quad.
class ProvenanceQuads {
 public:
  ProvenanceQuads(std::string_view graph,
                  const std::function<void(std::string_view)>& line);

  /// What the next quads are about.
  void subject(std::string_view iri) { subject_ = iri; }

  void type(std::string_view iri);
  void iri(std::string_view predicate, std::string_view iri);
  /// As an IRI if it is one, else as an xsd:anyURI, so that nothing is lost.
  void url(std::string_view predicate, std::string_view url);
  /// Bytes that are not UTF-8 become U+FFFD. `language`: a tag; what is none is left out.
  void text(std::string_view predicate, std::string_view text,
            std::string_view language = {});
  void count(std::string_view predicate, std::uint64_t number);
  void truth(std::string_view predicate, bool value);
  void time(std::string_view predicate, std::chrono::system_clock::time_point time);

 private:
  void add(std::string_view predicate, const Term& object);

  Document document_;  ///< only its graph counts
  const std::function<void(std::string_view)>& line_;
  std::string subject_;
  std::string out_;
};

/// Nothing that an N-Quads document may not have as an IRI.
[[nodiscard]] bool is_usable_iri(std::string_view text);

}  // namespace semsite
