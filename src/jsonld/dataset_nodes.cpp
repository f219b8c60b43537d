#include "jsonld/dataset_nodes.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <unordered_set>
#include <utility>

#include "base/ascii.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "parse/json_value.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/quad_check.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::string_view kRdfList = "http://www.w3.org/1999/02/22-rdf-syntax-ns#List";
constexpr std::string_view kRdfValue = "http://www.w3.org/1999/02/22-rdf-syntax-ns#value";
constexpr std::string_view kRdfLanguage =
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#language";

/// What a term takes beside its text: the view, its place in the table, and what is known
/// of it when all are there.
constexpr std::uint64_t kTermBytes = 112;
// The text of a term: a letter for its type, then what it is; of a literal its datatype,
// language and direction, a zero byte behind each, and its value.
constexpr char kIri = 'i';
constexpr char kBlank = 'b';
constexpr char kLiteral = 'l';

std::string_view cut(std::string_view& rest) {
  const std::size_t end = rest.find('\0');
  const std::string_view out = rest.substr(0, end);
  rest.remove_prefix(end + 1);
  return out;
}

}  // namespace

DatasetNodes::DatasetNodes(const JsonLdRules& rules) : rules_(rules) {
  intern({});  // 0: the default graph
}

DatasetNodes::Id DatasetNodes::intern(const TermParts& parts) {
  key_.clear();
  switch (parts.type) {
    case TermParts::Type::none:
      break;
    case TermParts::Type::iri:
      key_ += kIri;
      key_ += parts.value;
      break;
    case TermParts::Type::blank:
      key_ += kBlank;
      key_ += parts.value;
      break;
    case TermParts::Type::literal:
      key_ += kLiteral;
      for (const std::string_view part :
           {parts.datatype, parts.language, parts.direction}) {
        key_ += part;
        key_ += '\0';
      }
      key_ += parts.value;
      break;
    case TermParts::Type::triple:
      throw std::logic_error{"a triple term among nodes of JSON-LD: see older_rdf_rules"};
  }
  const auto found = ids_.find(key_);
  if (found != ids_.end()) return found->second;
  const auto id = static_cast<Id>(terms_.size());
  terms_.push_back(arena_.keep(key_));
  ids_.emplace(terms_.back(), id);
  bytes_ += key_.size() + kTermBytes;
  return id;
}

TermParts DatasetNodes::term(Id id) const {
  std::string_view text = terms_[id];
  if (text.empty()) return {};
  const char type = text.front();
  text.remove_prefix(1);
  if (type == kIri) return {.type = TermParts::Type::iri, .value = text};
  if (type == kBlank) return {.type = TermParts::Type::blank, .value = text};
  TermParts out{.type = TermParts::Type::literal};
  out.datatype = cut(text);
  out.language = cut(text);
  out.direction = cut(text);
  out.value = text;
  return out;
}

bool DatasetNodes::is_blank(Id id) const { return terms_[id].starts_with(kBlank); }

void DatasetNodes::add(const Quad& quad, const Document& document) {
  const auto id = [&](const Term& term) {
    return intern(parts_of(term, document.scope, label_));
  };
  triples_.push_back({.graph = id(written_graph(quad, document)),
                      .subject = id(quad.subject),
                      .predicate = id(quad.predicate),
                      .object = id(quad.object)});
  bytes_ += sizeof(Triple);
}

DatasetNodes::Id DatasetNodes::find(std::string_view iri) const {
  const auto found = ids_.find(std::string{kIri} + std::string{iri});
  return found == ids_.end() ? kNowhere : found->second;
}

/// Literals whose language tags differ in case only are one: they get the place of the
/// first of them.
void DatasetNodes::join_by_tags(const std::vector<Id>& order,
                                std::vector<Id>& place) const {
  std::unordered_map<std::string, Id> first;  // by their text with a tag in lower case
  for (const Id id : order) {
    if (!terms_[id].starts_with(kLiteral)) continue;
    const std::string_view tag = term(id).language;
    if (std::ranges::none_of(tag, is_upper)) continue;
    std::string text{terms_[id]};
    text.replace(static_cast<std::size_t>(tag.data() - terms_[id].data()), tag.size(),
                 lower_ascii(tag));
    place[id] = first.try_emplace(std::move(text), place[id]).first->second;
  }
  for (const auto& [text, id] : first)
    if (const auto found = ids_.find(text); found != ids_.end())
      place[found->second] = id;
}

/// Terms get ids in the order of their texts, so that the order in which they came does
/// not show.
void DatasetNodes::sort_all() {
  std::vector<Id> order(terms_.size());
  std::iota(order.begin(), order.end(), Id{0});
  std::ranges::sort(order, {}, [this](Id id) { return terms_[id]; });
  std::vector<Id> place(terms_.size());
  std::vector<std::string_view> sorted(terms_.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    place[order[i]] = static_cast<Id>(i);
    sorted[i] = terms_[order[i]];
  }
  join_by_tags(order, place);
  terms_ = std::move(sorted);
  for (auto& [text, id] : ids_) id = place[id];
  for (Triple& triple : triples_)
    triple = {place[triple.graph], place[triple.subject], place[triple.predicate],
              place[triple.object]};
  std::ranges::sort(triples_);
  const auto again = std::unique(triples_.begin(), triples_.end());
  triples_.erase(again, triples_.end());
  type_ = find(kRdfType);
  first_ = find(kRdfFirst);
  rest_ = find(kRdfRest);
  nil_ = find(kRdfNil);
  list_ = find(kRdfList);
  value_ = find(kRdfValue);
  language_ = find(kRdfLanguage);
  direction_ = find(kRdfDirection);
}

void DatasetNodes::count_uses() {
  used_.assign(terms_.size(), kNowhere);
  subject_in_.assign(terms_.size(), kNowhere);
  for (std::size_t i = 0; i < triples_.size(); ++i) {
    const Triple& triple = triples_[i];
    std::uint32_t& used = used_[triple.object];
    const bool is_type = triple.predicate == type_ && !rules_.use_rdf_type;
    used = used == kNowhere && !is_type ? static_cast<std::uint32_t>(i) : kOften;
    std::uint32_t& graph = subject_in_[triple.subject];
    if (graph == kNowhere) graph = triple.graph;
    if (graph != triple.graph) graph = kOften;
    Range& range = graphs_.try_emplace(triple.graph, Range{i, i}).first->second;
    range.end = i + 1;
  }
  for (const auto& [graph, range] : graphs_) used_[graph] = kOften;
}

DatasetNodes::Range DatasetNodes::node(Id graph, Id subject) const {
  const auto before = [](const Triple& triple, const std::pair<Id, Id>& wanted) {
    return std::pair{triple.graph, triple.subject} < wanted;
  };
  const std::pair wanted{graph, subject};
  const auto begin = std::lower_bound(triples_.begin(), triples_.end(), wanted, before);
  auto end = begin;
  while (end != triples_.end() && end->graph == graph && end->subject == subject) ++end;
  return {static_cast<std::size_t>(begin - triples_.begin()),
          static_cast<std::size_t>(end - triples_.begin())};
}

/// Can its label be done without: is it the subject of one graph only, and the object of
/// one triple there?
bool DatasetNodes::stands_alone(Id blank, Id graph) const {
  return is_blank(blank) && used_[blank] < kOften && subject_in_[blank] == graph &&
         triples_[used_[blank]].graph == graph;
}

/// 6.4.3: one rdf:first, one rdf:rest, and nothing else but the type rdf:List.
bool DatasetNodes::is_cell(Id blank, Id graph) const {
  if (!stands_alone(blank, graph)) return false;
  const Range range = node(graph, blank);
  if (range.end - range.begin > 3) return false;
  std::size_t firsts = 0, rests = 0;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const Triple& triple = triples_[i];
    if (triple.predicate == first_) {
      ++firsts;
    } else if (triple.predicate == rest_) {
      ++rests;
    } else if (triple.predicate != type_ || triple.object != list_ ||
               rules_.use_rdf_type) {
      return false;
    }
  }
  return firsts == 1 && rests == 1;
}

void DatasetNodes::find_lists() {
  list_of_.assign(terms_.size(), kNowhere);
  if (rest_ == kNowhere || nil_ == kNowhere) return;
  for (std::size_t end = 0; end < triples_.size(); ++end) {
    if (triples_[end].object != nil_ || triples_[end].predicate != rest_) continue;
    const std::size_t begin = cells_.size();
    std::size_t at = end;
    while (triples_[at].predicate == rest_ &&
           is_cell(triples_[at].subject, triples_[at].graph)) {
      cells_.push_back(triples_[at].subject);
      at = used_[triples_[at].subject];
    }
    if (cells_.size() == begin) continue;
    for (std::size_t i = begin; i < cells_.size(); ++i)
      list_of_[cells_[i]] = static_cast<std::uint32_t>(lists_.size());
    lists_.push_back({.head = at, .begin = begin, .end = cells_.size()});
  }
}

/// Lists that contain each other in a circle would be lost, and what is too deep could
/// not be read: one of them stays nodes.
void DatasetNodes::unfold_circles() {
  constexpr std::uint32_t kUnknown = ~std::uint32_t{0};
  constexpr std::uint32_t kAsked = kUnknown - 1;
  std::vector<std::uint32_t> depth(lists_.size(), kUnknown);
  std::vector<std::uint32_t> path;
  for (std::uint32_t from = 0; from < lists_.size(); ++from) {
    path.clear();
    std::uint32_t at = from;
    while (at != kNowhere && depth[at] == kUnknown) {
      depth[at] = kAsked;
      path.push_back(at);
      at = list_of_[triples_[lists_[at].head].subject];
    }
    // What it stands in: nothing, a list whose depth is known, or itself.
    std::uint32_t below = 0;
    if (at != kNowhere && depth[at] == kAsked) {
      lists_[at].folded = false;
    } else if (at != kNowhere) {
      below = lists_[at].folded ? depth[at] + 1 : 0;
    }
    for (auto list = path.rbegin(); list != path.rend(); ++list) {
      depth[*list] = below;
      if (below >= kDeepestLists) lists_[*list].folded = false;
      below = lists_[*list].folded ? below + 1 : 0;
    }
  }
}

bool DatasetNodes::is_plain_text(Id id) const {
  const TermParts parts = term(id);
  return parts.type == TermParts::Type::literal && parts.datatype == kXsdString;
}

/// An rdf:value, an rdf:direction, perhaps an rdf:language, nothing else.
bool DatasetNodes::is_compound(Id blank, Id graph) const {
  if (!stands_alone(blank, graph)) return false;
  const Range range = node(graph, blank);
  if (range.end - range.begin > 3) return false;
  std::size_t values = 0, directions = 0, languages = 0;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const Triple& triple = triples_[i];
    if (!is_plain_text(triple.object)) return false;
    const std::string_view text = term(triple.object).value;
    if (triple.predicate == value_) {
      ++values;
    } else if (triple.predicate == direction_) {
      if (text != "ltr" && text != "rtl") return false;
      ++directions;
    } else if (triple.predicate == language_) {
      // Capitals would not come back.
      if (!is_legal_language(text) ||
          std::ranges::any_of(text, [](char c) { return c >= 'A' && c <= 'Z'; }))
        return false;
      ++languages;
    } else {
      return false;
    }
  }
  return values == 1 && directions == 1 && languages <= 1;
}

void DatasetNodes::find_compounds() {
  compound_.assign(terms_.size(), false);
  if (rules_.direction != RdfDirection::compound_literal || direction_ == kNowhere)
    return;
  for (const Triple& triple : triples_)
    if (triple.predicate == direction_ && is_compound(triple.subject, triple.graph))
      compound_[triple.subject] = true;
}

bool DatasetNodes::is_folded(Id blank) const {
  return compound_[blank] ||
         (list_of_[blank] != kNowhere && lists_[list_of_[blank]].folded);
}

void DatasetNodes::finish(bool whole, const Take& take) {
  sort_all();
  count_uses();
  find_lists();
  unfold_circles();
  find_compounds();
  write_all(whole, take);
}

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
