#pragma once

#include <cstdint>
#include <string>

#include "base/sha256.hpp"
#include "base/text_buffer.hpp"
#include "rdf/content_digest.hpp"
#include "rdf/quad_batch.hpp"
#include "report/statistics.hpp"
#include "state/page_table.hpp"

namespace semsite {

/// What a page that came says beside what an earlier run had of it.
struct ContentVerdict {
  PageEnd::Content content = PageEnd::Content::kept;
  LastmodCounts lastmod;  ///< was the sitemap's `lastmod` right about it?
};

/// `end.digest` is of what came. `broken`: the document is cut, damaged, or not what was
/// asked for, so that what an earlier run had whole stays.
enum class Arrival { whole, broken };
[[nodiscard]] ContentVerdict judge_content(const WaitingPage& page, const PageEnd& end,
                                           Arrival arrival);
/// The server said that nothing has changed.
[[nodiscard]] LastmodCounts judge_unchanged(const WaitingPage& page);

/// The digest of what came of a page that did not come whole: nothing stays for it.
[[nodiscard]] std::string broken_digest(const std::string& digest);
/// The digest of what only the header of a page gave: it is no other form of the same.
[[nodiscard]] std::string header_digest(const std::string& digest);
/// Does an earlier run have the page as a whole?
[[nodiscard]] bool had_whole(const WaitingPage& page);

/// The quads of a page as N-Quads: each megabyte goes into the table before the page
/// ends, the rest is for its end. One thread.
class PageText final : public QuadSink {
 public:
  /// `content`: shown every quad, too; may be null.
  PageText(PageTable& table, std::int64_t page, ContentDigest* content = nullptr)
      : table_(table), page_(page), content_(content) {}

  void write(const QuadBatch& batch) override;
  void end_document(const Document&) override {}
  void finish() override {}

  /// Of all quads. Ends the text: ask once, and write nothing after it.
  [[nodiscard]] std::string digest();
  /// What has not gone into the table.
  [[nodiscard]] std::string text() const { return std::string{text_.view()}; }
  /// What has.
  [[nodiscard]] unsigned parts() const { return parts_; }

 private:
  PageTable& table_;
  std::int64_t page_;
  ContentDigest* content_;
  unsigned parts_ = 0;
  TextBuffer text_;
  Sha256 sum_;
};

}  // namespace semsite
