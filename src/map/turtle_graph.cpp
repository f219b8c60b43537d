#include "map/turtle_graph.hpp"

#include <fmt/format.h>
#include <serd/serd.h>
#include <sord/sord.h>

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <utility>

#include "base/c_guard.hpp"
#include "base/errors.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "map/plain_turtle.hpp"

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
struct FreeEnv {
  void operator()(SerdEnv* env) const { serd_env_free(env); }
};
struct FreeReader {
  void operator()(SerdReader* reader) const {
    serd_reader_end_stream(reader);  // else Serd forgets the page it read into
    serd_reader_free(reader);
  }
};
struct FreeNode {
  SordWorld* world;
  void operator()(SordNode* node) const { sord_node_free(world, node); }
};
using OwnedNode = std::unique_ptr<SordNode, FreeNode>;

}  // namespace

/// Sord keeps the triples. It has no place for lines, so each triple stands in a graph of
/// its own, whose name is its number and its line.
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
  [[nodiscard]] SordWorld* world() const { return world_.get(); }

  void add(SordNode* subject, SordNode* predicate, SordNode* object, std::uint64_t line) {
    const std::string place = fmt::format("{:09}:{}", ++count_, line);
    const OwnedNode graph =
        own(sord_new_literal(world_.get(), nullptr, bytes_of(place), nullptr));
    const SordQuad quad = {subject, predicate, object, graph.get()};
    sord_add(model_.get(), quad);
  }

  std::vector<GraphFact> find(const SordNode* subject, const SordNode* predicate) const {
    std::vector<std::pair<std::string, GraphFact>> found;
    SordIter* at = sord_search(model_.get(), subject, predicate, nullptr, nullptr);
    for (; !sord_iter_end(at); sord_iter_next(at)) {
      SordQuad quad;
      sord_iter_get(at, quad);
      std::string place{
          reinterpret_cast<const char*>(sord_node_get_string(quad[SORD_GRAPH]))};
      const auto line = parse_uint(std::string_view{place}.substr(place.find(':') + 1));
      found.emplace_back(std::move(place),
                         GraphFact{.subject = node(quad[SORD_SUBJECT]),
                                   .predicate = node(quad[SORD_PREDICATE]),
                                   .object = node(quad[SORD_OBJECT]),
                                   .line = line.value_or(0)});
    }
    sord_iter_free(at);
    std::ranges::sort(found, {}, [](const auto& one) { return one.first; });
    std::vector<GraphFact> out;
    for (auto& [place, fact] : found) out.push_back(std::move(fact));
    return out;
  }

  OwnedNode sord_node(const GraphNode& node) const {
    return own(node.kind == GraphNode::Kind::blank
                   ? sord_new_blank(world_.get(), bytes_of(node.value))
                   : sord_new_uri(world_.get(), bytes_of(node.value)));
  }

 private:
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
  std::uint64_t count_ = 0;
};

namespace {

/// Serd over a text in memory. It reads byte by byte, so that the line it has come to is
/// known at every triple; mappings are small.
template <typename Store>
class TurtleReading {
 public:
  TurtleReading(std::string_view text, std::string_view name, Store& store)
      : text_(text), name_(name), store_(store) {}

  void read(std::string_view base) {
    const std::string base_text{base};
    const SerdNode base_node = serd_node_from_string(SERD_URI, bytes_of(base_text));
    env_.reset(serd_env_new(&base_node));
    const std::unique_ptr<SerdReader, FreeReader> reader{serd_reader_new(
        SERD_TURTLE, this, nullptr, on_base, on_prefix, on_statement, nullptr)};
    serd_reader_set_strict(reader.get(), true);
    serd_reader_set_error_sink(reader.get(), on_error, this);
    serd_reader_start_source_stream(
        reader.get(), on_read, [](void*) { return 0; }, this, nullptr, 1);
    for (;;) {
      const SerdStatus status = serd_reader_read_chunk(reader.get());
      guard_.rethrow();
      if (!problem_.empty()) fail(problem_line_, problem_);
      if (status == SERD_FAILURE) break;  // the end
      if (status != SERD_SUCCESS) fail(line_, "not Turtle");
    }
  }

 private:
  static TurtleReading& self(void* user) { return *static_cast<TurtleReading*>(user); }

  [[noreturn]] void fail(std::uint64_t line, std::string_view why) const {
    throw UsageError{fmt::format("{}:{}: {}", name_, line, why)};
  }

  void set_problem(std::uint64_t line, std::string problem) {
    if (!problem_.empty()) return;
    problem_ = std::move(problem);
    problem_line_ = line;
  }

  static std::size_t on_read(void* to, std::size_t, std::size_t, void* user) {
    TurtleReading& reading = self(user);
    if (reading.at_ == reading.text_.size()) return 0;
    const char c = reading.text_[reading.at_++];
    *static_cast<char*>(to) = c;
    // Serd looks one byte ahead; a line break counts when what follows is read.
    if (reading.break_) ++reading.line_;
    reading.break_ = c == '\n';
    return 1;
  }

  static SerdStatus on_base(void* user, const SerdNode* base) {
    return serd_env_set_base_uri(self(user).env_.get(), base);
  }
  static SerdStatus on_prefix(void* user, const SerdNode* name, const SerdNode* iri) {
    return serd_env_set_prefix(self(user).env_.get(), name, iri);
  }

  static SerdStatus on_error(void* user, const SerdError* error) {
    TurtleReading& reading = self(user);
    return reading.guard_.run(
        [&] {
          char text[256];
          std::vsnprintf(text, sizeof text, error->fmt, *error->args);
          reading.set_problem(error->line, fmt::format("not Turtle: {}", trim(text)));
          return SERD_SUCCESS;
        },
        SERD_ERR_INTERNAL);
  }

  static SerdStatus on_statement(void* user, SerdStatementFlags, const SerdNode*,
                                 const SerdNode* subject, const SerdNode* predicate,
                                 const SerdNode* object, const SerdNode* datatype,
                                 const SerdNode* language) {
    TurtleReading& reading = self(user);
    return reading.guard_.run(
        [&] {
          const auto s = reading.node(subject, nullptr, nullptr);
          const auto p = reading.node(predicate, nullptr, nullptr);
          const auto o = reading.node(object, datatype, language);
          if (!s || !p || !o) return SERD_ERR_BAD_CURIE;
          reading.store_.add(s.get(), p.get(), o.get(), reading.line_);
          return SERD_SUCCESS;
        },
        SERD_ERR_INTERNAL);
  }

  OwnedNode node(const SerdNode* from, const SerdNode* datatype,
                 const SerdNode* language) {
    OwnedNode out = store_.own(
        sord_node_from_serd_node(store_.world(), env_.get(), from, datatype, language));
    if (!out)
      set_problem(line_, fmt::format("\"{}\" begins with a prefix that is not declared",
                                     excerpt({reinterpret_cast<const char*>(from->buf),
                                              from->n_bytes})));
    return out;
  }

  std::string_view text_;
  std::string name_;
  Store& store_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 1;
  bool break_ = false;
  std::string problem_;
  std::uint64_t problem_line_ = 0;
  CGuard guard_;
  std::unique_ptr<SerdEnv, FreeEnv> env_;
};

}  // namespace

MappingGraph::MappingGraph(std::string_view text, std::string_view name,
                           std::string_view base)
    : store_(std::make_unique<Store>()) {
  if (!is_utf8(text)) throw UsageError{fmt::format("{}:1: not UTF-8", name)};
  TurtleProblem problem;
  const std::optional<std::string> plain = plain_turtle(text, problem);
  if (!plain) {
    const std::string_view passed = text.substr(0, problem.at);
    throw UsageError{fmt::format("{}:{}: not Turtle: {}", name,
                                 1 + std::ranges::count(passed, '\n'), problem.message)};
  }
  TurtleReading<Store>{*plain, name, *store_}.read(base);
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

std::vector<GraphFact> MappingGraph::all() const {
  return store_->find(nullptr, nullptr);
}

}  // namespace semsite
