#pragma once

#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "base/file_io.hpp"
#include "base/metrics_text.hpp"
#include "base/mutex.hpp"
#include "commands/named_files.hpp"
#include "commands/option_table.hpp"
#include "report/console.hpp"
#include "serve/http_server.hpp"
#include "serve/listen_address.hpp"

namespace semsite {

/// Where `--metrics` puts them; neither: nowhere.
struct MetricsOptions {
  std::string file{};                     ///< ends in `.prom`; empty: none
  std::optional<ListenAddress> listen{};  ///< nothing: none

  [[nodiscard]] bool wanted() const { return !file.empty() || listen.has_value(); }
};

/// The row of `--metrics`.
[[nodiscard]] OptionRow metrics_row();
/// Throws UsageError for what is neither a file nor an address.
[[nodiscard]] MetricsOptions read_metrics_options(const GivenOptions& given);
void name_files(const MetricsOptions& options, NamedFiles& files);

/// A file that is replaced again and again, each time as a whole, so that whoever reads
/// it never has a part; no other process of ours may do so meanwhile. One thread.
class ReplacedFile {
 public:
  /// Throws FileInUse, and RunError if it cannot be written.
  explicit ReplacedFile(const std::string& path);
  /// Writes `text` beside it and gives it the name. Throws RunError; then it is as it
  /// was.
  void replace(std::string_view text);

 private:
  std::string path_;
  Descriptor claim_;  ///< locks what has the name now
};

/// The metrics of a process (docs/metrics.md): in a file that is written anew every few
/// seconds, and at the end, however that is; or for whoever asks for them by HTTP. What
/// is measured is asked for then and not before. Thread-safe.
class MetricsExport {
 public:
  /// Adds samples to a text; called by other threads, one at a time. Must not throw, nor
  /// wait for what another thread does.
  using Write = std::function<void(MetricsText&)>;

  /// `command`: the label of all samples. Throws RunError, before anything else is done,
  /// if the file cannot be written or the port is taken. `console` outlives it.
  MetricsExport(const MetricsOptions& options, std::string_view command,
                Console& console);
  ~MetricsExport();
  MetricsExport(const MetricsExport&) = delete;
  MetricsExport& operator=(const MetricsExport&) = delete;

  struct Entry {
    Write write;
    std::string command;
  };
  /// As long as it lives, `write` is asked; its last samples stay when it goes.
  class Source {
   public:
    Source() = default;
    Source(Source&& other) noexcept
        : export_(std::exchange(other.export_, nullptr)), place_(other.place_) {}
    Source& operator=(Source&&) = delete;
    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;
    ~Source();

   private:
    friend class MetricsExport;
    Source(MetricsExport& owner, std::list<Entry>::iterator place)
        : export_(&owner), place_(place) {}

    MetricsExport* export_ = nullptr;
    std::list<Entry>::iterator place_;
  };
  /// `command`: of a step of another command; empty: the process's own. Nothing is ever
  /// asked if no metrics are wanted.
  [[nodiscard]] Source add(Write write, std::string_view command = {});

  /// Does `work`, and tells how it ended.
  int run(const std::function<int()>& work);

  [[nodiscard]] bool is_wanted() const { return is_wanted_; }

 private:
  void write_files(const std::stop_token& stop);
  void write_file();
  [[nodiscard]] std::string text();
  [[nodiscard]] SiteAnswer answer(const SiteRequest& request);
  [[nodiscard]] MetricsText::Labels labels(std::string_view command) const;
  void write_process(MetricsText& text) const;
  void end(int status);

  const bool is_wanted_;
  const std::string command_;
  const std::string run_;  ///< label that tells one file from another; empty: none
  Console& console_;
  const std::chrono::system_clock::time_point started_ = std::chrono::system_clock::now();
  mutable Mutex mutex_;
  std::list<Entry> sources_ SEMSITE_GUARDED_BY(mutex_);
  MetricsText kept_ SEMSITE_GUARDED_BY(mutex_);  ///< of sources that are gone
  std::optional<int> status_ SEMSITE_GUARDED_BY(mutex_);
  std::chrono::system_clock::time_point ended_ SEMSITE_GUARDED_BY(mutex_);
  Mutex asked_mutex_;
  std::string asked_text_ SEMSITE_GUARDED_BY(asked_mutex_);
  std::chrono::steady_clock::time_point asked_at_ SEMSITE_GUARDED_BY(asked_mutex_);
  std::optional<ReplacedFile> file_;  ///< of the thread that writes, until it has ended
  bool has_warned_ = false;
  std::optional<HttpServer> server_;
  std::jthread thread_;  ///< last: dies before what it uses
};

}  // namespace semsite
