#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/downloads.hpp"
#include "fetch/answer_tally.hpp"
#include "fetch/body.hpp"
#include "fetch/ip_address.hpp"
#include "fetch/request.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// Has a say immediately before each request is sent: more than one machine may want to
/// ask a host. Thread-safe; called on network threads, which it does not keep waiting.
class RequestGate {
 public:
  RequestGate() = default;
  RequestGate(const RequestGate&) = delete;
  RequestGate& operator=(const RequestGate&) = delete;
  virtual ~RequestGate() = default;

  /// Zero: the request may be sent now. Else it is asked again after that pause. `host`:
  /// of the URL, `target`: the host or address that the connection goes to, `crawl_delay`
  /// as robots.txt has it. Throws FetchError if the request may never be sent.
  [[nodiscard]] virtual std::chrono::milliseconds pause_before(
      const std::string& host, const std::string& target,
      std::chrono::milliseconds crawl_delay) = 0;

  /// A connection for `host` has come to stand at `address`.
  virtual void connected(const std::string& host, const std::string& address) = 0;

  /// `host` wants to be left alone for so long (429, 503).
  virtual void paused(const std::string& host, std::chrono::milliseconds pause) = 0;
};

/// How requests leave the machine; what the command line says of it.
struct TransportOptions {
  std::string user_agent = "semsite";  ///< whole header value, contact included
  std::vector<std::string> headers;  ///< "Name: value", sent to `named_hosts`; those that
                                     ///< carry credentials only to `named_origins`
  bool headers_everywhere = false;   ///< those without credentials to all hosts
  std::string user;                  ///< "name:password", only to `named_origins`
  std::map<std::string, std::string> logins;  ///< the same, of one origin alone
  bool netrc = false;  ///< for `named_origins`, as `cert` and `key`
  std::string proxy, cacert, cert, key;
  bool direct = false;  ///< through no proxy, whatever the environment says
  std::vector<std::string> connect_to;  ///< HOST:PORT:HOST:PORT, as curl has it
  std::vector<std::string> resolve;     ///< HOST:PORT:ADDRESS, as curl has it
  bool allow_private = false;
  std::vector<std::string> named_hosts;            ///< that the user named, lower case
  std::vector<std::string> named_origins;          ///< the same with scheme and port, as
                                                   ///< `origin_of` writes them
  std::optional<std::chrono::milliseconds> delay;  ///< none given: 500 ms, 0 on loopback
  std::uint64_t rate = 0;    ///< bytes a second for all, 0 = no bound
  unsigned connections = 2;  ///< per host
  unsigned parallel = 64;
  /// Of platforms on which the hosts of many stand; none given: those of
  /// vocab/shared-addresses.txt.
  std::optional<std::vector<AddressRange>> shared_addresses;
  std::vector<AddressRange> more_shared_addresses;
  Limits limits;
  std::shared_ptr<RequestGate> gate{};  ///< null: politeness alone decides
  /// Counts what comes; copies of the options share it.
  std::shared_ptr<Downloads> downloads = std::make_shared<Downloads>();
  /// Told what waits and what runs; the same.
  std::shared_ptr<TransportLoad> load = std::make_shared<TransportLoad>();
};

/// Carries requests out. Thread-safe.
class Transport {
 public:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  virtual ~Transport() = default;

  /// Queues `request` and returns at once. Redirects are not followed: a 3xx is an answer
  /// like any other, because each hop has to be checked first.
  [[nodiscard]] virtual std::unique_ptr<Body> open(Request request) = 0;

  /// No request to the origin of `url` before `pause` has gone by (429, 503).
  virtual void hold(const std::string& url, std::chrono::milliseconds pause) = 0;

  /// Ends everything under way with FetchFailure::cancelled; later requests too.
  virtual void cancel() = 0;

  /// The same for those of one owner (`Request::owner`) that were opened before.
  virtual void cancel_owned(std::uint64_t owner) { static_cast<void>(owner); }
};

/// HTTP, HTTPS and FTP by libcurl's multi interface on one thread of its own, `file:`
/// from disk. A file on an FTP server has the head that `ftp_head` gives it.
[[nodiscard]] std::unique_ptr<Transport> make_transport(TransportOptions options);

/// A transport that several runs of this process share, as one of them sees it: what it
/// cancels are its own requests. `shared` outlives it.
[[nodiscard]] std::unique_ptr<Transport> make_shared_transport(Transport& shared);

}  // namespace semsite
