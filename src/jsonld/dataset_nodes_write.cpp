#include <functional>
#include <unordered_set>

#include "base/text_hash.hpp"
#include "jsonld/dataset_nodes.hpp"
#include "parse/json_text.hpp"
#include "rdf/namespaces.hpp"

namespace semsite {
namespace {

/// A piece of text that is worth being written.
constexpr std::size_t kPieceBytes = std::size_t{256} * 1024;

}  // namespace

void DatasetNodes::send_if_long() {
  if (whole_ || out_.size() < kPieceBytes) return;
  (*take_)(out_, false);
  out_.clear();
}

void DatasetNodes::write_all(bool whole, const Take& take) {
  take_ = &take;
  whole_ = whole;
  const auto end_node = [&] {
    out_ += '}';
    take(out_, true);
    out_.clear();
  };
  const auto add_graph = [&](Id graph) {
    const auto found = graphs_.find(graph);
    if (graph == 0 || found == graphs_.end()) return;
    out_ += ",\"@graph\":[";
    write_graph(found->second);
    out_ += ']';
    graphs_.erase(found);
  };
  const Range all{0, triples_.size()};
  std::size_t at = all.begin;
  while (at < all.end && triples_[at].graph == 0) {
    const Range range = node(0, triples_[at].subject);
    if (write_node(range)) {
      add_graph(triples_[at].subject);
      end_node();
    }
    at = range.end;
  }
  while (at < all.end) {
    const Id graph = triples_[at].graph;
    const auto found = graphs_.find(graph);
    if (found == graphs_.end()) {  // in the node of its name
      while (at < all.end && triples_[at].graph == graph) ++at;
      continue;
    }
    at = found->second.end;
    out_ += "{\"@id\":";
    append_json_string(out_, term(graph).value);
    add_graph(graph);
    end_node();
  }
}

void DatasetNodes::write_graph(Range graph) {
  bool is_first = true;
  for (std::size_t at = graph.begin; at < graph.end;) {
    const Range range = node(triples_[at].graph, triples_[at].subject);
    at = range.end;
    if (is_folded(triples_[range.begin].subject)) continue;
    if (!is_first) out_ += ',';
    is_first = false;
    write_node(range);
    out_ += '}';
    send_if_long();
  }
}

/// All but the closing brace. False of what stands inside something else.
bool DatasetNodes::write_node(Range node) {
  const Id subject = triples_[node.begin].subject;
  if (is_folded(subject)) return false;
  out_ += "{\"@id\":";
  append_json_string(out_, term(subject).value);
  for (std::size_t at = node.begin; at < node.end;) {
    const Id predicate = triples_[at].predicate;
    std::size_t end = at;
    while (end < node.end && triples_[end].predicate == predicate) ++end;
    const bool is_type = predicate == type_ && !rules_.use_rdf_type;
    // Literals of rdf:type stay a property of that name.
    const auto names_type = [&](std::size_t i) {
      return is_type && term(triples_[i].object).type != TermParts::Type::literal;
    };
    std::unordered_set<std::string, KeyedHash, std::equal_to<>> natives;
    for (const bool of_type : {true, false}) {
      bool is_first = true;
      for (std::size_t i = at; i < end; ++i) {
        if (names_type(i) != of_type) continue;
        const std::size_t before = out_.size();
        if (is_first) {
          out_ += ',';
          append_json_string(out_, of_type ? "@type" : term(predicate).value);
          out_ += ":[";
        } else {
          out_ += ',';
        }
        if (of_type) {
          append_json_string(out_, term(triples_[i].object).value);
          is_first = false;
          continue;
        }
        const std::size_t value = out_.size();
        write_object(i);
        // 5.7.8: two texts may be one number.
        if (rules_.native_types &&
            term(triples_[i].object).type == TermParts::Type::literal &&
            !natives.insert(out_.substr(value)).second) {
          out_.resize(before);
          continue;
        }
        is_first = false;
        send_if_long();
      }
      if (!is_first) out_ += ']';
    }
    at = end;
  }
  return true;
}

void DatasetNodes::write_object(std::size_t triple) {
  const Id object = triples_[triple].object;
  if (object == nil_) {
    out_ += "{\"@list\":[]}";
  } else if (is_blank(object) && compound_[object]) {
    write_compound(object, triples_[triple].graph);
  } else if (is_blank(object) && is_folded(object)) {
    write_list(lists_[list_of_[object]]);
  } else {
    append_object(out_, term(object), rules_);
  }
}

/// Deep as lists are in lists, which `unfold_circles` bounds.
void DatasetNodes::write_list(const List& list) {
  out_ += "{\"@list\":[";
  const Id graph = triples_[list.head].graph;
  for (std::size_t i = list.end; i > list.begin; --i) {
    if (i < list.end) out_ += ',';
    const Range range = node(graph, cells_[i - 1]);
    for (std::size_t at = range.begin; at < range.end; ++at)
      if (triples_[at].predicate == first_) write_object(at);
    send_if_long();
  }
  out_ += "]}";
}

void DatasetNodes::write_compound(Id blank, Id graph) {
  TermParts text{.type = TermParts::Type::literal, .datatype = kXsdString};
  const Range range = node(graph, blank);
  for (std::size_t at = range.begin; at < range.end; ++at) {
    const std::string_view part = term(triples_[at].object).value;
    if (triples_[at].predicate == value_) text.value = part;
    if (triples_[at].predicate == language_) text.language = part;
    if (triples_[at].predicate == direction_) text.direction = part;
  }
  append_object(out_, text, rules_);
}

}  // namespace semsite
