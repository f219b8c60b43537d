#include "parse/jsonld_parser.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "base/utf8.hpp"
#include "parse/json_value.hpp"
#include "parse/jsonld_context_reader.hpp"
#include "parse/jsonld_link.hpp"
#include "parse/jsonld_reading.hpp"
#include "parse/term_mover.hpp"
#include "rdf/page_meter.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

ContextPtr with_expand_context(ContextReader& reader, const ContextPtr& active,
                               const JsonLdSource& source, const Limits& limits,
                               const std::string& text) {
  if (!is_utf8(text))
    throw DocumentError{"json.bad-utf8", "the context to expand with is not UTF-8"};
  JsonText work{text};
  JsonArena arena;
  const JsonReader::Result read = read_json(work, arena, limits.json_depth);
  if (!read.problem.code.empty())
    throw DocumentError{std::string{read.problem.code},
                        "the context to expand with: " + read.problem.message};
  const JsonValue* const inner = read.value.find("@context");
  return reader.process(active, {.value = inner != nullptr ? *inner : read.value,
                                 .base_url = source.base.text()});
}

}  // namespace

std::shared_ptr<const JsonLdSource> make_jsonld_source(const Document& document,
                                                       const Limits& limits,
                                                       const ParseSettings& settings) {
  auto source = std::make_shared<JsonLdSource>(JsonLdSource{
      .contexts = settings.jsonld_contexts != nullptr ? settings.jsonld_contexts
                                                      : make_jsonld_contexts(),
      .base = BaseIri{document.base},
      .start = nullptr,
      .named_by = NamedBy::document(document.got_from)});
  source->start = source->contexts->initial();
  const std::optional<std::string> link =
      linked_context(document.links, document.media_type);
  if (settings.expand_context.empty() && !link) return source;
  const ContextEnvironment environment{.contexts = *source->contexts,
                                       .settings = settings,
                                       .limits = limits,
                                       .document_base = source->base,
                                       .named_by = source->named_by};
  ContextReader reader{environment};
  if (!settings.expand_context.empty()) {
    ContextEnvironment of_user = environment;
    of_user.named_by = NamedBy::user();
    ContextReader expanding{of_user};
    source->start = with_expand_context(expanding, source->start, *source, limits,
                                        settings.expand_context);
  }
  if (link)
    source->start = reader.process(source->start,
                                   {.value = JsonValue::of_text(JsonKind::string, *link),
                                    .base_url = document.base});
  return source;
}

namespace {

/// `drain` takes out what the batch holds; null: it stays there.
void read_piece(const PieceJob& job, const std::function<void()>* drain) {
  const auto* const context = static_cast<const JsonLdPiece*>(job.piece.context.get());
  const bool is_page = job.batch.document().meter != nullptr;
  const LargePageTurn turn{is_page ? job.piece.text.bytes.size() : 0};
  JsonLdReading reading{{.text = job.piece.text.bytes,
                         .first_line = job.piece.text.first_line,
                         .batch = job.batch,
                         .diagnostics = job.diagnostics,
                         .limits = job.limits,
                         .settings = job.settings},
                        *context->source,
                        context->active,
                        {.piece = job.piece.sequence}};
  reading.set_drain(drain);
  if (context->form == JsonLdPiece::Form::items) {
    reading.read_items();
  } else {
    reading.read_documents(context->form);
  }
}

/// The same to the last quad, after a failure too, unless too much is held already.
/// `finish`: takes out the last ones.
void read_and_drain(const PieceJob& job, const std::function<void()>& drain,
                    const std::function<void()>& finish) {
  try {
    read_piece(job, &drain);
  } catch (const PageLimit&) {
    throw;
  } catch (const DocumentError&) {
    finish();  // what was read before counts
    throw;
  }
  finish();
}

}  // namespace

void parse_jsonld_piece(const PieceJob& job) {
  if (job.hand_on == nullptr) return read_piece(job, nullptr);
  PieceParts parts{job.batch, *job.hand_on};
  read_and_drain(
      job, [&] { parts.hand_on(); }, [&] { parts.finish(); });
}

void parse_jsonld_page_piece(const PieceJob& job, QuadBuilder& quads) {
  TermMover mover{quads};
  const auto drain = [&] { mover.move_all(job.batch); };
  read_and_drain(job, drain, drain);
}

std::string expand_jsonld(std::string_view text, const Document& document,
                          JsonPlace place, Diagnostics& diagnostics, const Limits& limits,
                          const ParseSettings& settings) {
  const auto source = make_jsonld_source(document, limits, settings);
  QuadBatch texts{std::make_shared<const Document>(document)};
  JsonLdReading reading{{.text = text,
                         .place = place,
                         .batch = texts,
                         .diagnostics = diagnostics,
                         .limits = limits,
                         .settings = settings},
                        *source,
                        source->start,
                        {}};
  return write_expanded(reading.expand_only());
}

namespace {

class ExpandedWriter {
 public:
  std::string write(ItemList items) {
    array({items});
    return std::move(out_);
  }

 private:
  void key(std::string_view name) {
    if (out_.back() != '{') out_ += ',';
    append_json_string(out_, name);
    out_ += ':';
  }

  void array(const std::vector<ItemList>& lists) {
    out_ += '[';
    bool first = true;
    for (const ItemList& list : lists)
      for (const ExpandedItem* i = list.first; i != nullptr; i = i->next) {
        if (!first) out_ += ',';
        first = false;
        item(*i);
      }
    out_ += ']';
  }

  void item(const ExpandedItem& i) {
    out_ += '{';
    switch (i.kind) {
      case ItemKind::node:
        node(*i.node);
        break;
      case ItemKind::value:
        value(i.value);
        break;
      case ItemKind::list:
        key("@list");
        array({i.list});
        break;
    }
    if (i.has_index) text("@index", i.index);
    out_ += '}';
  }

  void text(std::string_view name, std::string_view content) {
    key(name);
    append_json_string(out_, content);
  }

  void value(const ExpandedValue& v) {
    key("@value");
    append_json(out_, v.value);
    if (v.is_json) {
      text("@type", "@json");
    } else if (v.has_type) {
      text("@type", v.type);
    }
    if (v.has_language) text("@language", v.language);
    if (v.direction != Direction::unset) text("@direction", direction_text(v.direction));
  }

  void node(const ExpandedNode& n) {
    if (n.has_null_id) {
      key("@id");
      out_ += "null";
    } else if (n.has_id) {
      text("@id", n.id);
    }
    if (n.has_type) types(n);
    properties(n.properties);
    if (n.has_reverse) {
      key("@reverse");
      out_ += '{';
      properties(n.reverse);
      out_ += '}';
    }
    if (n.has_graph) {
      key("@graph");
      array({n.graph});
    }
    if (n.has_included) {
      key("@included");
      array({n.included});
    }
  }

  void types(const ExpandedNode& n) {
    std::vector<std::string_view> all;
    for (const TypeEntry* t = n.types; t != nullptr; t = t->next) all.push_back(t->iri);
    std::ranges::reverse(all);
    key("@type");
    out_ += '[';
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i > 0) out_ += ',';
      append_json_string(out_, all[i]);
    }
    out_ += ']';
  }

  /// Properties stand in any order in the tree, and may repeat: the first is the latest.
  void properties(const ExpandedProperty* property) {
    std::map<std::string_view, std::vector<ItemList>> by_name;
    for (; property != nullptr; property = property->next) {
      std::vector<ItemList>& lists = by_name[property->name->iri];
      lists.insert(lists.begin(), property->items);
    }
    for (const auto& [name, lists] : by_name) {
      key(name);
      array(lists);
    }
  }

  std::string out_;
};

}  // namespace

std::string write_expanded(ItemList items) { return ExpandedWriter{}.write(items); }

}  // namespace semsite
