#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "fetch/body.hpp"

namespace semsite {

/// What is known when libcurl gives up on a transfer.
struct TransferEnd {
  int code = 0;        ///< a CURLcode
  std::string detail;  ///< libcurl's own words, may be empty
  const ResponseHead& head;
  bool head_done = true;
  std::string host;
  std::uint16_t port = 0;
  std::string queue;  ///< host or address really asked
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
