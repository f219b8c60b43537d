#include "commands/queue_items.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/byte_source.hpp"
#include "base/file_io.hpp"
#include "base/hash.hpp"
#include "base/mutex.hpp"
#include "base/text.hpp"
#include "commands/exit_status.hpp"
#include "commands/fetch.hpp"
#include "commands/fetch_identity.hpp"
#include "commands/run_ending.hpp"
#include "commands/write_parts.hpp"
#include "io/output_file.hpp"
#include "parts/manifest.hpp"
#include "parts/part_cut.hpp"
#include "semsite/errors.hpp"
#include "state/state_summary.hpp"
#include "store/database.hpp"
#include "unpack/zstd_source.hpp"

namespace semsite {
namespace {

namespace fs = std::filesystem;

void write_note(const std::string& path, const std::string& text) {
  OutputFile file{path};
  file.append(text);
  file.finish();
}

std::string note_at(const std::string& path) {
  std::error_code unknown;
  return fs::exists(path, unknown) ? read_file(path) : std::string{};
}

std::int64_t number_in(std::string_view text) {
  std::int64_t out = 0;
  std::from_chars(text.data(), text.data() + text.size(), out);
  return out;
}

void pack(const std::string& from, const std::string& to) {
  FileSource bytes{from};
  OutputFile file{to};
  for (Block block = bytes.read(); !block.empty(); block = bytes.read())
    file.append(block.bytes);
  file.finish();
}

void unpack_to(const std::string& from, const std::string& to) {
  ZstdSource bytes{std::make_unique<FileSource>(from), from};
  const Descriptor file{
      ::open(to.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)};
  if (!file.valid())
    throw RunError{fmt::format("{}: cannot be written: {}", to,
                               std::system_category().message(errno))};
  for (Block block = bytes.read(); !block.empty(); block = bytes.read())
    write_all(file.get(), block.bytes, to);
}

/// A state as it stands, also while a run writes to it.
void copy_state(const std::string& from, const std::string& to) {
  Database state{from, {.sharing = DatabaseUse::Sharing::read}};
  const MutexLock lock{state.mutex()};
  std::string quoted;
  for (const char c : to) {
    quoted += c;
    if (c == '\'') quoted += c;
  }
  state.run(fmt::format("VACUUM INTO '{}'", quoted));
}

/// The options of `semsite fetch URL -o …` with all that was given.
FetchCommandOptions options_of_item(const FetchCommandOptions& options,
                                    const std::string& url, const std::string& folder) {
  FetchCommandOptions out = options;
  out.queue.reset();
  out.discovery.urls.clear();
  for (const std::string_view one : split(url, ' ')) out.discovery.urls.emplace_back(one);
  out.discovery.odd_sites.clear();
  out.output.parts.reset();
  out.output.path = folder + "output.nq.zst";
  out.output.form.note.clear();
  out.state = out.output.path + ".state";
  if (out.messages.verbosity == Verbosity::normal) {
    out.messages.verbosity = Verbosity::quiet;
    out.messages.has_events = true;
  }
  out.messages.progress = ProgressStyle::none;
  return out;
}

}  // namespace

QueueItemWork::QueueItemWork(const FetchCommandOptions& options, const QueueRun& run,
                             const QueueItem& item, std::int64_t token, PartPlace& place,
                             std::optional<QueueSnapshot> former)
    : run_(run),
      item_(item),
      token_(token),
      place_(place),
      former_(std::move(former)),
      key_(short_hash(item.url)),
      folder_(fmt::format("{}{}/{}/", options.queue->work, run.name, key_)),
      options_(options_of_item(options, item.url, folder_)),
      part_bytes_(options.output.parts->part_bytes) {}

std::string QueueItemWork::object(std::uint64_t seq, const char* suffix) const {
  return fmt::format("state/{}/{}/{}-{}{}", run_.name, key_, token_, seq, suffix);
}

bool QueueItemWork::prepare() {
  std::error_code problem;
  fs::create_directories(folder_, problem);
  if (problem)
    throw RunError{
        fmt::format("{}: cannot be made: {} (--work)", folder_, problem.message())};
  const std::string claim = folder_ + "claim";
  const std::string note = note_at(claim);
  const std::string queue = fmt::format(" {}\n", run_.queue);
  const bool is_ours = note.ends_with(queue) && fs::exists(options_.state, problem);
  const std::int64_t here = is_ours ? number_in(note) : -1;
  bool is_had = true;
  if (!is_ours || (former_ && former_->token > here)) {
    // Whoever has the state of this machine open here is of an older claim.
    take_away();
    is_had = !former_ || restore();
    if (!is_had) {
      take_away();
      former_.reset();
    }
  }
  write_note(claim, fmt::format("{}{}", token_, queue));
  return is_had;
}

/// State and output of this machine.
void QueueItemWork::take_away() const {
  std::error_code ignored;
  for (const std::string& path :
       {options_.state, options_.state + "-wal", options_.state + "-shm",
        options_.output.path, options_.output.path + ".part", folder_ + "ended"})
    fs::remove(path, ignored);
}

/// What was put there under this name. False: it is not there any more, or is another
/// thing, also when it is got once more.
bool QueueItemWork::get_whole(const std::string& name, const std::string& sha256,
                              const std::string& path) const {
  constexpr int kTries = 2;
  for (int i = 0; i < kTries; ++i) {
    if (!place_.get_file(name, path)) return false;
    if (sha256.empty() || sha256_of_file(path) == sha256) return true;
  }
  return false;
}

/// False: it is lost.
bool QueueItemWork::restore() const {
  const std::string packed = folder_ + "snapshot.db.zst";
  if (!get_whole(former_->state, former_->state_sha256, packed)) return false;
  if (!former_->output.empty()) {
    if (!get_whole(former_->output, former_->output_sha256, options_.output.path))
      return false;
    // By its time, the state knows that nobody has changed it.
    const timespec times[] = {{former_->output_time, 0}, {former_->output_time, 0}};
    ::utimensat(AT_FDCWD, options_.output.path.c_str(), times, 0);
  }
  unpack_to(packed, options_.state);
  std::error_code ignored;
  fs::remove(packed, ignored);
  return true;
}

void QueueItemWork::note_ended(const ItemEnd& end) const {
  const Manifest rows{
      .complete = end.status == kComplete, .finished = {}, .parts = {}, .rows = end.rows};
  write_note(folder_ + "ended", fmt::format("{} {} {}\n{}", run_.key, end.status,
                                            end.requests, manifest_text(rows)));
}

std::optional<ItemEnd> QueueItemWork::ended_before() const {
  const std::string note = note_at(folder_ + "ended");
  const std::size_t line = note.find('\n');
  if (line == std::string::npos) return std::nullopt;
  const auto words = split(std::string_view{note}.substr(0, line), ' ');
  if (words.size() != 3 || words[0] != run_.key) return std::nullopt;
  return ItemEnd{.item = item_.id,
                 .group = item_.group,
                 .token = token_,
                 .status = static_cast<int>(number_in(words[1])),
                 .requests = static_cast<std::uint64_t>(number_in(words[2])),
                 .parts = {},
                 .rows = read_manifest(note.substr(line + 1)).rows};
}

std::optional<ItemEnd> QueueItemWork::fetch(Transport& transport,
                                            const std::stop_token& stop) {
  if (auto ended = ended_before()) return ended;
  std::error_code ignored;
  fs::remove(folder_ + "ended", ignored);
  options_.fresh = is_of_other_options();
  const RunReport report = fetch_beside_others(options_, transport, stop);
  if (report.exit_status == kInterrupted || stop.stop_requested()) return std::nullopt;
  ItemEnd out{.item = item_.id,
              .group = item_.group,
              .token = token_,
              .status = report.exit_status,
              .requests = report.requests,
              .parts = {},
              .rows = {}};
  RunEnding ending = ending_of(report);
  // Of a process that was killed when all was whole, the state knows how it ended.
  if (ending.datasets.empty() && fs::exists(options_.state, ignored))
    ending = read_state_summary(options_.state).ending;
  out.rows = parts_origin(ending).rows;
  if (out.rows.empty())
    out.rows = {{.name = item_.url,
                 .complete = out.status == kComplete,
                 .problem = ending.problems.empty() ? std::string{"nothing was got"}
                                                    : ending.problems.front()}};
  note_ended(out);
  return out;
}

/// A run before this one may have been given others: nothing of it can be used then.
bool QueueItemWork::is_of_other_options() const {
  std::error_code unknown;
  if (!fs::exists(options_.state, unknown)) return false;
  const std::string former = read_state_summary(options_.state).command;
  return !former.empty() && compare_fetches(fetch_identity(options_), former).kind ==
                                FetchDifference::Kind::another;
}

ItemEnd QueueItemWork::give_up() const {
  if (is_of_other_options()) take_away();
  return {.item = item_.id,
          .group = item_.group,
          .token = token_,
          .status = kStopped,
          .is_failed = true,
          .requests = 0,
          .parts = {},
          .rows = {}};
}

bool QueueItemWork::put_parts(ItemEnd& end, const std::stop_token& stop) {
  end.parts.clear();
  std::error_code unknown;
  if (!fs::exists(options_.output.path, unknown)) return true;
  PartText text{options_.output.path, 0};
  for (;;) {
    if (stop.stop_requested()) return false;
    const std::string name = fmt::format("{}/{}-{}-{:06}.nq.zst", item_.group, item_.id,
                                         token_, end.parts.size() + 1);
    const std::string path =
        fmt::format("{}part-{}-{:06}.nq.zst", folder_, token_, end.parts.size() + 1);
    std::optional<OutputFile> file;
    std::optional<CutPart> cut =
        cut_part(text, options_.output.path, part_bytes_,
                 [&]() -> OutputFile& { return file.emplace(path); });
    if (!cut) return true;
    file->name();
    cut->part.name = name;
    place_.put_file(run_folder(run_) + name, path, cut->part.bytes, cut->part.sha256);
    fs::remove(path, unknown);
    end.parts.push_back(std::move(cut->part));
  }
}

std::optional<QueueSnapshot> QueueItemWork::put_state(std::uint64_t seq) {
  std::error_code ignored;
  if (!fs::exists(options_.state, ignored)) return std::nullopt;
  const std::string copy = fmt::format("{}copy-{}.db", folder_, seq);
  const std::string packed = copy + ".zst";
  fs::remove(copy, ignored);
  copy_state(options_.state, copy);
  pack(copy, packed);
  fs::remove(copy, ignored);
  QueueSnapshot out{.token = token_,
                    .seq = static_cast<std::int64_t>(seq),
                    .state = object(seq, ".db.zst"),
                    .state_sha256 = sha256_of_file(packed)};
  place_.put_file(out.state, packed, fs::file_size(packed), out.state_sha256);
  fs::remove(packed, ignored);
  return out;
}

std::optional<QueueSnapshot> QueueItemWork::put_whole() {
  const std::uint64_t seq = ++seq_;
  whole_ = seq;
  auto out = put_state(seq);
  if (!out) return std::nullopt;
  const std::string& output = options_.output.path;
  struct stat facts {};
  if (::stat(output.c_str(), &facts) == 0) {
    out->output = object(seq, ".output");
    out->output_time = facts.st_mtim.tv_sec;
    out->output_sha256 = sha256_of_file(output);
    place_.put_file(out->output, output, static_cast<std::uint64_t>(facts.st_size),
                    out->output_sha256);
  }
  return out;
}

std::optional<QueueSnapshot> QueueItemWork::take_snapshot() {
  auto out = put_state(++seq_);
  if (out && former_) {
    out->output = former_->output;
    out->output_time = former_->output_time;
    out->output_sha256 = former_->output_sha256;
  }
  return out;
}

void QueueItemWork::take_former_away() {
  // All that this claim put before the last.
  for (std::uint64_t seq = 1; seq < whole_; ++seq) place_.remove(object(seq, ".db.zst"));
  if (!former_) return;
  place_.remove(former_->state);
  if (!former_->output.empty()) place_.remove(former_->output);
}

}  // namespace semsite
