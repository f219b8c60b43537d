#include "commands/update_changes.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "base/hash.hpp"
#include "base/secrets.hpp"
#include "base/text_hash.hpp"
#include "rdf/term_text.hpp"
#include "report/changed_quad.hpp"

namespace semsite {
namespace {

using Side = OutputComparison::Side;

constexpr std::size_t kSortBytes = 32 * 1024 * 1024;
constexpr std::size_t kChunkBytes = 1024 * 1024;
/// Of the quads of one document that are held at once. Pages have a bound of their own.
constexpr std::size_t kDocumentBytes = 64 * 1024 * 1024;
/// Of a label, before `Document::scope`.
constexpr std::string_view kLabelBegin = "_:b";
constexpr std::size_t kScopeBytes = 16;

/// What the labels of its document begin with; empty without a blank node.
std::string_view scope_of(const ChangedQuad& quad) {
  std::string_view scope;
  for (const std::string_view term : {quad.subject, quad.object, quad.graph})
    each_label_text(term, [&](std::string_view label) {
      if (scope.empty() && label.starts_with(kLabelBegin) &&
          label.size() >= kLabelBegin.size() + kScopeBytes)
        scope = label.substr(kLabelBegin.size(), kScopeBytes);
    });
  return scope;
}

using Texts = std::unordered_set<std::string, KeyedHash, std::equal_to<>>;
using TextMap = std::unordered_map<std::string, std::string, KeyedHash, std::equal_to<>>;

/// Lines that are told as they come.
class Pieces {
 public:
  explicit Pieces(ChangeWriter& writer) : writer_(writer) {}
  void add(Side side, std::string_view line) {
    std::string& text = side == Side::removed ? removed_ : added_;
    text += line;
    text += '\n';
    if (text.size() >= kChunkBytes) flush();
  }
  void flush() {
    if (!removed_.empty()) writer_.document(removed_, {});
    if (!added_.empty()) writer_.document({}, added_);
    removed_.clear();
    added_.clear();
  }

 private:
  ChangeWriter& writer_;
  std::string removed_, added_;
};

/// One document after another, out of lines sorted by scope.
class Documents {
 public:
  using GraphOf = std::function<std::string_view(std::string_view scope)>;
  Documents(GraphOf graph_of, OwnGraph& own, ChangeWriter& writer)
      : graph_of_(std::move(graph_of)), own_(own), writer_(writer) {}

  void add(std::string_view scope, Side side, std::string_view line) {
    if (scope != scope_) {
      flush();
      scope_ = scope;
    }
    if (side == Side::removed) ++removed_;
    if (side == Side::added) ++added_;
    too_big_ = too_big_ || old_.size() + new_.size() > kDocumentBytes;
    if (too_big_) return;
    if (side != Side::added) (old_ += line) += '\n';
    if (side != Side::removed) (new_ += line) += '\n';
  }
  void flush() {
    if (too_big_) {
      writer_.leave_out(removed_, added_);
    } else if (removed_ + added_ > 0) {
      own_.set(graph_of_(scope_));
      writer_.document(old_, new_);
      own_.set({});
    }
    old_.clear();
    new_.clear();
    removed_ = added_ = 0;
    too_big_ = false;
  }

 private:
  GraphOf graph_of_;
  OwnGraph& own_;
  ChangeWriter& writer_;
  std::string scope_, old_, new_;
  std::uint64_t removed_ = 0, added_ = 0;
  bool too_big_ = false;
};

char mark_of(Side side) {
  return side == Side::both ? 'b' : side == Side::removed ? 'o' : 'n';
}
Side side_of(char mark) {
  return mark == 'b' ? Side::both : mark == 'o' ? Side::removed : Side::added;
}

/// Scopes of documents of which quads with blank nodes changed.
Texts touched_scopes(OutputComparison& compared) {
  Texts out;
  compared.each_line([&](Side side, std::string_view line) {
    if (side == Side::both) return;
    if (const std::string_view scope = scope_of(cut_quad(line));
        !scope.empty() && !out.contains(scope))
      out.emplace(scope);
  });
  return out;
}

}  // namespace

void write_update(OutputComparison& compared, const EachPage& pages,
                  const TemporaryFiles& files, OwnGraph& own, ChangeWriter& writer) {
  const Texts touched = touched_scopes(compared);
  TextMap graphs;          // of touched pages, by scope
  TextMap scope_of_graph;  // by the term of the graph
  if (!touched.empty())
    pages([&](std::string_view url) {
      const std::string scope = short_hash(url);
      if (!touched.contains(scope)) return;
      const std::string iri = without_url_secrets(url, SecretsOf::asker);
      graphs.insert_or_assign(scope, iri);
      scope_of_graph.insert_or_assign('<' + iri + '>', scope);
    });
  Sorter sorted{files, "documents", kSortBytes};
  Pieces pieces{writer};
  std::string record;
  compared.each_line([&](Side side, std::string_view line) {
    if (touched.empty() && side == Side::both) return;
    const ChangedQuad quad = cut_quad(line);
    std::string_view scope = scope_of(quad);
    const auto graph = scope_of_graph.find(quad.graph);
    const bool is_own = graph != scope_of_graph.end();
    // Blank nodes of others would get new names with it.
    if (is_own && !scope.empty() && scope != graph->second && side != Side::removed)
      graphs.erase(graph->second);
    if (!touched.contains(scope)) scope = is_own ? graph->second : std::string_view{};
    if (scope.empty()) {
      if (side != Side::both) pieces.add(side, line);
      return;
    }
    record = scope;
    record += mark_of(side);
    record += line;
    sorted.add(record);
  });
  pieces.flush();
  if (sorted.empty()) return;
  const auto graph_of = [&](std::string_view scope) {
    const auto found = graphs.find(scope);
    return found == graphs.end() ? std::string_view{} : found->second;
  };
  Documents documents{graph_of, own, writer};
  for (RunMerge merge = sorted.merge(); merge.next();) {
    const std::string_view one = merge.record();
    documents.add(one.substr(0, kScopeBytes), side_of(one[kScopeBytes]),
                  one.substr(kScopeBytes + 1));
  }
  documents.flush();
}

}  // namespace semsite
