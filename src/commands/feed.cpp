#include "commands/feed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "base/counts.hpp"
#include "base/text.hpp"
#include "commands/document_inputs.hpp"
#include "commands/exit_status.hpp"
#include "commands/workshop.hpp"
#include "feed/archive_feed.hpp"
#include "feed/bulk_feed.hpp"
#include "feed/shards.hpp"
#include "index/index_store.hpp"
#include "io/temporary_files.hpp"
#include "report/progress.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// Ends the work between two documents.
class FeedInterrupted : public std::exception {};

std::string temporary_folder(const IndexOptions& options) {
  if (!options.sort.folder.empty()) return options.sort.folder;
  if (options.feed.folder != "-")
    return std::filesystem::absolute(options.feed.folder).string();
  return std::filesystem::temp_directory_path().string();
}

class FeedRun {
 public:
  FeedRun(const IndexOptions& options, RunAccount& account, const std::stop_token& stop)
      : options_(options),
        stop_(stop),
        account_(account),
        shop_(workshop_needs(options, account), stop),
        log_("index", options.faults.on_error, nullptr, shop_.console),
        quarantine_(quarantine_at(options.faults.quarantine)),
        folder_(options.feed.folder) {
    files_ = std::make_unique<TemporaryFiles>(temporary_folder(options), "feed",
                                              TemporaryFiles::Lifetime::this_run);
    const FeedOptions& feed = options.feed;
    if (feed.form == FeedForm::bulk) {
      feed_ =
          std::make_unique<BulkFeed>(BulkFeed::Settings{.folder = options.feed.folder,
                                                        .suffix = feed.suffix,
                                                        .index_name = feed.index_name,
                                                        .shard_bytes = feed.shard_bytes});
    } else {
      feed_ = std::make_unique<ArchiveFeed>(
          ArchiveFeed::Settings{.folder = options.feed.folder,
                                .shard_bytes = feed.shard_bytes,
                                .memory_bytes = memory() / 2},
          *files_);
    }
    if (quarantine_) quarantine_->begin(Quarantine::Begin::anew);
  }

  int run() {
    const Progress progress{options_.messages.progress,
                            [this] { return progress_facts(); }, shop_.console};
    try {
      for (const std::string& url : options_.remove) feed_->remove(url);
      if (options_.place.empty()) {
        feed_inputs();
      } else {
        feed_index();
      }
      feed_->finish();
    } catch (const FeedInterrupted&) {
      shop_.console.info(
          "interrupted; the files that are there are whole, the feed is not");
      return kInterrupted;
    } catch (const StoppedAtFault& error) {
      throw RunError{fmt::format("{}; the feed is not whole", error.what())};
    }
    tell();
    return std::max(status_, log_.skipped() > 0 ? int{kIncomplete} : status_);
  }

 private:
  [[nodiscard]] ProgressFacts progress_facts() const {
    if (documents_ > 0)
      return {.phase = "writing", .unit = "documents", .done = documents_};
    ProgressFacts out = input_facts(shop_.run.counters);
    out.phase = out.total > 0 && out.done >= out.total ? "sorting" : "reading";
    return out;
  }

  [[nodiscard]] std::size_t memory() const {
    return static_cast<std::size_t>(options_.sort.memory_bytes);
  }

  void step() {
    if ((++steps_ & 0xFFF) == 0 && stop_.stop_requested()) throw FeedInterrupted{};
  }

  void feed_inputs() {
    const RecordFacts facts{
        .dataset = options_.dataset,
        .updated = std::chrono::duration_cast<std::chrono::seconds>(
                       std::chrono::system_clock::now().time_since_epoch())
                       .count(),
        .limits = options_.limits};
    const DocumentInputs inputs{.options = options_,
                                .shop = shop_,
                                .faults = log_,
                                .quarantine = quarantine_.get(),
                                .stop = stop_};
    const DocumentInputs::Result read = inputs.read(
        *files_, [this] { step(); },
        [&](DocumentText text) { put(make_record(std::move(text), facts)); });
    status_ = read.status;
    if (stop_.stop_requested()) throw FeedInterrupted{};
    if (read.stopped)
      throw RunError{"stopped at the first fault (--on-error fail): no feed was written"};
    if (read.nothing) throw RunError{"nothing could be read, so no feed was written"};
  }

  void feed_index() {
    const std::unique_ptr<IndexStore> store = IndexStore::open_to_read(options_.place);
    for (std::size_t i = 0; i < store->segments().size(); ++i)
      for (std::uint32_t document = 0; document < store->segments()[i].documents;
           ++document) {
        step();
        if (!store->segments()[i].is_gone(document))
          put(store->whole_record({i, document}));
      }
  }

  void put(const DocumentRecord& record) {
    feed_->put(record);
    ++documents_;
  }

  void tell() {
    const FeedCounts counts = feed_->counts();
    std::string line = fmt::format("{}: {}", options_.feed.folder,
                                   count_of(counts.documents, "document"));
    if (counts.entities > 0)
      line += fmt::format(", {} of entities in them", grouped(counts.entities));
    if (counts.removals > 0) line += ", " + count_of(counts.removals, "removal");
    line += fmt::format(", {} in {}", count_of(counts.bytes, "byte"),
                        count_of(counts.files, "file"));
    if (counts.left_out > 0)
      line += fmt::format("; {} in no entity",
                          count_of(counts.left_out, "triple about blank nodes only is",
                                   "triples about blank nodes only are"));
    account_.add_figure("documents_written", "documents written", counts.documents);
    account_.add_figure("files_written", "files written", counts.files);
    account_.add_figure("bytes_written", "bytes written", counts.bytes);
    account_.add_faults_of_output(log_.counts());
    shop_.console.info(line);
  }

  const IndexOptions& options_;
  std::stop_token stop_;
  RunAccount& account_;
  Workshop shop_;
  FaultLog log_;
  std::unique_ptr<Quarantine> quarantine_;  ///< claimed before a folder is made
  FeedFolder folder_;
  std::unique_ptr<TemporaryFiles> files_;
  std::unique_ptr<Feed> feed_;  ///< uses the files
  std::uint64_t steps_ = 0;
  std::atomic<std::uint64_t> documents_ = 0;
  int status_ = kComplete;
};

}  // namespace

int run_feed(const IndexOptions& options, RunAccount& account,
             const std::stop_token& stop) {
  return FeedRun{options, account, stop}.run();
}

}  // namespace semsite
