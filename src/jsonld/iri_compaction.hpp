#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/mutex.hpp"
#include "parse/json_value.hpp"
#include "parse/jsonld_context.hpp"
#include "parse/jsonld_context_reader.hpp"
#include "rdf/iri.hpp"

namespace semsite {

/// The terms of an active context by what they stand for (JSON-LD 1.1 API §4.3, Inverse
/// Context Creation). Never changed after it was made.
class InverseContext {
 public:
  explicit InverseContext(const ActiveContext& context);

  /// Has any term this IRI or keyword?
  [[nodiscard]] bool has(std::string_view iri) const { return terms_.contains(iri); }

  /// §4.5, Term Selection: the first term of `iri` in the order of `containers`, each
  /// like "@set" or "@language@set", and of `preferred`; `by` is "@language", "@type" or
  /// "@any". Empty if there is none.
  [[nodiscard]] std::string_view select(std::string_view iri,
                                        const std::vector<std::string>& containers,
                                        std::string_view by,
                                        const std::vector<std::string>& preferred) const;

  /// A term that may begin compact IRIs, and its IRI.
  struct Prefix {
    std::string term;
    std::string iri;
  };
  /// Those whose IRIs are beginnings of `iri`, and shorter.
  [[nodiscard]] std::vector<const Prefix*> prefixes_of(std::string_view iri) const;

 private:
  using Names = std::map<std::string, std::string, std::less<>>;
  using Kinds = std::map<std::string, Names, std::less<>>;
  using Containers = std::map<std::string, Kinds, std::less<>>;

  void add(const std::string& term, const TermDefinition& definition,
           const ActiveContext& context);

  std::map<std::string, Containers, std::less<>> terms_;
  std::multimap<std::string, Prefix, std::less<>> prefixes_;  ///< by IRI
};

/// "@set", "@language@set": the bits of a container mapping, in the order of their names;
/// "@none" of none.
[[nodiscard]] std::string container_text(std::uint8_t containers);

/// The text of a member that may be missing: then it is empty.
[[nodiscard]] inline std::string_view text_of(const JsonValue* member) {
  return member == nullptr ? std::string_view{} : member->text();
}

/// In small letters, language and direction with a line between them.
[[nodiscard]] std::string language_key(std::string_view language,
                                       std::string_view direction);

/// What texts without a language have where this context is in force: its default
/// language, "@none" if there is none.
[[nodiscard]] std::string default_language_key(const ActiveContext& context);

/// Shortens IRIs under active contexts (JSON-LD 1.1 API §6.2, IRI Compaction). What it
/// gives means the same IRI under that context. Thread-safe.
class IriCompaction {
 public:
  /// A null `value` is none. `vocab`: terms and `@vocab` count; else `@base` does. Throws
  /// DocumentError: under this context the IRI would be read as another one.
  [[nodiscard]] std::string compact(const ContextPtr& active, std::string_view iri,
                                    JsonValue value, bool vocab);
  /// The same, but no term: the end of the algorithm.
  [[nodiscard]] std::string without_term(const ContextPtr& active, std::string_view iri,
                                         JsonValue value, bool vocab);

 private:
  [[nodiscard]] const InverseContext& inverse(const ContextPtr& context);
  [[nodiscard]] bool means(const ContextPtr& active, std::string_view text,
                           std::string_view iri, IriUse use) const;
  [[nodiscard]] std::string relative_to_base(const ContextPtr& active,
                                             std::string_view iri) const;
  [[nodiscard]] std::string_view select_term(const ContextPtr& active,
                                             const InverseContext& terms,
                                             std::string_view iri, JsonValue value);

  const BaseIri no_base_{""};
  Mutex mutex_;
  /// Contexts are kept alive by what is made of them.
  std::map<const ActiveContext*, std::pair<ContextPtr, std::unique_ptr<InverseContext>>>
      inverses_ SEMSITE_GUARDED_BY(mutex_);
};

}  // namespace semsite
