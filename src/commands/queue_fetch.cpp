#include "commands/queue_fetch.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <deque>
#include <exception>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/counts.hpp"
#include "base/file_claim.hpp"
#include "base/file_io.hpp"
#include "base/json_writer.hpp"
#include "base/mutex.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "commands/exit_status.hpp"
#include "commands/fetch_identity.hpp"
#include "commands/queue_ending.hpp"
#include "commands/queue_items.hpp"
#include "fetch/transport.hpp"
#include "parts/manifest.hpp"
#include "parts/run_files.hpp"
#include "queue/host_places.hpp"
#include "queue/lease_keeper.hpp"
#include "queue/part_place.hpp"
#include "queue/work_queue.hpp"
#include "report/console.hpp"
#include "s3/s3_access.hpp"
#include "semsite/errors.hpp"
#include "vocab/embedded_tables.hpp"

namespace semsite {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// Groups that are claimed at once.
constexpr std::size_t kMostClaimed = 50;
/// Between two looks for something to do; the longer there was nothing, the longer.
constexpr milliseconds kLook{500}, kLongLook{1000};
/// While those end that are being got, before it is looked which groups can go.
constexpr milliseconds kEndingLook{50};
/// How long a place that is away is waited for, and from when to when it is asked again.
constexpr std::chrono::minutes kPlacePatience{10};
constexpr milliseconds kFirstAsk{1000}, kLastAsk{15'000};
/// Before the database is asked again that did not answer.
constexpr milliseconds kRetry{500};
/// Errors of this machine in a row, with no item got between, before it gives up.
constexpr unsigned kMostErrors = 3;
/// How long who is ended tries to give back what it holds.
constexpr unsigned kMostReturns = 2;
/// How long who joins a run waits for the mark of its place.
constexpr unsigned kMostLooks = 20;
constexpr milliseconds kUsualDelay{500};
/// From the end of a process to that of its requests to a store.
constexpr milliseconds kGrace{10'000}, kGraceLook{200};
/// How often a process looks whether its run was abandoned.
constexpr milliseconds kHeed{3000};

std::string process_name() {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0)
    return fmt::format("?:{}", ::getpid());
  std::random_device random;
  return fmt::format("{}:{}:{:04x}", host.data(), ::getpid(), random() & 0xffffU);
}

std::string mark_text(const QueueRun& run) {
  JsonWriter json{1};
  json.object()
      .member("semsite_run", 1)
      .member("name", run.name)
      .member("number", run.number)
      .member("key", run.key)
      .member("queue", run.queue);
  return json.end().text() + "\n";
}

std::string counted(const RunCount& count) {
  std::string out = fmt::format("{} complete", grouped(count.complete));
  if (count.incomplete > 0)
    out += fmt::format(", {} incomplete", grouped(count.incomplete));
  if (count.empty > 0) out += fmt::format(", {} with nothing", grouped(count.empty));
  if (count.failed > 0) out += fmt::format(", {} failed", grouped(count.failed));
  return out;
}

/// What all processes of a run must have in common, by the names of options.
std::map<std::string, std::string> settings_of(const FetchCommandOptions& options) {
  const TransportOptions& net = options.network.transport;
  return {{"identity", fetch_identity(options)},
          {"--delay", net.delay ? fmt::format("{}ms", net.delay->count()) : "default"},
          {"--connections", fmt::format("{}", net.connections)},
          {"--lease", fmt::format("{}ms", options.queue->lease.count())},
          {"--part-size", fmt::format("{}", options.output.parts->part_bytes)}};
}

/// Throws UsageError if a run has other settings than this process.
void check_settings(const FoundRun& found,
                    const std::map<std::string, std::string>& own) {
  std::string differs;
  for (const auto& [name, text] : own) {
    const auto there = found.settings.find(name);
    if (there != found.settings.end() && there->second == text) continue;
    const std::string had = there == found.settings.end() ? "nothing" : there->second;
    if (!differs.empty()) differs += "; ";
    differs += name == "identity"
                   ? what_differs(text, had)
                   : fmt::format("{}: the run {}, here {}", name, had, text);
  }
  if (differs.empty()) return;
  throw UsageError{
      fmt::format("{} was begun with other settings than this process has: {}. Give the "
                  "same on every machine; --run with another label begins the next run "
                  "with yours; nothing was changed",
                  run_words(found.run), differs)};
}

bool fails(const FailOn& rule, const RunCount& count) {
  using enum FailOn::What;
  const std::uint64_t nothing_of = count.empty + count.failed;
  switch (rule.what) {
    case nothing:
      return false;
    case failed:
      return nothing_of > 0;
    case percent:
      return static_cast<double>(nothing_of + count.incomplete) * 100 >
             rule.percent * static_cast<double>(count.ended());
    case incomplete:
      break;
  }
  return nothing_of + count.incomplete > 0;
}

/// One process of a run.
class QueueWorker {
 public:
  QueueWorker(const FetchCommandOptions& options, MetricsExport& metrics,
              const std::stop_token& user)
      : options_(options),
        metrics_(metrics),
        queue_options_(*options.queue),
        user_(user),
        console_(console_of(options.messages)),
        owner_(process_name()),
        delay_(options.network.transport.delay.value_or(kUsualDelay)),
        queue_(queue_options_.url, owner_, queue_options_.lease),
        commits_(queue_options_.url, owner_, queue_options_.lease),
        places_(with_shared_addresses(options.network)),
        at_once_(with_files(options.discovery.sites_at_once)) {
    for (const std::string& line : options.discovery.odd_sites) console_.warning(line);
    if (options.network.ignore_robots)
      console_.warning(
          "--ignore-robots: robots.txt is not obeyed; do this only to sites of "
          "your own");
    if (options.output.parts->store) {
      access_.emplace(
          options.network.s3, options.network.transport, options.network.retry,
          S3Watch{.detail = [this](const std::string& what) { console_.detail(what); }},
          store_stop_.get_token());
      place_ = store_place(access_->store(), *options.output.parts->store,
                           [this](const std::string& what) { console_.warning(what); });
    } else {
      place_ = folder_place(options.output.parts->folder);
    }
  }

  int run() {
    std::error_code problem;
    std::filesystem::create_directories(queue_options_.work, problem);
    if (problem)
      throw RunError{fmt::format("--work {}: cannot be made: {}", queue_options_.work,
                                 problem.message())};
    queue_.check();
    join();
    if (run_.over) {
      console_.info(fmt::format("{} is over: {}", run_words(run_),
                                place_->shown(run_folder(run_) + "manifest.json")));
      return status_of(run_.status);
    }
    if (queue_options_.retry_failed) {
      const std::uint64_t again = queue_.retry_failed(run_);
      console_.info(
          fmt::format("{} that failed will be tried again", count_of(again, "site")));
    }
    LeaseKeeper keeper{{.url = queue_options_.url,
                        .owner = owner_,
                        .lease = queue_options_.lease,
                        .delay = options_.network.transport.delay},
                       places_,
                       {.lost = [this](const auto& one) { lose(one); },
                        .told = [this](const auto& what) { console_.warning(what); }}};
    book_ = keeper.book();
    TransportOptions network = with_shared_addresses(options_.network);
    network.gate = book_;
    const auto load = network.load;
    const MetricsExport::Source measured = metrics_.add([this, load](MetricsText& text) {
      load->write(text);
      write_metrics(text);
    });
    const std::unique_ptr<Transport> transport = make_transport(std::move(network));
    transport_ = transport.get();
    const std::stop_callback cancel{user_, [&] {
                                      transport->cancel();
                                      end_all();
                                    }};
    const std::jthread snapshots{
        [this](const std::stop_token& stop) { snapshot_now_and_then(stop); }};
    // What is under way to a store when the process is ended may come there yet.
    const std::jthread grace{[this](const std::stop_token& stop) {
      while (!is_ended() && pause_for(kGraceLook, stop)) {
      }
      if (pause_for(kGrace, stop)) store_stop_.request_stop();
    }};
    int status = kInterrupted;
    try {
      status = work();
    } catch (...) {
      end();
      throw;
    }
    end();
    return status;
  }

 private:
  struct Group {
    std::int64_t token = 0;
    std::size_t left = 0;  ///< items that are not done
    bool is_lost = false;
    std::stop_source stop{};
  };
  struct Job {
    QueueItem item;
    std::int64_t token = 0;
    std::stop_token stop;
    std::size_t most = 0;  ///< sites that may be got at once while it is
  };

  /// So many as there may be files open for.
  static std::size_t with_files(std::size_t wanted) {
    constexpr std::size_t kOthers = 128, kOfOne = 10;
    const std::size_t files = most_open_files();
    return std::clamp(files > kOthers ? (files - kOthers) / kOfOne : 1, std::size_t{1},
                      wanted);
  }

  static TransportOptions with_shared_addresses(const NetworkOptions& network) {
    TransportOptions out = network.transport;
    out.limits = network.limits;
    if (!out.shared_addresses)
      out.shared_addresses = read_ranges(shared_addresses_table());
    return out;
  }

  [[nodiscard]] bool is_ended() const { return user_.stop_requested(); }

  /// Finds the run, or enters it.
  void join() {
    const RunWish wish{.name = queue_options_.name,
                       .label = queue_options_.label,
                       .settings = settings_of(options_)};
    const std::string key = queue_.key();
    std::optional<FoundRun> found = queue_.find(wish);
    bool is_mine = false;
    if (!found) {
      console_.info(fmt::format("entering {} into {}",
                                count_of(options_.discovery.urls.size(), "site"),
                                queue_.shown()));
      const std::vector<GroupWish> groups = groups_of_sites();
      found = queue_.enter(wish, groups, [&](const QueueRun& run) {
        enter_place(with_key(run, key));
        is_mine = true;
      });
    }
    refuse_if(found->run.abandoned, found->run);
    check_settings(*found, wish.settings);
    run_ = with_key(found->run, key);
    if (!is_mine && !run_.over) check_place();
    console_.info(fmt::format("{}: this process is {}", run_words(run_), owner_));
  }

  static QueueRun with_key(QueueRun run, const std::string& queue) {
    run.queue = queue;
    return run;
  }

  /// Marks the place of a run that is being entered. A mark of this queue that is there
  /// is of a run that did not come into it.
  void enter_place(const QueueRun& run) {
    const std::string name = run_folder(run) + std::string{kRunMarkName};
    const auto there = place_->text(name);
    if (there && there->find(run.queue) == std::string::npos)
      throw UsageError{fmt::format(
          "-o: {} is of another queue, or of one that was dropped: its parts would be "
          "written over; nothing was changed. Name another -o, or another --name",
          place_->shown(name))};
    place_->replace(name, mark_text(run));
  }

  /// What is named in several ways is one item.
  [[nodiscard]] std::vector<GroupWish> groups_of_sites() const {
    std::map<std::string, std::vector<std::string>> sites;
    for (const std::string& url : options_.discovery.urls)
      sites[site_of(url)].push_back(url);
    std::vector<std::string> firsts;
    std::map<std::string, std::string> all;
    for (auto& [site, urls] : sites) {
      std::ranges::sort(urls);
      firsts.push_back(urls.front());
      all.emplace(urls.front(), fmt::format("{}", fmt::join(urls, " ")));
    }
    std::vector<GroupWish> out = places_.groups(firsts);
    for (GroupWish& group : out)
      for (std::string& url : group.urls) url = all.at(url);
    return out;
  }

  /// Parts that go elsewhere would be in no manifest's reach.
  void check_place() {
    const std::string name = run_folder(run_) + std::string{kRunMarkName};
    for (unsigned i = 0; i < kMostLooks && !is_ended(); ++i) {
      if (const auto there = place_->text(name)) {
        if (*there == mark_text(run_)) return;
        break;
      }
      pause_for(250ms, user_);
    }
    if (is_ended()) return;
    throw UsageError{fmt::format(
        "-o: {} is not what the process wrote that entered {}: all machines must write "
        "to the same folder or prefix; nothing was changed",
        place_->shown(name), run_words(run_))};
  }

  /// Until the run is over, or this process is ended.
  int work() {
    auto told = std::chrono::steady_clock::now();
    milliseconds look = kLook;
    while (!is_ended()) {
      try {
        heed_abandonment();
        release();
        const bool some = claim();
        answered_ = boot_time().count();
        count_for_metrics();
        if (const std::exception_ptr error = error_of_hands())
          std::rethrow_exception(error);
        if (!some && in_hand() == 0) {
          const WorkQueue::Standing standing = queue_.standing(run_);
          refuse_if(standing.abandoned, run_);
          if (standing.over) return end_of(standing.status);
          if (standing.waiting == 0 && end_run(queue_, run_, *place_)) continue;
        }
        if (std::exchange(is_lost_, false)) console_.info("the queue answers again");
        if (std::chrono::steady_clock::now() - told > 60s) {
          told = std::chrono::steady_clock::now();
          const RunCount count = queue_.count(run_);
          console_.info(fmt::format(
              "{}: {} of {} done; {} here", run_words(run_), grouped(count.ended()),
              count_of(count.ended() + count.waiting, "site"), grouped(in_hand())));
        }
        look = some || in_hand() > 0 ? kLook : std::min(look * 3 / 2, kLongLook);
        if (!some) wait(look);
      } catch (const QueueLost& error) {
        if (!std::exchange(is_lost_, true)) console_.warning(error.what());
        pause_for(kRetry, user_);
      } catch (const S3Error& error) {
        // At the end of the run: whoever is first when the store answers writes it.
        const milliseconds now = boot_time();
        if (!away_at_) away_at_ = now;
        if (!error.may_pass() || now - *away_at_ > kPlacePatience) throw;
        tell_place_away(error);
        pause_for(kFirstAsk, user_);
      }
    }
    return kInterrupted;
  }

  /// What the metrics say of the run is so old at most.
  void count_for_metrics() {
    constexpr milliseconds kFresh = 5s;
    const milliseconds now = boot_time();
    if (!metrics_.is_wanted() || (counted_at_ && now - *counted_at_ < kFresh)) return;
    counted_at_ = now;
    const RunCount count = queue_.count(run_);
    const MutexLock lock{count_mutex_};
    count_ = count;
  }

  /// From a thread of the metrics.
  void write_metrics(MetricsText& text) const {
    const auto seconds_since = [](milliseconds then) {
      return std::chrono::duration<double>(boot_time() - then).count();
    };
    text.counter("semsite_requests_total", "Requests that were sent.", requests_);
    text.gauge("semsite_output_quads", "Quads of sources that have ended.",
               static_cast<double>(quads_));
    text.counter("semsite_queue_sites_done_total",
                 "Sites that this process got, and that are committed.", sites_done_);
    text.gauge("semsite_queue_groups_held", "Groups of hosts that this process may ask.",
               static_cast<double>(book_->held().size()));
    if (const auto end = book_->first_end())
      text.gauge("semsite_queue_lease_age_seconds",
                 "Since the lease was renewed that ends first.",
                 seconds_since(*end - queue_options_.lease));
    text.gauge("semsite_queue_answer_age_seconds", "Since the database answered last.",
               seconds_since(milliseconds{answered_}));
    const MutexLock lock{count_mutex_};
    const auto sites = [&](const char* state, std::uint64_t count) {
      text.gauge("semsite_queue_sites", "Sites of the run, whichever process gets them.",
                 static_cast<double>(count), {{"state", state}});
    };
    sites("waiting", count_.waiting);
    sites("complete", count_.complete);
    sites("incomplete", count_.incomplete);
    sites("empty", count_.empty);
    sites("failed", count_.failed);
  }

  [[nodiscard]] std::exception_ptr error_of_hands() {
    const MutexLock lock{mutex_};
    return error_;
  }

  int end_of(int status) {
    const RunCount count = queue_.count(run_);
    {
      const MutexLock lock{count_mutex_};
      count_ = count;
    }
    console_.info(fmt::format("{} is over: of {} {}; {}", run_words(run_),
                              count_of(count.ended(), "site"), counted(count),
                              place_->shown(run_folder(run_) + "manifest.json")));
    return status_of(status);
  }

  /// As `--fail-on` has it.
  int status_of(int status) {
    return status == kIncomplete && !fails(options_.fail_on, queue_.count(run_))
               ? kComplete
               : status;
  }

  [[nodiscard]] std::size_t in_hand() {
    const MutexLock lock{mutex_};
    return jobs_.size() + busy_;
  }

  void wait(milliseconds time) {
    const MutexLock lock{mutex_};
    if (is_changed_) {
      is_changed_ = false;
      return;
    }
    changed_.wait_until(mutex_, user_, std::chrono::steady_clock::now() + time);
    is_changed_ = false;
  }

  /// How many sites may be got at once while one is that was begun so often, and ended
  /// with its process: the oftener, the fewer, so that those which do no harm get away
  /// from the one that does.
  [[nodiscard]] std::size_t most_beside(int attempts) const {
    if (attempts < WorkQueue::kSuspect) return at_once_;
    if (attempts + 1 >= WorkQueue::kMostAttempts) return 1;
    const auto halvings = static_cast<unsigned>(attempts - WorkQueue::kSuspect + 1);
    return std::max(at_once_ >> halvings, std::size_t{1});
  }

  /// With what this process has claimed.
  [[nodiscard]] std::size_t most_now() {
    const MutexLock lock{mutex_};
    std::size_t out = bounds_.empty() ? at_once_ : *bounds_.begin();
    for (const Job& job : jobs_) out = std::min(out, job.most);
    return out;
  }

  /// What may be what ends processes comes when nothing else is there.
  [[nodiscard]] std::vector<ClaimedGroup> claimed(std::size_t held, std::size_t most) {
    auto out = queue_.claim(run_, std::min(kMostClaimed, most - held), delay_,
                            WorkQueue::kSuspect);
    if (!out.empty()) return out;
    int attempts = WorkQueue::kSuspect;
    while (attempts < WorkQueue::kMostAttempts && held < most_beside(attempts))
      ++attempts;
    if (held == 0) attempts = WorkQueue::kAnyAttempts;
    return attempts == WorkQueue::kSuspect ? std::move(out)
                                           : queue_.claim(run_, 1, delay_, attempts);
  }

  /// True: there was something.
  bool claim() {
    const std::size_t held = in_hand(), most = most_now();
    if (held >= most) return false;
    const auto asked_at = boot_time();
    const std::vector<ClaimedGroup> groups = claimed(held, most);
    for (const ClaimedGroup& group : groups) {
      book_->hold(group, asked_at);
      const MutexLock lock{mutex_};
      Group& own = groups_[group.id];
      own = {.token = group.token, .left = group.items.size()};
      for (const QueueItem& item : group.items)
        jobs_.push_back({.item = item,
                         .token = group.token,
                         .stop = own.stop.get_token(),
                         .most = most_beside(item.attempts)});
      if (group.items.empty()) is_changed_ = true;
    }
    hire();
    offered_.notify_all();
    return !groups.empty();
  }

  /// As many hands as there is work for.
  void hire() {
    const std::size_t wanted = std::min(at_once_, in_hand());
    while (hands_.size() < wanted)
      hands_.emplace_back([this](const std::stop_token& stop) { take_jobs(stop); });
  }

  /// The first job that may be begun beside those that are under way.
  [[nodiscard]] std::deque<Job>::iterator next_job() SEMSITE_REQUIRES(mutex_) {
    if (!bounds_.empty() && busy_ >= *bounds_.begin()) return jobs_.end();
    const std::size_t busy = busy_;
    return std::ranges::find_if(jobs_, [=](const Job& job) { return busy < job.most; });
  }

  void take_jobs(const std::stop_token& stop) {
    for (;;) {
      Job job;
      {
        const MutexLock lock{mutex_};
        auto next = next_job();
        while (next == jobs_.end() && !stop.stop_requested() && !is_ending_) {
          offered_.wait(mutex_, stop);
          next = next_job();
        }
        if (stop.stop_requested() || is_ending_) return;
        job = std::move(*next);
        jobs_.erase(next);
        ++busy_;
        bounds_.insert(job.most);
      }
      do_job(job);
      const MutexLock lock{mutex_};
      --busy_;
      bounds_.erase(bounds_.find(job.most));
      if (job.most < at_once_ || !jobs_.empty()) offered_.notify_all();
      is_changed_ = true;
      if (const auto group = groups_.find(job.item.group);
          group != groups_.end() && group->second.token == job.token)
        --group->second.left;
      changed_.notify_all();
    }
  }

  /// Everything of one item. What goes wrong on this machine alone is for the next one.
  void do_job(const Job& job) {
    try {
      get(job);
    } catch (const UsageError& error) {
      end_with_error();
    } catch (const QueueLost&) {
      // Nobody knows of it yet; the lease tells whether it is still ours.
    } catch (const FileInUse& error) {
      // A process of this machine that was stopped has it open: no fault of the machine.
      if (!job.stop.stop_requested()) rest(job, error.what());
    } catch (const Error& error) {
      if (job.stop.stop_requested()) return;
      fail(job, error.what());
    } catch (const std::exception&) {
      end_with_error();
    }
  }

  void get(const Job& job) {
    if (job.stop.stop_requested()) return;
    std::optional<WorkQueue::Begun> begun;
    persist(job, [&] {
      begun = commits_.begin(run_, job.item, job.token);
      return true;
    });
    if (!begun) return;
    const auto work = std::make_shared<QueueItemWork>(options_, run_, job.item, job.token,
                                                      *place_, std::move(begun->former));
    bool is_had = true;
    wait_for_place(job, [&] { is_had = work->prepare(); });
    if (!is_had)
      console_.warning(fmt::format(
          "{}: its state is not there any more in {}, or not what was put there: it is "
          "got anew",
          job.item.url, place_->shown(fmt::format("state/{}/", run_.name))));
    if (begun->is_last && !work->was_got()) return give_up(*work, job);
    note_running(work, job);
    std::optional<ItemEnd> end;
    try {
      end = work->fetch(*transport_, job.stop);
    } catch (...) {
      forget_running(work);
      throw;
    }
    forget_running(work);
    if (!end) return leave_behind(*work, job);
    bool is_put = false;
    wait_for_place(job, [&] { is_put = work->put_parts(*end, job.stop); });
    if (!is_put) return;
    std::optional<QueueSnapshot> snapshot;
    wait_for_place(job, [&] { snapshot = work->put_whole(); });
    if (!commit(job, *end, snapshot)) return;
    errors_ = 0;
    ++sites_done_;
    requests_ += end->requests;
    for (const ManifestPart& part : end->parts) quads_ += part.quads;
    console_.detail(fmt::format("{}: done", job.item.url));
    if (snapshot) work->take_former_away();
  }

  /// A site that ended process after process keeps what the run before had of it.
  void give_up(QueueItemWork& work, const Job& job) {
    ItemEnd end = work.give_up();
    bool is_put = false;
    wait_for_place(job, [&] { is_put = work.put_parts(end, job.stop); });
    if (!is_put) return;
    std::uint64_t quads = 0;
    for (const ManifestPart& part : end.parts) quads += part.quads;
    end.rows = {{.name = job.item.url,
                 .complete = false,
                 .quads = quads,
                 .problem = fmt::format(
                     "each of {} processes that began it ended before it was done{}",
                     WorkQueue::kMostAttempts,
                     quads > 0 ? "; its quads are those of the run before" : "")}};
    if (commit(job, end, std::nullopt))
      console_.warning(end.rows.front().problem, {.source = job.item.url});
  }

  /// False: it is not ours any more.
  bool commit(const Job& job, const ItemEnd& end,
              const std::optional<QueueSnapshot>& snapshot) {
    bool is_done = false;
    persist(job, [&] {
      using enum WorkQueue::Committed;
      const auto how =
          commits_.commit(run_, end, job.item.url, snapshot ? &*snapshot : nullptr);
      is_done = how == now || how == before;
      if (how == fenced)
        console_.warning(fmt::format(
            "{}: another process has taken it over, or the run was abandoned; what this "
            "one got is not used",
            job.item.url));
      return how != expired;
    });
    return is_done;
  }

  /// Calls `act`, which uses the place of the output, again as long as that is away: what
  /// was got waits on this machine, and the lease is kept.
  void wait_for_place(const Job& job, const std::function<void()>& act) {
    const auto until = std::chrono::steady_clock::now() + kPlacePatience;
    milliseconds pause = kFirstAsk;
    for (;;) {
      try {
        act();
        is_place_away_ = false;
        return;
      } catch (const S3Error& error) {
        if (!error.may_pass() || job.stop.stop_requested() ||
            std::chrono::steady_clock::now() > until)
          throw;
        tell_place_away(error);
      }
      if (!pause_for(pause, job.stop)) throw RunError{"it was ended"};
      pause = std::min(pause * 2, kLastAsk);
    }
  }

  void tell_place_away(const S3Error& error) {
    if (!is_place_away_.exchange(true))
      console_.warning(fmt::format("{}; what was got waits here until the store answers",
                                   error.what()));
  }

  [[nodiscard]] bool is_lost(const Job& job) {
    const MutexLock lock{mutex_};
    const auto group = groups_.find(job.item.group);
    return group == groups_.end() || group->second.token != job.token ||
           group->second.is_lost;
  }

  /// The state of a site that this process was ended at, for whoever goes on.
  void leave_behind(QueueItemWork& work, const Job& job) {
    if (is_lost(job)) return;
    const auto snapshot = work.take_snapshot();
    if (!snapshot) return;
    const MutexLock lock{commits_mutex_};
    static_cast<void>(commits_.put_snapshot(
        run_, {.group = job.item.group, .token = job.token}, job.item.url, *snapshot));
  }

  /// Calls `act`, which uses the connection for commits, until it has an answer and says
  /// true; or the group is lost, or this process is ended.
  void persist(const Job& job, const std::function<bool()>& act) {
    for (;;) {
      try {
        const MutexLock lock{commits_mutex_};
        if (act()) return;
      } catch (const QueueLost&) {
        if (job.stop.stop_requested()) throw;
      }
      if (!pause_for(kRetry, job.stop)) throw QueueLost{"it was ended"};
    }
  }

  void fail(const Job& job, const std::string& problem) {
    rest(job, problem);
    if (++errors_ >= kMostErrors) end_with_error();
  }

  /// It is tried again later, by whoever claims it then.
  void rest(const Job& job, const std::string& problem) {
    console_.error(problem, {.source = job.item.url});
    try {
      persist(job, [&] {
        commits_.note_failure(
            {.item = job.item.id, .group = job.item.group, .token = job.token}, problem);
        return true;
      });
    } catch (const RunError&) {
      // The claim counts as an attempt already.
    }
  }

  /// What is being handled ends this process.
  void end_with_error() {
    const MutexLock lock{mutex_};
    if (!error_) error_ = std::current_exception();
    is_changed_ = true;
    changed_.notify_all();
  }

  /// From a thread of the keeper.
  void lose(const WorkQueue::Held& one) {
    const MutexLock lock{mutex_};
    const auto group = groups_.find(one.group);
    if (group == groups_.end() || group->second.token != one.token) return;
    group->second.is_lost = true;
    group->second.stop.request_stop();
    const std::size_t waiting = std::erase_if(jobs_, [&](const Job& job) {
      return job.item.group == one.group && job.token == one.token;
    });
    group->second.left -= waiting;
    is_changed_ = true;
    changed_.notify_all();
    console_.warning(
        fmt::format("the lease of {} had ended, and another process has taken it over",
                    count_of(1, "group of hosts", "groups of hosts")));
  }

  /// Groups of which everything is done.
  void release() {
    std::vector<WorkQueue::Held> done;
    {
      const MutexLock lock{mutex_};
      for (const auto& [id, group] : groups_)
        if (group.left == 0) done.push_back({.group = id, .token = group.token});
    }
    if (done.empty()) return;
    with_delays(done);
    queue_.give_back(run_, done, delay_);
    const MutexLock lock{mutex_};
    for (const WorkQueue::Held& one : done) {
      book_->let_go(one.group);
      groups_.erase(one.group);
    }
  }

  /// With the delays and pauses that hosts asked for.
  void with_delays(std::vector<WorkQueue::Held>& groups) const {
    const std::vector<WorkQueue::Held> held = book_->held();
    for (WorkQueue::Held& one : groups)
      if (const auto found = std::ranges::find(held, one.group, &WorkQueue::Held::group);
          found != held.end())
        one = *found;
  }

  void end_all() {
    const MutexLock lock{mutex_};
    is_ending_ = true;
    for (const Job& job : jobs_)
      if (const auto group = groups_.find(job.item.group);
          group != groups_.end() && group->second.token == job.token)
        --group->second.left;
    jobs_.clear();
    for (auto& [id, group] : groups_) group.stop.request_stop();
    offered_.notify_all();
    changed_.notify_all();
  }

  /// Ends what is being got, and gives each group back as soon as nobody of us asks
  /// there.
  void end() {
    end_all();
    const std::size_t groups = held_groups();
    try {
      while (in_hand() > 0) {
        release();
        std::this_thread::sleep_for(kEndingLook);
      }
    } catch (const RunError&) {
      // Once more, for all of them, at the end.
    }
    hands_.clear();
    if (give_all_back() && is_ended() && groups > 0)
      console_.info(
          fmt::format("{} given back; the others go on",
                      count_of(groups, "group of hosts is", "groups of hosts are")));
  }

  [[nodiscard]] std::size_t held_groups() {
    const MutexLock lock{mutex_};
    return groups_.size();
  }

  /// False: the database does not answer.
  bool give_all_back() {
    std::vector<WorkQueue::Held> held;
    {
      const MutexLock lock{mutex_};
      for (const auto& [id, group] : groups_)
        held.push_back({.group = id, .token = group.token});
      groups_.clear();
    }
    with_delays(held);
    for (const WorkQueue::Held& one : held) book_->let_go(one.group);
    for (unsigned i = 0; i < kMostReturns; ++i) {
      try {
        queue_.give_back(run_, held, delay_);
        return true;
      } catch (const RunError& error) {
        if (i + 1 == kMostReturns)
          console_.warning(fmt::format(
              "{}: what this process held is free when its lease ends", error.what()));
        std::this_thread::sleep_for(kRetry);
      }
    }
    return false;
  }

  void note_running(const std::shared_ptr<QueueItemWork>& work, const Job& job) {
    const MutexLock lock{running_mutex_};
    running_.emplace(work.get(), std::pair{work, job.stop});
  }
  void forget_running(const std::shared_ptr<QueueItemWork>& work) {
    const MutexLock lock{running_mutex_};
    running_.erase(work.get());
  }

  void snapshot_now_and_then(const std::stop_token& stop) {
    WorkQueue queue{queue_options_.url, owner_, queue_options_.lease};
    while (pause_for(queue_options_.snapshot_every, stop)) {
      std::vector<std::shared_ptr<QueueItemWork>> works;
      {
        const MutexLock lock{running_mutex_};
        for (const auto& [key, one] : running_)
          if (!one.second.stop_requested()) works.push_back(one.first);
      }
      for (const auto& work : works) {
        if (stop.stop_requested()) return;
        try {
          if (const auto snapshot = work->take_snapshot())
            static_cast<void>(queue.put_snapshot(
                run_, {.group = work->item().group, .token = work->token()},
                work->item().url, *snapshot));
        } catch (const Error& error) {
          console_.detail(
              fmt::format("{}: no snapshot: {}", work->item().url, error.what()));
        }
      }
    }
  }

  /// Looks now and then whether somebody has abandoned the run.
  void heed_abandonment() {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_heed_) return;
    refuse_if(queue_.is_abandoned(run_), run_);
    next_heed_ = now + kHeed;
  }

  void refuse_if(bool is_abandoned, const QueueRun& run) const {
    if (!is_abandoned) return;
    const std::string& label = queue_options_.label;
    throw RunError{fmt::format(
        "{}{} was abandoned (semsite queue abandon): nothing more is got for it, and "
        "what "
        "was got is not used; {}",
        run_words(run), label.empty() ? "" : fmt::format(" (--run {})", label),
        label.empty() ? "the same command begins the next run"
                      : "the next run wants another label")};
  }

  const FetchCommandOptions& options_;
  MetricsExport& metrics_;
  const QueueOptions& queue_options_;
  std::stop_token user_;
  Console console_;
  std::string owner_;
  milliseconds delay_;
  WorkQueue queue_;  ///< of the thread that claims
  Mutex commits_mutex_;
  WorkQueue commits_;  ///< of the hands; who uses it holds `commits_mutex_`
  HostPlaces places_;
  std::size_t at_once_;
  std::stop_source store_stop_;
  std::optional<S3Access> access_;
  std::unique_ptr<PartPlace> place_;
  QueueRun run_;
  std::shared_ptr<LeaseBook> book_;
  Transport* transport_ = nullptr;
  bool is_lost_ = false;
  std::atomic<bool> is_place_away_ = false;
  std::optional<milliseconds> away_at_;  ///< since when the end of the run waits for it
  std::chrono::steady_clock::time_point next_heed_{};
  std::atomic<unsigned> errors_ = 0;
  std::atomic<std::uint64_t> sites_done_ = 0, requests_ = 0, quads_ = 0;
  std::atomic<std::int64_t> answered_ = boot_time().count();  ///< by the database
  std::optional<milliseconds> counted_at_;
  mutable Mutex count_mutex_;
  RunCount count_ SEMSITE_GUARDED_BY(count_mutex_);
  Mutex running_mutex_;
  std::map<const QueueItemWork*,
           std::pair<std::shared_ptr<QueueItemWork>, std::stop_token>>
      running_ SEMSITE_GUARDED_BY(running_mutex_);
  Mutex mutex_;
  StopCondition changed_, offered_;
  bool is_changed_ SEMSITE_GUARDED_BY(mutex_) = false;
  bool is_ending_ SEMSITE_GUARDED_BY(mutex_) = false;
  std::exception_ptr error_ SEMSITE_GUARDED_BY(mutex_);
  std::map<std::int64_t, Group> groups_ SEMSITE_GUARDED_BY(mutex_);
  std::deque<Job> jobs_ SEMSITE_GUARDED_BY(mutex_);
  std::size_t busy_ SEMSITE_GUARDED_BY(mutex_) = 0;
  std::multiset<std::size_t> bounds_ SEMSITE_GUARDED_BY(mutex_);  ///< `most` of the busy
  std::vector<std::jthread> hands_;  ///< last: they die before what they use
};

}  // namespace

int run_queue_fetch(const FetchCommandOptions& options, MetricsExport& metrics,
                    const std::stop_token& stop) {
  try {
    return QueueWorker{options, metrics, stop}.run();
  } catch (const DocumentError& error) {
    // Of the place where all of it goes.
    if (stop.stop_requested()) return kInterrupted;
    throw RunError{fmt::format("{} [{}]", error.what(), error.code())};
  }
}

}  // namespace semsite
