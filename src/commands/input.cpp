#include "commands/input.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "base/byte_source.hpp"
#include "base/counts.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "commands/exit_status.hpp"
#include "commands/rdf_options.hpp"
#include "commands/run_account.hpp"
#include "crawl/more_said.hpp"
#include "discover/paging.hpp"
#include "s3/s3_address.hpp"
#include "s3/s3_store.hpp"
#include "semsite/errors.hpp"
#include "sink/turn_sink.hpp"
#include "unpack/line_share.hpp"

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

/// Of a regular file, or of one of so many shares of it.
std::optional<std::uint64_t> size_of(const std::string& url, std::uint64_t shares = 1) {
  struct stat info {};
  if (!is_file_url(url) || ::stat(file_path(url).c_str(), &info) != 0 ||
      !S_ISREG(info.st_mode))
    return std::nullopt;
  return static_cast<std::uint64_t>(info.st_size) / shares;
}

/// `length`: of its body, if the server tells.
Input open_uncounted(const std::string& url, const std::string& base, Workshop& shop,
                     std::stop_token stop, std::optional<std::uint64_t>& length) {
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
  if (is_s3_url(url)) {
    input.origin.url = url;
    try {
      S3Store::Opened opened = shop.s3().open(address_of(url));
      length = opened.object.bytes;
      // Stores say this of what nobody told them the type of.
      if (opened.content_type != "binary/octet-stream")
        input.content_type = opened.content_type;
      input.media_type = input.content_type.substr(0, input.content_type.find(';'));
      input.bytes = std::move(opened.bytes);
    } catch (const DocumentError& error) {
      input.problem = fmt::format("{} [{}]", error.what(), error.code());
      input.code = error.code();
    }
    return input;
  }
  Retrieved got = shop.run.retriever.get(
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

/// The input is a part: it is read only if it is what was promised, as a piece of the
/// whole.
void hold_to(const PartPromise& promise, const std::string& url, const std::string& base,
             const std::stop_token& stop, Input& input) {
  input.origin.whole = promise.whole;
  if (base.empty()) input.origin.base = promise.whole;
  if (!input.bytes) return;
  try {
    input.bytes = checked_part(url, promise,
                               is_file_url(url) ? nullptr : std::move(input.bytes), stop);
  } catch (const DocumentError& error) {
    input.bytes.reset();
    input.problem = fmt::format("{} [{}]", error.what(), error.code());
    input.code = error.code();
  }
}

}  // namespace

void announce_inputs(const std::vector<std::string>& urls, RunCounters& counters,
                     std::uint64_t shares) {
  for (const std::string& url : urls) counters.inputs.announce(size_of(url, shares));
}

Input open_share(const std::string& url, const std::string& base, Share share,
                 RunCounters& counters) {
  const std::optional<std::uint64_t> size = size_of(url, share.of);
  Input input;
  input.origin.url = url;
  input.origin.base = base;
  input.origin.piece = fmt::format(" (share {} of {})", share.number, share.of);
  const auto tallied = std::make_shared<TalliedInput>(counters.inputs, size, size);
  const auto read = std::make_shared<std::atomic<std::uint64_t>>(0);
  input.bytes_read = read;
  try {
    auto lines = std::make_unique<LineShare>(file_path(url), share,
                                             [tallied, read](std::size_t bytes) {
                                               tallied->got(bytes);
                                               *read += bytes;
                                             });
    if (lines->is_empty() || lines->is_all())
      input.remark = fmt::format(
          "{}: share {} of {} {}: it is packed in too few pieces (pzstd and bgzip make "
          "many; or unpack it)",
          file_path(url), share.number, share.of,
          lines->is_empty() ? "is empty" : "has all of it");
    input.bytes = std::move(lines);
  } catch (const DocumentError& error) {
    input.problem = fmt::format("{} [{}]", error.what(), error.code());
    input.code = error.code();
  }
  return input;
}

Input open_input(const std::string& url, const std::string& base, Workshop& shop,
                 const std::stop_token& stop, const PartPromise* promise) {
  RunCounters& counters = shop.run.counters;
  const std::optional<std::uint64_t> announced = size_of(url);
  std::optional<std::uint64_t> length = announced;
  Input input = open_uncounted(url, base, shop, stop, length);
  if (promise != nullptr) hold_to(*promise, url, base, stop, input);
  const auto tallied = std::make_shared<TalliedInput>(counters.inputs, announced, length);
  const auto read = std::make_shared<std::atomic<std::uint64_t>>(0);
  input.bytes_read = read;
  if (input.bytes)
    input.bytes = std::make_unique<CountingSource>(std::move(input.bytes),
                                                   [tallied, read](std::size_t bytes) {
                                                     tallied->got(bytes);
                                                     *read += bytes;
                                                   });
  return input;
}

std::string other_quads(const PartPromise* promise, const HarvestReport& report) {
  if (promise == nullptr || report.outcome != Outcome::whole ||
      sum_of(report.faults) > 0 || report.quads == promise->quads)
    return {};
  return fmt::format("it has {}, but its manifest says {}",
                     count_of(report.quads, "quad"), grouped(promise->quads));
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

namespace {

/// While one input waits for its turn to write, others can be parsed.
constexpr unsigned kInputsPerCore = 2;

}  // namespace

InputRun::InputRun(const ReadingOptions& inputs, const FormOptions& form, Workshop& shop,
                   const Harvester& harvester, std::stop_token stop)
    : inputs_(inputs),
      form_(form),
      shop_(shop),
      harvester_(harvester),
      stop_(std::move(stop)),
      status_(kComplete),
      nothing_(!inputs.urls.empty()) {}

void InputRun::tell_incomplete() {
  for (const std::string& manifest : inputs_.manifests.incomplete) {
    const std::string text = incomplete_text(manifest);
    shop_.console.warning(text, {.code = "manifest.incomplete", .source = manifest});
    note_loss(text);
    if (shop_.account != nullptr) shop_.account->add_problem(text);
    status_ = kIncomplete;
  }
}

void InputRun::run() {
  tell_incomplete();
  announce_inputs(inputs_.urls, shop_.run.counters,
                  inputs_.share ? inputs_.share->of : 1);
  const std::size_t count = std::min<std::size_t>(
      inputs_.urls.size(), std::size_t{kInputsPerCore} * harvester_.workers);
  {
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < count; ++i) helpers.emplace_back([this] { work(); });
    work();
  }
  const MutexLock lock{mutex_};
  if (error_) std::rethrow_exception(error_);
  // What was not read may have had it.
  if (over_ || stop_.stop_requested()) return;
  for (std::string& note : shop_.tell_unmatched())
    if (shop_.account != nullptr) shop_.account->add_note(std::move(note));
}

void InputRun::work() {
  for (;;) {
    const std::size_t index = next_++;
    if (index >= inputs_.urls.size() || over_ || stop_.stop_requested()) return;
    try {
      convert(index);
    } catch (...) {
      const MutexLock lock{mutex_};
      if (!error_) error_ = std::current_exception();
      end();
    }
    turns_.done(index);
  }
}

void InputRun::convert(std::size_t index) {
  const InputStart start{.url = inputs_.urls[index]};
  const PartPromise* const promise = inputs_.manifests.find(inputs_.urls[index]);
  Input input =
      inputs_.share && promise == nullptr
          ? open_share(inputs_.urls[index], inputs_.base, *inputs_.share,
                       shop_.run.counters)
          : open_input(inputs_.urls[index], inputs_.base, shop_, stop_, promise);
  HarvestReport report;
  if (input.problem.empty()) {
    TurnSink turn{harvester_.sink, turns_, index, stop_};
    RelaySink sink{turn};
    report = harvest(harvest_of(input, inputs_.urls[index]), with_sink(sink));
  }
  // From here on in the order of the inputs: what is said of them, too.
  if (!turns_.wait(index, stop_)) return;
  if (!input.remark.empty()) shop_.console.info(input.remark);
  if (shop_.account != nullptr) {
    if (input.problem.empty())
      shop_.account->add(start, report, *input.bytes_read);
    else
      shop_.account->add(start, input.problem);
  }
  if (input.problem.empty()) {
    note(inputs_.urls[index], report);
    if (const std::string text = other_quads(promise, report); !text.empty()) {
      shop_.console.error(fmt::format("{} [manifest.part]", text),
                          {.code = "manifest.part", .source = inputs_.urls[index]});
      status_ = std::max<int>(status_, kIncomplete);
    }
  } else {
    shop_.console.error(input.problem,
                        {.code = input.code, .source = inputs_.urls[index]});
    status_ = kStopped;
    if (harvester_.on_error == OnError::fail) {
      stopped_ = true;
      end();
    }
  }
}

Harvester InputRun::with_sink(QuadSink& sink) const {
  Harvester out = harvester_;
  out.sink = sink;
  return out;
}

/// One at a time: only whose turn it is gets here.
void InputRun::note(const std::string& url, const HarvestReport& report) {
  if (!report.problem.empty())
    shop_.console.error(fmt::format("{} [{}]", report.problem, report.code),
                        {.code = report.code, .source = url});
  // Documents were named, not a dataset: this one is whole, but who reads should know.
  if (!report.more.empty())
    shop_.console.warning(
        fmt::format("{} is a page of more: {}; only what is named is read [paging.more]",
                    url, more_text(report.more.front())),
        {.code = "paging.more", .source = url});
  for (const OlderRdfNote& note : older_rdf_notes(report.faults, form_)) {
    tell_older_rdf(note, url, shop_.console);
    if (note.is_loss) status_ = std::max<int>(status_, kIncomplete);
  }
  nothing_ = nothing_ && report.is_unread();
  if (report.outcome == Outcome::whole) return;
  status_ = std::max<int>(status_, report.is_unread() ? kStopped : kIncomplete);
  if (harvester_.on_error != OnError::fail) return;
  stopped_ = true;
  end();
}

void InputRun::end() {
  over_ = true;
  turns_.cancel();
}

}  // namespace semsite
