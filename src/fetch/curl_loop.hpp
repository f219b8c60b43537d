#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <thread>
#include <unordered_map>
#include <variant>
#include <vector>

#include "base/clock.hpp"
#include "base/mutex.hpp"
#include "fetch/curl_exchange.hpp"
#include "fetch/curl_handles.hpp"
#include "fetch/politeness.hpp"
#include "fetch/rate_budget.hpp"

namespace semsite {

/// What other threads ask of the network thread. Thread-safe; outlives it, so that a body
/// that is destroyed late finds somebody to talk to.
class CurlInbox {
 public:
  struct Open {
    std::uint64_t id;
    std::unique_ptr<CurlExchange> exchange;
  };
  struct Resume {
    std::uint64_t id;
  };
  struct Abandon {
    std::uint64_t id;
  };
  struct Hold {
    Politeness::Place place;
    std::chrono::milliseconds pause;
  };
  struct CancelAll {};
  struct CancelOwned {
    std::uint64_t owner;
  };
  struct Stop {};
  using Command = std::variant<Open, Resume, Abandon, Hold, CancelAll, CancelOwned, Stop>;

  explicit CurlInbox(void* multi) : multi_(multi) {}

  /// Leaves `command` for the network thread and wakes it. False once that has ended.
  bool post(Command command);
  [[nodiscard]] std::vector<Command> take();
  /// The multi handle is about to go: takes what is left, and nothing more comes.
  [[nodiscard]] std::vector<Command> close();

 private:
  Mutex mutex_;
  void* multi_ SEMSITE_GUARDED_BY(mutex_);
  std::vector<Command> commands_ SEMSITE_GUARDED_BY(mutex_);
};

/// The network thread: owns the multi handle, the running exchanges and the politeness
/// queues; sleeps in curl_multi_poll when nothing is to be done.
class CurlLoop {
 public:
  /// Its requests speak FTP? Of that, libcurl waits for some replies (226, 221) without
  /// coming back, for a minute: such servers have a loop each, and end with their
  /// sockets.
  enum class Speaks : std::uint8_t { http, ftp };
  explicit CurlLoop(const ExchangeSetup& setup, Speaks speaks = Speaks::http);
  ~CurlLoop();
  CurlLoop(const CurlLoop&) = delete;
  CurlLoop& operator=(const CurlLoop&) = delete;

  [[nodiscard]] const std::shared_ptr<CurlInbox>& inbox() const { return inbox_; }
  /// Ends everything under way, and whatever comes later.
  void cancel();

 private:
  using Id = std::uint64_t;
  struct MultiDeleter {
    void operator()(void* multi) const;
  };

  void run();
  void round();
  void obey(CurlInbox::Open& command);
  void obey(const CurlInbox::Resume& command);
  void obey(const CurlInbox::Abandon& command);
  void obey(const CurlInbox::Hold& command);
  void obey(const CurlInbox::CancelAll& command);
  void obey(const CurlInbox::CancelOwned& command);
  void obey(const CurlInbox::Stop& command);
  void start_due();
  void resume_paid();
  void look_after_running();
  [[nodiscard]] bool collect_ended();
  void give_up();
  void end(Id id);
  void fail_all(FetchFailure failure, const std::string& reason);
  [[nodiscard]] int sleep_milliseconds();
  void tell_load();

  SystemClock clock_;
  Politeness politeness_;
  std::shared_ptr<RequestGate> gate_;  ///< null: none
  SocketBook sockets_;
  CurlHandles curl_handles_;
  std::unique_ptr<void, MultiDeleter> multi_;
  std::shared_ptr<CurlInbox> inbox_;
  /// Every exchange that is waiting or running.
  std::unordered_map<Id, std::unique_ptr<CurlExchange>> exchanges_;
  std::unordered_map<void*, Id> running_;  ///< by libcurl handle
  RateBudget budget_;
  std::deque<Id> waiting_for_budget_;  ///< the longest wait first
  std::shared_ptr<TransportLoad> load_;
  Politeness::Load told_;  ///< of what it was told last
  Speaks speaks_;
  bool cancelled_ = false;
  bool stopping_ = false;
  std::jthread thread_;  ///< last: dies before what it uses
};

}  // namespace semsite
