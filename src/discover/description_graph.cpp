#include "discover/description_graph.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace semsite {
namespace {

/// What a statement costs beside its texts.
constexpr std::uint64_t kStatementBytes = 128;
/// Longer texts are descriptions for people, which nothing here needs.
constexpr std::size_t kLongestText = 8192;

std::string name_of(const Term& term, const Document& document) {
  if (term.kind != TermKind::blank) return std::string{term.value};
  std::string out = "_:" + document.scope + "/";
  out += term.value;
  return out;
}

bool is_dataset_class(DescriptionClass one) {
  return one == DescriptionClass::void_dataset || one == DescriptionClass::dcat_dataset ||
         one == DescriptionClass::schema_dataset;
}

}  // namespace

DescriptionGraph::DescriptionGraph() : DescriptionGraph(Bounds{}) {}
DescriptionGraph::DescriptionGraph(Bounds bounds) : bounds_(bounds) {}

void DescriptionGraph::begin_document(std::string url) {
  documents_.push_back(std::move(url));
}

void DescriptionGraph::write(const QuadBatch& batch) {
  for (const Quad& quad : batch.quads()) keep(quad, batch.document());
}

void DescriptionGraph::keep(const Quad& quad, const Document& document) {
  const auto term = description_term(quad.predicate.value);
  if (!term) return;
  std::optional<DescriptionClass> one;
  if (*term == DescriptionTerm::type) {
    one = description_class(quad.object.value);
    if (!one) return;
  }
  if (quad.object.kind == TermKind::triple || quad.object.value.size() > kLongestText)
    return;
  if (statements_ >= bounds_.statements || bytes_ >= bounds_.bytes) {
    cut_short_ = true;
    return;
  }
  ++statements_;
  if ((one && is_dataset_class(*one)) || term == DescriptionTerm::catalog_dataset ||
      term == DescriptionTerm::schema_dataset)
    ++mentions_;
  if (quad.object.kind == TermKind::iri &&
      (term == DescriptionTerm::catalog_dataset ||
       term == DescriptionTerm::schema_dataset || term == DescriptionTerm::sub_catalog))
    named_.emplace(quad.object.value);
  Facts& facts = subject(name_of(quad.subject, document));
  bytes_ += kStatementBytes + facts.name.size() + quad.object.value.size();
  if (one) {
    if (std::ranges::find(facts.classes, *one) == facts.classes.end())
      facts.classes.push_back(*one);
    return;
  }
  Value value{.text = name_of(quad.object, document),
              .kind = quad.object.kind == TermKind::iri     ? Value::Kind::iri
                      : quad.object.kind == TermKind::blank ? Value::Kind::blank
                                                            : Value::Kind::literal,
              .tag = std::string{quad.object.tag},
              .document = static_cast<std::uint32_t>(
                  documents_.empty() ? 0 : documents_.size() - 1)};
  auto place = std::ranges::find(facts.values, *term,
                                 &std::pair<DescriptionTerm, std::vector<Value>>::first);
  if (place == facts.values.end()) {
    facts.values.emplace_back(*term, std::vector<Value>{});
    place = facts.values.end() - 1;
  }
  place->second.push_back(std::move(value));
}

DescriptionGraph::Facts& DescriptionGraph::subject(std::string name) {
  const auto [place, fresh] = index_.try_emplace(name, static_cast<Node>(nodes_.size()));
  if (fresh) {
    Facts facts;
    facts.name = std::move(name);
    facts.document =
        static_cast<std::uint32_t>(documents_.empty() ? 0 : documents_.size() - 1);
    nodes_.push_back(std::move(facts));
  }
  return nodes_[place->second];
}

const std::string& DescriptionGraph::source(Node node) const {
  static const std::string kNone;
  const std::uint32_t at = nodes_[node].document;
  return at < documents_.size() ? documents_[at] : kNone;
}

bool DescriptionGraph::is_dataset(const Facts& facts) {
  return std::ranges::any_of(facts.classes, is_dataset_class);
}

bool DescriptionGraph::tells_of_data(const Facts& facts) {
  using T = DescriptionTerm;
  constexpr std::array kWays{T::distribution,    T::schema_distribution, T::data_dump,
                             T::download_url,    T::access_url,          T::content_url,
                             T::sparql_endpoint, T::endpoint_url,        T::uri_space};
  return is_dataset(facts) || std::ranges::any_of(facts.values, [&](const auto& known) {
           return std::ranges::find(kWays, known.first) != kWays.end();
         });
}

/// What is said of it in texts and IRIs, in one order.
std::string DescriptionGraph::texts_of(const Facts& facts) {
  std::vector<std::string> all;
  for (const auto& [term, values] : facts.values)
    for (const Value& value : values)
      if (value.kind != Value::Kind::blank)
        all.push_back(std::to_string(static_cast<int>(term)) + ' ' + value.text);
  std::ranges::sort(all);
  std::string out;
  for (const std::string& one : all) out.append(one).append(1, '\n');
  return out;
}

bool DescriptionGraph::has_news(std::size_t first,
                                const std::function<bool(const std::string&)>& is_page) {
  for (; kept_of_ < first; ++kept_of_)
    if (is_dataset(nodes_[kept_of_])) said_.insert(texts_of(nodes_[kept_of_]));
  for (std::size_t i = first; i < nodes_.size(); ++i) {
    const Facts& facts = nodes_[i];
    if (!facts.name.starts_with("_:")) {
      if (tells_of_data(facts) && !is_page(facts.name)) return true;
    } else if (is_dataset(facts) && !said_.contains(texts_of(facts))) {
      return true;
    }
  }
  return false;
}

bool DescriptionGraph::is(Node node, DescriptionClass one) const {
  return std::ranges::find(nodes_[node].classes, one) != nodes_[node].classes.end();
}

std::span<const DescriptionGraph::Value> DescriptionGraph::values(
    Node node, DescriptionTerm term) const {
  for (const auto& [known, values] : nodes_[node].values)
    if (known == term) return values;
  return {};
}

const DescriptionGraph::Value* DescriptionGraph::first(Node node,
                                                       DescriptionTerm term) const {
  const auto all = values(node, term);
  return all.empty() ? nullptr : &all.front();
}

std::optional<DescriptionGraph::Node> DescriptionGraph::node_of(
    const Value* value) const {
  if (value == nullptr) return std::nullopt;
  return node_of(*value);
}

std::optional<DescriptionGraph::Node> DescriptionGraph::node_of(
    const Value& value) const {
  return value.kind == Value::Kind::literal ? std::nullopt : find(value.text);
}

std::optional<DescriptionGraph::Node> DescriptionGraph::find(
    std::string_view name) const {
  const auto place = index_.find(std::string{name});
  if (place == index_.end()) return std::nullopt;
  return place->second;
}

void DescriptionGraph::for_each(
    DescriptionTerm term, const std::function<void(Node, const Value&)>& take) const {
  for (Node node = 0; node < nodes_.size(); ++node)
    for (const Value& value : values(node, term)) take(node, value);
}

}  // namespace semsite
