#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/c_guard.hpp"
#include "base/clock.hpp"
#include "fetch/address_policy.hpp"
#include "fetch/body.hpp"
#include "fetch/curl_ftp.hpp"
#include "fetch/curl_handles.hpp"
#include "fetch/curl_setup.hpp"
#include "fetch/politeness.hpp"
#include "fetch/rate_budget.hpp"
#include "fetch/request.hpp"

namespace semsite {

/// One request's state: its libcurl handle, what came of the answer, its stall clock.
/// Everything but the constructor belongs to the network thread.
class CurlExchange {
 public:
  /// `setup` must outlive it. Throws FetchError when the request must not or cannot be
  /// sent at all.
  CurlExchange(Request request, std::shared_ptr<BodyPipe> pipe,
               const ExchangeSetup& setup);
  ~CurlExchange();
  CurlExchange(const CurlExchange&) = delete;
  CurlExchange& operator=(const CurlExchange&) = delete;

  [[nodiscard]] Politeness::Place place() const {
    return {.target = target_, .host = route_.destination.host};
  }
  [[nodiscard]] std::chrono::milliseconds crawl_delay() const {
    return request_.crawl_delay;
  }
  [[nodiscard]] std::uint64_t owner() const { return request_.owner; }

  /// Sets a libcurl handle up, to be added to a multi handle; `budget` must outlive it,
  /// `sockets` the multi handle. Throws FetchError.
  [[nodiscard]] void* start(RateBudget& budget, SocketBook& sockets,
                            CurlHandles& handles);
  [[nodiscard]] void* handle() const { return handle_.get(); }

  /// The reader has made room, or the budget is open again: goes on after a pause.
  void resume(Clock::Time now);
  /// The reader has gone. False: so little is left that it is worth reading it to its
  /// end, because that keeps the connection.
  [[nodiscard]] bool abandon(Clock::Time now);
  /// Does it wait for the budget? Says so once for each pause.
  [[nodiscard]] bool take_budget_pause() { return std::exchange(budget_pause_, false); }
  /// Shows the reader what came during the last round, and tells the server that it has
  /// come: more is to follow.
  void flush();

  /// When give_up() is to be asked if nothing comes; nothing while it is paused by its
  /// reader.
  [[nodiscard]] std::optional<Clock::Time> give_up_time();
  /// Fails a transfer that stalls, is too slow, or takes too long. True if it did.
  [[nodiscard]] bool give_up(Clock::Time now);

  /// Has the request gone out? Says so once.
  [[nodiscard]] bool take_sent() { return std::exchange(sent_, false); }
  /// The server's address, once, when the connection stands; empty behind a proxy.
  [[nodiscard]] std::string take_address() { return std::exchange(new_address_, {}); }

  /// When it counts as silent, if nothing comes until then: kSilence after the last byte,
  /// or its start. Nothing while we ourselves keep it from going on.
  [[nodiscard]] std::optional<Clock::Time> silent_from() const;
  /// Has the network thread told that it is silent?
  bool is_told_silent = false;
  /// The status of the answer and how long after the request its head came, once.
  [[nodiscard]] std::optional<std::pair<int, std::chrono::milliseconds>> take_answer() {
    return std::exchange(answer_, std::nullopt);
  }

  /// libcurl is done, with `code` (a CURLcode).
  void complete(int code);
  void fail(FetchFailure failure, std::string message);
  /// It is in no multi handle any more: what its login was taken with serves later ones.
  void give_back(CurlHandles& handles);

 private:
  struct Callbacks;

  void check_destination() const;
  void set_callbacks();
  [[nodiscard]] std::size_t take_header(std::string_view line);
  [[nodiscard]] std::size_t take_body(std::string_view bytes);
  [[nodiscard]] std::size_t discard(std::size_t count);
  void pause(Clock::Time now);
  void fail_stalled();
  void end_of_head();
  void take_ftp_head();
  [[nodiscard]] std::optional<std::uint64_t> ftp_length() const;
  void end_ftp(int code);
  void release_head();
  [[nodiscard]] int open_socket(int family, int type, int protocol,
                                const sockaddr& address);
  [[nodiscard]] std::optional<Clock::Time> stall_time();
  [[nodiscard]] std::optional<Clock::Time> time_limit() const;
  [[nodiscard]] bool is_paused() const;
  [[nodiscard]] bool note_connection(const char* address, Clock::Time now);

  Request request_;
  std::shared_ptr<BodyPipe> pipe_;
  const ExchangeSetup& setup_;
  RateBudget* budget_ = nullptr;
  SocketBook* sockets_ = nullptr;
  int socket_ = -1;       ///< of the connection, if it is known
  bool arrived_ = false;  ///< something, during this round
  Route route_;
  std::string target_;  ///< the host or address that is really asked

  HeaderLists header_lists_;
  std::string error_text_;  ///< libcurl writes into it
  CurlHandle handle_;

  CGuard guard_;
  ResponseHead head_;
  std::size_t head_bytes_ = 0;
  FtpSize ftp_size_;
  std::optional<std::uint64_t> known_ftp_length_;  ///< of the copy that is asked about
  bool head_done_ = false;
  bool awaits_challenge_;  ///< a 401 may be libcurl's own business
  bool head_held_ = false;
  unsigned may_issue_ = 1;  ///< requests on the wire, if it is to be sent once
  std::uint64_t body_bytes_ = 0;
  std::uint64_t charged_bytes_ = 0;  ///< of the wire, to the budget
  std::uint64_t discarded_ = 0, drain_bytes_ = 0;
  bool budget_pause_ = false;
  bool waits_for_budget_ = false;
  bool abandoned_ = false;
  std::string address_;
  std::string new_address_;
  bool sent_ = false;
  std::optional<Clock::Time> sent_at_;
  std::optional<std::pair<int, std::chrono::milliseconds>> answer_;
  std::optional<IpAddress> refused_;
  std::optional<Clock::Time> last_activity_;  ///< set once connected
  Clock::Time started_{};
  Clock::Time::duration paused_{0};  ///< by us, since then
  std::optional<Clock::Time> pause_began_;
  LowestRate rate_;
  std::uint64_t uploaded_ = 0;
};

/// What is known when libcurl gives up on a transfer.
struct TransferEnd {
  int code = 0;        ///< a CURLcode
  std::string detail;  ///< libcurl's own words, may be empty
  const ResponseHead& head;
  bool head_done = true;
  std::string host;
  std::uint16_t port = 0;
  std::string target;  ///< host or address really asked
  std::string proxy;
  std::uint64_t body_bytes = 0;
  std::uint64_t wire_bytes = 0;
  int os_error = 0;
  std::chrono::seconds connect_timeout{0};
};

struct ExplainedFailure {
  FetchFailure failure;
  std::string reason;  ///< in plain words, without the URL
};

/// Which failure it is, and why, for people.
[[nodiscard]] ExplainedFailure explain_failure(const TransferEnd& end);

}  // namespace semsite
