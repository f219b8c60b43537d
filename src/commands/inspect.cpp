#include "commands/inspect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/json_writer.hpp"
#include "base/lines.hpp"
#include "base/text.hpp"
#include "commands/entry_lines.hpp"
#include "commands/inspect_description.hpp"
#include "commands/inspect_links.hpp"
#include "commands/inspect_linkset.hpp"
#include "commands/inspect_standard.hpp"
#include "discover/robots_line.hpp"
#include "discover/sitemap_value.hpp"
#include "parse/detect_syntax.hpp"
#include "semsite/errors.hpp"
#include "semsite/robots.hpp"

namespace semsite {
namespace {

constexpr std::size_t kHeadBytes = 64 * kKiB;

JsonWriter& delay_or_null(JsonWriter& json, std::optional<double> seconds) {
  json.key("crawl_delay");
  return seconds ? json.value(*seconds) : json.null();
}

void write_robots(JsonWriter& json, const Robots& robots, std::string_view problem) {
  json.object().member("kind", "robots").key("sitemaps").array();
  for (const RobotsSitemap& sitemap : robots.sitemaps) json.value(sitemap.url);
  json.end().key("groups").array();
  for (const RobotsGroup& group : robots.groups) {
    json.object().key("agents").array();
    for (const std::string& agent : group.agents) json.value(agent);
    json.end().member("line", std::uint64_t{group.line});
    delay_or_null(json, group.crawl_delay).key("rules").array();
    for (const RobotsRule& rule : group.rules)
      json.object()
          .member("allow", rule.allow)
          .member("path", rule.text)
          .member("line", std::uint64_t{rule.line})
          .end();
    json.end().end();
  }
  json.end().key("notes").array();
  for (const RobotsNote& note : robots.notes)
    json.object()
        .member("code", note.code)
        .member("message", note.message)
        .member("line", std::uint64_t{note.line})
        .end();
  json.end().member("truncated", robots.truncated);
  json.member("complete", problem.empty());
  text_or_null(json, "problem", problem).end();
}

void write_verdict(JsonWriter& json, std::string_view url, std::string_view agent,
                   const RobotsVerdict& verdict) {
  json.object().member("kind", "verdict").member("url", url).member("agent", agent);
  json.member("allowed", verdict.allowed);
  text_or_null(json, "rule", verdict.rule).key("line");
  if (verdict.line == 0) {
    json.null();
  } else {
    json.value(std::uint64_t{verdict.line});
  }
  delay_or_null(json, verdict.crawl_delay).end();
}

// A source that can be looked into, and then gives all its bytes again.
class Lookahead final : public ByteSource {
 public:
  explicit Lookahead(ByteSource& rest) : rest_(rest) {}

  /// What comes first, at least `wanted` bytes unless it ends or breaks off before.
  std::string_view look(std::size_t wanted) {
    try {
      while (head_.size() < wanted) {
        const Block block = rest_.read();
        if (block.empty()) break;
        head_ += block.bytes;
      }
    } catch (const DocumentError& error) {
      failure_ = error;
    }
    return head_;
  }

  Block read() override {
    if (!given_ && !head_.empty()) {
      given_ = true;
      return {.bytes = head_};
    }
    if (failure_) throw *failure_;
    return rest_.read();
  }

  [[nodiscard]] const std::optional<DocumentError>& failure() const { return failure_; }

 private:
  ByteSource& rest_;
  std::string head_;
  std::optional<DocumentError> failure_;
  bool given_ = false;
};

}  // namespace

InspectKind inspect_kind(std::string_view head, const InspectOptions& options) {
  if (!options.agent.empty() || !options.urls.empty()) return InspectKind::robots;
  if (description_syntax(head, options) != nullptr) return InspectKind::description;
  const std::string recoded = robots_from_utf16(head);
  const std::string_view start = trim_unicode(recoded.empty() ? head : recoded);
  // Link sets are UTF-8 (RFC 9264 §4).
  if (recoded.empty() && linkset_syntax(start, options.content_type))
    return InspectKind::linkset;
  if (start.starts_with('<') && is_standard_file(head))
    return InspectKind::standard_sitemap;
  if (start.starts_with('<'))
    return detect_syntax(head, {.media_type = {}, .path = {}}).found == "html"
               ? InspectKind::page
               : InspectKind::sitemap;
  if (any_line(start, is_robots_record)) return InspectKind::robots;
  if (any_line(start,
               [](std::string_view line) { return is_fetchable(trim_unicode(line)); }))
    return InspectKind::sitemap;
  return InspectKind::unknown;
}

void inspect_robots(std::string_view bytes, const InspectOptions& options,
                    const Limits& limits, const TakeLine& take,
                    const std::string& problem) {
  const Robots robots = read_robots(bytes, options.base, limits);
  JsonWriter json;
  write_robots(json, robots, problem);
  flush(json, take);
  const std::string agent = options.agent.empty() ? "semsite" : options.agent;
  for (const std::string& url : options.urls) {
    write_verdict(json, url, agent, robots_verdict(robots, agent, url));
    flush(json, take);
  }
  if (!options.urls.empty() || options.agent.empty()) return;
  json.object().member("kind", "verdict").member("agent", agent);
  delay_or_null(json, robots_crawl_delay(robots, agent)).end();
  flush(json, take);
}

SitemapSummary inspect_sitemap(ByteSource& bytes, const InspectOptions& options,
                               const Limits& limits, const TakeLine& take) {
  SitemapPrinter printer{take};
  SitemapSummary summary = read_sitemap(bytes, options.base, printer, limits);
  printer.summary(summary);
  return summary;
}

InspectResult inspect(ByteSource& bytes, const InspectOptions& options,
                      const Limits& limits, const TakeLine& take) {
  Lookahead source{bytes};
  InspectResult result;
  result.kind = inspect_kind(source.look(kHeadBytes), options);
  if (result.kind == InspectKind::unknown && !options.link_fields.empty()) {
    result.kind = InspectKind::other;
    inspect_other(options, take);
    return result;
  }
  // Pages and link sets count them with their own.
  if (result.kind != InspectKind::page && result.kind != InspectKind::linkset)
    inspect_link_fields(options.link_fields, options.base, take);
  if (result.kind == InspectKind::robots) {
    // One byte more than is used, so that read_robots sees that it is too long.
    std::string text{source.look(static_cast<std::size_t>(limits.robots_bytes) + 1)};
    if (source.failure()) {
      result.problem = source.failure()->what();
      if (text.size() <= limits.robots_bytes) text = without_cut_line(std::move(text));
    }
    inspect_robots(text, options, limits, take, result.problem);
    result.complete = result.problem.empty();
    return result;
  }
  if (result.kind == InspectKind::page) {
    inspect_page(source, options, limits, take);
    return result;
  }
  if (result.kind == InspectKind::standard_sitemap) {
    result.problem = inspect_standard(source, options, limits, take);
    result.complete = result.problem.empty();
    return result;
  }
  if (result.kind == InspectKind::description) {
    const Syntax* const syntax = description_syntax(source.look(kHeadBytes), options);
    result.problem = inspect_description(source, *syntax, options, limits, take);
    result.complete = result.problem.empty();
    return result;
  }
  if (result.kind == InspectKind::linkset) {
    result.problem = inspect_linkset(source, options, limits, take);
    result.complete = result.problem.empty();
    return result;
  }
  // A document of no known kind is read as a sitemap too: that tells what it lacks.
  SitemapSummary summary = inspect_sitemap(source, options, limits, take);
  result.kind =
      summary.kind == SitemapKind::unknown ? InspectKind::unknown : InspectKind::sitemap;
  result.complete = summary.complete;
  result.problem = std::move(summary.problem);
  return result;
}

}  // namespace semsite
