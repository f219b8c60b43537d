#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "base/text_buffer.hpp"
#include "rdf/nquads_text.hpp"
#include "rdf/quad_batch.hpp"

namespace semsite::test {

/// Keeps what it is given as N-Quads, by document name, in the order of the batches.
class CollectingSink final : public QuadSink {
 public:
  void write(const QuadBatch& batch) override {
    TextBuffer text;
    append_quads(text, batch);
    const std::scoped_lock lock{mutex_};
    texts_[{batch.document().name, batch.sequence()}] = std::string{text.view()};
  }
  void end_document(const Document& document) override {
    const std::scoped_lock lock{mutex_};
    ++ended_[document.name];
  }
  void finish() override {}

  /// All lines, documents in the order of their names.
  [[nodiscard]] std::string lines() const {
    std::string out;
    for (const auto& [place, text] : texts_) out += text;
    return out;
  }
  /// How often each document was ended.
  [[nodiscard]] const std::map<std::string, int>& ended() const { return ended_; }

 private:
  std::mutex mutex_;
  std::map<std::pair<std::string, std::uint64_t>, std::string> texts_;
  std::map<std::string, int> ended_;
};

}  // namespace semsite::test
