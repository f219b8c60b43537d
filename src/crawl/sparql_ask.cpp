#include "crawl/sparql_ask.hpp"

#include "base/errors.hpp"

namespace semsite {
namespace {

/// Of an answer that is one number.
constexpr std::size_t kCountBytes = 64 * 1024;

}  // namespace

Retrieved send_query(Retriever& retriever, const SparqlRequest& request) {
  return retriever.get({.url = request.url,
                        .method = "POST",
                        .accept = request.accept,
                        .body = request.body,
                        .content_type = request.content_type,
                        .progress = true});
}

std::optional<std::uint64_t> count_statements(Retriever& retriever,
                                              const std::string& graph,
                                              SourceReport& source) {
  Retrieved got = send_query(retriever, count_request(source.url, graph));
  source.attempts += got.attempts;
  source.status = got.head.status;
  if (got.outcome != Retrieval::got) {
    source.outcome =
        got.outcome == Retrieval::robots ? Outcome::refused : Outcome::failed;
    source.code = got.code;
    source.problem = got.problem;
    return std::nullopt;
  }
  try {
    std::string text;
    for (Block block = got.body->read(); !block.empty() && text.size() < kCountBytes;
         block = got.body->read())
      text += block.bytes;
    return parse_count(text);
  } catch (const DocumentError& error) {
    source.outcome = Outcome::failed;
    source.code = error.code();
    source.problem = error.what();
    return std::nullopt;
  }
}

}  // namespace semsite
