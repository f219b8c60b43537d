#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "fetch/transport.hpp"
#include "support/loopback_server.hpp"

namespace semsite::test {

/// Options under which the loopback servers may be asked.
inline TransportOptions options() {
  TransportOptions out;
  out.named_hosts = {"127.0.0.1"};
  out.limits.stall_timeout = std::chrono::seconds{1};
  out.limits.connect_timeout = std::chrono::seconds{5};
  return out;
}

inline Request get(std::string url) {
  Request out;
  out.url = std::move(url);
  return out;
}

inline std::string read_all(Body& body) {
  std::string text;
  for (Block block = body.read(); !block.empty(); block = body.read())
    text += block.bytes;
  return text;
}

/// What came of a request.
struct FetchOutcome {
  std::string body;
  FetchFailure failure = FetchFailure::none;
  std::string message;
};

inline FetchOutcome outcome_of(Body& body) {
  FetchOutcome out;
  try {
    (void)body.head();
    for (Block block = body.read(); !block.empty(); block = body.read())
      out.body += block.bytes;
  } catch (const FetchError& error) {
    out.failure = error.failure();
    out.message = error.what();
  }
  return out;
}

inline FetchOutcome fetch(const Request& request,
                          const TransportOptions& how = options()) {
  const auto transport = make_transport(how);
  return outcome_of(*transport->open(request));
}

/// A server that always misbehaves in the same way.
inline LoopbackServer::Handler raw(std::string bytes) {
  return [bytes = std::move(bytes)](const ServedRequest&, ServedConnection& connection) {
    connection.send(bytes);
    connection.close();
  };
}

/// A server of a body of `size` bytes that tell their places.
inline LoopbackServer::Handler large(std::size_t size) {
  return [size](const ServedRequest&, ServedConnection& out) {
    out.send(fmt::format("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", size));
    std::string chunk(1'000'003, '\0');
    for (std::size_t i = 0; i < chunk.size(); ++i) chunk[i] = static_cast<char>(i % 251);
    for (std::size_t left = size; left > 0;) {
      const std::size_t count = std::min(left, chunk.size());
      if (!out.send(std::string_view{chunk}.substr(0, count))) return;
      left -= count;
    }
  };
}

}  // namespace semsite::test
