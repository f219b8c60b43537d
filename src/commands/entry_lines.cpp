#include "commands/entry_lines.hpp"

#include <vector>

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

}  // namespace semsite
