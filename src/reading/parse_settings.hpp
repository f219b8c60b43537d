#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/named_by.hpp"

namespace semsite {

/// What the text of a remote document is and where it came from.
struct RemoteContext {
  std::string url;   ///< after redirects: base of what it names
  std::string text;  ///< JSON, UTF-8
};

/// Where contexts that are not built in come from. Implementations are thread-safe.
class ContextSource {
 public:
  ContextSource() = default;
  ContextSource(const ContextSource&) = delete;
  ContextSource& operator=(const ContextSource&) = delete;
  virtual ~ContextSource() = default;

  /// The document at `url`, an absolute IRI without fragment, asked for at most once per
  /// run. Throws DocumentError, whose message names the context, when it cannot be had,
  /// or may not be named by `named_by`.
  [[nodiscard]] virtual std::shared_ptr<const RemoteContext> get(std::string_view url,
                                                                 NamedBy named_by) = 0;
};

/// Contexts of JSON-LD that were processed before: parse/jsonld_contexts.hpp.
class JsonLdContexts;

/// Compiled mappings: map/mapping_reader.hpp.
struct Mappings;

/// What documents have of what mappings look for: map/mapping_use.hpp.
class MappingUse;

/// What is done with input that breaks a rule but whose meaning is plain.
enum class Strictness : std::uint8_t {
  lenient,  ///< repaired, and each repair counted under a code of its own
  strict,   ///< a fault
};

/// How the base direction of a JSON-LD string becomes RDF (JSON-LD API §8.2); `rdf12`: as
/// that of a literal of RDF 1.2.
enum class RdfDirection : std::uint8_t { none, i18n_datatype, compound_literal, rdf12 };

/// JSON-LD API §9.5, `processingMode`.
enum class JsonLdVersion : std::uint8_t { v1_1, v1_0 };

/// What the user decides about parsing, beyond the syntax and the limits.
struct ParseSettings {
  Strictness strictness = Strictness::lenient;
  ContextSource* contexts = nullptr;  ///< null: only those built in
  RdfDirection rdf_direction = RdfDirection::none;
  JsonLdVersion jsonld_version = JsonLdVersion::v1_1;
  bool blank_predicates = false;      ///< keep quads whose predicate is a blank node
  bool vocabulary_expansion = false;  ///< of RDFa (Core §10)
  std::string expand_context;  ///< JSON-LD `expandContext`: JSON text; empty = none
  std::string xpath;           ///< part of a page to read; empty = all of it
  /// What RDF in pages was announced in (OCX `format`), as written; empty = not said.
  std::string page_format;
  /// An absolute IRI that links of a link set without an anchor are about, such as the
  /// page that named the link set; empty = they are passed over.
  std::string linkset_anchor;
  /// Of SPARQL results, rows are always solutions, even those of `?s ?p ?o`.
  bool solutions = false;
  /// Shared by all documents of a run, so that a context is processed once; made with
  /// make_jsonld_contexts(). Null: each document has its own.
  std::shared_ptr<JsonLdContexts> jsonld_contexts{};
  /// How the entries of sitemaps become RDF; null: by the mappings that are built in.
  std::shared_ptr<const Mappings> mappings{};
  /// Learns what documents have for `mappings`; null: nobody asks.
  std::shared_ptr<MappingUse> mapping_use{};
};

inline const ParseSettings kDefaultParseSettings{};

/// The code of a last statement that the document ends inside of: what came is the
/// beginning of something longer, however many bytes were promised.
inline constexpr std::string_view kDocumentCut = "document.cut";

}  // namespace semsite
