#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "base/mutex.hpp"
#include "io/output_file.hpp"
#include "jsonld/dataset_nodes.hpp"
#include "jsonld/node_text.hpp"
#include "rdf/quad_batch.hpp"
#include "sink/document_lanes.hpp"

namespace semsite {

/// How node objects become shorter under a context; without one they stay expanded.
struct NodeShortening {
  std::string context{};  ///< JSON: what stands behind "@context" in the output
  /// Makes the compacted text of one expanded node object. Thread-safe. Throws
  /// DocumentError.
  std::function<std::string(std::string_view node)> shorten{};
};

/// Writes JSON lines: an expanded node object a line. Quads of one subject and graph that
/// follow each other are in one object.
[[nodiscard]] std::unique_ptr<QuadSink> make_node_lines(OutputFile& output,
                                                        const JsonLdRules& rules);

/// What stands around the lines of a JsonLdStreamSink; `context` as in NodeShortening.
[[nodiscard]] OutputFrame jsonld_frame(std::string_view context);

/// Writes one JSON-LD document as a stream: in its `@graph` the same objects, one a line.
///
/// The lines do not depend on what is before and behind them, so that stretches of the
/// output can be cut off, moved and kept: a comma follows each, and the last object of a
/// document is an empty one, which says nothing. Lists are made where a document came in
/// one batch, for only then nothing can refer to their cells later; elsewhere they stay
/// nodes.
class JsonLdStreamSink final : public QuadSink {
 public:
  JsonLdStreamSink(OutputFile& output, const JsonLdRules& rules,
                   NodeShortening shortening);

  void write(const QuadBatch& batch) override;
  void end_document(const Document& document) override;
  /// Does not finish the output file, which others may share.
  void finish() override {}

 private:
  /// The first batch of a document that may be the only one.
  struct Held {
    std::shared_ptr<const Document> document;
    std::string nodes, lists;  ///< its lines, without lists and with them
  };

  [[nodiscard]] bool has_lists(const QuadBatch& batch) const;
  [[nodiscard]] std::string lines(const QuadBatch& batch) const;
  [[nodiscard]] std::string lines_with_lists(const QuadBatch& batch) const;
  [[nodiscard]] std::string line(std::string_view node) const;
  void send(const QuadBatch& batch, std::string_view text);

  OutputFile& output_;
  const JsonLdRules rules_;
  const NodeShortening shortening_;
  DocumentLanes lanes_;
  Mutex mutex_;
  std::map<const Document*, Held> held_ SEMSITE_GUARDED_BY(mutex_);
  /// documents of which a later batch has come
  std::set<const Document*> longer_ SEMSITE_GUARDED_BY(mutex_);
};

/// Writes one JSON-LD document of a whole dataset, when everything has been seen: with
/// all its lists. Holds it in memory.
class JsonLdWholeSink final : public QuadSink {
 public:
  JsonLdWholeSink(OutputFile& output, const JsonLdRules& rules, NodeShortening shortening,
                  std::uint64_t memory_bytes);

  /// Throws RunError if the dataset takes too much memory.
  void write(const QuadBatch& batch) override;
  void end_document(const Document&) override {}
  /// Writes the document. May be left out: nothing is written then.
  void finish() override;

 private:
  OutputFile& output_;
  const NodeShortening shortening_;
  const std::uint64_t memory_bytes_;
  Mutex mutex_;
  DatasetNodes nodes_ SEMSITE_GUARDED_BY(mutex_);
};

}  // namespace semsite
