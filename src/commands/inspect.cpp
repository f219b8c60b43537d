#include "commands/inspect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/file_io.hpp"
#include "base/hash.hpp"
#include "base/json_writer.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "commands/arguments.hpp"
#include "commands/exit_status.hpp"
#include "commands/input.hpp"
#include "commands/inspect_description.hpp"
#include "commands/inspect_links.hpp"
#include "commands/inspect_sitemap.hpp"
#include "commands/reading_options.hpp"
#include "commands/s3_options.hpp"
#include "commands/workshop.hpp"
#include "crawl/signpost_links.hpp"
#include "discover/fair_signposting.hpp"
#include "discover/robots_line.hpp"
#include "discover/sitemap_names.hpp"
#include "documents/not_rdf.hpp"
#include "io/output_file.hpp"
#include "markup/link_header.hpp"
#include "parse/detect_syntax.hpp"
#include "report/progress.hpp"
#include "semsite/errors.hpp"
#include "semsite/robots.hpp"
#include "unpack/unpacker.hpp"

namespace semsite {
namespace {

constexpr std::size_t kHeadBytes = 64 * kKiB;

JsonWriter& delay_or_null(JsonWriter& json, std::optional<double> delay) {
  json.key("crawl_delay");
  return delay ? json.value(*delay) : json.null();
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
  const std::string_view head = source.look(kHeadBytes);
  if (const Detected told = detect_syntax(head, {.media_type = {}, .path = {}});
      told.found == "changes") {
    NotRdf why = not_rdf(told.found, head, options.base);
    throw DocumentError{why.code, why.problem};
  }
  result.kind = inspect_kind(head, options);
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

OptionTable inspect_table() {
  return {{.name = "input",
           .heading = "Input",
           .rows =
               {
                   {.name = "agent",
                    .value = "NAME",
                    .does = "product token to judge URLs for (default semsite)",
                    .common = true},
                   {.name = "url",
                    .value = "URL",
                    .does = "say whether a robots.txt allows it (repeatable)",
                    .repeatable = true,
                    .common = true},
                   {.name = "base",
                    .value = "URL",
                    .does = "where the document came from (default: the file's own URL)",
                    .common = true},
                   {.name = "header-file",
                    .value = "FILE",
                    .does = "header of a response, as curl -I prints it: show the links "
                            "of its Link fields",
                    .file = FileUse::reads,
                    .common = true},
               }},
          with_idle(network_rows(), {"ignore-robots"}),
          s3_rows(),
          limit_rows(),
          message_rows()};
}

InspectCommandOptions read_inspect(const CommandLine& line) {
  const GivenOptions& given = line.options;
  InspectCommandOptions out;
  out.messages = read_message_options(given);
  out.network = read_network_options(given);
  out.base = read_base(given);
  out.agent = given.text("agent");
  out.agent_urls = given.texts("url");
  for (const std::string& url : out.agent_urls)
    if (const std::string meant = meant_url(url); !is_http(url) && !meant.empty())
      throw UsageError{fmt::format("--url {}: no http or https URL{}", url, meant)};
  const bool has_header = given.has("header-file");
  try {
    if (has_header) out.link_fields = link_fields(read_file(given.text("header-file")));
  } catch (const DocumentError& error) {
    throw UsageError{fmt::format("--header-file {}", error.what())};
  }
  DocumentUrls named =
      document_urls(line, out.network.transport, FolderUse::site,
                    has_header ? Fewest::none : Fewest::one, ManifestUse::as_it_is);
  out.urls = std::move(named.urls);
  out.notes = std::move(named.notes);
  if (has_header && out.urls.size() > 1)
    throw UsageError{"--header-file is the header of one document, not of several"};
  settle_limits(out.network);
  return out;
}

int run_inspect(const InspectCommandOptions& options, const std::stop_token& stop) {
  Workshop shop{
      {.messages = options.messages, .network = options.network, .notes = options.notes},
      stop};
  OutputFile out{"-"};
  int status = kComplete;
  const auto take = [&](std::string_view line) { out.append(line); };
  announce_inputs(options.urls, shop.run.counters);
  const Progress progress{options.messages.progress,
                          [&] {
                            ProgressFacts facts = input_facts(shop.run.counters);
                            facts.also.clear();  // it makes no quads
                            return facts;
                          },
                          shop.console};
  if (options.urls.empty()) {
    inspect_link_fields(options.link_fields, options.base, take);
    inspect_profile(signposts_of_fields(options.link_fields, options.base), options.base,
                    take);
  }
  for (const std::string& url : options.urls) {
    Input input = open_input(url, options.base, shop, stop);
    for (const AnswerLinks& answer : input.answers)
      if (answer.url != input.origin.url || !input.problem.empty())
        inspect_link_fields(answer.fields, answer.url, take);
    if (!input.problem.empty()) {
      shop.console.error(input.problem, {.source = url});
      status = std::max(status, input.answers.empty() ? kStopped : kIncomplete);
      continue;
    }
    const InspectOptions what{
        .base = options.base.empty() ? input.origin.url : options.base,
        .agent = options.agent,
        .urls = options.agent_urls,
        .content_type = input.content_type,
        .link_fields = input.links,
        .given_fields = options.link_fields};
    inspect_link_fields(options.link_fields, what.base, take);
    for (const std::string& asked : options.agent_urls)
      if (is_http(what.base) && is_http(asked) &&
          origin_of(asked) != origin_of(what.base))
        shop.console.warning(
            fmt::format(
                "{} says nothing of {}: each scheme, host and port has a robots.txt "
                "of its own (RFC 9309 §2.3)",
                what.base, asked),
            {.source = what.base});
    try {
      Unpacker unpacker{std::move(input.bytes), path_and_query(input.origin.url),
                        options.network.limits};
      std::optional<Entry> entry = unpacker.next();
      MemorySource nothing{{}};
      const InspectResult result =
          inspect(entry ? *entry->bytes : nothing, what, options.network.limits, take);
      if (!result.complete) {
        shop.console.error(fmt::format("{}: {}", input.origin.url, result.problem),
                           {.source = input.origin.url});
        status = std::max(status,
                          result.kind == InspectKind::unknown ? kStopped : kIncomplete);
      }
    } catch (const DocumentError& error) {
      shop.console.error(fmt::format("{} [{}]", error.what(), error.code()),
                         {.code = error.code(), .source = url});
      status = kStopped;
    }
  }
  out.finish();
  return stop.stop_requested() ? kInterrupted : status;
}

namespace {

/// Of one link set: a whole repository may be in it.
constexpr std::size_t kMostPages = 1'000;

void write_check(std::string_view page, const FairCheck& check, const TakeLine& take) {
  JsonWriter json;
  json.object().member("kind", "profile").member("profile", "fair-signposting");
  json.member("page", page).key("level");
  if (check.level == 0) {
    json.null();
  } else {
    json.value(check.level);
  }
  json.key("findings").array();
  for (const FairFinding& finding : check.findings)
    json.object()
        .member("level", finding.level)
        .member("code", finding.code)
        .member("message", finding.message)
        .end();
  json.end().end();
  take(json.text() + '\n');
}

/// What a link set has as landing pages: only they have items or a description.
std::vector<std::string> landing_pages(std::span<const Signpost> links) {
  std::vector<std::string> out;
  for (const Signpost& link : links)
    if ((link.relation == "describedby" || link.relation == "item") &&
        out.size() < kMostPages && std::ranges::find(out, link.context) == out.end())
      out.push_back(link.context);
  return out;
}

}  // namespace

std::vector<Signpost> signposts_of_fields(std::span<const std::string> fields,
                                          std::string_view base) {
  std::vector<Signpost> out;
  for (const std::string& field : fields) {
    const LinkHeader header = read_link_header(field);
    std::ranges::move(signposts_of(header.links, base, base, Signpost::Carrier::header),
                      std::back_inserter(out));
  }
  return out;
}

void inspect_profile(std::span<const Signpost> links, std::string_view page,
                     const TakeLine& take) {
  if (!lead_on({links.begin(), links.end()})) return;
  if (!page.empty()) return write_check(page, check_fair_signposting(links, page), take);
  const std::vector<std::string> pages = landing_pages(links);
  if (pages.size() == 1)
    return write_check(pages[0], check_fair_signposting(links, pages[0]), take);
  // Each with its own links and those of what it leads to, so that many pages do not
  // mean many times all links.
  std::unordered_map<std::string_view, std::vector<const Signpost*>, KeyedHash,
                     std::equal_to<>>
      by_context;
  for (const Signpost& link : links) by_context[link.context].push_back(&link);
  for (const std::string& one : pages) {
    std::vector<Signpost> around;
    const auto add = [&](std::string_view context) {
      if (const auto found = by_context.find(context); found != by_context.end())
        for (const Signpost* link : found->second) around.push_back(*link);
    };
    add(one);
    for (std::size_t i = 0, own = around.size(); i < own; ++i)
      if (around[i].relation == "item" || around[i].relation == "describedby")
        add(std::string{around[i].target});
    write_check(one, check_fair_signposting(around, one), take);
  }
}

}  // namespace semsite
