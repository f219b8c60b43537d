#include "sink/turtle_sink.hpp"

#include <serd/serd.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <memory>
#include <utility>

#include "base/ascii.hpp"
#include "base/c_guard.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/quad_check.hpp"
#include "rdf/triple_term.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

struct Prefix {
  const char* name;
  const char* iri;
};
constexpr Prefix kPrefixes[] = {
    {"dcat", "http://www.w3.org/ns/dcat#"},
    {"dct", "http://purl.org/dc/terms/"},
    {"foaf", "http://xmlns.com/foaf/0.1/"},
    {"owl", "http://www.w3.org/2002/07/owl#"},
    {"prov", "http://www.w3.org/ns/prov#"},
    {"rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"},
    {"rdfs", "http://www.w3.org/2000/01/rdf-schema#"},
    {"schema", "http://schema.org/"},
    {"skos", "http://www.w3.org/2004/02/skos/core#"},
    {"void", "http://rdfs.org/ns/void#"},
    {"xsd", "http://www.w3.org/2001/XMLSchema#"},
};

struct FreeEnv {
  void operator()(SerdEnv* env) const { serd_env_free(env); }
};
struct FreeWriter {
  void operator()(SerdWriter* writer) const { serd_writer_free(writer); }
};

const std::uint8_t* bytes(const char* text) {
  return reinterpret_cast<const std::uint8_t*>(text);
}

/// True if Turtle may write the value without quotes and still mean the same type:
/// INTEGER, DECIMAL, 'true' and 'false'. Serd does so without looking.
bool can_stand_bare(std::string_view value, std::string_view type) {
  if (type == kXsdBoolean) return value == "true" || value == "false";
  if (type != kXsdInteger && type != kXsdDecimal) return false;
  if (value.starts_with('+') || value.starts_with('-')) value.remove_prefix(1);
  if (type == kXsdDecimal) {
    const std::size_t dot = value.find('.');
    if (dot == std::string_view::npos) return false;
    const std::string_view whole = value.substr(0, dot);
    if (!std::all_of(whole.begin(), whole.end(), is_digit)) return false;
    value.remove_prefix(dot + 1);
  }
  return !value.empty() && std::all_of(value.begin(), value.end(), is_digit);
}

/// True of a local name that needs no escape in Turtle: a letter, then letters and
/// digits.
bool is_plain_name(std::string_view name) {
  return !name.empty() && is_letter(name.front()) &&
         std::all_of(name.begin(), name.end(),
                     [&](char c) { return is_letter(c) || is_digit(c); });
}

/// A Serd node with text of its own, which ends in a NUL as Serd wants it.
class Node {
 public:
  void set(SerdType type, std::string_view text) {
    text_ = text;
    node_ = {bytes(text_.c_str()), text_.size(), text_.size(), 0, type};
  }
  void set(const Term& term, std::string_view scope) {
    switch (term.kind) {
      case TermKind::none:
        node_ = SERD_NODE_NULL;
        break;
      case TermKind::iri:
        set_iri(term.value);
        break;
      case TermKind::blank: {
        std::string label;
        append_term(label, term, scope);
        set(SERD_BLANK, std::string_view{label}.substr(2));
        break;
      }
      default:
        // Without flags Serd always writes the short quotes.
        set(SERD_LITERAL, term.value);
    }
  }
  /// rdf:nil as a name: as an IRI Serd writes () for it, even where no list may stand.
  /// The names of XML Schema too: Serd does not know their prefix (see BatchText).
  void set_iri(std::string_view iri) {
    if (iri == kRdfNil) {
      set(SERD_CURIE, "rdf:nil");
    } else if (iri.starts_with(kXsd) && is_plain_name(iri.substr(kXsd.size()))) {
      set(SERD_CURIE, "xsd:" + std::string{iri.substr(kXsd.size())});
    } else {
      set(SERD_URI, iri);
    }
  }
  void clear() { node_ = SERD_NODE_NULL; }
  [[nodiscard]] const SerdNode* get() const {
    return node_.type == SERD_NOTHING ? nullptr : &node_;
  }

 private:
  std::string text_;
  SerdNode node_ = SERD_NODE_NULL;
};

/// Formats the quads of one batch into a text.
class BatchText {
 public:
  BatchText(const Document& document, GraphTerms graphs, Announcement announcement,
            TextBuffer& text)
      : document_(document),
        with_graphs_(graphs == GraphTerms::keep && !document.drop_graphs),
        announcement_(announcement),
        text_(text),
        env_(serd_env_new(nullptr)) {
    if (with_graphs_ && !document.graph.empty()) require_legal_iri(document.graph);
    // Serd writes a literal bare if it can tell that its type is one of XML Schema's
    // three: by the IRI, and from 0.32 on by a prefixed name as well. So the prefix
    // stands for something else here, which no legal IRI begins with, and only what is
    // given with its whole IRI is written bare. The document's head, which is ours, has
    // the right one.
    for (const Prefix& prefix : kPrefixes)
      serd_env_set_prefix_from_strings(env_.get(), bytes(prefix.name),
                                       bytes(prefix.iri == kXsd ? "urn:<>" : prefix.iri));
    const auto style = static_cast<SerdStyle>(SERD_STYLE_ABBREVIATED | SERD_STYLE_CURIED);
    writer_.reset(serd_writer_new(graphs == GraphTerms::keep ? SERD_TRIG : SERD_TURTLE,
                                  style, env_.get(), nullptr, on_write, this));
    serd_writer_set_error_sink(writer_.get(), on_error, this);
  }

  void format(const QuadBatch& batch) {
    for (const Quad& quad : batch.quads()) write(quad);
    serd_writer_finish(writer_.get());
    guard_.rethrow();
  }

 private:
  void write(const Quad& quad) {
    // Serd writes what it is given.
    for (const Term* term : {&quad.subject, &quad.predicate, &quad.object})
      require_legal(*term);
    if (with_graphs_) require_legal(quad.graph);
    if (needs_rdf12(quad.object)) {
      write_rdf12(quad);
      return;
    }
    subject_.set(quad.subject, document_.scope);
    predicate_.set(quad.predicate, document_.scope);
    object_.set(quad.object, document_.scope);
    graph_.clear();
    if (with_graphs_) {
      if (quad.graph.kind != TermKind::none) {
        graph_.set(quad.graph, document_.scope);
      } else if (!document_.graph.empty()) {
        graph_.set_iri(document_.graph);
      }
    }
    datatype_.clear();
    language_.clear();
    if (quad.object.kind == TermKind::lang) language_.set(SERD_LITERAL, quad.object.tag);
    if (quad.object.kind == TermKind::typed) set_datatype(quad.object);
    const SerdStatus status = serd_writer_write_statement(
        writer_.get(), 0, graph_.get(), subject_.get(), predicate_.get(), object_.get(),
        datatype_.get(), language_.get());
    guard_.rethrow();
    if (status != SERD_SUCCESS)
      throw RunError{"Serd cannot write a statement of " + document_.name + ": " +
                     (message_.empty()
                          ? reinterpret_cast<const char*>(serd_strerror(status))
                          : message_)};
  }

  /// What Serd does not know stands between what it writes, in terms of N-Triples, which
  /// Turtle has, too.
  void write_rdf12(const Quad& quad) {
    serd_writer_finish(writer_.get());
    guard_.rethrow();
    switch (std::exchange(announcement_, Announcement::none)) {
      case Announcement::full:
        text_.append("VERSION \"1.2\"\n");
        break;
      case Announcement::basic:
        text_.append("VERSION \"1.2-basic\"\n");
        break;
      case Announcement::none:
        break;
    }
    Term graph;
    if (with_graphs_) graph = quad.graph;
    if (with_graphs_ && graph.kind == TermKind::none && !document_.graph.empty())
      graph = iri_term(document_.graph);
    if (graph.kind != TermKind::none) {
      append_term(text_, graph, document_.scope);
      text_.append(" {\n");
    }
    for (const Term* term : {&quad.subject, &quad.predicate, &quad.object}) {
      append_term(text_, *term, document_.scope);
      text_.append(" ");
    }
    text_.append(graph.kind != TermKind::none ? ".\n}\n" : ".\n");
  }

  void set_datatype(const Term& literal) {
    if (can_stand_bare(literal.value, literal.tag)) {
      datatype_.set(SERD_URI, literal.tag);
    } else {
      datatype_.set_iri(literal.tag);
    }
  }

  static std::size_t on_write(const void* data, std::size_t size, void* self) {
    auto& text = *static_cast<BatchText*>(self);
    return text.guard_.run(
        [&] {
          text.text_.append({static_cast<const char*>(data), size});
          return size;
        },
        std::size_t{0});
  }

  static SerdStatus on_error(void* self, const SerdError* error) {
    auto& text = *static_cast<BatchText*>(self);
    return text.guard_.run(
        [&] {
          char message[256];
          std::vsnprintf(message, sizeof message, error->fmt, *error->args);
          text.message_ = message;
          return SERD_SUCCESS;
        },
        SERD_ERR_INTERNAL);
  }

  const Document& document_;
  bool with_graphs_;
  Announcement announcement_;  ///< that is still to be made
  TextBuffer& text_;
  std::string message_;
  CGuard guard_;
  Node subject_, predicate_, object_, graph_, datatype_, language_;
  std::unique_ptr<SerdEnv, FreeEnv> env_;
  std::unique_ptr<SerdWriter, FreeWriter> writer_;
};

}  // namespace

TurtleSink::TurtleSink(OutputFile& output, GraphTerms graphs, Announcement announcement)
    : output_(output), graphs_(graphs), announcement_(announcement), lanes_(output) {
  std::string head;
  for (const Prefix& prefix : kPrefixes) {
    head += "@prefix ";
    head += prefix.name;
    head += ": <";
    head += prefix.iri;
    head += "> .\n";
  }
  output_.append(head);
}

void TurtleSink::write(const QuadBatch& batch) {
  TextBuffer text = output_.spare_buffer();
  BatchText{batch.document(), graphs_, announcement_, text}.format(batch);
  lanes_.write(batch, std::move(text));
}

}  // namespace semsite
