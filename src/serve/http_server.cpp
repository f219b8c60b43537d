#include "serve/http_server.hpp"

#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <ctime>
#include <deque>
#include <exception>
#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/file_io.hpp"
#include "base/mutex.hpp"
#include "base/text.hpp"
#include "semsite/errors.hpp"
#include "serve/listen_address.hpp"
#include "serve/response.hpp"

namespace semsite {
namespace {

using SteadyClock = std::chrono::steady_clock;
using Time = Connection::Time;
using Phase = Connection::Phase;

/// Threads that have handed an answer over and are not free yet.
constexpr std::size_t kEnding = 8;
/// How often those who keep others waiting are looked at.
constexpr std::chrono::milliseconds kLook{100};
/// What the system holds of an answer for a client. It would hold megabytes, and who
/// takes nothing would long seem to be quick.
constexpr int kHeldBytes = 128 * 1024;

/// Milliseconds for poll(2), which waits without end for -1.
int milliseconds_until(Time until, Time now) {
  if (until == Time::max()) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - now).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000));
}

}  // namespace

class HttpServer::Service {
 public:
  Service(const ListenAddress& address, HostNames names, ServedSite site,
          ConnectionLimits limits, std::string_view option)
      : address_(address),
        names_(std::move(names)),
        site_(std::move(site)),
        limits_(limits),
        listening_(listen_at(address_, option)),
        wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
        threads_(limits.answers + kEnding) {
    if (!wake_.valid()) throw RunError{"cannot make an eventfd"};
  }

  [[nodiscard]] const ListenAddress& address() const { return address_; }
  [[nodiscard]] const ServiceTally& tally() const { return tally_; }

  void run(const std::stop_token& stop) {
    const std::stop_callback wake_up{stop, [this] { wake(); }};
    while (true) {
      const Time now = SteadyClock::now();
      if (stop.stop_requested() && !ends_) begin_to_end(now);
      take_made(now);
      look_at_clock(now);
      start_answers(now);
      remove_ended();
      if (ends_ && (connections_.empty() || now >= *ends_)) break;
      wait(now);
    }
    connections_.clear();
    threads_.end();
  }

 private:
  using Number = std::uint64_t;  ///< of a connection; none comes again
  struct Made {
    Number number;
    std::string answer;
  };

  void wake() { ::eventfd_write(wake_.get(), 1); }

  void begin_to_end(Time now) {
    ends_ = now + limits_.last;
    listening_ = Descriptor{};
    for (auto& [number, connection] : connections_) {
      connection.close_after_answer();
      if (connection.phase() != Phase::answering && connection.phase() != Phase::writing)
        connection.end();
    }
  }

  /// Waits until something can be done, and does what clients let it do.
  void wait(Time now) {
    std::vector<pollfd> polled{{wake_.get(), POLLIN, 0},
                               {may_accept(now) ? listening_.get() : -1, POLLIN, 0}};
    std::vector<Connection*> at{nullptr, nullptr};
    Time until = ends_.value_or(Time::max());
    if (accepts_again_ > now) until = std::min(until, accepts_again_);
    if (!asked_.empty()) until = std::min(until, now + kLook);
    for (auto& [number, connection] : connections_) {
      until = std::min(until, connection.deadline());
      if (connection.events() == 0) continue;
      polled.push_back({connection.socket(), connection.events(), 0});
      at.push_back(&connection);
    }
    const int count =
        ::poll(polled.data(), polled.size(), milliseconds_until(until, now));
    if (count < 0 && errno != EINTR)
      throw RunError{fmt::format("{}: cannot wait for requests", start_url(address_))};
    if (count <= 0) return;
    const Time then = SteadyClock::now();
    if (polled[0].revents != 0) {
      eventfd_t times = 0;
      ::eventfd_read(wake_.get(), &times);
    }
    for (std::size_t i = 2; i < polled.size(); ++i)
      if (polled[i].revents != 0) at[i]->on_ready(then);
    note_asked();
    if (polled[1].revents != 0) accept_all(then);
  }

  [[nodiscard]] bool may_accept(Time now) const {
    return listening_.valid() && accepts_again_ <= now;
  }

  void accept_all(Time now) {
    // Not without end: those who are there are served in between.
    for (int i = 0; i < 64; ++i) {
      if (connections_.size() >= limits_.connections && !end_slowest(now)) {
        accepts_again_ = now + kLook;
        return;
      }
      Descriptor socket{
          ::accept4(listening_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC)};
      if (!socket.valid()) {
        if (errno == EINTR || errno == ECONNABORTED) continue;
        // Out of descriptors or memory: some are given up, then it is tried again.
        if (errno != EAGAIN) {
          end_slowest(now);
          accepts_again_ = now + kLook;
        }
        return;
      }
      const int yes = 1;
      ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
      ::setsockopt(socket.get(), SOL_SOCKET, SO_SNDBUF, &kHeldBytes, sizeof kHeldBytes);
      ++tally_.accepted;
      const auto [place, added] =
          connections_.try_emplace(next_number_++, std::move(socket), limits_, now);
      // Most clients ask at once.
      place->second.on_ready(now);
      note_asked(place->first, place->second);
    }
  }

  /// Who keeps the service waiting, for a request or to take an answer, gives its place
  /// to others: the one that has done so for longest.
  bool end_slowest(Time now) {
    auto slowest = connections_.end();
    for (auto one = connections_.begin(); one != connections_.end(); ++one)
      if (keeps_waiting(one->second, now) &&
          (slowest == connections_.end() ||
           one->second.since() < slowest->second.since()))
        slowest = one;
    if (slowest == connections_.end()) return false;
    if (slowest->second.phase() == Phase::head)
      slowest->second.refuse(plain_answer(408, "Others had to wait for this request.\n"),
                             now);
    count_refusal(slowest->second);
    connections_.erase(slowest);
    return true;
  }
  static bool keeps_waiting(Connection& connection, Time now) {
    const Phase phase = connection.phase();
    return phase == Phase::idle || phase == Phase::head || phase == Phase::lingering ||
           connection.is_slow(now);
  }

  void note_asked() {
    for (auto& [number, connection] : connections_) note_asked(number, connection);
  }
  void note_asked(Number number, const Connection& connection) {
    if (connection.phase() == Phase::asked &&
        std::ranges::find(asked_, number) == asked_.end())
      asked_.push_back(number);
  }

  void look_at_clock(Time now) {
    for (auto& [number, connection] : connections_)
      if (connection.deadline() <= now) connection.on_time(now);
    std::erase_if(asked_, [&](Number number) {
      const auto found = connections_.find(number);
      return found == connections_.end() || found->second.phase() != Phase::asked;
    });
  }

  /// What answers need now.
  struct Load {
    std::size_t made = 0;   ///< answers
    std::size_t bytes = 0;  ///< of answers that are being taken
  };
  [[nodiscard]] Load load() const {
    Load out;
    for (const auto& [number, connection] : connections_) {
      if (connection.phase() == Phase::answering) ++out.made;
      out.bytes += connection.answer_bytes();
    }
    return out;
  }

  void start_answers(Time now) {
    if (asked_.empty()) return;
    Load load = this->load();
    for (; load.made < limits_.answers && !asked_.empty(); ++load.made) {
      if (load.bytes >= limits_.answer_bytes && !make_way(load.bytes, now)) return;
      const Number number = asked_.front();
      Connection& connection = connections_.at(number);
      // Others may be waiting for its place: nobody has two answers before they have one.
      if (connections_.size() >= limits_.connections) connection.close_after_answer();
      // A thread that has handed its answer over may not be free yet: then next time.
      if (!threads_.run(
              [this, number, head = connection.request(), closes = connection.closes()] {
                hand_over({number, answer_text(head, closes)});
              }))
        return;
      connection.start(now);
      asked_.pop_front();
    }
  }

  /// While others wait for their turn, those who take their answers slowly lose them.
  /// False if there are still too many bytes.
  bool make_way(std::size_t& bytes, Time now) {
    for (auto& [number, connection] : connections_)
      if (bytes >= limits_.answer_bytes && connection.is_slow(now)) {
        bytes -= connection.answer_bytes();
        connection.end();
      }
    return bytes < limits_.answer_bytes;
  }

  void hand_over(Made made) {
    {
      const MutexLock lock{mutex_};
      made_.push_back(std::move(made));
    }
    wake();
  }

  void take_made(Time now) {
    std::vector<Made> made;
    {
      const MutexLock lock{mutex_};
      made.swap(made_);
    }
    for (Made& one : made)
      if (const auto found = connections_.find(one.number); found != connections_.end())
        found->second.answer(std::move(one.answer), now);
    if (!made.empty()) note_asked();
  }

  void remove_ended() {
    for (auto& [number, connection] : connections_) count_refusal(connection);
    std::erase_if(connections_,
                  [](const auto& one) { return one.second.phase() == Phase::ended; });
    tally_.connections = connections_.size();
  }

  void count(int status) { ++tally_.answers[static_cast<std::size_t>(status / 100 % 6)]; }
  void count_refusal(Connection& connection) {
    if (const int status = connection.take_refusal(); status > 0) count(status);
  }

  /// In a thread that makes answers.
  std::string answer_text(const RequestHead& head, bool closes) {
    const auto begun = SteadyClock::now();
    SiteAnswer answer;
    const ResponseForm form{.head_only = head.method == "HEAD",
                            .gzip = takes_gzip(head.accept_encoding),
                            .closes = closes,
                            .says_keep = head.minor_0 && !closes,
                            .now = std::time(nullptr)};
    std::string out;
    try {
      answer = answer_of(head);
      out = response_text(answer, form);
    } catch (const std::exception& error) {
      answer = plain_answer(
          500, fmt::format("An error of the service: {}\n", excerpt(error.what(), 300)));
      out = response_text(
          answer, {.head_only = form.head_only, .closes = closes, .now = form.now});
    }
    count(answer.status);
    tally_.answer_bytes += out.size();
    tally_.took.note(std::chrono::duration_cast<std::chrono::microseconds>(
        SteadyClock::now() - begun));
    return out;
  }

  SiteAnswer answer_of(const RequestHead& head) {
    if (head.host && !names_.has(*head.host))
      return plain_answer(421, "This service does not answer to that host name.\n");
    if (head.method != "GET" && head.method != "HEAD") {
      SiteAnswer out =
          plain_answer(405, "Only GET and HEAD: this service changes nothing.\n");
      out.fields.emplace_back("Allow", "GET, HEAD");
      return out;
    }
    return site_({.method = head.method,
                  .target = head.target,
                  .host = head.host.value_or(""),
                  .if_none_match = head.if_none_match,
                  .if_modified_since = head.if_modified_since});
  }

  ListenAddress address_;
  const HostNames names_;
  const ServedSite site_;
  const ConnectionLimits limits_;
  ServiceTally tally_;
  Descriptor listening_;
  Descriptor wake_;
  std::map<Number, Connection> connections_;
  Number next_number_ = 0;
  std::deque<Number> asked_;  ///< whose turn comes next; each is in phase `asked`
  Time accepts_again_{};
  std::optional<Time> ends_;
  Mutex mutex_;
  std::vector<Made> made_ SEMSITE_GUARDED_BY(mutex_);
  ConnectionThreads threads_;  ///< ends before what it uses
};

HttpServer::HttpServer(const ListenAddress& address, HostNames names, ServedSite site,
                       ConnectionLimits limits, std::string_view option)
    : service_(std::make_unique<Service>(address, std::move(names), std::move(site),
                                         limits, option)) {}
HttpServer::~HttpServer() = default;

const ListenAddress& HttpServer::address() const { return service_->address(); }
const ServiceTally& HttpServer::tally() const { return service_->tally(); }
void HttpServer::run(const std::stop_token& stop) { service_->run(stop); }

void ServiceTally::write(MetricsText& text) const {
  for (std::size_t kind = 2; kind < answers.size(); ++kind)
    text.counter("semsite_serve_requests_total",
                 "Requests answered, by class of status; refused ones too.",
                 answers[kind], {{"status", fmt::format("{}xx", kind)}});
  text.counter("semsite_serve_response_bytes_total",
               "Bytes of answers that were made, heads included.", answer_bytes);
  text.gauge("semsite_serve_connections", "Connections open now.",
             static_cast<double>(connections));
  text.counter("semsite_serve_connections_total", "Connections that were taken.",
               accepted);
  text.histogram("semsite_serve_request_duration_seconds",
                 "Time to make an answer, before it is taken.", took);
}

bool ConnectionThreads::run(const std::function<void()>& task) {
  const MutexLock lock{mutex_};
  if (ending_) return false;
  if (busy_ == threads_.size()) {
    if (threads_.size() == most_) return false;
    try {
      threads_.emplace_back([this] { work(); });
    } catch (const std::system_error&) {
      return false;
    }
  }
  ++busy_;
  tasks_.push_back(task);
  changed_.notify_one();
  return true;
}

std::size_t ConnectionThreads::busy() const {
  const MutexLock lock{mutex_};
  return busy_;
}

void ConnectionThreads::work() {
  MutexLock lock{mutex_};
  while (true) {
    while (!ending_ && tasks_.empty()) changed_.wait(mutex_);
    if (tasks_.empty()) return;
    const std::function<void()> task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    task();
    lock.lock();
    --busy_;
  }
}

void ConnectionThreads::end() {
  std::vector<std::thread> threads;
  {
    const MutexLock lock{mutex_};
    ending_ = true;
    threads.swap(threads_);
  }
  changed_.notify_all();
  for (std::thread& thread : threads) thread.join();
}

}  // namespace semsite
