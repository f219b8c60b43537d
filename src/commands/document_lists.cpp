#include "commands/document_lists.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/date.hpp"
#include "base/hash.hpp"
#include "base/json_writer.hpp"
#include "crawl/page_task.hpp"
#include "io/output_file.hpp"
#include "state/page_table.hpp"

namespace semsite {
namespace {

bool is_document(const PageFacts& page) {
  return read_task(page.task).kind == PageTask::Kind::keep;
}

/// The site has said twice that it has the document no more (docs/fetch.md, State).
bool is_gone(const PageFacts& page) {
  return page.digest.empty() && (page.status == 404 || page.status == 410);
}

std::string row_of(const PageFacts& page) {
  JsonWriter row;
  row.object().member("url", page.url);
  row.member("file", DocumentFolder::name_of(page.url));
  row.member_if("media_type", page.media_type).member("bytes", page.bytes);
  row.member("sha256", page.digest).member_if("lastmod", page.lastmod).end();
  return row.text() + '\n';
}

/// Which document a row is of: what stands before its file.
std::size_t key_of(std::string_view row) {
  return text_hash(row.substr(0, row.find(",\"file\":")));
}

/// `removed.jsonl`: written anew when there is something to add, with the rows that were
/// there of other documents behind it.
class RemovedList {
 public:
  explicit RemovedList(const DocumentFolder& folder)
      : path_(folder.path() + "/removed.jsonl") {}

  void add(const PageFacts& page, std::string_view why) {
    if (!list_) list_.emplace(path_);
    JsonWriter row;
    row.object().member("url", page.url);
    row.member("file", DocumentFolder::name_aside(page.url));
    row.member_if("media_type", page.media_type).member_if("lastmod", page.lastmod);
    row.member("removed", utc_timestamp(std::chrono::system_clock::now()))
        .member("why", why)
        .end();
    new_.insert(key_of(row.text()));
    list_->append(row.text() + '\n');
  }

  void finish() {
    if (!list_) return;
    std::ifstream before{path_};
    for (std::string row; std::getline(before, row);)
      if (!new_.contains(key_of(row))) list_->append(row + '\n');
    list_->finish();
  }

 private:
  std::string path_;
  std::optional<OutputFile> list_;
  std::unordered_set<std::size_t> new_;
};

class DocumentLists {
 public:
  explicit DocumentLists(const DocumentsOfRun& of) : of_(of), removed_(of.folder) {}

  std::uint64_t write() {
    std::vector<std::string> keys = crawls_of(of_.database, of_.run);
    for (std::string& key : crawls_before(of_.database, of_.run))
      keys.push_back(std::move(key));
    std::erase_if(keys, [&](const std::string& key) {
      return std::ranges::find(of_.dropped, key) != of_.dropped.end();
    });
    OutputFile list{of_.folder.path() + "/index.jsonl"};
    for (const std::string& key : keys)
      pages_of(key).for_each([&](const PageFacts& page) {
        if (!is_document(page) || page.digest.empty()) return;
        list.append(row_of(page));
        kept_.push_back(text_hash(page.url));
      });
    if (of_.removed == DocumentsOfRun::Removed::known) set_aside(keys);
    list.finish();
    return moved_;
  }

 private:
  [[nodiscard]] PageTable pages_of(const std::string& key) const {
    return PageTable::former(of_.database, key, of_.run);
  }

  void set_aside(const std::vector<std::string>& keys) {
    std::ranges::sort(kept_);
    for (const std::string& key : keys) {
      PageTable pages = pages_of(key);
      pages.for_each_dropped([&](const PageFacts& page) {
        set_aside(page, page.problem == kUnwantedPage ? "unwanted" : "unlisted");
      });
      pages.for_each([&](const PageFacts& page) {
        if (is_gone(page)) set_aside(page, {});
      });
    }
    for (const std::string& key : of_.dropped) {
      const char* const why = of_.unwanted.contains(key) ? "unwanted" : "unlisted";
      pages_of(key).for_each([&](const PageFacts& page) { set_aside(page, why); });
    }
    removed_.finish();
  }

  /// `why` it is wanted no more, unless it is gone.
  void set_aside(const PageFacts& page, std::string_view why) {
    // Another list may name it now.
    if (!is_document(page) || std::ranges::binary_search(kept_, text_hash(page.url)))
      return;
    const DocumentFolder::Aside aside = of_.folder.set_aside(page.url);
    if (aside == DocumentFolder::Aside::moved) ++moved_;
    // A process that was killed may have moved it; what is gone was moved by a run
    // before.
    if (aside == DocumentFolder::Aside::moved ||
        (aside == DocumentFolder::Aside::was_there && !is_gone(page)))
      removed_.add(page, is_gone(page) ? "gone" : why);
  }

  const DocumentsOfRun& of_;
  RemovedList removed_;
  std::vector<std::size_t> kept_;  ///< hashes of URLs
  std::uint64_t moved_ = 0;
};

}  // namespace

std::uint64_t list_documents(const DocumentsOfRun& documents) {
  return DocumentLists{documents}.write();
}

}  // namespace semsite
