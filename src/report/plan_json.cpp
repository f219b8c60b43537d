#include "report/plan_json.hpp"

#include "base/version.hpp"

namespace semsite {
namespace {

void write_strings(JsonWriter& json, std::string_view name,
                   const std::vector<std::string>& texts) {
  json.key(name).array();
  for (const std::string& text : texts) json.value(text);
  json.end();
}

/// What a description says of the file.
void write_said(JsonWriter& json, const Location& location) {
  const bool any = !location.said_type.empty() || !location.said_compression.empty() ||
                   !location.said_packaging.empty() || location.said_bytes ||
                   !location.checksums.empty() || !location.source.empty();
  if (!any) return;
  json.key("said")
      .object()
      .member_if("media_type", location.said_type)
      .member_if("compression", location.said_compression)
      .member_if("packaging", location.said_packaging);
  if (location.said_bytes) json.member("bytes", *location.said_bytes);
  if (!location.checksums.empty()) {
    json.key("checksums").array();
    for (const Checksum& checksum : location.checksums)
      json.object()
          .member("algorithm", checksum.algorithm == "sha" ? "sha-1" : checksum.algorithm)
          .member("hex", checksum.hex)
          .end();
    json.end();
  }
  json.member_if("by", location.source).end();
}

void write_location(JsonWriter& json, const Location& location) {
  json.object()
      .member("url", location.url)
      .member("weight", location.weight)
      .member("probability", location.probability)
      .member("authority", authority_name(location.fact.authority))
      .member_if("authority_reason", location.fact.authority_reason);
  json.key("robots").object().member("allowed", location.fact.allowed);
  json.member_if("rule", location.fact.robots_rule);
  write_optional(json, "crawl_delay", location.fact.crawl_delay);
  json.end();
  json.member_if("slicing", location.slicing);
  json.member_if("graph_store", location.graph_store);
  write_said(json, location);
  if (location.status || !location.head_problem.empty()) {
    json.key("head").object();
    write_optional(json, "status", location.status);
    write_optional(json, "bytes", location.bytes);
    json.member_if("media_type", location.media_type)
        .member_if("last_modified", location.last_modified)
        .member_if("problem", location.head_problem)
        .end();
  }
  json.end();
}

void write_option(JsonWriter& json, const AccessOption& option, bool chosen) {
  json.object()
      .member("way", way_name(option.way))
      .member("chosen", chosen)
      .member("usable", option.usable)
      .member("reason", option.reason);
  json.key("cost").object();
  write_optional(json, "requests", option.cost.requests);
  write_optional(json, "bytes", option.cost.bytes);
  write_optional(json, "seconds", option.cost.seconds);
  json.end();
  json.key("parts").array();
  for (const MirrorPool& pool : option.pools) {
    json.array();
    for (const Location& mirror : pool.mirrors) write_location(json, mirror);
    json.end();
  }
  json.end();
  if (!option.missing.empty()) write_strings(json, "missing", option.missing);
  json.end();
}

void write_entries(JsonWriter& json, const std::vector<EntriesPlan>& entries) {
  json.key("entries").array();
  for (const EntriesPlan& kind : entries) {
    json.object()
        .member("kind", kind.entries.kind)
        .member("entries", kind.entries.count)
        .member("asked", when_name(kind.when));
    if (kind.sample > 0) json.member("sample", kind.sample);
    json.member_if("reason", kind.reason);
    write_optional(json, "requests", kind.cost.requests);
    write_optional(json, "seconds", kind.cost.seconds);
    json.end();
  }
  json.end();
}

void write_dataset(JsonWriter& json, const DatasetPlan& plan) {
  json.object();
  if (plan.loose_pages > 0) json.member("pages", plan.loose_pages);
  if (!plan.entries.empty()) write_entries(json, plan.entries);
  json.member_if("uri", plan.dataset.uri);
  write_standing(json, plan.dataset.uri, plan.standings);
  json.member_if("label", plan.dataset.label)
      .member_if("sitemap", plan.sitemap)
      .member("site", plan.site)
      .member_if("lastmod", plan.dataset.lastmod)
      .member_if("changefreq", plan.dataset.changefreq)
      .member_if("graph_name", plan.dataset.graph_name);
  write_licences(json, plan.dataset.licences);
  json.key("prefixes").array();
  for (const LinkedDataPrefix& prefix : plan.dataset.prefixes) {
    json.object().member("prefix", prefix.prefix).member_if("slicing", prefix.slicing);
    write_standing(json, prefix.prefix, plan.standings);
    json.end();
  }
  json.end();
  write_strings(json, "samples", plan.dataset.samples);
  json.key("dumps")
      .object()
      .member("meaning", plan.semantics)
      .member("reason", plan.semantics_reason);
  if (plan.semantics_assumed) json.member("assumed", true);
  json.end();
  json.key("chosen");
  if (plan.chosen) {
    json.value(way_name(plan.options[*plan.chosen].way));
  } else {
    json.null();
  }
  json.key("ways").array();
  for (std::size_t i = 0; i < plan.options.size(); ++i)
    write_option(json, plan.options[i], plan.chosen == i);
  json.end();
  write_strings(json, "notes", plan.notes);
  write_claims(json, claims_of(plan));
  json.end();
}

void write_notes(JsonWriter& json, const std::vector<SitemapNote>& notes) {
  json.key("notes").array();
  for (const SitemapNote& note : notes)
    json.object()
        .member("code", note.code)
        .member("message", note.message)
        .member("line", note.line)
        .end();
  json.end();
}

void write_descriptions(JsonWriter& json, const SiteProfile& profile) {
  json.key("descriptions").array();
  for (const DescriptionFact& fact : profile.descriptions) {
    json.object()
        .member("url", fact.url)
        .member_if("named_by", fact.named_by)
        .member_if("kinds", fact.kinds)
        .member("datasets", fact.datasets)
        .member("statements", fact.statements)
        .member_if("problem", fact.problem)
        .member("note_count", fact.note_count);
    write_notes(json, fact.notes);
    json.end();
  }
  json.end();
}

void write_entry_groups(JsonWriter& json, const std::vector<EntryGroup>& groups) {
  json.key("entry_groups").array();
  for (const EntryGroup& group : groups)
    json.object()
        .member("kind", group.kind)
        .member("entries", group.entries)
        .member("descriptions", group.descriptions)
        .member("headers", group.headers)
        .member("pages", group.pages)
        .member("documents", group.documents)
        .member("nothing", group.nothing)
        .end();
  json.end();
}

void write_beside_datasets(JsonWriter& json, const std::vector<EntriesOfKind>& entries) {
  json.key("beside_datasets").array();
  for (const EntriesOfKind& one : entries)
    json.object().member("kind", one.kind).member("count", one.count).end();
  json.end();
}

void write_standard_sitemaps(JsonWriter& json, const SiteProfile& profile) {
  json.key("standard_sitemaps").array();
  for (const StandardFact& named : profile.standard_sitemaps)
    json.object()
        .member("page", named.page)
        .member_if("url", named.url)
        .member("route", named.route)
        .member_if("problem", named.problem)
        .end();
  json.end();
}

}  // namespace

void write_licences(JsonWriter& json, const std::vector<LicenceStatement>& licences) {
  if (licences.empty()) return;
  json.key("licenses").array();
  for (const LicenceStatement& one : licences)
    json.object()
        .member("term",
                one.kind == LicenceStatement::Kind::license ? "license" : "rights")
        .member(one.is_iri ? "iri" : "text", one.value)
        .member_if("language", one.language)
        .member_if("by", one.source)
        .end();
  json.end();
}

void write_standing(JsonWriter& json, std::string_view name, const Standings& standings) {
  if (name.empty()) return;
  const Standing& standing = standing_of(standings, name);
  json.member("authority", authority_name(standing.authority))
      .member_if("authority_reason", standing.reason);
}

void write_claims(JsonWriter& json, const std::vector<NameClaim>& claims) {
  if (claims.empty()) return;
  json.key("claims").array();
  for (const NameClaim& one : claims)
    json.object()
        .member("of", one.of)
        .member("iri", one.iri)
        .member("reason", one.reason)
        .end();
  json.end();
}

void write_profile(JsonWriter& json, const SiteProfile& profile) {
  json.object().member("url", profile.entry).member("site", profile.site);
  json.key("robots").array();
  for (const RobotsFact& robots : profile.robots) {
    json.object()
        .member("url", robots.url)
        .member("outcome", robots.outcome)
        .member("status", robots.status)
        .member("sitemaps", robots.sitemaps);
    write_optional(json, "crawl_delay", robots.crawl_delay);
    json.member_if("problem", robots.problem).end();
  }
  json.end();
  json.key("sitemaps").array();
  for (const SitemapFact& sitemap : profile.sitemaps) {
    json.object()
        .member("url", sitemap.url)
        .member_if("named_by", sitemap.named_by)
        .member("kind", kind_name(sitemap.kind))
        .member_if("capability", sitemap.capability)
        .member("entries", sitemap.entries)
        .member("children", sitemap.children)
        .member("datasets", sitemap.datasets)
        .member("bytes", sitemap.bytes)
        .member_if("problem", sitemap.problem)
        .member("note_count", sitemap.note_count);
    if (sitemap.is_of_page) json.member("of_page", true);
    if (!sitemap.groups.empty()) write_entry_groups(json, sitemap.groups);
    write_notes(json, sitemap.notes);
    json.end();
  }
  json.end();
  if (!profile.entry_groups.empty()) write_entry_groups(json, profile.entry_groups);
  if (!profile.beside_datasets.empty())
    write_beside_datasets(json, profile.beside_datasets);
  if (!profile.descriptions.empty()) write_descriptions(json, profile);
  json.member("pages", profile.pages);
  if (!profile.standard_sitemaps.empty()) write_standard_sitemaps(json, profile);
  if (!profile.deleted.empty())
    json.member("deleted", std::uint64_t{profile.deleted.size()});
  json.key("problems").array();
  for (const SiteProblem& problem : profile.problems) json.value(problem.text);
  json.end();
  json.end();
}

std::string plan_json(const std::vector<AccessPlan>& plans) {
  JsonWriter json{2};
  json.object().member("semsite", SEMSITE_VERSION);
  json.key("sites").array();
  for (const AccessPlan& plan : plans) {
    json.object().member("url", plan.profile.entry).member("seed", plan.seed);
    json.key("datasets").array();
    for (const DatasetPlan& dataset : plan.datasets)
      if (dataset.loose_pages == 0) write_dataset(json, dataset);
    json.end();
    json.key("page_groups").array();
    for (const DatasetPlan& group : plan.datasets)
      if (group.loose_pages > 0) write_dataset(json, group);
    json.end();
    write_strings(json, "notes", plan.notes);
    if (!plan.left_out.empty()) write_strings(json, "left_out", plan.left_out);
    json.key("profile");
    write_profile(json, plan.profile);
    json.end();
  }
  json.end().end();
  return json.text() + "\n";
}

}  // namespace semsite
