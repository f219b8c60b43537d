#include "index/search_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string_view>
#include <vector>

#include "base/date.hpp"
#include "base/url.hpp"

namespace semsite {
namespace {

void write_texts(JsonWriter& json, const char* name,
                 const std::vector<std::string>& texts) {
  json.key(name).array();
  for (const std::string& text : texts) json.value(text);
  json.end();
}

void write_counts(JsonWriter& json, const char* name,
                  const std::vector<TermCount>& counts) {
  json.key(name).array();
  for (const TermCount& one : counts)
    json.object().member("value", one.iri).member("count", one.count).end();
  json.end();
}

void write_members(JsonWriter& json, const DocumentRecord& record) {
  const DocumentText& text = record.text;
  json.member("link", text.url);
  write_titles(json, record);
  write_texts(json, "formats", text.formats);
  json.member("updated", utc_timestamp(record.updated));
  if (record.lastmod) json.member("lastmod", utc_timestamp(*record.lastmod));
  json.member_if("domain", host_of(text.url));
  json.member("dataset", record.dataset);
  write_counts(json, "class", record.classes);
  write_counts(json, "predicate", record.properties);
  write_texts(json, "languages", record.languages);
  write_texts(json, "source", text.sources);
  json.member("explicit_content_size", text.triples);
  json.member("explicit_content_length", text.bytes);
  json.member("checksum", text.checksum);
  if (text.left_out > 0) json.member("triples_left_out", text.left_out);
  if (record.unlisted > 0) json.member("unlisted", record.unlisted);
}

/// To four digits: more say nothing.
double rounded(double number) { return std::round(number * 1e4) / 1e4; }

void write_hit(JsonWriter& json, const SearchHit& hit) {
  json.object();
  write_members(json, hit.record);
  json.key("rank").object();
  json.member("score", rounded(hit.score));
  json.member("dataset", rounded(hit.rank.dataset));
  json.member("links", rounded(hit.rank.links));
  json.end().end();
}

}  // namespace

void write_titles(JsonWriter& json, const DocumentRecord& record) {
  json.key("title").array();
  for (const DocumentTitle& title : record.titles)
    json.object()
        .member("value", title.value)
        .member_if("language", title.language)
        .end();
  json.end();
}

void write_record(JsonWriter& json, const DocumentRecord& record) {
  json.object();
  write_members(json, record);
  json.end();
}

std::string search_json(const SearchResult& result,
                        const std::function<std::string(std::uint64_t)>& page_link) {
  JsonWriter json{1};
  json.object().key("entries").array();
  for (const SearchHit& hit : result.hits) write_hit(json, hit);
  json.end();
  json.member("totalResults", result.total);
  json.member("itemsPerPage", std::uint64_t{result.limit});
  json.member("page", std::uint64_t{result.page});
  const std::uint64_t reachable = std::min<std::uint64_t>(result.total, kMostResults);
  const std::uint64_t last =
      std::max<std::uint64_t>(1, std::min((reachable + result.limit - 1) / result.limit,
                                          std::uint64_t{kMostResults} / result.limit));
  const auto link = [&](const char* name, std::uint64_t page) {
    if (page < 1 || page > last) return;
    if (page_link) {
      json.member(name, page_link(page));
    } else {
      json.member(name, page);
    }
  };
  link("first", 1);
  link("previous", std::uint64_t{result.page} - 1);
  link("next", std::uint64_t{result.page} + 1);
  link("last", last);
  json.end();
  return json.text() + "\n";
}

}  // namespace semsite
