#include "commands/inspect_sitemap.hpp"

#include <vector>

#include "base/json_writer.hpp"
#include "parse/detect_syntax.hpp"
#include "parse/standard_walk.hpp"
#include "report/plan_json.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// What only descriptions say of a file.
void write_said(JsonWriter& json, const DatasetLocation& location) {
  json.member_if("media_type", location.media_type);
  json.member_if("compression", location.compression);
  json.member_if("packaging", location.packaging);
  if (location.byte_size) json.member("bytes", *location.byte_size);
  if (location.group > 0) json.member("group", std::uint64_t{location.group});
  if (location.checksums.empty()) return;
  json.key("checksums").array();
  for (const Checksum& checksum : location.checksums)
    json.object()
        .member("algorithm", checksum.algorithm)
        .member("hex", checksum.hex)
        .end();
  json.end();
}

void write_locations(JsonWriter& json, std::string_view name,
                     const std::vector<DatasetLocation>& locations) {
  json.key(name).array();
  for (const DatasetLocation& location : locations) {
    json.object().member("url", location.url).member("weight", location.weight);
    if (location.weight_given) json.member("weight_given", true);
    json.member_if("slicing", location.slicing);
    write_said(json, location);
    json.member("line", location.line).end();
  }
  json.end();
}

void write_facts(JsonWriter& json, const ResourceFacts& facts) {
  json.key("md").object();
  json.member_if("capability", facts.capability).member_if("change", facts.change);
  json.member_if("datetime", facts.datetime).member_if("at", facts.at);
  json.member_if("completed", facts.completed).member_if("from", facts.from);
  json.member_if("until", facts.until).member_if("modified", facts.modified);
  json.member_if("hash", facts.hash).member_if("length", facts.length);
  json.member_if("type", facts.type).member_if("encoding", facts.encoding);
  json.member_if("path", facts.path).end();
}

void write_links(JsonWriter& json, const std::vector<EntryLink>& links) {
  json.key("ln").array();
  for (const EntryLink& link : links) {
    json.object().member("rel", link.rel).member("href", link.href);
    json.member_if("type", link.type).member_if("profile", link.profile);
    json.member_if("hash", link.hash).member_if("length", link.length);
    json.member_if("modified", link.modified).member_if("encoding", link.encoding);
    json.member_if("path", link.path).member_if("pri", link.pri).end();
  }
  json.end();
}

void write_ocx(JsonWriter& json, const OcxBlock& ocx) {
  json.key("ocx").object();
  json.member_if("type", ocx.type).member_if("format", ocx.format);
  json.member_if("loc", ocx.loc).member_if("xpath", ocx.xpath);
  json.member_if("name", ocx.name).member_if("teaser", ocx.teaser);
  json.member_if("parent", ocx.parent).member_if("image", ocx.image).end();
}

void write_diwoo(JsonWriter& json, const DiwooMark& mark) {
  json.key("diwoo").object().member_if("format", mark.format);
  json.member_if("format_iri", mark.format_iri);
  json.member_if("language_iri", mark.language_iri).key("categories").array();
  for (const std::string& category : mark.categories) json.value(category);
  json.end().end();
}

}  // namespace

void flush(JsonWriter& json, const TakeLine& take) {
  take(json.text() + '\n');
  json.clear();
}

JsonWriter& text_or_null(JsonWriter& json, std::string_view name, std::string_view text) {
  json.key(name);
  return text.empty() ? json.null() : json.value(text);
}

void SitemapPrinter::head(const SitemapHead& head) {
  json_.object().member("kind", "document");
  if (head.facts) {
    capability_ = head.facts->capability;
    write_facts(json_, *head.facts);
  }
  if (!head.links.empty()) write_links(json_, head.links);
  json_.end();
  flush(json_, take_);
}

void SitemapPrinter::dataset(const SitemapDataset& dataset) {
  json_.object().member("kind", "dataset");
  text_or_null(json_, "label", dataset.label);
  text_or_null(json_, "uri", dataset.uri).key("prefixes").array();
  for (const LinkedDataPrefix& prefix : dataset.prefixes) {
    json_.object().member("prefix", prefix.prefix);
    text_or_null(json_, "slicing", prefix.slicing).end();
  }
  json_.end();
  write_locations(json_, "dumps", dataset.dumps);
  write_locations(json_, "fragments", dataset.fragments);
  write_locations(json_, "endpoints", dataset.endpoints);
  text_or_null(json_, "graph", dataset.graph_name).key("samples").array();
  for (const std::string& sample : dataset.samples) json_.value(sample);
  json_.end();
  text_or_null(json_, "lastmod", dataset.lastmod);
  write_licences(json_, dataset.licences);
  text_or_null(json_, "changefreq", dataset.changefreq);
  json_.member("dumps_are", dataset.paper_form ? "mirrors" : "parts");
  json_.member("line", dataset.line).end();
  flush(json_, take_);
}

void SitemapPrinter::note(const SitemapNote& note) {
  json_.object().member("kind", "note").member("code", note.code);
  json_.member("message", note.message).member("line", note.line).end();
  flush(json_, take_);
}

void SitemapPrinter::summary(const SitemapSummary& summary) {
  json_.object()
      .member("kind", "summary")
      .member("type", kind_name(summary.kind))
      .member("entries", summary.entries)
      .member("sitemaps", summary.children)
      .member("datasets", summary.datasets)
      .member("bytes", summary.bytes)
      .member("complete", summary.complete);
  json_.member_if("capability", capability_);
  text_or_null(json_, "problem", summary.problem).end();
  flush(json_, take_);
}

void SitemapPrinter::write_entry(std::string_view kind, const SitemapEntry& entry) {
  json_.object().member("kind", kind).member("loc", entry.loc);
  text_or_null(json_, "lastmod", entry.lastmod)
      .member_if("changefreq", entry.changefreq)
      .member_if("priority", entry.priority);
  if (!entry.links.empty()) {
    json_.key("links").array();
    for (const AlternateLink& link : entry.links)
      json_.object()
          .member_if("rel", link.rel)
          .member_if("hreflang", link.hreflang)
          .member("href", link.href)
          .member_if("type", link.type)
          .end();
    json_.end();
  }
  if (entry.facts) write_facts(json_, *entry.facts);
  if (!entry.signposts.empty()) write_links(json_, entry.signposts);
  if (entry.ocx) write_ocx(json_, *entry.ocx);
  if (entry.diwoo) write_diwoo(json_, *entry.diwoo);
  json_.member("line", entry.line).end();
  flush(json_, take_);
}

namespace {

using Kind = StandardElement::Kind;
using ElementPlace = StandardSite::Place;
constexpr std::uint32_t kNone = StandardElement::kNone;

std::string_view name_of(Kind kind) {
  switch (kind) {
    case Kind::sitemap:
      return "sitemap";
    case Kind::group:
      return "group";
    default:
      return "item";
  }
}

std::string_view name_of(ElementPlace place) {
  switch (place) {
    case ElementPlace::node:
      return "node";
    case ElementPlace::role_only:
      return "role";
    case ElementPlace::unreached:
      break;
  }
  return "none";
}

/// Prints one file, line by line; what is wrong with it while it is read.
class StandardPrinter final : public Diagnostics {
 public:
  explicit StandardPrinter(const TakeLine& take) : take_(take) {}

  void report(const Fault& fault) override {
    json_.object().member("kind", "note").member("code", fault.code);
    json_.member("message", fault.message).member("line", fault.line).end();
    flush();
  }

  void print(const StandardSite& site) {
    const StandardFile& file = *site.files[0].file;
    for (std::uint32_t at = 0; at < file.elements.size(); ++at) {
      const Kind kind = file.elements[at].kind;
      if (kind == Kind::external) external(file, file.elements[at]);
      if (kind == Kind::sitemap || kind == Kind::item || kind == Kind::group)
        node(file, at, site.files[0].places[at]);
    }
    for (const StandardGap& gap : site.gaps)
      if (gap.code != "ssp.external-not-read")
        report({.code = gap.code,
                .message = gap.problem,
                .line = file.elements[gap.external.element].line,
                .statement = {}});
    for (const StandardEdge& edge : site.edges) {
      json_.object().member("kind", "edge");
      json_.member("parent", file.node(edge.parent.element));
      json_.member("child", file.node(edge.child.element)).end();
      flush();
    }
    edges_ = site.edges.size();
    pages_ = site.pages().size();
  }

  void summary(std::uint64_t bytes, std::string_view problem) {
    json_.object()
        .member("kind", "summary")
        .member("type", "standard-sitemap")
        .member("nodes", nodes_)
        .member("externals", externals_)
        .member("edges", edges_)
        .member("pages", pages_)
        .member("bytes", bytes)
        .member("complete", problem.empty())
        .key("problem");
    if (problem.empty()) {
      json_.null();
    } else {
      json_.value(problem);
    }
    json_.end();
    flush();
  }

 private:
  void flush() {
    take_(json_.text() + '\n');
    json_.clear();
  }

  void external(const StandardFile& file, const StandardElement& element) {
    ++externals_;
    json_.object().member("kind", "external");
    json_.member("parent", file.node(element.parent)).member_if("url", element.url);
    if (element.excluded) json_.member("excluded", true);
    line(element);
  }

  void node(const StandardFile& file, std::uint32_t at, ElementPlace place) {
    const StandardElement& element = file.elements[at];
    ++nodes_;
    json_.object().member("kind", "node").member("node", file.node(at));
    json_.member("element", name_of(element.kind)).member("place", name_of(place));
    facts(element);
    json_.member_if("relation", element.relation);
    json_.member_if("order", element.order).member_if("priority", element.priority);
    if (element.roles > 0) {
      json_.key("roles").array();
      for (std::uint32_t i = 0; i < element.roles; ++i)
        json_.value(file.roles[element.first_role + i].text);
      json_.end();
    }
    if (element.excluded) json_.member("excluded", true);
    if (element.posts) json_.member("posts", true);
    bool has_variants = false;
    for (std::uint32_t next = element.first_child; next != kNone;
         next = file.elements[next].next) {
      const StandardElement& child = file.elements[next];
      if (child.kind != Kind::variant) continue;
      if (!has_variants) json_.key("variants").array();
      has_variants = true;
      json_.object();
      facts(child);
      line(child, Line::keep);
    }
    if (has_variants) json_.end();
    line(element);
  }

  void facts(const StandardElement& element) {
    json_.member_if("url", element.url).member_if("name", element.name);
    json_.member_if("description", element.description);
    json_.member_if("language", element.language);
    json_.member_if("lang", element.lang).member_if("type", element.type);
  }

  enum class Line { keep, end };
  void line(const StandardElement& element, Line end = Line::end) {
    json_.member("line", std::uint64_t{element.line}).end();
    if (end == Line::end) flush();
  }

  const TakeLine& take_;
  JsonWriter json_;
  std::uint64_t nodes_ = 0, externals_ = 0, edges_ = 0, pages_ = 0;
};

}  // namespace

bool is_standard_file(std::string_view head) {
  const Detected told = detect_syntax(head, {.media_type = {}, .path = {}});
  return told.syntax != nullptr && told.syntax->name == "standard-sitemap";
}

std::string inspect_standard(ByteSource& bytes, const InspectOptions& options,
                             const Limits& limits, const TakeLine& take) {
  StandardPrinter printer{take};
  std::string problem;
  std::uint64_t size = 0;
  try {
    const auto file = read_standard_sitemap(
        bytes, {.url = options.base, .content_type = options.content_type}, limits,
        printer);
    size = file->bytes;
    problem = file->problem;
    StandardWalk walk{file->url, {.externals = StandardWalkOptions::Externals::none}};
    for (const std::string& url : walk.start())
      static_cast<void>(
          walk.follow({.url = url, .file = file, .code = {}, .problem = {}}));
    const StandardSite site = walk.finish();
    printer.print(site);
    if (problem.empty() && !site.limits.empty()) problem = site.limits[0];
  } catch (const DocumentError& error) {
    problem = error.what();
  }
  printer.summary(size, problem);
  return problem;
}

}  // namespace semsite
