#include "jsonld/jsonld_sink.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "rdf/namespaces.hpp"
#include "semsite/errors.hpp"
#include "sink/document_lanes.hpp"

namespace semsite {
std::unique_ptr<QuadSink> make_node_lines(OutputFile& output, const JsonLdRules& rules) {
  return std::make_unique<TextSink>(output,
                                    [rules](TextBuffer& out, const QuadBatch& batch) {
                                      std::string text;
                                      for (std::size_t at = 0; at < batch.size();) {
                                        const std::size_t end = same_node_end(batch, at);
                                        append_node(text, batch, at, end, rules);
                                        text += '\n';
                                        at = end;
                                      }
                                      out.append(text);
                                    });
}

OutputFrame jsonld_frame(std::string_view context) {
  OutputFrame out;
  out.head = context.empty() ? "{\"@graph\":[\n"
                             : fmt::format("{{\"@context\":{},\"@graph\":[\n", context);
  out.tail = "{}]}\n";
  return out;
}

JsonLdStreamSink::JsonLdStreamSink(OutputFile& output, const JsonLdRules& rules,
                                   NodeShortening shortening)
    : output_(output),
      rules_(rules),
      shortening_(std::move(shortening)),
      lanes_(output) {}

/// Has the batch anything that becomes something else when all of the document is known?
/// Blank nodes without a scope may be those of other batches.
bool JsonLdStreamSink::has_lists(const QuadBatch& batch) const {
  return batch.sequence() == 0 && !batch.document().scope.empty() &&
         std::ranges::any_of(batch.quads(), [this](const Quad& quad) {
           return quad.predicate.value == kRdfRest ||
                  (rules_.direction == RdfDirection::compound_literal &&
                   quad.predicate.value == kRdfDirection);
         });
}

std::string JsonLdStreamSink::line(std::string_view node) const {
  std::string out = shortening_.shorten ? shortening_.shorten(node) : std::string{node};
  out += ",\n";
  return out;
}

std::string JsonLdStreamSink::lines(const QuadBatch& batch) const {
  std::string out, node;
  for (std::size_t at = 0; at < batch.size();) {
    const std::size_t end = same_node_end(batch, at);
    node.clear();
    append_node(node, batch, at, end, rules_);
    out += line(node);
    at = end;
  }
  return out;
}

std::string JsonLdStreamSink::lines_with_lists(const QuadBatch& batch) const {
  DatasetNodes nodes{rules_};
  for (const Quad& quad : batch.quads()) nodes.add(quad, batch.document());
  std::string out;
  nodes.finish(true, [&](std::string_view node, bool) { out += line(node); });
  return out;
}

void JsonLdStreamSink::send(const QuadBatch& batch, std::string_view text) {
  TextBuffer buffer = output_.spare_buffer();
  buffer.append(text);
  lanes_.write(batch, std::move(buffer));
}

void JsonLdStreamSink::write(const QuadBatch& batch) {
  const Document* const document = &batch.document();
  if (has_lists(batch)) {
    Held held{.document = batch.shared_document(),
              .nodes = lines(batch),
              .lists = lines_with_lists(batch)};
    if (batch.given_up()) return send(batch, held.lists);
    MutexLock lock{mutex_};
    if (!longer_.contains(document)) {
      held_.emplace(document, std::move(held));
      return;
    }
    lock.unlock();
    return send(batch, held.nodes);
  }
  const std::string text = lines(batch);
  std::optional<Held> first;
  if (batch.size() > 0) {
    const MutexLock lock{mutex_};
    if (batch.sequence() > 0) longer_.insert(document);
    if (const auto found = held_.find(document); found != held_.end()) {
      first = std::move(found->second);
      held_.erase(found);
    }
  }
  if (first) send(QuadBatch{first->document, 0}, first->nodes);
  send(batch, text);
}

void JsonLdStreamSink::end_document(const Document& document) {
  std::optional<Held> only;
  {
    const MutexLock lock{mutex_};
    longer_.erase(&document);
    if (const auto found = held_.find(&document); found != held_.end()) {
      only = std::move(found->second);
      held_.erase(found);
    }
  }
  if (only) send(QuadBatch{only->document, 0}, only->lists);
  lanes_.end(document);
}

JsonLdWholeSink::JsonLdWholeSink(OutputFile& output, const JsonLdRules& rules,
                                 NodeShortening shortening, std::uint64_t memory_bytes)
    : output_(output),
      shortening_(std::move(shortening)),
      memory_bytes_(memory_bytes),
      nodes_(rules) {}

void JsonLdWholeSink::write(const QuadBatch& batch) {
  const MutexLock lock{mutex_};
  for (const Quad& quad : batch.quads()) nodes_.add(quad, batch.document());
  if (nodes_.bytes() > memory_bytes_)
    throw RunError{fmt::format(
        "the data takes more than --memory ({} bytes), and one JSON-LD document with all "
        "its lists is made in memory: --jsonld stream needs none, or give more",
        memory_bytes_)};
}

void JsonLdWholeSink::finish() {
  const MutexLock lock{mutex_};
  if (!shortening_.shorten) {
    bool begins = true, is_first = true;
    nodes_.finish(false, [&](std::string_view piece, bool ends_node) {
      if (begins) output_.append(is_first ? "[\n" : ",\n");
      output_.append(piece);
      begins = ends_node;
      is_first = false;
    });
    output_.append(is_first ? "[]\n" : "\n]\n");
    return;
  }
  // One node is the document, several are its graph.
  std::string first;
  std::size_t count = 0;
  nodes_.finish(true, [&](std::string_view node, bool) {
    std::string text = shortening_.shorten(node);
    if (++count == 1) {
      first = std::move(text);
      return;
    }
    if (count == 2)
      output_.append(
          fmt::format("{{\"@context\":{},\"@graph\":[\n{}", shortening_.context, first));
    output_.append(",\n" + text);
  });
  if (count > 1) {
    output_.append("\n]}\n");
    return;
  }
  const std::string members = count == 0 || first == "{}" ? "}" : ',' + first.substr(1);
  output_.append(fmt::format("{{\"@context\":{}{}\n", shortening_.context, members));
}

}  // namespace semsite
