#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "base/byte_source.hpp"
#include "crawl/answer_links.hpp"
#include "crawl/harvest.hpp"
#include "crawl/retrieve.hpp"
#include "documents/graph_policy.hpp"
#include "report/statistics.hpp"

namespace semsite {

/// One argument of `convert` or `inspect`: its bytes and where they came from.
struct Input {
  std::unique_ptr<ByteSource> bytes;
  Origin origin;
  std::string media_type;
  std::string content_type;        ///< with its parameters
  std::vector<std::string> links;  ///< values of the `Link` headers
  std::string range;               ///< of the `Content-Range`
  /// The same with those of redirects; also of an answer without bytes, if they count.
  std::vector<AnswerLinks> answers;
  std::string problem;  ///< why there are no bytes
};

/// Notes the sizes of `urls`, as far as they are known, for the progress line; each is
/// then opened once.
void announce_inputs(const std::vector<std::string>& urls, RunCounters& counters);

/// Opens `url`: a URL, a `file:` URL or `-` for standard input. robots.txt is not asked:
/// one explicit URL is a request of the user's own. What is read is counted in
/// `counters`. `base`: of its relative references; empty: its own URL.
[[nodiscard]] Input open_input(const std::string& url, const std::string& base,
                               Retriever& retriever, RunCounters& counters,
                               std::stop_token stop);

/// What is to be harvested of `input`, whose bytes are taken out. `url` is what the user
/// named.
[[nodiscard]] Harvest harvest_of(Input& input, const std::string& url);

}  // namespace semsite
