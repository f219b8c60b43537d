#include "commands/document_list.hpp"

#include <string>

#include "base/json_writer.hpp"
#include "crawl/page_task.hpp"
#include "io/output_file.hpp"
#include "state/page_table.hpp"

namespace semsite {
namespace {

std::string row_of(const PageFacts& page) {
  JsonWriter row;
  row.object().member("url", page.url);
  row.member("file", DocumentFolder::name_of(page.url));
  row.member_if("media_type", page.media_type).member("bytes", page.bytes);
  row.member("sha256", page.digest).member_if("lastmod", page.lastmod).end();
  return row.text() + '\n';
}

}  // namespace

void list_documents(const DocumentFolder& folder, Database& database, std::int64_t run) {
  OutputFile list{folder.path() + "/index.jsonl"};
  for (const std::string& key : crawls_of(database, run))
    PageTable{database, key, run}.for_each([&](const PageFacts& page) {
      if (read_task(page.task).kind == PageTask::Kind::keep && !page.digest.empty())
        list.append(row_of(page));
    });
  list.finish();
}

}  // namespace semsite
