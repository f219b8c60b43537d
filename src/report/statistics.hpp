#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fetch/answer_tally.hpp"
#include "reading/outcome.hpp"
#include "semsite/outcome.hpp"

namespace semsite {

/// Bytes of what is read, as it comes (packed), and of all that is to be read.
/// Thread-safe.
class InputTally {
 public:
  /// One more is to be read, of so many bytes if that is known.
  void announce(std::optional<std::uint64_t> bytes) {
    if (bytes) {
      total_ += *bytes;
    } else {
      ++unknown_;
    }
  }
  /// One that was announced without a size has this one.
  void learn(std::uint64_t bytes) {
    total_ += bytes;
    --unknown_;
  }
  void add(std::uint64_t bytes) { done_ += bytes; }

  [[nodiscard]] std::uint64_t done() const { return done_; }
  /// 0 while the size of one is not known.
  [[nodiscard]] std::uint64_t total() const { return unknown_ > 0 ? 0 : total_.load(); }

 private:
  std::atomic<std::uint64_t> done_ = 0, total_ = 0, unknown_ = 0;
};

/// One input: what is left of it when it ends will not come, and counts as done.
class TalliedInput {
 public:
  /// Announces it.
  TalliedInput(InputTally& tally, std::optional<std::uint64_t> bytes)
      : tally_(&tally), bytes_(bytes) {
    tally.announce(bytes);
  }
  /// It was announced with `announced`, and is found to have `bytes`.
  TalliedInput(InputTally& tally, std::optional<std::uint64_t> announced,
               std::optional<std::uint64_t> bytes)
      : tally_(&tally), bytes_(announced ? announced : bytes) {
    if (!announced && bytes) tally.learn(*bytes);
  }
  TalliedInput(TalliedInput&& other) noexcept
      : tally_(std::exchange(other.tally_, nullptr)),
        bytes_(other.bytes_),
        got_(other.got_) {}
  TalliedInput(const TalliedInput&) = delete;
  TalliedInput& operator=(const TalliedInput&) = delete;
  TalliedInput& operator=(TalliedInput&&) = delete;
  ~TalliedInput() {
    if (tally_ == nullptr) return;
    if (!bytes_) {
      tally_->learn(got_);
    } else if (got_ < *bytes_) {
      tally_->add(*bytes_ - got_);
    }
  }

  void got(std::uint64_t bytes) {
    got_ += bytes;
    tally_->add(bytes);
  }

 private:
  InputTally* tally_;
  std::optional<std::uint64_t> bytes_;
  std::uint64_t got_ = 0;
};

/// What the whole run has done so far; for the progress line and the totals.
struct RunCounters {
  std::atomic<std::uint64_t> requests{0};  ///< sent, repetitions and robots.txt included
  AnswerTally answers;                     ///< of these requests
  std::atomic<std::uint64_t> wire_bytes{0};  ///< received in bodies, as sent
  /// Bodies that ended and had no length to be held against.
  std::atomic<std::uint64_t> unverified_lengths{0};
  std::atomic<std::uint64_t> quads{0};        ///< parsed, also those taken back later
  InputTally inputs;                          ///< sources and files that are read
  std::atomic<std::uint64_t> pages_known{0};  ///< of crawls, asked for or to be asked for
  std::atomic<std::uint64_t> pages_done{0};   ///< of them, asked for
};

/// Fault counts by code.
using FaultCounts = std::map<std::string, std::uint64_t, std::less<>>;

[[nodiscard]] std::uint64_t sum_of(const FaultCounts& faults);
void add_faults(FaultCounts& to, const FaultCounts& from);
/// Takes out what pages ask of robots (`robots.…`), which is noted and no fault.
[[nodiscard]] FaultCounts take_robots_notes(FaultCounts& faults);

/// Counts of documents by media type; "unknown" is of those that have none.
using TypeCounts = FaultCounts;

/// "120 × text/html, 21 × application/pdf": the most frequent first, and how many other
/// types there are.
[[nodiscard]] std::string types_text(const TypeCounts& counts);

/// One document: a dump, or an entry of an archive.
struct DocumentReport {
  std::string name;    ///< entry name; empty when the source is no archive
  std::string syntax;  ///< name of the syntax; empty when none was recognised
  Outcome outcome = Outcome::whole;
  Cause cause = Cause::other;  ///< of the failure
  std::string code;            ///< of the failure, such as "unpack.truncated"
  std::string problem;         ///< the same in words
  std::string begins{};  ///< first line of what came, if that was not what it should be
  std::uint64_t quads = 0;
  std::uint64_t bytes = 0;  ///< unpacked
  std::uint64_t skipped = 0;
  FaultCounts faults;
};

/// A part of a graph that one query was asked for, or all of one.
struct PartitionReport {
  std::string name;                       ///< graph, predicates and filters
  std::optional<std::uint64_t> expected;  ///< triples, by COUNT
  std::uint64_t got = 0;                  ///< distinct ones, as far as that can be told
  Outcome outcome = Outcome::whole;
  bool by_graph_store = false;  ///< not by a query
};

/// One planned source: a dump, a fragment, an endpoint, a prefix.
struct SourceReport {
  std::string site, dataset, way;
  std::string url, final_url;
  std::string authority;
  Outcome outcome = Outcome::not_tried;
  std::string code, problem;
  std::string told{};  ///< what was told of it when it ended, as people read it
  int status = 0;
  std::uint32_t attempts = 0;
  std::string media_type;
  /// Algorithm of the checksum by which its bytes were found to be those that a
  /// description tells of; empty: none was given, or they are others.
  std::string verified{};
  /// What an earlier run had of it is in the output, as this one did not get it whole.
  bool former_stays = false;
  /// "verified": as many bytes came as was promised; "unverified": nothing promised how
  /// many there are. Empty: it is no transfer, or did not come to its end.
  std::string length{};
  std::optional<std::uint64_t> expected_bytes;  ///< as the server or the plan said
  std::uint64_t bytes = 0;                      ///< got
  std::optional<std::uint64_t> expected_quads;
  std::uint64_t quads = 0;  ///< kept in the output
  std::uint64_t quads_taken_back = 0;
  std::uint64_t documents = 0;
  /// Of a crawl: how many of them came and hold no RDF, by media type.
  TypeCounts no_rdf{};
  std::vector<std::string>
      silent_pages{};  ///< URLs of those that are HTML, the first 1,000
  std::vector<DocumentReport>
      noted;  ///< documents with something to say, the first 1,000
  std::vector<PartitionReport> partitions{};  ///< of an endpoint
  std::string graph_store{};                  ///< of an endpoint; empty: none is known
  std::string graph_store_problem{};          ///< why it did not give a graph, if so
  /// Of a crawl: pages whose quads are written with those of another, as they are the
  /// same in another form (`--canonical merge`).
  std::uint64_t merged = 0;
  /// Of a crawl: entries of sitemaps that `--include` and `--exclude` leave out.
  std::uint64_t out_of_scope = 0;
  FaultCounts faults;
  FaultCounts robots_notes{};  ///< by code: take_robots_notes
  double seconds = 0;
  std::string begins{};  ///< first line of what came instead of the data; may be cut
  /// Of its dataset in RunReport::datasets; nothing: it belongs to none of them.
  std::optional<std::size_t> dataset_row{};
  /// When this run began to ask for it; nothing: it did not.
  std::optional<std::chrono::system_clock::time_point> started{};
};

/// What went wrong with a source, with its URL in front unless the sentence names it.
[[nodiscard]] std::string source_problem(const SourceReport& source);
/// The same with its code, as messages and summaries tell it.
[[nodiscard]] std::string told_problem(const SourceReport& source);

}  // namespace semsite
