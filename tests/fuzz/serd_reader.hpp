#pragma once

#include <serd/serd.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "rdf/namespaces.hpp"
#include "semsite/term.hpp"

namespace semsite::test {

/// Reads Turtle and TriG of RDF 1.1 by Serd, as another opinion.
class SerdReading {
 public:
  /// Subject, predicate, object and graph, which live for the call only.
  using Take =
      std::function<void(const Term&, const Term&, const Term&, const Term& graph)>;

  /// False if Serd has anything to complain of; some statements may have been taken then.
  static bool read(SerdSyntax syntax, const std::string& text, const std::string& base,
                   const Take& take) {
    SerdReading self{take};
    const SerdNode uri = serd_node_from_string(
        SERD_URI, reinterpret_cast<const std::uint8_t*>(base.c_str()));
    serd_env_set_base_uri(self.env_.get(), &uri);
    const Reader reader{
        serd_reader_new(syntax, &self, nullptr, set_base, set_prefix, add, nullptr),
        serd_reader_free};
    serd_reader_set_strict(reader.get(), true);
    serd_reader_set_error_sink(reader.get(), note_error, &self);
    const SerdStatus status = serd_reader_read_string(
        reader.get(), reinterpret_cast<const std::uint8_t*>(text.c_str()));
    return status == SERD_SUCCESS && !self.has_complained_;
  }

 private:
  using Reader = std::unique_ptr<SerdReader, decltype(&serd_reader_free)>;

  explicit SerdReading(const Take& take) : take_(take) {}

  static SerdStatus set_base(void* self, const SerdNode* uri) {
    return serd_env_set_base_uri(static_cast<SerdReading*>(self)->env_.get(), uri);
  }
  static SerdStatus set_prefix(void* self, const SerdNode* name, const SerdNode* uri) {
    return serd_env_set_prefix(static_cast<SerdReading*>(self)->env_.get(), name, uri);
  }
  static SerdStatus note_error(void* self, const SerdError* /*error*/) {
    static_cast<SerdReading*>(self)->has_complained_ = true;
    return SERD_SUCCESS;
  }
  static SerdStatus add(void* handle, SerdStatementFlags /*flags*/, const SerdNode* graph,
                        const SerdNode* subject, const SerdNode* predicate,
                        const SerdNode* object, const SerdNode* datatype,
                        const SerdNode* language) {
    auto& self = *static_cast<SerdReading*>(handle);
    std::string texts[5];
    const Term type = datatype == nullptr ? Term{} : self.term(*datatype, texts[3]);
    Term value = self.term(*object, texts[2]);
    if (value.kind == TermKind::literal && language != nullptr) {
      value.kind = TermKind::lang;
      value.tag = text_of(*language);
    } else if (value.kind == TermKind::literal && !type.value.empty() &&
               type.value != kXsdString) {
      value.kind = TermKind::typed;
      value.tag = type.value;
    }
    const bool is_named = graph != nullptr && graph->buf != nullptr;
    self.take_(self.term(*subject, texts[0]), self.term(*predicate, texts[1]), value,
               is_named ? self.term(*graph, texts[4]) : Term{});
    return SERD_SUCCESS;
  }

  static std::string_view text_of(const SerdNode& node) {
    return {reinterpret_cast<const char*>(node.buf), node.n_bytes};
  }

  Term term(const SerdNode& node, std::string& room) {
    if (node.type == SERD_BLANK) return {.value = text_of(node), .kind = TermKind::blank};
    if (node.type == SERD_LITERAL)
      return {.value = text_of(node), .kind = TermKind::literal};
    SerdNode whole = serd_env_expand_node(env_.get(), &node);
    room = text_of(whole);
    has_complained_ = has_complained_ || whole.buf == nullptr;
    serd_node_free(&whole);
    return iri_term(room);
  }

  const Take& take_;
  std::unique_ptr<SerdEnv, decltype(&serd_env_free)> env_{serd_env_new(nullptr),
                                                          serd_env_free};
  bool has_complained_ = false;
};

}  // namespace semsite::test
