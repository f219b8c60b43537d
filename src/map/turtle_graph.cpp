#include "map/turtle_graph.hpp"

#include <fmt/format.h>
#include <sord/sord.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <utility>

#include "base/diagnostics.hpp"
#include "semsite/errors.hpp"
#include "semsite/term.hpp"
#include "turtle/turtle_parser.hpp"

namespace semsite {
namespace {

const std::uint8_t* bytes_of(const std::string& text) {
  return reinterpret_cast<const std::uint8_t*>(text.c_str());
}

struct FreeWorld {
  void operator()(SordWorld* world) const { sord_world_free(world); }
};
struct FreeModel {
  void operator()(SordModel* model) const { sord_free(model); }
};
struct FreeNode {
  SordWorld* world;
  void operator()(SordNode* node) const { sord_node_free(world, node); }
};
using OwnedNode = std::unique_ptr<SordNode, FreeNode>;

}  // namespace

/// Sord finds the triples. It has no place for lines and no order, so each triple stands
/// in a graph of its own, whose name is its place among the facts.
class MappingGraph::Store {
 public:
  Store()
      : world_(sord_world_new()),
        model_(sord_new(world_.get(), SORD_SPO | SORD_PSO, true)) {
    // Whoever adds a node tells what is wrong with it.
    const auto quiet = [](void*, const SerdError*) { return SERD_SUCCESS; };
    sord_world_set_error_sink(world_.get(), quiet, nullptr);
  }

  OwnedNode own(SordNode* node) const { return {node, FreeNode{world_.get()}}; }

  /// False: Sord has no place for one of the terms, and nothing was added.
  bool add(const Quad& quad, std::uint64_t line) {
    const std::string place = std::to_string(facts_.size());
    const OwnedNode graph =
        own(sord_new_literal(world_.get(), nullptr, bytes_of(place), nullptr));
    const OwnedNode subject = sord_node(quad.subject);
    const OwnedNode predicate = sord_node(quad.predicate);
    const OwnedNode object = sord_node(quad.object);
    if (!subject || !predicate || !object) return false;
    const SordQuad nodes = {subject.get(), predicate.get(), object.get(), graph.get()};
    sord_add(model_.get(), nodes);
    facts_.push_back({.subject = node(nodes[SORD_SUBJECT]),
                      .predicate = node(nodes[SORD_PREDICATE]),
                      .object = node(nodes[SORD_OBJECT]),
                      .line = line});
    return true;
  }

  std::vector<GraphFact> find(const SordNode* subject, const SordNode* predicate) const {
    std::vector<std::size_t> places;
    SordIter* at = sord_search(model_.get(), subject, predicate, nullptr, nullptr);
    for (; !sord_iter_end(at); sord_iter_next(at)) {
      SordQuad quad;
      sord_iter_get(at, quad);
      places.push_back(std::strtoul(
          reinterpret_cast<const char*>(sord_node_get_string(quad[SORD_GRAPH])), nullptr,
          10));
    }
    sord_iter_free(at);
    std::ranges::sort(places);
    std::vector<GraphFact> out;
    out.reserve(places.size());
    for (const std::size_t place : places) out.push_back(facts_[place]);
    return out;
  }

  [[nodiscard]] const std::vector<GraphFact>& all() const { return facts_; }

  OwnedNode sord_node(const GraphNode& node) const {
    return own(node.kind == GraphNode::Kind::blank
                   ? sord_new_blank(world_.get(), bytes_of(node.value))
                   : sord_new_uri(world_.get(), bytes_of(node.value)));
  }

 private:
  [[nodiscard]] OwnedNode sord_node(const Term& term) const {
    const std::string value{term.value};
    const std::string tag{term.tag};
    SordWorld* const world = world_.get();
    switch (term.kind) {
      case TermKind::blank:
        return own(sord_new_blank(world, bytes_of(value)));
      case TermKind::literal:
        return own(sord_new_literal(world, nullptr, bytes_of(value), nullptr));
      case TermKind::lang:
        return own(sord_new_literal(world, nullptr, bytes_of(value), tag.c_str()));
      case TermKind::typed: {
        const OwnedNode type = own(sord_new_uri(world, bytes_of(tag)));
        return own(sord_new_literal(world, type.get(), bytes_of(value), nullptr));
      }
      case TermKind::iri:
        return own(sord_new_uri(world, bytes_of(value)));
      case TermKind::none:
      case TermKind::triple:
        break;
    }
    return own(nullptr);
  }

  static GraphNode node(const SordNode* from) {
    const auto text = [](const SordNode* one) {
      return std::string{reinterpret_cast<const char*>(sord_node_get_string(one))};
    };
    GraphNode out{.kind = GraphNode::Kind::iri,
                  .value = text(from),
                  .datatype = {},
                  .language = {}};
    switch (sord_node_get_type(from)) {
      case SORD_URI:
        break;
      case SORD_BLANK:
        out.kind = GraphNode::Kind::blank;
        break;
      case SORD_LITERAL:
        out.kind = GraphNode::Kind::literal;
        if (const SordNode* type = sord_node_get_datatype(from))
          out.datatype = text(type);
        if (const char* language = sord_node_get_language(from)) out.language = language;
        break;
    }
    return out;
  }

  std::unique_ptr<SordWorld, FreeWorld> world_;
  std::unique_ptr<SordModel, FreeModel> model_;
  std::vector<GraphFact> facts_;  ///< in the order of the file
};

namespace {

/// What makes a mapping file unreadable, told with its name and line.
class FileFaults final : public Diagnostics {
 public:
  explicit FileFaults(std::string_view name) : name_(name) {}

  [[noreturn]] void fail(std::uint64_t line, std::string_view why) const {
    throw UsageError{fmt::format("{}:{}: {}", name_, line, why)};
  }
  void report(const Fault& fault) override {
    if (fault.skipped) fail(fault.line, fmt::format("not Turtle: {}", fault.message));
  }

 private:
  std::string_view name_;
};

}  // namespace

MappingGraph::MappingGraph(std::string_view text, std::string_view name,
                           std::string_view base)
    : store_(std::make_unique<Store>()) {
  FileFaults faults{name};
  try {
    read_turtle_text(
        std::string{text}, std::string{base}, faults,
        [&](const Quad& quad, std::uint64_t line) {
          const bool has_nul = quad.object.value.find('\0') != std::string_view::npos;
          if (has_nul || !store_->add(quad, line))
            faults.fail(line, "triple terms and NUL have no place in a mapping");
        });
  } catch (const DocumentError& error) {
    throw UsageError{fmt::format("{}: {}", name, error.what())};
  }
}

MappingGraph::MappingGraph(MappingGraph&&) noexcept = default;
MappingGraph& MappingGraph::operator=(MappingGraph&&) noexcept = default;
MappingGraph::~MappingGraph() = default;

std::vector<GraphFact> MappingGraph::about(const GraphNode& subject) const {
  return store_->find(store_->sord_node(subject).get(), nullptr);
}

std::vector<GraphFact> MappingGraph::with(std::string_view predicate) const {
  const GraphNode node{.kind = GraphNode::Kind::iri,
                       .value = std::string{predicate},
                       .datatype = {},
                       .language = {}};
  return store_->find(nullptr, store_->sord_node(node).get());
}

const std::vector<GraphFact>& MappingGraph::all() const { return store_->all(); }

}  // namespace semsite
