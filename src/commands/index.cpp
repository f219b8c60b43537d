#include "commands/index.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/byte_source.hpp"
#include "base/counts.hpp"
#include "base/file_io.hpp"
#include "base/hash.hpp"
#include "base/share.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "commands/document_inputs.hpp"
#include "commands/exit_status.hpp"
#include "commands/feed.hpp"
#include "commands/manifest_inputs.hpp"
#include "commands/share_option.hpp"
#include "commands/workshop.hpp"
#include "crawl/fault_log.hpp"
#include "index/index_writer.hpp"
#include "io/temporary_files.hpp"
#include "parse/syntax.hpp"
#include "rdf/change_list.hpp"
#include "report/progress.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

// A code of docs/faults.md.
constexpr std::string_view kCutDocument = "index.cut-document";

/// Ends the work between two statements.
class IndexInterrupted : public std::exception {};

std::string place_of_temporary(const IndexOptions& options) {
  if (!options.sort.folder.empty()) return options.sort.folder;
  return std::filesystem::absolute(options.place).parent_path().string();
}

/// The same in each run, which so takes away what a killed one left.
std::string name_of_temporary(const IndexOptions& options) {
  return "index-" + short_hash(std::filesystem::absolute(options.place).string());
}

/// An empty folder. Nobody else has one of that name, for only one writes the index.
class SortFiles {
 public:
  SortFiles(const IndexOptions& options, const char* what)
      : files(place_of_temporary(options), name_of_temporary(options) + what,
              TemporaryFiles::Lifetime::until_done) {
    files.clear([](const std::string&) { return false; });
  }
  TemporaryFiles files;
};

/// Between which contents a list leads, if it says so.
std::optional<ChangeEnds> ends_of_list(const std::string& path);

class IndexRun {
 public:
  IndexRun(const IndexOptions& options, RunAccount& account, const std::stop_token& stop)
      : options_(options),
        stop_(stop),
        account_(account),
        shop_(workshop_needs(options, account), stop),
        quarantine_(quarantine_at(options.faults.quarantine)),
        is_new_(!std::filesystem::exists(options.place)),
        store_(IndexStore::open_to_write(options.place)),
        writer_(*store_,
                {.dataset = options.dataset,
                 .updated = std::chrono::duration_cast<std::chrono::seconds>(
                                std::chrono::system_clock::now().time_since_epoch())
                                .count(),
                 .limits = options.limits},
                {.temporary = place_of_temporary(options),
                 .name = name_of_temporary(options),
                 .memory_bytes = static_cast<std::size_t>(options.sort.memory_bytes),
                 .threads = core_count()}),
        log_("index", options.faults.on_error, nullptr, shop_.console) {
    if (quarantine_) quarantine_->begin(Quarantine::Begin::anew);
  }

  int run() {
    const Progress progress{options_.messages.progress,
                            [this] { return progress_facts(); }, shop_.console};
    try {
      work();
    } catch (const IndexInterrupted&) {
      writer_.commit();  // what is whole stays
      store_->settle();
      tell();
      shop_.console.info("interrupted; the same command goes on from here");
      return kInterrupted;
    } catch (const StoppedAtFault& error) {
      shop_.console.error(error.what());
      shop_.console.info("stopped at the first fault: what was read is not in the index");
      return kIncomplete;
    }
    store_->settle();
    if (nothing_ && is_new_ && documents_ == 0) {
      std::filesystem::remove(options_.place);
      shop_.console.info(
          fmt::format("nothing could be read, so {} was not made", options_.place));
      return status_;
    }
    tell();
    return std::max(status_, log_.skipped() > 0 ? int{kIncomplete} : status_);
  }

 private:
  /// An index has one share of the documents, or all: what falls to others is missing in
  /// it.
  void hold_to_share() {
    if (options_.merge.empty() && options_.reading.urls.empty()) return;
    const std::string wanted = share_text(options_.share);
    const std::string had = store_->share();
    if (had == wanted || !options_.merge.empty()) return;
    if (is_new_ || store_->segments().empty()) return store_->note_share(wanted);
    throw UsageError{fmt::format(
        "{} has {}{}", options_.place,
        had.empty() ? std::string{"all documents, not a share of them"}
                    : fmt::format("share {} of the documents", had),
        had.empty() ? std::string{": name another index"}
                    : fmt::format(": give --range {}, or name another index", had))};
  }

  /// Shards that are joined are all of their kind, or documents are missing. What is
  /// joined in several runs is noted until then.
  void check_shards(const std::vector<std::string>& shares, bool was_empty) {
    std::map<std::string, std::set<std::string>> by_number;
    for (const std::string& several : shares)
      for (const std::string_view share : split(several, ' '))
        if (!share.empty())
          by_number[std::string{share.substr(share.find('/') + 1)}].emplace(share);
    std::string left;
    for (const auto& [of, there] : by_number) {
      if (fmt::to_string(there.size()) == of) continue;
      left += fmt::format("{}{}", left.empty() ? "" : " ", fmt::join(there, " "));
      report(
          "index.shards",
          fmt::format("of {} shards {} joined so far: {}; the documents of the others "
                      "are missing",
                      of, count_of(there.size(), "is", "are"), fmt::join(there, ", ")));
      status_ = std::max<int>(status_, kIncomplete);
    }
    if (was_empty || !store_->share().empty()) store_->note_share(left);
  }

  void work() {
    hold_to_share();
    if (!options_.remove.empty() || !options_.merge.empty() ||
        !options_.reading.urls.empty())
      store_->note_followed({});  // it has something else now
    for (const std::string& url : options_.remove) writer_.remove(url);
    writer_.commit();  // what the files have of them comes in anew
    if (!options_.merge.empty()) {
      const bool was_empty = is_new_ || store_->segments().empty();
      std::vector<std::string> shares{store_->share()};
      for (const std::string& path : options_.merge) shares.push_back(merge(path));
      check_shards(shares, was_empty);
    } else if (!options_.reading.urls.empty()) {
      read_documents();
    }
    if (stopped_) return;
    if (!options_.changes.empty()) apply_changes();
    writer_.commit();
    writer_.merge_segments([this] { step(); });
    writer_.rank([this] { step(); });
  }

  void step() {
    if ((++steps_ & 0xFFF) == 0 && stop_.stop_requested()) throw IndexInterrupted{};
  }

  void report(std::string_view code, const std::string& message) {
    log_.report({.code = code, .message = message, .statement = {}});
  }

  [[nodiscard]] DocumentInputs inputs() {
    return {.options = options_,
            .shop = shop_,
            .faults = log_,
            .quarantine = quarantine_.get(),
            .stop = stop_};
  }

  void read_documents() {
    const SortFiles work{options_, "-documents"};
    const DocumentInputs::Result read = inputs().read(
        work.files, [this] { step(); },
        [this](DocumentText text) {
          writer_.put(std::move(text));
          ++documents_;
        });
    status_ = read.status;
    nothing_ = read.nothing;
    if (stop_.stop_requested()) throw IndexInterrupted{};
    if (!read.stopped) return;
    shop_.console.info("stopped at the first fault: nothing was put into the index");
    stopped_ = true;
  }

  /// Which share of the documents it has.
  std::string merge(const std::string& path) {
    if (std::filesystem::exists(path) && std::filesystem::exists(options_.place) &&
        std::filesystem::equivalent(path, options_.place))
      throw UsageError{fmt::format("--merge {}: an index cannot go into itself", path)};
    const std::unique_ptr<IndexStore> other = IndexStore::open_to_read(path);
    for (std::size_t i = 0; i < other->segments().size(); ++i)
      for (std::uint32_t document = 0; document < other->segments()[i].documents;
           ++document) {
        step();
        if (other->segments()[i].is_gone(document)) continue;
        DocumentRecord record = other->whole_record({i, document});
        const auto known = store_->find_document(record.text.url);
        // The later one stays.
        if (known && store_->record(*known).updated > record.updated) continue;
        writer_.put(std::move(record));
        ++documents_;
      }
    writer_.commit();
    return other->share();
  }

  void apply_changes() {
    writer_.commit();  // what was read is what changes
    for (const std::string& path : options_.changes) {
      const std::optional<ChangeEnds> ends = ends_of_list(path);
      if (ends && !leads_on(path, *ends)) continue;
      const SortFiles work{options_, "-changes"};
      ChangeReader reader{work.files, inputs().room()};
      status_ = std::max(status_, read_change_file(path, options_, shop_,
                                                   quarantine_.get(), reader, stop_));
      if (stop_.stop_requested()) throw IndexInterrupted{};
      inputs().tell_nameless(reader.nameless());
      reader.finish([this] { step(); },
                    [this](const DocumentChange& change) { apply(change); });
      writer_.commit();
      store_->note_followed(ends ? ends->to : std::string{});
    }
    if (missing_ > 0)
      shop_.console.info(fmt::format(
          "{} not there", count_of(missing_, "statement that was to be removed was",
                                   "statements that were to be removed were")));
  }

  /// False: it was applied already. Throws UsageError if a list before it is missing;
  /// an index that never followed one may be anywhere.
  [[nodiscard]] bool leads_on(const std::string& path, const ChangeEnds& ends) {
    const std::string now = store_->followed();
    if (now.empty() || now == ends.from) return true;
    if (now == ends.to) {
      shop_.console.info(fmt::format("{}: {} has it already", path, options_.place));
      return false;
    }
    throw UsageError{fmt::format(
        "--changes {}: leads from {} to {}, but {} has followed others to {}: a list "
        "between them is missing; nothing of it was applied. Index the output itself "
        "anew",
        path, ends.from, ends.to, options_.place, now)};
  }

  void apply(const DocumentChange& change) {
    ++documents_;
    const auto place = store_->find_document(change.url);
    const DocumentText old =
        place ? store_->whole_record(*place).text : DocumentText{.url = change.url};
    if (old.left_out > 0) {
      report(
          kCutDocument,
          fmt::format("<{}> is not wholly in the index, so that changes of it cannot be "
                      "applied; index it again as a whole",
                      change.url));
      return;
    }
    ChangedText changed = apply_change(old, change, options_.limits);
    missing_ += changed.missing;
    inputs().tell_size(changed.text);
    if (changed.text.statements.empty()) {
      writer_.remove(change.url);
    } else {
      writer_.put(std::move(changed.text));
    }
  }

  void tell() {
    const IndexCounts& counts = writer_.counts();
    std::uint64_t documents = 0;
    for (const SegmentInfo& segment : store_->segments())
      documents += segment.documents - segment.gone;
    shop_.console.info(fmt::format(
        "{}: {}; {} new, {} replaced, {} unchanged, {} removed", options_.place,
        count_of(documents, "document"), grouped(counts.added), grouped(counts.replaced),
        grouped(counts.unchanged), grouped(counts.removed)));
    account_.add_figure("documents", "documents in the index", documents);
    account_.add_figure("documents_new", "new documents", counts.added);
    account_.add_figure("documents_replaced", "replaced documents", counts.replaced);
    account_.add_figure("documents_unchanged", "unchanged documents", counts.unchanged);
    account_.add_figure("documents_removed", "removed documents", counts.removed);
    account_.add_faults_of_output(log_.counts());
  }

  [[nodiscard]] ProgressFacts progress_facts() const {
    if (documents_ > 0)
      return {.phase = "indexing", .unit = "documents", .done = documents_};
    ProgressFacts out = input_facts(shop_.run.counters);
    out.phase = out.total > 0 && out.done >= out.total ? "sorting" : "reading";
    return out;
  }

  const IndexOptions& options_;
  std::stop_token stop_;
  RunAccount& account_;
  Workshop shop_;
  std::unique_ptr<Quarantine> quarantine_;  ///< claimed before an index is made
  bool is_new_;                             ///< there was no index
  std::unique_ptr<IndexStore> store_;
  IndexWriter writer_;
  FaultLog log_;
  std::uint64_t steps_ = 0;
  std::uint64_t missing_ = 0;
  std::atomic<std::uint64_t> documents_ = 0;
  int status_ = kComplete;
  bool stopped_ = false;
  bool nothing_ = false;  ///< no input could be read
};

}  // namespace

int run_index(const IndexOptions& given, const std::stop_token& stop) {
  IndexOptions options = given;
  ask_for_manifests(options.messages, options.network, stop, options.reading.urls,
                    options.reading.manifests);
  RunAccount account{options.account, options.reading.urls};
  return account.run([&] {
    if (options.feed.form != FeedForm::none) return run_feed(options, account, stop);
    return IndexRun{options, account, stop}.run();
  });
}

namespace {

constexpr std::string_view kTail = kChangeListEnd.substr(0, kChangeListEnd.size() - 1);
/// The first two lines are in it.
constexpr std::size_t kHeadBytes = 1024;

std::string head_of(const Descriptor& file) {
  std::string out(kHeadBytes, '\0');
  out.resize(static_cast<std::size_t>(
      std::max<ssize_t>(0, ::pread(file.get(), out.data(), out.size(), 0))));
  return out;
}

/// A file whose first line says that it is a list of changes, and whose last one that it
/// is whole.
void check_frame(const std::string& path) {
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (!file.valid()) throw RunError{fmt::format("--changes {}: cannot be read", path)};
  const std::string head = head_of(file);
  if (head.starts_with(kChangeListMark) && !head.starts_with(kPatchHead))
    throw RunError{
        fmt::format("--changes {}: is a list in the form of SPARQL Update; an index "
                    "follows the other form (fetch --changes FILE, not FILE.ru)",
                    path)};
  if (!head.starts_with(kPatchHead))
    throw RunError{fmt::format("--changes {}: is no list of changes, it begins: {}", path,
                               excerpt(head.substr(0, head.find('\n'))))};
  const off_t size = ::lseek(file.get(), 0, SEEK_END);
  std::string end(256, '\0');
  end.resize(static_cast<std::size_t>(std::max<ssize_t>(
      0, ::pread(file.get(), end.data(), end.size(),
                 std::max<off_t>(0, size - static_cast<off_t>(end.size()))))));
  if (end.find(fmt::format("\n{}", kTail)) == std::string::npos || !end.ends_with('\n'))
    throw RunError{
        fmt::format("--changes {}: was cut off (its last line does not begin with "
                    "\"{}\"); nothing of "
                    "it was applied",
                    path, kTail)};
}

/// The lines with one mark, the others empty: so a fault is told at its place.
class MarkedLines final : public ByteSource {
 public:
  MarkedLines(std::unique_ptr<ByteSource> bytes, char mark)
      : bytes_(std::move(bytes)), mark_(mark) {}

  Block read() override {
    Block block = bytes_->read();
    if (block.bytes.empty()) return block;
    auto text = std::make_shared<std::string>(block.bytes);
    for (char& c : *text) {
      const bool is_end = c == '\n';
      if (column_ == 0) chosen_ = c == mark_;
      // The mark goes, and with it what else is not wanted.
      if (!is_end && (column_ == 0 || !chosen_)) c = ' ';
      column_ = is_end ? 0 : column_ + 1;
    }
    return {.bytes = *text, .owner = text};
  }

 private:
  std::unique_ptr<ByteSource> bytes_;
  char mark_;
  std::uint64_t column_ = 0;
  bool chosen_ = false;
};

std::optional<ChangeEnds> ends_of_list(const std::string& path) {
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  const std::string head = head_of(file);
  const auto lines = split(head, '\n');
  return lines.size() < 3 ? std::nullopt : read_change_ends(lines[1]);
}

}  // namespace

int read_change_file(const std::string& path, const IndexOptions& options, Workshop& shop,
                     Quarantine* quarantine, ChangeReader& reader,
                     const std::stop_token& stop) {
  check_frame(path);
  int status = kComplete;
  for (const auto& [mark, sink] :
       {std::pair<char, QuadSink*>{'D', &reader.removed()}, {'A', &reader.added()}}) {
    Harvester harvester =
        make_harvester(harvest_wish(options), shop, *sink, quarantine, stop);
    harvester.syntax = find_syntax("nquads");
    const HarvestReport report = harvest(
        {.bytes = std::make_unique<MarkedLines>(std::make_unique<FileSource>(path), mark),
         .origin = {.url = file_url(path),
                    .dataset = {},
                    .site = {},
                    .base = options.reading.base},
         .media_type = {},
         .content_type = {},
         .links = {},
         .watch = {}},
        harvester);
    if (!report.problem.empty())
      shop.console.error(fmt::format("{} [{}]", report.problem, report.code));
    if (report.outcome != Outcome::whole) status = kIncomplete;
    if (report.outcome == Outcome::failed && options.faults.on_error == OnError::fail)
      throw RunError{fmt::format("--changes {}: nothing of it was applied", path)};
  }
  return status;
}

}  // namespace semsite
