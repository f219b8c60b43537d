#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "parse/jsonld_context.hpp"

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

/// In small letters, language and direction with a line between them.
[[nodiscard]] std::string language_key(std::string_view language,
                                       std::string_view direction);

/// What texts without a language have where this context is in force: its default
/// language, "@none" if there is none.
[[nodiscard]] std::string default_language_key(const ActiveContext& context);

}  // namespace semsite
