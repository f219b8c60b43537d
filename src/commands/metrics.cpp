#include "commands/metrics.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "base/clock.hpp"
#include "base/file_claim.hpp"
#include "base/shown_text.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "commands/exit_status.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

using namespace std::chrono_literals;

/// Between two writings of the file.
constexpr std::chrono::milliseconds kEvery = 5s;
/// Who asks more often than that gets the same text.
constexpr std::chrono::milliseconds kSameText = 200ms;
/// The only names that node_exporter's textfile collector reads.
constexpr std::string_view kSuffix = ".prom";
/// With which every text begins, so that it can be told from a file of the user's.
constexpr std::string_view kBegin = "# HELP semsite_";

/// Nobody takes much of the run's time or memory, and none of its end.
constexpr ConnectionLimits kScrapes{.head_bytes = 8 * 1024,
                                    .idle = 60s,
                                    .stall = 2s,
                                    .answer = 10s,
                                    .answers = 1,
                                    .answer_bytes = 1 << 20,
                                    .connections = 16,
                                    .last = 100ms};

double seconds_since_1970(std::chrono::system_clock::time_point time) {
  return std::chrono::duration<double>(
             std::chrono::floor<std::chrono::milliseconds>(time).time_since_epoch())
      .count();
}

double seconds_of(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

/// Of this process now (proc(5), /proc/self/statm).
double resident_bytes() {
  std::ifstream statm{"/proc/self/statm"};
  std::uint64_t size = 0, resident = 0;
  statm >> size >> resident;
  return static_cast<double>(resident) * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

[[noreturn]] void cannot_write(const std::string& path, int error) {
  std::error_code unknown;
  const auto folder = std::filesystem::absolute(path, unknown).parent_path();
  if (error == ENOENT && !std::filesystem::exists(folder, unknown))
    throw RunError{
        fmt::format("--metrics {}: cannot write: the folder {} is not there; make it, or "
                    "name another",
                    path, folder.string())};
  throw RunError{
      fmt::format("--metrics {}: cannot write: {}", path, std::strerror(error))};
}

/// False if another process has it; a file system without locks lets everybody in.
bool lock(const Descriptor& file) {
  while (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    return errno != EWOULDBLOCK;
  }
  return true;
}

bool is_named(const Descriptor& file, const std::string& path) {
  struct stat open {};
  struct stat named {};
  return ::fstat(file.get(), &open) == 0 && ::stat(path.c_str(), &named) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

/// Is it what a process that was killed has left of a text?
bool is_left_over(const std::string& part) {
  struct stat info {};
  if (::lstat(part.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return false;
  std::array<char, kBegin.size()> begin{};
  std::ifstream file{part, std::ios::binary};
  file.read(begin.data(), begin.size());
  return kBegin.starts_with(
      std::string_view{begin.data(), static_cast<std::size_t>(file.gcount())});
}

/// Of a file that is there: links followed, so that what they lead to is replaced, and
/// not they.
std::string real_path(const std::string& path) {
  std::error_code unknown;
  const auto real = std::filesystem::canonical(path, unknown);
  return unknown ? path : real.string();
}

}  // namespace

OptionRow metrics_row() {
  return {.name = "metrics",
          .value = "FILE|ADDRESS:PORT",
          .does =
              "write metrics for Prometheus there (FILE.prom, anew every 5 s), or "
              "answer who asks for them",
          .file = FileUse::writes};
}

MetricsOptions read_metrics_options(const GivenOptions& given) {
  MetricsOptions out;
  if (!given.has("metrics")) return out;
  const std::string& text = given.text("metrics");
  if (text.ends_with(kSuffix)) {
    out.file = text;
  } else if (text.find(':') != std::string::npos && text.find('/') == std::string::npos) {
    out.listen = parse_listen_address(text, "--metrics");
  } else {
    throw UsageError{fmt::format(
        "--metrics {}: say a file that ends in .prom, as node_exporter reads them, or "
        "ADDRESS:PORT, such as :9464",
        excerpt(text))};
  }
  return out;
}

void name_files(const MetricsOptions& options, NamedFiles& files) {
  files.write("--metrics", options.file);
}

ReplacedFile::ReplacedFile(const std::string& path) {
  // Another process may be giving the name to the next one meanwhile.
  for (int i = 0; i < 100; ++i) {
    Descriptor file{
        ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666)};
    if (!file.valid()) cannot_write(path, errno);
    struct stat info {};
    if (::fstat(file.get(), &info) != 0) cannot_write(path, errno);
    if (!S_ISREG(info.st_mode))
      throw RunError{fmt::format("--metrics {}: is there and is no regular file", path)};
    path_ = real_path(path);
    const bool is_free = lock(file);
    if (!is_named(file, path_)) continue;
    if (!is_free) break;
    claim_ = std::move(file);
    return;
  }
  throw FileInUse{fmt::format(
      "--metrics {}: another process writes its metrics there; name another file", path)};
}

void ReplacedFile::replace(std::string_view text) {
  const std::string part = path_ + ".part";
  const auto open_part = [&] {
    return Descriptor{
        ::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666)};
  };
  Descriptor file = open_part();
  if (!file.valid() && errno == EEXIST && is_left_over(part)) {
    ::unlink(part.c_str());
    file = open_part();
  }
  if (!file.valid()) cannot_write(part, errno);
  try {
    // Who may read it is decided once.
    struct stat former {};
    if (::fstat(claim_.get(), &former) == 0 && former.st_nlink > 0)
      static_cast<void>(::fchmod(file.get(), former.st_mode & 07777));
    static_cast<void>(lock(file));
    write_all(file.get(), text, part);
    if (std::rename(part.c_str(), path_.c_str()) != 0) cannot_write(path_, errno);
  } catch (const RunError&) {
    ::unlink(part.c_str());
    throw;
  }
  claim_ = std::move(file);
}

MetricsExport::MetricsExport(const MetricsOptions& options, std::string_view command,
                             Console& console)
    : is_wanted_(options.wanted()),
      command_(command),
      run_(shown_text(std::filesystem::path{options.file}.stem().string())),
      console_(console) {
  if (!options.file.empty()) {
    file_.emplace(options.file);
    file_->replace(text());
    thread_ = std::jthread{[this](const std::stop_token& stop) { write_files(stop); }};
  }
  if (options.listen) {
    HostNames names{*options.listen, {}};
    // Prometheus asks for machines by whatever name it knows.
    names.take_any();
    server_.emplace(
        *options.listen, names,
        [this](const SiteRequest& asked) { return answer(asked); }, kScrapes,
        "--metrics");
    if (!is_loopback(options.listen->host))
      console_.warning(
          fmt::format("--metrics: listening on {}: whoever reaches this machine can read "
                      "the metrics; there are no passwords and no encryption",
                      options.listen->host));
    console_.info(fmt::format("metrics at {}metrics", start_url(server_->address())));
    thread_ = std::jthread{[this](const std::stop_token& stop) {
      try {
        server_->run(stop);
      } catch (const RunError& error) {
        console_.warning(fmt::format("no more metrics: {}", error.what()));
      }
    }};
  }
}

MetricsExport::~MetricsExport() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

MetricsExport::Source::~Source() {
  if (export_ == nullptr) return;
  MetricsExport& owner = *export_;
  const MutexLock lock{owner.mutex_};
  MetricsText last{owner.labels(place_->command)};
  place_->write(last);
  owner.kept_.add(last);
  owner.sources_.erase(place_);
}

MetricsExport::Source MetricsExport::add(Write write, std::string_view command) {
  if (!is_wanted_) return {};
  const MutexLock lock{mutex_};
  sources_.push_back({.write = std::move(write),
                      .command = command.empty() ? command_ : std::string{command}});
  return {*this, std::prev(sources_.end())};
}

MetricsText::Labels MetricsExport::labels(std::string_view command) const {
  MetricsText::Labels out{{"command", std::string{command}}};
  // Files of several runs in one folder are one text to who reads them.
  if (!run_.empty()) out.emplace_back("run", run_);
  return out;
}

void MetricsExport::write_process(MetricsText& text) const {
  text.gauge("semsite_build_info", "Which program this is.", 1,
             {{"version", SEMSITE_VERSION}});
  text.gauge("semsite_process_start_time_seconds", "When the process began, since 1970.",
             seconds_since_1970(started_));
  text.gauge("semsite_process_resident_memory_bytes", "Memory that it has now.",
             resident_bytes());
  rusage used{};
  if (::getrusage(RUSAGE_SELF, &used) == 0) {
    text.gauge("semsite_process_resident_memory_max_bytes",
               "The most memory that it has had.",
               static_cast<double>(used.ru_maxrss) * 1024);
    text.counter_seconds("semsite_process_cpu_seconds_total",
                         "Time that it has computed.",
                         seconds_of(used.ru_utime) + seconds_of(used.ru_stime));
  }
  text.gauge("semsite_metrics_time_seconds", "When these numbers were true, since 1970.",
             seconds_since_1970(std::chrono::system_clock::now()));
}

std::string MetricsExport::text() {
  MetricsText out;
  MetricsText own{labels(command_)};
  write_process(own);
  const MutexLock lock{mutex_};
  own.gauge("semsite_run_active", "1 while the command runs, 0 when it has ended.",
            status_ ? 0 : 1);
  if (status_) {
    own.gauge("semsite_run_end_time_seconds", "When the command ended, since 1970.",
              seconds_since_1970(ended_));
    own.gauge("semsite_run_exit_status", "With what it ended (docs/exit-status.md).",
              *status_);
  }
  out.add(own);
  out.add(kept_);
  for (const Entry& source : sources_) {
    MetricsText some{labels(source.command)};
    source.write(some);
    out.add(some);
  }
  return out.text();
}

SiteAnswer MetricsExport::answer(const SiteRequest& request) {
  const std::string path = request.target.substr(0, request.target.find('?'));
  if (path == "/") return plain_answer(200, "The metrics are at /metrics.\n");
  if (path != "/metrics") return plain_answer(404, "There is nothing but /metrics.\n");
  const MutexLock lock{asked_mutex_};
  const auto now = std::chrono::steady_clock::now();
  if (asked_text_.empty() || now - asked_at_ > kSameText) {
    asked_text_ = text();
    asked_at_ = now;
  }
  return {.status = 200,
          .type = "text/plain; version=0.0.4; charset=utf-8",
          .body = asked_text_,
          .fields = {{"Cache-Control", "no-store"}}};
}

void MetricsExport::write_files(const std::stop_token& stop) {
  while (pause_for(kEvery, stop)) write_file();
}

/// What cannot be written now may be so later, and is no reason to end the run.
void MetricsExport::write_file() {
  try {
    file_->replace(text());
  } catch (const RunError& error) {
    if (!std::exchange(has_warned_, true))
      console_.warning(
          fmt::format("{}; the run goes on, and the file is as it was", error.what()));
  }
}

void MetricsExport::end(int status) {
  {
    const MutexLock lock{mutex_};
    status_ = status;
    ended_ = std::chrono::system_clock::now();
  }
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
  if (file_) write_file();
}

int MetricsExport::run(const std::function<int()>& work) {
  if (!is_wanted_) return work();
  try {
    const int status = work();
    end(status);
    return status;
  } catch (const UsageError&) {
    end(kUsage);
    throw;
  } catch (...) {
    end(kStopped);
    throw;
  }
}

}  // namespace semsite
