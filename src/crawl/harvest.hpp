#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.hpp"
#include "crawl/fault_log.hpp"
#include "crawl/graph_claims.hpp"
#include "discover/paging.hpp"
#include "documents/graph_policy.hpp"
#include "parse/syntax.hpp"
#include "rdf/quad_batch.hpp"
#include "report/console.hpp"
#include "report/statistics.hpp"
#include "semsite/errors.hpp"
#include "semsite/limits.hpp"

namespace semsite {

class OlderRdf;

/// What every harvest of a run shares. References outlive it.
struct Harvester {
  std::reference_wrapper<QuadSink> sink;
  GraphPolicy graph;
  const Limits& limits;
  RunCounters& counters;
  Console& console;
  Quarantine* quarantine = nullptr;
  OnError on_error = OnError::skip;
  const Syntax* syntax = nullptr;  ///< given by the user; null: told by content
  unsigned workers = 1;
  std::stop_token stop;
  std::reference_wrapper<const ParseSettings> settings = kDefaultParseSettings;
  /// Looks at the graphs that data of the web names; null: nobody asks whose they are.
  GraphClaims* claims = nullptr;
  /// Makes the quads such as the output can have; null: it has all of RDF 1.2.
  OlderRdf* older = nullptr;
};

/// What was said of a source before it came.
enum class Promise {
  none,  ///< may be empty
  data,  ///< a dump: an empty file is none, and neither is an HTML page
};

/// One source to be unpacked and parsed.
struct Harvest {
  std::unique_ptr<ByteSource> bytes;
  Origin origin;
  std::string media_type;
  Promise promise = Promise::none;
  /// Off: results of a SPARQL query are no data, for a page or an endpoint that answers
  /// with them answers something else than what was asked for.
  bool takes_result_sets = true;
  std::string content_type{};        ///< as sent, with its parameters
  std::vector<std::string> links{};  ///< values of the `Link` headers
  std::string range{};               ///< of the `Content-Range`
  /// Told of every quad before it is written; may be empty. Called from several threads.
  std::function<void(const QuadBatch&)> watch;
  LinkTaker take_link{};  ///< told of the links of pages; `take` may be empty
  const PageWatch* page_watch = nullptr;
  std::string asked{};  ///< URL before redirects; may be empty
};

/// How it came out; `documents` has one row per entry of an archive.
struct HarvestReport {
  Outcome outcome = Outcome::whole;
  Cause cause = Cause::other;  ///< of the failure
  std::string code, problem;
  std::string begins{};  ///< first line of the document that is to blame, if one is
  std::vector<DocumentReport>
      documents;  ///< those with something to say, the first 1,000
  std::uint64_t document_count = 0;
  std::uint64_t quads = 0;
  FaultCounts faults;
  /// That the source says of itself that there is more; of pages of the web only terms
  /// for machines count.
  std::vector<MoreSaid> more{};

  /// The source is no data at all, or could not be read.
  [[nodiscard]] bool is_unread() const {
    return outcome == Outcome::failed && sum_of(faults) == 0;
  }
};

/// Takes one source from its bytes to the sink: unpacks it, tells each document's syntax,
/// parses it on `workers` threads. What is wrong with the source ends up in the report;
/// only RunError gets out.
[[nodiscard]] HarvestReport harvest(Harvest job, const Harvester& harvester);

/// Is it of anything but pages, which mostly hold no RDF, and that is no fault of theirs?
/// Null is of nothing.
[[nodiscard]] bool is_of_data(const Syntax* syntax);

/// An archive may well hold a licence or a read-me beside its data, or a link to one that
/// is elsewhere. What is called data, and is not, is data that was lost; an ontology is
/// data, in whatever form.
[[nodiscard]] bool is_other_file(const DocumentReport& document);

/// Sums the documents of one source up.
class HarvestAccount {
 public:
  explicit HarvestAccount(Promise promise) : promise_(promise) {}

  void add(DocumentReport document);
  /// What a document says that there is more: another one of the archive may be that.
  void add(std::vector<MoreSaid> more, const std::string& document);
  /// The source as a whole could not be read to its end.
  void add(const DocumentError& error);

  [[nodiscard]] HarvestReport conclude(bool archive, const std::string& name) &&;

 private:
  struct Failure {
    std::string code, problem;
    std::string begins{};  ///< what came instead
    Cause cause = Cause::other;
  };
  [[nodiscard]] bool is_silent_page(const DocumentReport& document) const;

  Promise promise_;
  HarvestReport report_;
  std::set<std::string> documents_;  ///< of an archive, as keys of pages
  std::uint64_t rdf_ = 0;
  std::uint64_t skipped_ = 0;
  bool faulty_ = false;
  Failure broken_, other_;
  std::string damaged_;  ///< first line of the first document that is
};

/// Holds what the manifest of a ResourceSync package lists (Z39.99 §12.2) against the
/// files that are in it.
class PackageManifest {
 public:
  /// `name`: of a file in the package.
  void came(std::string_view name);
  /// Reads a manifest that is in the package, to its end.
  void read(ByteSource& bytes, const std::string& url, const Limits& limits);

  /// What is listed and did not come, as "rs.manifest"; call at the end.
  [[nodiscard]] std::optional<DocumentError> missing(const std::string& package) const;

 private:
  std::vector<std::uint64_t> names_;  ///< hashes, of folders on the way too
  std::vector<std::string> paths_;
  std::string problem_;  ///< why the manifest could not be read
  bool cut_short_ = false;
};

}  // namespace semsite
