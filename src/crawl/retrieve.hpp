#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.hpp"
#include "base/clock.hpp"
#include "base/mutex.hpp"
#include "base/named_by.hpp"
#include "crawl/resuming_body.hpp"
#include "crawl/robots_cache.hpp"
#include "fetch/body.hpp"
#include "fetch/length_book.hpp"
#include "fetch/request.hpp"
#include "fetch/retry.hpp"
#include "fetch/transport.hpp"
#include "report/console.hpp"
#include "report/statistics.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// How asking for a URL ended; every URL ends in exactly one.
enum class Retrieval {
  got,         ///< 2xx, the body follows
  unchanged,   ///< 304: it is `Ask::copy`
  http_error,  ///< the last hop answered with another status
  robots,      ///< robots.txt does not allow it (or a hop of it)
  refused,     ///< scheme, address or redirect that we do not follow
  elsewhere,   ///< it redirects to what is not wanted (`Ask::wants`)
  redirects,   ///< a loop, or too many hops
  network,     ///< no answer
  cancelled,
};

/// A copy that is at hand, and the validators that came with it. They say nothing of any
/// other URL (RFC 9110 §8.8), so they are sent to this one only.
struct HeldCopy {
  std::string url;  ///< that it came from, after redirects
  std::string etag{}, modified{};
};

/// What to ask for, and on which terms.
struct Ask {
  std::string url;
  NamedBy named_by;  ///< a document of the web may name no local file
  std::string method = "GET";
  std::string accept{};  ///< Accept header; empty = `*/*`
  bool obey_robots = true;
  bool content_coding = true;          ///< it may come coded; false: `identity` (dumps)
  bool looks_first = false;            ///< see Request
  bool undone_on_the_way = false;      ///< by the transport: see Request::content_coding
  std::uint64_t max_bytes = 0;         ///< see Request
  std::string body{}, content_type{};  ///< of a POST
  bool progress = false;               ///< count its bytes in the progress line
  std::optional<HeldCopy> copy{};      ///< need not be sent again (RFC 9110 §13.1)
  /// Only the bytes up to this one; a server may send all nevertheless (RFC 9110 §14.2).
  std::optional<std::uint64_t> range_last{};
  unsigned max_attempts = 0;  ///< 0: as `Settings::retry` says
  /// For all hops and the body, our own pauses apart; 0 = no bound.
  std::chrono::milliseconds whole_within{0};
  /// A body that breaks off and cannot be continued is asked for anew, once, behind the
  /// back of its reader. Not where the reader itself begins again.
  bool second_try = true;
  /// Asked for the target of each redirect; empty: all are wanted.
  std::function<bool(const std::string& url)> wants{};
};

struct Retrieved {
  Retrieval outcome = Retrieval::network;
  std::string code;  ///< "http.404", "robots.denied", "fetch.dns", "redirect.loop", …
  std::string problem;            ///< a sentence; empty when got
  std::string url;                ///< the last one asked
  std::vector<std::string> hops;  ///< the URLs asked before it
  /// How each of them redirected: its status, and the values of its `Link` fields.
  struct Redirect {
    int status = 0;
    std::vector<std::string> links;
  };
  std::vector<Redirect> redirects{};
  ResponseHead head;                 ///< of the last answer
  bool resumable = false;            ///< a broken body is continued, not begun again
  unsigned attempts = 0;             ///< requests sent, hops and repetitions included
  Attempt last;                      ///< how the last of them came out
  bool blocked = false;              ///< a wall against robots answered
  std::string begins{};              ///< first line of an error page, of 404 and 410 not
  std::unique_ptr<ByteSource> body;  ///< when got
  /// What its bytes could be held against; told further while `body` is read.
  std::shared_ptr<const LengthCheck> length{};
};

/// What to say of a URL that a wall against robots answers for.
[[nodiscard]] std::string blocked_problem(const std::string& url,
                                          const std::string& wall);

/// Did nobody answer, or with a fault that may pass? Then it says neither yes nor no.
[[nodiscard]] bool says_nothing(const Retrieved& got);

/// Asks the web for documents: robots.txt first, every redirect hop checked, failures
/// repeated with back-off, broken bodies resumed (DESIGN §4). Thread-safe.
class Retriever {
 public:
  struct Settings {
    std::string agent = "semsite";  ///< product token for robots.txt
    RetryPolicy retry;
    bool ignore_robots = false;
    Limits limits;
  };

  Retriever(Transport& transport, const Clock& clock, RunCounters& counters,
            Console& console, Settings settings, std::stop_token stop);

  [[nodiscard]] Retrieved get(const Ask& ask);

  /// No request to the host of `url` before `pause` has gone by.
  void hold(const std::string& url, std::chrono::milliseconds pause) {
    transport_.hold(url, pause);
  }

  [[nodiscard]] RobotsCache& robots() { return robots_; }
  [[nodiscard]] bool obeys_robots() const { return !settings_.ignore_robots; }
  [[nodiscard]] const Limits& limits() const { return settings_.limits; }
  [[nodiscard]] unsigned max_attempts() const { return settings_.retry.max_attempts; }
  [[nodiscard]] const RetryPolicy& retry() const { return settings_.retry; }
  [[nodiscard]] const Clock& clock() const { return clock_; }
  /// Is the run being ended?
  [[nodiscard]] bool is_stopped() const { return stop_.stop_requested(); }
  /// In [0, 1), to spread pauses. Thread-safe.
  [[nodiscard]] double random();

 private:
  struct Hop;
  [[nodiscard]] bool is_closed(const std::string& url, Retrieved& result);
  void close_host(const std::string& url, const Attempt& attempt);
  [[nodiscard]] bool may_ask(const std::string& url, const Ask& ask, Retrieved& result);
  [[nodiscard]] Retrieved get_once(const Ask& ask);
  [[nodiscard]] std::unique_ptr<ByteSource> body_of(std::unique_ptr<ResumingBody> body,
                                                    const Ask& ask, Retrieved& result);
  [[nodiscard]] Request make_request(const std::string& url, const Ask& ask);
  [[nodiscard]] std::vector<LengthPromise> promises_for(const std::string& url,
                                                        const Ask& ask,
                                                        const ResponseHead& head);
  [[nodiscard]] std::unique_ptr<Body> send(const Request& request, unsigned max_attempts,
                                           Retrieved& result);
  [[nodiscard]] RobotsAnswer ask_robots(const std::string& url);

  Transport& transport_;
  const Clock& clock_;
  RunCounters& counters_;
  Console& console_;
  Settings settings_;
  std::stop_token stop_;
  Mutex random_mutex_;
  std::mt19937 random_ SEMSITE_GUARDED_BY(random_mutex_);
  LengthBook lengths_;
  struct Closed {
    int status;
    Clock::Time until;
    std::chrono::seconds asked;
  };
  Mutex closed_mutex_;
  /// by origin
  std::map<std::string, Closed, std::less<>> closed_ SEMSITE_GUARDED_BY(closed_mutex_);
  RobotsCache robots_;
};

/// What makes an answer one that cannot be taken.
struct AnswerFault {
  std::string code, problem;
};

/// A part that nobody asked for is no document (RFC 9110 §15.3.7), and of two lengths at
/// least one is wrong (RFC 9112 §6.3).
[[nodiscard]] std::optional<AnswerFault> fault_of(const Request& request,
                                                  const ResponseHead& head);

}  // namespace semsite
