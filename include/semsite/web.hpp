#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "semsite/limits.hpp"

namespace semsite {

/// Something that happened, for people.
struct Message {
  enum class Level { error, warning, info };
  Level level = Level::info;
  std::string_view text;    ///< one line, without what is secret in URLs
  std::string_view code;    ///< of docs/faults.md; may be empty
  std::string_view source;  ///< URL or file that it is about; may be empty
};

/// How the web is asked. What is left alone is as `semsite fetch` does it: robots.txt is
/// obeyed, two connections and a pause of half a second for each host, failures are tried
/// again, no document may lead to a private address.
struct WebOptions {
  std::string user_agent{};  ///< empty: "semsite/VERSION"
  std::string contact{};     ///< mail address or URL, for whoever reads logs; part of it
  /// "Name: value", sent to the hosts of the URLs that are named.
  std::vector<std::string> headers{};
  std::optional<std::chrono::milliseconds> delay{};  ///< between requests to one host
  unsigned connections = 2;                          ///< at once to one host
  unsigned parallel = 64;                            ///< at once to all
  unsigned max_attempts = 3;           ///< of one request, the first included
  std::uint64_t bytes_per_second = 0;  ///< of all together; 0: no bound
  bool ignore_robots = false;          ///< only for sites of your own
  /// Addresses of private networks, whoever names them. Off: only those of the hosts of
  /// the URLs that the caller names, which are taken for the caller's own wish: who
  /// passes on URLs of others looks at their hosts first.
  bool allow_private = false;
  Limits limits{};  ///< what one document, one site, one answer may cost
  /// Told what happens, from any thread, one message at a time; it may request the stop.
  /// What it throws ends the work and comes out. Empty: nobody is told; nothing is ever
  /// printed.
  std::function<void(const Message&)> message{};
  std::stop_token stop{};  ///< ends the work as soon as can be, with what there is
};

}  // namespace semsite
