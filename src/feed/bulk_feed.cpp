#include "feed/bulk_feed.hpp"

#include <filesystem>
#include <set>
#include <string_view>
#include <vector>

#include "base/date.hpp"
#include "base/json_writer.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "index/index_key.hpp"
#include "index/search_json.hpp"
#include "index/statement_text.hpp"

namespace semsite {

BulkFeed::BulkFeed(const Settings& settings)
    : folder_(settings.folder),
      index_name_(settings.index_name),
      shards_({.folder = settings.folder,
               .name = "bulk-",
               .suffix = ".ndjson" + settings.suffix},
              settings.shard_bytes) {}

std::string BulkFeed::action(std::string_view name, const std::string& url) const {
  JsonWriter json;
  json.object().key(name).object();
  json.member_if("_index", index_name_);
  json.member("_id", bulk_id(url)).end().end();
  return json.text() + "\n";
}

void BulkFeed::put(const DocumentRecord& record) {
  std::string text = action("index", record.text.url);
  text += bulk_document(record);
  text += '\n';
  shards_.file_for(text.size()).append(text);
  ++counts_.documents;
}

void BulkFeed::remove(const std::string& url) {
  const std::string text = action("delete", url);
  shards_.file_for(text.size()).append(text);
  ++counts_.removals;
}

void BulkFeed::finish() {
  shards_.finish();
  if (folder_ == "-") return;
  OutputFile mapping{(std::filesystem::path{folder_} / "mapping.json").string()};
  mapping.append(bulk_mapping());
  mapping.finish();
}

FeedCounts BulkFeed::counts() const {
  FeedCounts out = counts_;
  out.files = shards_.files();
  out.bytes = shards_.bytes();
  return out;
}

namespace {

using Texts = std::set<std::string, std::less<>>;

/// What the statements say that the record does not list.
struct Mentions {
  Texts iris, pairs;
  std::vector<std::string> texts;
};

Mentions mentions_in(std::string_view statements) {
  Mentions out;
  std::string room;
  std::string_view last;
  const auto add_iri = [&](std::string_view term) {
    const std::string_view iri = iri_in(term);
    if (!iri.empty() && !out.iris.contains(iri)) out.iris.emplace(iri);
  };
  each_line(statements, [&](std::string_view line) {
    const StatementText parts = cut_statement(line);
    if (parts.subject != last) add_iri(parts.subject);
    last = parts.subject;
    add_iri(parts.predicate);
    add_iri(parts.object);
    if (!is_iri_text(parts.object) && !is_literal_text(parts.object)) return;
    const std::string_view value = decode_escapes(lexical_in(parts.object), room);
    if (is_literal_text(parts.object) && !trim(value).empty())
      out.texts.emplace_back(value);
    if (value.size() > kLongestPairValue) return;
    std::string pair{iri_in(parts.predicate)};
    pair += ' ';
    out.pairs.insert(pair.append(value));
  });
  return out;
}

template <typename List>
void write_list(JsonWriter& json, std::string_view name, const List& list) {
  if (list.empty()) return;
  json.key(name).array();
  for (const auto& one : list) json.value(one);
  json.end();
}

/// The IRIs of `counts` under `name`, and how often each is there under `name`_count.
void write_terms(JsonWriter& json, const std::string& name,
                 const std::vector<TermCount>& counts) {
  if (counts.empty()) return;
  json.key(name).array();
  for (const TermCount& one : counts) json.value(one.iri);
  json.end();
  json.key(name + "_count").array();
  for (const TermCount& one : counts) json.value(one.count);
  json.end();
}

constexpr std::string_view kMapping = R"({
  "mappings": {
    "dynamic": "strict",
    "properties": {
      "link": {"type": "keyword", "ignore_above": 8191},
      "domain": {"type": "keyword"},
      "dataset": {"type": "keyword"},
      "title": {
        "properties": {
          "value": {"type": "text"},
          "language": {"type": "keyword"}
        }
      },
      "text": {"type": "text"},
      "languages": {"type": "keyword"},
      "formats": {"type": "keyword"},
      "source": {"type": "keyword", "ignore_above": 8191},
      "updated": {"type": "date"},
      "lastmod": {"type": "date"},
      "class": {"type": "keyword", "ignore_above": 8191},
      "class_count": {"type": "long", "index": false},
      "predicate": {"type": "keyword", "ignore_above": 8191},
      "predicate_count": {"type": "long", "index": false},
      "ontology": {"type": "keyword", "ignore_above": 8191},
      "uri": {"type": "keyword", "ignore_above": 8191},
      "pair": {"type": "keyword", "ignore_above": 8191},
      "explicit_content_size": {"type": "long"},
      "explicit_content_length": {"type": "long"},
      "checksum": {"type": "keyword"},
      "triples_left_out": {"type": "long"},
      "unlisted": {"type": "long"},
      "explicit_content": {"type": "keyword", "index": false, "doc_values": false}
    }
  }
}
)";

}  // namespace

std::string bulk_id(const std::string& url) {
  if (url.size() <= kLongestBulkId) return url;
  Sha256 sum;
  sum.add(url);
  return "sha256:" + sum.hex();
}

std::string bulk_document(const DocumentRecord& record) {
  const DocumentText& text = record.text;
  const Mentions found = mentions_in(text.statements);
  Texts ontologies;
  for (const auto* terms : {&record.classes, &record.properties})
    for (const TermCount& one : *terms) ontologies.emplace(space_of(one.iri));
  JsonWriter json;
  json.object().member("link", text.url);
  json.member_if("domain", host_of(text.url));
  json.member("dataset", record.dataset);
  if (!record.titles.empty()) write_titles(json, record);
  write_list(json, "text", found.texts);
  write_list(json, "languages", record.languages);
  write_list(json, "formats", text.formats);
  write_list(json, "source", text.sources);
  json.member("updated", utc_timestamp(record.updated));
  if (record.lastmod) json.member("lastmod", utc_timestamp(*record.lastmod));
  write_terms(json, "class", record.classes);
  write_terms(json, "predicate", record.properties);
  write_list(json, "ontology", ontologies);
  write_list(json, "uri", found.iris);
  write_list(json, "pair", found.pairs);
  json.member("explicit_content_size", text.triples);
  json.member("explicit_content_length", text.bytes);
  json.member("checksum", text.checksum);
  if (text.left_out > 0) json.member("triples_left_out", text.left_out);
  if (record.unlisted > 0) json.member("unlisted", record.unlisted);
  json.member("explicit_content", text.statements);
  json.end();
  return json.text();
}

std::string_view bulk_mapping() { return kMapping; }

}  // namespace semsite
