#include "app/input.hpp"

#include <poll.h>
#include <unistd.h>

#include <utility>

#include "base/errors.hpp"
#include "base/url.hpp"

namespace semsite {
namespace {

/// Standard input that an interrupt ends, even while nothing comes.
class StandardInput final : public ByteSource {
 public:
  explicit StandardInput(std::stop_token stop) : stop_(std::move(stop)) {}

  [[nodiscard]] Block read() override {
    constexpr int kStepMilliseconds = 100;
    while (!stop_.stop_requested()) {
      pollfd ready{STDIN_FILENO, POLLIN, 0};
      if (::poll(&ready, 1, kStepMilliseconds) > 0) return bytes_.read();
    }
    return {};
  }

 private:
  std::stop_token stop_;
  FileSource bytes_{STDIN_FILENO, "standard input", false};
};

}  // namespace

Input open_input(const std::string& url, const Options& options, Retriever& retriever,
                 std::stop_token stop) {
  Input input;
  input.origin.base = options.base;
  if (url == "-") {
    input.bytes = std::make_unique<StandardInput>(std::move(stop));
    input.origin.url = options.base.empty() ? "stdin:" : options.base;
    return input;
  }
  if (is_file_url(url)) {
    // Straight from the file: also pipes and devices, and nothing is copied.
    try {
      input.bytes = std::make_unique<FileSource>(file_path(url));
    } catch (const DocumentError& error) {
      input.problem = error.what();
    }
    input.origin.url = url;
    return input;
  }
  Retrieved got = retriever.get(
      {.url = url,
       .accept =
           "application/n-quads, application/trig, application/n-triples, "
           "text/turtle;q=0.9, application/ld+json;q=0.8, application/rdf+xml;q=0.7, "
           "text/html;q=0.3, */*;q=0.1",
       .obey_robots = false,
       .content_coding = false});
  if (got.outcome != Retrieval::got) {
    input.problem = got.problem;
    return input;
  }
  input.media_type = got.head.media_type();
  input.content_type = got.head.header("content-type");
  input.links = got.head.headers_of("link");
  input.origin.url = got.url;
  input.bytes = std::move(got.body);
  return input;
}

}  // namespace semsite
