#include "commands/input.hpp"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "base/counting_source.hpp"
#include "base/url.hpp"
#include "crawl/more_said.hpp"
#include "semsite/errors.hpp"

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

/// Of a regular file.
std::optional<std::uint64_t> size_of(const std::string& url) {
  struct stat info {};
  if (!is_file_url(url) || ::stat(file_path(url).c_str(), &info) != 0 ||
      !S_ISREG(info.st_mode))
    return std::nullopt;
  return static_cast<std::uint64_t>(info.st_size);
}

/// `length`: of its body, if the server tells.
Input open_uncounted(const std::string& url, const std::string& base,
                     Retriever& retriever, std::stop_token stop,
                     std::optional<std::uint64_t>& length) {
  Input input;
  input.origin.base = base;
  if (url == "-") {
    input.bytes = std::make_unique<StandardInput>(std::move(stop));
    input.origin.url = base.empty() ? "stdin:" : base;
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
       .named_by = NamedBy::user(),
       .accept =
           "application/n-quads, application/trig, application/n-triples, "
           "text/turtle;q=0.9, application/ld+json;q=0.8, application/rdf+xml;q=0.7, "
           "text/html;q=0.3, */*;q=0.1",
       .obey_robots = false,
       .content_coding = false});
  input.answers = links_of(got);
  if (got.outcome != Retrieval::got) {
    input.origin.url = got.url;
    input.problem = got.problem;
    return input;
  }
  length = got.head.length();
  input.media_type = got.head.media_type();
  input.content_type = got.head.header("content-type");
  input.links = paging_links(got);
  input.range = got.head.header("content-range");
  input.origin.url = got.url;
  input.bytes = std::move(got.body);
  return input;
}

}  // namespace

void announce_inputs(const std::vector<std::string>& urls, RunCounters& counters) {
  for (const std::string& url : urls) counters.inputs.announce(size_of(url));
}

Input open_input(const std::string& url, const std::string& base, Retriever& retriever,
                 RunCounters& counters, std::stop_token stop) {
  const std::optional<std::uint64_t> announced = size_of(url);
  std::optional<std::uint64_t> length = announced;
  Input input = open_uncounted(url, base, retriever, std::move(stop), length);
  const auto tallied = std::make_shared<TalliedInput>(counters.inputs, announced, length);
  if (input.bytes)
    input.bytes = std::make_unique<CountingSource>(
        std::move(input.bytes), [tallied](std::size_t bytes) { tallied->got(bytes); });
  return input;
}

Harvest harvest_of(Input& input, const std::string& url) {
  Harvest out;
  out.bytes = std::move(input.bytes);
  out.origin = std::move(input.origin);
  out.media_type = std::move(input.media_type);
  out.content_type = std::move(input.content_type);
  out.links = std::move(input.links);
  out.range = std::move(input.range);
  out.asked = url;
  return out;
}

}  // namespace semsite
