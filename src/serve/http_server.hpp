#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <stop_token>
#include <string_view>
#include <thread>
#include <vector>

#include "base/metrics_text.hpp"
#include "base/mutex.hpp"
#include "serve/connection.hpp"
#include "serve/listen_address.hpp"
#include "serve/response.hpp"

namespace semsite {

/// What a service has done. Thread-safe.
struct ServiceTally {
  /// Answers, by the first digit of their status; also those of the server itself.
  std::array<std::atomic<std::uint64_t>, 6> answers{};
  std::atomic<std::uint64_t> answer_bytes = 0;  ///< handed over to be taken, heads too
  std::atomic<std::uint64_t> connections = 0;   ///< open now
  std::atomic<std::uint64_t> accepted = 0;      ///< connections, all along
  TimeHistogram took;                           ///< to make an answer

  void write(MetricsText& text) const;
};

/// A web service of GET and HEAD (HTTP/1.1, RFC 9110, RFC 9112) within the bounds of
/// ConnectionLimits. Everything else it refuses by itself: other methods with 405, names
/// that are not its own with 421, broken requests with 400, heads that are too long with
/// 431, too slow with 408, and with 503 requests whose turn does not come.
///
/// One thread speaks with all clients and never waits for one of them; others make the
/// answers, and have nothing to do with who asked. So a slow client takes nothing from
/// others but a connection, and the memory of its answer while it takes it; when either
/// runs out, the slow lose theirs.
class HttpServer {
 public:
  /// Takes the address. Throws RunError if it is in use or not of this machine;
  /// `option`: by which another is chosen.
  HttpServer(const ListenAddress& address, HostNames names, ServedSite site,
             ConnectionLimits limits = {}, std::string_view option = "--listen");
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// With the port that was free, if any was asked for.
  [[nodiscard]] const ListenAddress& address() const;

  [[nodiscard]] const ServiceTally& tally() const;

  /// Answers until it is stopped; then requests that are being answered are finished.
  /// Once only. Throws RunError.
  void run(const std::stop_token& stop);

 private:
  class Service;
  std::unique_ptr<Service> service_;
};

/// Threads for connections, started when they are needed, up to a number. Thread-safe.
class ConnectionThreads {
 public:
  explicit ConnectionThreads(std::size_t most) : most_(most) {}
  ~ConnectionThreads() { end(); }
  ConnectionThreads(const ConnectionThreads&) = delete;
  ConnectionThreads& operator=(const ConnectionThreads&) = delete;

  /// Runs `task` in a thread that has nothing else to do; false, and nothing, if there is
  /// none and no other can be started. `task` must not throw.
  [[nodiscard]] bool run(const std::function<void()>& task);
  /// Tasks that have not ended.
  [[nodiscard]] std::size_t busy() const;
  /// Waits for the end of all tasks.
  void end();

 private:
  void work();

  const std::size_t most_;
  mutable Mutex mutex_;
  Condition changed_;
  std::deque<std::function<void()>> tasks_ SEMSITE_GUARDED_BY(mutex_);
  std::size_t busy_ SEMSITE_GUARDED_BY(mutex_) = 0;
  bool ending_ SEMSITE_GUARDED_BY(mutex_) = false;
  std::vector<std::thread> threads_ SEMSITE_GUARDED_BY(mutex_);
};

}  // namespace semsite
