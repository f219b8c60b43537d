#include "crawl/option_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/counts.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/accept.hpp"
#include "crawl/checked_body.hpp"
#include "crawl/endpoint_run.hpp"
#include "crawl/mirror_attempts.hpp"
#include "crawl/more_said.hpp"
#include "crawl/pages_run.hpp"
#include "crawl/run_budget.hpp"
#include "crawl/run_contexts.hpp"
#include "crawl/site_entries.hpp"
#include "discover/paging.hpp"
#include "semsite/errors.hpp"
#include "walk/dump_walk.hpp"

namespace semsite {
namespace {

/// The code of a part that is another one once more.
constexpr std::string_view kSameBytes = "part.same-bytes";

/// A body whose digest is made on its way, whoever reads how much of it.
class DigestedBody {
 public:
  explicit DigestedBody(std::unique_ptr<ByteSource> body)
      : shared_(std::make_shared<Shared>(std::move(body))) {}

  /// The bytes, to be read by someone else; once.
  [[nodiscard]] std::unique_ptr<ByteSource> source() {
    return std::make_unique<Source>(shared_);
  }
  /// Reads what was left; nothing if that cannot be had.
  [[nodiscard]] std::optional<std::string> digest() {
    try {
      while (!shared_->read().empty()) {
      }
    } catch (const DocumentError&) {
      return std::nullopt;
    }
    return shared_->sha256.hex();
  }
  [[nodiscard]] std::uint64_t bytes() const { return shared_->bytes; }

 private:
  struct Shared {
    explicit Shared(std::unique_ptr<ByteSource> from) : body(std::move(from)) {}
    Block read() {
      if (ended) return {};
      Block block = body->read();
      ended = block.empty();
      sha256.add(block.bytes);
      bytes += block.bytes.size();
      return block;
    }
    std::unique_ptr<ByteSource> body;
    Sha256 sha256{};
    std::uint64_t bytes = 0;
    bool ended = false;
  };
  class Source final : public ByteSource {
   public:
    explicit Source(std::shared_ptr<Shared> shared) : shared_(std::move(shared)) {}
    [[nodiscard]] Block read() override { return shared_->read(); }

   private:
    std::shared_ptr<Shared> shared_;
  };
  std::shared_ptr<Shared> shared_;
};

/// One way of one dataset.
class WayRun {
 public:
  WayRun(const DatasetPlan& plan, const AccessOption& option, Fetch& fetch,
         Destination& to, Revocable revocable)
      : plan_(plan), option_(option), fetch_(fetch), to_(to), revocable_(revocable) {}

  OptionRun run() {
    switch (option_.way) {
      case Way::dump:
      case Way::fragments:
        files();
        break;
      case Way::sparql:
        run_ = run_endpoints(plan_, option_, fetch_, to_);
        break;
      case Way::entries:
        entries();
        break;
      case Way::crawl:
        pages();
        break;
    }
    for (const SourceReport& source : run_.sources) {
      run_.quads += source.quads;
      run_.former_stays = run_.former_stays || source.former_stays;
    }
    return std::move(run_);
  }

 private:
  [[nodiscard]] SourceReport start(const Location& location) const {
    return start_source(plan_, option_.way, location);
  }

  [[nodiscard]] Origin origin_of_answer(const std::string& url, Naming naming) const {
    return {.url = url,
            .dataset = graph_iri(plan_),
            .site = plan_.site,
            .base = {},
            .naming = naming};
  }

  /// Takes an answer in: from its body to the sink, with the outcome in `source`.
  void take_in(Retrieved got, const Location& location, SourceReport& source,
               Naming naming) {
    source.attempts += got.attempts;
    source.status = got.head.status;
    source.final_url = got.url != source.url ? got.url : std::string{};
    source.media_type = got.head.media_type();
    if (const auto length = got.head.length(); length && got.outcome == Retrieval::got)
      source.expected_bytes = length;
    attempts_.set_validators(std::string{got.head.header("etag")},
                             std::string{got.head.header("last-modified")});
    if (got.outcome != Retrieval::got) {
      source.outcome =
          got.outcome == Retrieval::robots || got.outcome == Retrieval::refused
              ? Outcome::refused
              : Outcome::failed;
      source.code = got.code;
      source.problem = got.problem;
      source.begins = got.begins;
      return;
    }
    const bool resumable = got.resumable;
    const auto length = got.length;
    const std::string got_url = got.url;
    std::string content_type{got.head.header("content-type")};
    CheckedBody body{std::move(got.body), location, got.head};
    std::unique_ptr<ByteSource> bytes = body.source();
    // What was announced is the length of other bytes.
    if (body.is_undone()) source.expected_bytes.reset();
    std::optional<DigestedBody> digested;
    if (option_.pools.size() > 1) {
      digested.emplace(std::move(bytes));
      bytes = digested->source();
    }
    PlaceSum said;
    Harvest job;
    if (digested) job.watch = [&](const QuadBatch& batch) { said.add(batch); };
    job.bytes = std::make_unique<Metered>(std::move(bytes), source.bytes);
    job.origin = origin_of_answer(got.url, naming);
    job.media_type = source.media_type;
    job.promise = naming == Naming::dump ? Promise::data : Promise::none;
    job.content_type = std::move(content_type);
    job.links = paging_links(got);
    job.range = got.head.header("content-range");
    job.asked = source.url;
    HarvestReport report = harvest(std::move(job), to_.harvester);
    std::optional<std::string> digest;
    if (is_good(report.outcome) && digested) digest = digested->digest();
    if (digest) *digest += said.text();
    if (is_good(report.outcome)) {
      using Bounded = CheckedBody::Bounded;
      if (const auto fault = body.rest(length->promised ? Bounded::yes : Bounded::no)) {
        report.outcome = report.quads > 0 ? Outcome::partial : Outcome::failed;
        report.cause = body.cause();
        report.code = fault->code();
        report.problem = fault->what();
      } else {
        source.verified = body.algorithm();
      }
    }
    const bool has_other_size =
        location.said_bytes && *location.said_bytes != source.bytes;
    if (is_good(report.outcome) && has_other_size && location.size_is_exact &&
        source.verified.empty()) {
      report.outcome = report.quads > 0 ? Outcome::partial : Outcome::failed;
      report.cause = Cause::wrong_length;
      report.code = "fetch.wrong-length";
      report.problem =
          fmt::format("{} bytes of {} came, {} says that it has {}", source.bytes,
                      got_url, location.source, *location.said_bytes);
    }
    if (is_good(report.outcome)) {
      hold_length(*length, source);
      if (has_other_size)
        note_estimate(
            fmt::format(
                "{}: {} bytes came; its description says {}, which is an estimate",
                source.url, source.bytes, *location.said_bytes),
            source.url);
    }
    if (is_good(report.outcome)) {
      if (const MoreSaid* const more = more_elsewhere(report.more, location)) {
        report.outcome = report.quads > 0 ? Outcome::partial : Outcome::failed;
        report.code = "paging.more";
        report.problem = fmt::format(
            "{} is not all of it: {}, and that is not followed; name its pages as dumps, "
            "or the whole",
            got_url, more_text(*more));
      }
    }
    repeats_.clear();
    if (is_good(report.outcome) && digest) {
      const auto [known, fresh] =
          had_.try_emplace(*digest, Had{source.url, digested->bytes()});
      if (!fresh) repeats_ = known->second.url;
      if (fresh) attempts_.came(*digest, source.url);
      digest_ = *digest;
    }
    restart_ = restart_after(report.cause, resumable);
    source.outcome = report.outcome;
    source.code = std::move(report.code);
    source.problem = std::move(report.problem);
    source.begins = std::move(report.begins);
    source.quads += report.quads;
    source.documents += report.document_count;
    add_faults(source.faults, report.faults);
    if (lacks_context(report.faults)) attempts_.set_validators({}, {});
    for (DocumentReport& document : report.documents)
      if (document.outcome != Outcome::whole || source.noted.empty())
        source.noted.push_back(std::move(document));
    name_the_budget(source, fetch_);
  }

  /// What a description says of the length is no promise: only the transfer's own is.
  static void hold_length(const LengthCheck& length, SourceReport& source) {
    const bool holds = length.holds() || !source.verified.empty();
    source.length = holds ? "verified" : "unverified";
    if (!length.holds()) source.expected_bytes.reset();
  }

  void note_estimate(std::string note, const std::string& url) {
    constexpr std::size_t kMostNotes = 100;
    fetch_.console.info(note, {.source = url});
    if (run_.notes.size() < kMostNotes) run_.notes.push_back(std::move(note));
  }

  enum class Restart { no, once, as_often_as_retried };

  /// Is the document begun again from zero after a body that failed so?
  [[nodiscard]] static Restart restart_after(Cause cause, bool resumable) {
    switch (cause) {
      case Cause::broke_off:
        return resumable ? Restart::no : Restart::as_often_as_retried;
      case Cause::wrong_length:
        return resumable ? Restart::once : Restart::as_often_as_retried;
      case Cause::other_bytes:
        return Restart::once;
      default:
        return Restart::no;
    }
  }

  /// What a file says of there being more, unless that is another part of this way, which
  /// is asked for in any case.
  [[nodiscard]] const MoreSaid* more_elsewhere(const std::vector<MoreSaid>& said,
                                               const Location& location) const {
    const auto is_named = [&](const MoreSaid& more) {
      const std::string key = page_key(more.url);
      return !more.url.empty() &&
             std::ranges::any_of(option_.pools, [&](const MirrorPool& pool) {
               const auto has = [&](const std::string& one) {
                 return std::ranges::any_of(pool.mirrors, [&](const Location& mirror) {
                   return page_key(mirror.url) == one;
                 });
               };
               return has(key) && !has(page_key(location.url));
             });
    };
    for (const MoreSaid& more : said)
      if (!is_named(more)) return &more;
    return nullptr;
  }

  /// Dump or fragments: every pool, mirror by mirror.
  void files() {
    DumpWalk walk{option_};
    bool skipped = false;
    had_repeats_ = former_repeats();
    std::optional<std::size_t> pool;
    while (const auto step = walk.next()) {
      if (std::exchange(pool, step->pool) != step->pool)
        attempts_.begin_pool(option_.pools[step->pool]);
      SourceReport source = start(step->location);
      if (const auto kept =
              attempts_.kept_of(step->location, option_.pools[step->pool])) {
        // Had before the run was broken off.
        if (kept->url == source.url) {
          restore(*kept, source);
          skipped = skipped || source.outcome == Outcome::faulty;
          run_.sources.push_back(std::move(source));
        }
        walk.answer(is_good(kept->outcome) && !kept->former_stays);
        continue;
      }
      const auto begin = std::chrono::steady_clock::now();
      source.started = std::chrono::system_clock::now();
      file(step->location, source, step->has_backup);
      source.seconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      attempts_.tell_problem(source, step->has_backup);
      const bool good = is_good(source.outcome);
      skipped = skipped || source.outcome == Outcome::faulty;
      run_.sources.push_back(std::move(source));
      if (good || !step->has_backup) attempts_.bring_back();
      walk.answer(good);
      if (fetch_.stop.stop_requested()) break;
    }
    attempts_.bring_back();
    run_.good = walk.complete();
    run_.complete = run_.good && !skipped;
  }

  /// One file, in a section of its own; begun again if it broke off and cannot be
  /// continued.
  void file(const Location& location, SourceReport& source, bool has_backup) {
    for (unsigned attempt = 1;; ++attempt) {
      restart_ = Restart::no;
      const auto former =
          had_repeats_ ? std::nullopt
                       : to_.notes.former(plan_, way_name(option_.way), source.url);
      Retrieved got = fetch_.retriever.get(
          {.url = source.url,
           .named_by = namer_of(location.source, plan_.sitemap, plan_.listing),
           .accept = std::string{kDumpAccept},
           .content_coding = false,
           .progress = true,
           .copy = former ? std::optional{copy_of(*former)} : std::nullopt,
           .second_try = false});
      attempts_.begin(has_backup || may_repeat(got));
      if (got.outcome == Retrieval::unchanged) {
        take_former(*former, got, source);
        return attempts_.end(source, has_backup);
      }
      take_in(std::move(got), location, source, Naming::dump);
      if (!repeats_.empty() && drop_repeated(source)) return;
      const unsigned most =
          restart_ == Restart::once ? 2 : fetch_.retriever.max_attempts();
      if (restart_ == Restart::no || attempt >= most || fetch_.stop.stop_requested())
        return attempts_.end(source, has_backup);
      // What a pipe has swallowed cannot be taken back: a second copy would not mend it.
      if (!to_.output.discard_section()) return;
      source.quads_taken_back += std::exchange(source.quads, 0);
      fetch_.console.info(fmt::format("{}; beginning it again", source_problem(source)),
                          {.source = source.url});
      source.faults.clear();
      source.noted.clear();
      source.documents = 0;
      source.bytes = 0;
    }
  }

  /// Could it be the bytes of a part that this run has already?
  [[nodiscard]] bool may_repeat(const Retrieved& got) const {
    if (got.outcome != Retrieval::got) return false;
    const auto length = got.head.length();
    return std::ranges::any_of(
        had_, [&](const auto& one) { return !length || *length == one.second.bytes; });
  }

  /// Did an earlier run drop a part as the same as another? Then each is looked at again:
  /// what was the same need not stay so.
  [[nodiscard]] bool former_repeats() const {
    if (option_.pools.size() < 2) return false;
    return std::ranges::any_of(option_.pools, [&](const MirrorPool& pool) {
      return std::ranges::any_of(pool.mirrors, [&](const Location& mirror) {
        const auto former =
            to_.notes.former_whole(plan_, way_name(option_.way), mirror.url);
        return former && !former->same_as.empty() && !former->former_stays;
      });
    });
  }

  /// The same bytes came before, as another part: what they gave this time is taken back.
  /// Its blank nodes would be others, and nothing else.
  bool drop_repeated(SourceReport& source) {
    if (!to_.output.discard_section()) {
      to_.output.begin_section(Revocable::no);
      return false;
    }
    source.quads_taken_back += std::exchange(source.quads, 0);
    source.faults.clear();
    source.noted.clear();
    source.outcome = Outcome::whole;
    source.code = kSameBytes;
    source.problem = fmt::format(
        "{} is {} once more, byte for byte: its quads are in "
        "the output once",
        source.url, repeats_);
    attempts_.note_repeat(source, repeats_, digest_);
    return true;
  }

  [[nodiscard]] static HeldCopy copy_of(const KeptFile& file) {
    return {.url = file.final_url.empty() ? file.url : file.final_url,
            .etag = file.etag,
            .modified = file.modified};
  }

  /// The file is what an earlier run had.
  void take_former(const KeptFile& former, const Retrieved& got, SourceReport& source) {
    KeptFile had = former;
    if (std::exchange(had.former_stays, false)) had.code = had.problem = std::string{};
    restore(had, source);
    source.attempts = got.attempts;
    source.status = got.head.status;
    source.bytes = 0;
    to_.notes.copy_former(former, to_.output);
    attempts_.set_validators(former.etag, former.modified);
    fetch_.console.info(fmt::format("{} has not changed", source.url),
                        {.source = source.url});
  }

  /// What the entries of sitemaps say, which discovery has read.
  void entries() {
    SourceReport source = start(option_.pools[0].mirrors[0]);
    run_entries(plan_, fetch_, to_, source);
    run_.good = is_good(source.outcome);
    run_.complete = source.outcome == Outcome::whole;
    run_.sources.push_back(std::move(source));
  }

  /// All pages came, and give no quads where some were promised, or were before.
  void tell_silence(SourceReport& source) const {
    source.outcome = Outcome::failed;
    source.code = "crawl.no-rdf";
    source.problem = fmt::format(
        "{} came, and {} RDF{}", count_of(source.documents, "document"),
        source.documents == 1 ? "it holds no" : "none of them holds any",
        plan_.loose_pages > 0 && !plan_.only_seeds ? ", though there was some before"
                                                   : "");
  }

  /// Linked data under the prefixes, or the pages that sitemaps list.
  void pages() {
    SourceReport source = start(option_.pools[0].mirrors[0]);
    const auto begin = std::chrono::steady_clock::now();
    source.started = std::chrono::system_clock::now();
    const bool owes_nothing = run_pages(plan_, fetch_, to_, source, revocable_);
    name_the_budget(source, fetch_);
    source.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const bool left_out =
        fetch_.graph_claims.leaves_out && source.faults.contains(kClaimedGraph);
    const bool has_enough = source.quads > 0 || owes_nothing || left_out;
    if (!has_enough && is_good(source.outcome)) tell_silence(source);
    run_.good = is_good(source.outcome);
    run_.came_without_rdf = owes_nothing && !source.no_rdf.empty();
    run_.complete = run_.good && source.outcome != Outcome::faulty;
    run_.sources.push_back(std::move(source));
  }

  const DatasetPlan& plan_;
  const AccessOption& option_;
  Fetch& fetch_;
  Destination& to_;
  const Revocable revocable_;
  OptionRun run_;
  MirrorAttempts attempts_{plan_, option_.way, fetch_, to_, run_.sources};
  Restart restart_ = Restart::no;  ///< the last body cannot be continued
  struct Had {
    std::string url;
    std::uint64_t bytes;
  };
  /// Parts that came whole, by the digest of their bytes and what their place adds.
  std::map<std::string, Had> had_;
  std::string repeats_;       ///< URL of the part that the last one is once more
  std::string digest_;        ///< of the last part that came whole
  bool had_repeats_ = false;  ///< in an earlier run
};

}  // namespace

OptionRun run_option(const DatasetPlan& plan, const AccessOption& option, Fetch& fetch,
                     Destination& to, Revocable revocable) {
  return WayRun{plan, option, fetch, to, revocable}.run();
}

namespace {

constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15ULL;

/// Not for security: whoever makes two documents of the same bytes knows their quads.
std::uint64_t place_hash(std::string_view text) {
  std::uint64_t hash = text.size() * kFactor;
  const auto mix = [&](std::uint64_t word) {
    hash = (hash ^ word) * kFactor;
    hash ^= hash >> 32U;
  };
  std::size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + at, 8);
    mix(word);
  }
  for (; at < text.size(); ++at) mix(static_cast<unsigned char>(text[at]));
  return hash;
}

std::uint64_t place_hash(const Term& term) {
  return place_hash(term.value) + std::rotl(place_hash(term.tag), 20) +
         kFactor * (static_cast<std::uint64_t>(term.kind) + 1);
}

}  // namespace

void PlaceSum::add(const QuadBatch& batch) {
  const Document& document = batch.document();
  const std::uint64_t graph = document.graph.empty() ? 0 : place_hash(document.graph);
  std::uint64_t sum = graph * batch.size();
  // Lines have no relative references.
  if (document.syntax != "ntriples" && document.syntax != "nquads")
    for (const Quad& quad : batch.quads())
      sum += place_hash(quad.subject) ^ std::rotl(place_hash(quad.predicate), 13) ^
             std::rotl(place_hash(quad.object), 29) ^
             std::rotl(place_hash(quad.graph), 47);
  sum_.fetch_add(sum, std::memory_order_relaxed);
}

std::string PlaceSum::text() const {
  const std::uint64_t sum = sum_.load(std::memory_order_relaxed);
  return sum == 0 ? std::string{} : fmt::format(" {:016x}", sum);
}

namespace {

/// Is this the code of what was broken off because the run ends? The reader of a document
/// sees that before its next block, or the transfer ends under it.
bool is_ended(std::string_view code) {
  return code == "run.interrupted" || code == "fetch.cancelled";
}

bool is_file(const SourceReport& source) {
  return source.way == way_name(Way::dump) || source.way == way_name(Way::fragments);
}

}  // namespace

void name_the_budget(SourceReport& source, const Fetch& fetch) {
  const std::string reason = fetch.budget.reason ? fetch.budget.reason() : std::string{};
  if (reason.empty()) return;
  for (DocumentReport& document : source.noted)
    if (is_ended(document.code)) {
      document.code = kBudgetCode;
      document.problem = reason;
    }
  if (!is_ended(source.code)) return;
  source.code = kBudgetCode;
  const std::uint64_t most = fetch.budget.max_bytes;
  if (is_file(source) && most > 0 && source.expected_bytes.value_or(0) > most) {
    source.problem = fmt::format(
        "the file has {}, more than --max-bytes {}: nothing of it will ever be whole "
        "with this bound; raise it",
        count_of(*source.expected_bytes, "byte"), grouped(most));
  } else if (is_file(source)) {
    source.problem = fmt::format(
        "{} in the middle of the file, which the next run begins anew", reason);
  } else if (source.problem.find("stopped when") == std::string::npos) {
    source.problem = reason;
  }
}

}  // namespace semsite
