#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace semsite {

/// What a client asks for.
struct SiteRequest {
  std::string method;  ///< `GET` or `HEAD`
  std::string target;  ///< path and query as they came
  std::string host;    ///< the service as it was called; empty if it was not
  std::string if_none_match{}, if_modified_since{};
};

/// What it is answered. The server adds Date, Content-Length and Connection, leaves the
/// body out for HEAD, and packs it if the client likes that.
struct SiteAnswer {
  int status = 200;
  std::string type{};  ///< Content-Type; empty: no content
  std::string body{};
  std::vector<std::pair<std::string, std::string>> fields{};
};

/// Called by several threads at once. Must not throw.
using ServedSite = std::function<SiteAnswer(const SiteRequest& request)>;

}  // namespace semsite
