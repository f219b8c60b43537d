#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "app/options.hpp"
#include "base/byte_source.hpp"
#include "crawl/graph_policy.hpp"
#include "crawl/retrieve.hpp"

namespace semsite {

/// One argument of `convert` or `inspect`: its bytes and where they came from.
struct Input {
  std::unique_ptr<ByteSource> bytes;
  Origin origin;
  std::string media_type;
  std::string content_type;        ///< with its parameters
  std::vector<std::string> links;  ///< values of the `Link` headers
  std::string problem;             ///< why there are no bytes
};

/// Opens `url`: a URL, a `file:` URL or `-` for standard input. robots.txt is not asked:
/// one explicit URL is a request of the user's own.
[[nodiscard]] Input open_input(const std::string& url, const Options& options,
                               Retriever& retriever, std::stop_token stop);

}  // namespace semsite
