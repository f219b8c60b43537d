#pragma once

#include <cstdint>
#include <string>

#include "base/sha256.hpp"
#include "base/text_buffer.hpp"
#include "rdf/quad_sink.hpp"
#include "state/page_table.hpp"

namespace semsite {

/// The quads of a page as N-Quads: each megabyte goes into the table before the page
/// ends, the rest is for its end. One thread.
class PageText final : public QuadSink {
 public:
  PageText(PageTable& table, std::int64_t page) : table_(table), page_(page) {}

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
  unsigned parts_ = 0;
  TextBuffer text_;
  Sha256 sum_;
};

}  // namespace semsite
