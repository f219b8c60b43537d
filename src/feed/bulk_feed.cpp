#include "feed/bulk_feed.hpp"

#include <filesystem>

#include "base/json_writer.hpp"
#include "feed/bulk_document.hpp"

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

}  // namespace semsite
