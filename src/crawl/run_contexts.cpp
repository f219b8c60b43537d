#include "crawl/run_contexts.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "base/url.hpp"
#include "parse/jsonld_link.hpp"
#include "rdf/iri.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr const char* kFileName = "the temporary file of JSON-LD contexts";

std::string read_at(int descriptor, std::uint64_t offset, std::size_t bytes) {
  std::string out(bytes, '\0');
  for (std::size_t done = 0; done < bytes;) {
    const ssize_t got = ::pread(descriptor, out.data() + done, bytes - done,
                                static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0)
      throw RunError{std::string{"cannot read "} + kFileName + ": " +
                     (got < 0 ? std::strerror(errno) : "it is too short")};
    done += static_cast<std::size_t>(got);
  }
  return out;
}

}  // namespace

std::size_t ContextStore::put(Context context) {
  const MutexLock lock{mutex_};
  held_bytes_ += context->text.size();
  all_.push_back({.context = std::move(context)});
  in_memory_.push_back(all_.size() - 1);
  while (held_bytes_ > memory_bytes_ && !in_memory_.empty()) {
    move_to_file(all_[in_memory_.front()]);
    in_memory_.pop_front();
  }
  return all_.size() - 1;
}

void ContextStore::move_to_file(Kept& kept) {
  if (!file_.valid()) file_ = anonymous_file();
  const std::string& text = kept.context->text;
  write_all(file_.get(), text, kFileName);
  kept.url = kept.context->url;
  kept.offset = file_bytes_;
  kept.bytes = text.size();
  file_bytes_ += kept.bytes;
  held_bytes_ -= kept.bytes;
  kept.in_use = kept.context;
  kept.context.reset();
}

ContextStore::Context ContextStore::get(std::size_t number) {
  const MutexLock lock{mutex_};
  Kept& kept = all_.at(number);
  if (kept.context) return kept.context;
  if (Context shared = kept.in_use.lock()) return shared;
  Context read = std::make_shared<const RemoteContext>(RemoteContext{
      .url = kept.url, .text = read_at(file_.get(), kept.offset, kept.bytes)});
  kept.in_use = read;
  return read;
}

namespace {

constexpr std::string_view kAcceptContext =
    "application/ld+json;profile=\"http://www.w3.org/ns/json-ld#context\", "
    "application/ld+json;q=0.9, application/json;q=0.8, */*;q=0.1";

DocumentError cannot_be_had(std::string_view url, std::string_view why) {
  const std::string name = fmt::format("{}: ", url);
  return {"jsonld.remote-context",
          fmt::format("the context {} cannot be had: {}", url,
                      why.starts_with(name) ? why.substr(name.size()) : why)};
}

/// A type of JSON, or none that says anything.
bool may_be_json(std::string_view media_type) {
  return media_type.empty() || media_type.ends_with("json") ||
         media_type == "text/plain" || media_type == "application/octet-stream" ||
         media_type == "application/javascript";
}

}  // namespace

std::shared_ptr<const RemoteContext> RunContexts::get(std::string_view url,
                                                      NamedBy named_by) {
  // Before what is at hand because others may name it.
  if (!named_by.may_name(url))
    throw cannot_be_had(url, "it is a local file, named by a document from the web");
  std::promise<std::size_t> mine;
  std::shared_future<std::size_t> answer;
  bool asks = false;
  {
    const MutexLock lock{mutex_};
    if (const auto known = answers_.find(url); known != answers_.end()) {
      answer = known->second;
    } else {
      if (answers_.size() >= settings_.limits.contexts)
        throw cannot_be_had(url, fmt::format("{} others have been asked for in this run "
                                             "(--max-contexts)",
                                             settings_.limits.contexts));
      asks = true;
      answer = mine.get_future().share();
      answers_.emplace(url, answer);
    }
  }
  if (asks) {
    try {
      mine.set_value(store_.put(find(std::string{url}, named_by)));
    } catch (...) {
      mine.set_exception(std::current_exception());
    }
  }
  return store_.get(answer.get());
}

void RunContexts::count_bytes(const std::string& url, std::uint64_t bytes) {
  const std::string host = host_of(url);
  if (host.empty()) return;  // files that the user has
  const MutexLock lock{mutex_};
  std::uint64_t& all = bytes_of_hosts_[host];
  if (bytes > settings_.host_bytes - std::min(all, settings_.host_bytes))
    throw cannot_be_had(url,
                        fmt::format("the contexts of {} come to more than {} in this "
                                    "run, and no option changes that",
                                    host, human_bytes(settings_.host_bytes)));
  all += bytes;
}

bool lacks_context(const FaultCounts& faults) {
  return std::ranges::any_of(faults, [](const auto& fault) {
    return fault.first == "jsonld.remote-context" ||
           fault.first == "jsonld.loading-remote-context-failed" ||
           fault.first == "jsonld.invalid-remote-context";
  });
}

RunContexts::Looked RunContexts::look_again(RunState::Time begun) {
  Looked out;
  if (settings_.state == nullptr) return out;
  for (const std::string& url : settings_.state->contexts_before(begun)) {
    if (!is_http(url)) continue;
    try {
      const Answer now = fetch(url, NamedBy::network());
      if (settings_.state->renew_context(url, *now, clock_.wall()))
        out.changed.push_back(url);
    } catch (const DocumentError& error) {
      out.problems.push_back(
          fmt::format("{}; it is used as it was had before", error.what()));
    }
  }
  return out;
}

RunContexts::Answer RunContexts::find(const std::string& url, NamedBy named_by) {
  if (settings_.state != nullptr)
    if (Answer kept = settings_.state->context(url, clock_.wall())) {
      count_bytes(url, kept->text.size());
      return kept;
    }
  Answer fetched = fetch(url, named_by);
  count_bytes(url, fetched->text.size());
  if (settings_.state == nullptr) return fetched;
  settings_.state->keep_context(url, *fetched, clock_.wall());
  return fetched;
}

RunContexts::Answer RunContexts::fetch(const std::string& url, NamedBy named_by) const {
  const auto reason = [&](std::string_view code, std::string_view problem) {
    return code != "fetch.too-large"
               ? std::string{problem}
               : fmt::format("it is longer than {} (--max-context)",
                             human_bytes(settings_.limits.context_bytes));
  };
  std::string from = url;
  for (bool linked = false;; linked = true) {
    const Retrieved got = retriever_.get({.url = from,
                                          .named_by = named_by,
                                          .accept = std::string{kAcceptContext},
                                          .obey_robots = settings_.obey_robots,
                                          .max_bytes = settings_.limits.context_bytes});
    if (got.outcome != Retrieval::got)
      throw cannot_be_had(url, reason(got.code, got.problem));
    const std::string media_type = got.head.media_type();
    if (!may_be_json(media_type)) {
      const auto alternate = linked_jsonld(got.head.headers_of("link"));
      if (!alternate || linked)
        throw cannot_be_had(url, fmt::format("{} is {}, not JSON", got.url, media_type));
      from = request_url(BaseIri{got.url}.resolve(*alternate));
      named_by = NamedBy::document(got.url);
      continue;
    }
    RemoteContext context{.url = got.url, .text = {}};
    try {
      for (Block block = got.body->read(); !block.empty(); block = got.body->read())
        context.text += block.bytes;
    } catch (const DocumentError& error) {
      throw cannot_be_had(url, reason(error.code(), error.what()));
    }
    return std::make_shared<const RemoteContext>(std::move(context));
  }
}

}  // namespace semsite
