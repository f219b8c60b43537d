#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "parse/json_value.hpp"
#include "parse/jsonld_context.hpp"
#include "parse/jsonld_context_reader.hpp"

namespace semsite {

/// Makes one layer of an active context from one local context that is an object
/// (API §4.1.2, steps 5.3 to 5.13, and §4.2.2 Create Term Definition).
class ContextBuild {
 public:
  ContextBuild(ContextReader& reader, ContextPtr active, const LocalContext& local,
               const ContextReader::Chain& chain);

  [[nodiscard]] std::shared_ptr<ActiveContext> run();

 private:
  enum class State : std::uint8_t { open, done };

  // The keywords of a context.
  void check_version(JsonValue value) const;
  void import(JsonValue value);
  void set_base(JsonValue value);
  void set_vocab(JsonValue value);
  void set_language(JsonValue value);
  void set_direction(JsonValue value);

  // The terms.
  void define(std::string_view term, JsonValue value);
  void define_if_local(std::string_view term);
  void define_type(TermDefinition& definition, std::string_view term,
                   JsonValue value) const;
  void set_type_mapping(TermDefinition& definition, std::string_view term,
                        JsonValue value);
  void set_reverse(TermDefinition& definition, std::string_view term, JsonValue value);
  enum class Mapping { found, ignored };
  Mapping set_iri(TermDefinition& definition, std::string_view term, JsonValue value);
  void set_own_iri(TermDefinition& definition, std::string_view term);
  void set_containers(TermDefinition& definition, std::string_view term, JsonValue value);
  void set_index(TermDefinition& definition, std::string_view term, JsonValue value);
  void set_scope(TermDefinition& definition, std::string_view term, JsonValue value);
  void set_rest(TermDefinition& definition, std::string_view term, JsonValue value);
  void store(std::string_view term, TermDefinition&& definition,
             const TermDefinition* previous);

  /// IRI expansion that defines terms of the local context first; `vocab` rules.
  ExpandedIri expand(std::string_view value, IriUse use, std::string& out);
  void refuse_in_1_0(std::string_view code, std::string_view what) const;

  [[nodiscard]] bool is_1_0() const { return reader_.is_1_0(); }
  [[nodiscard]] const JsonMember* local_member(std::string_view name) const;

  ContextReader& reader_;
  ContextPtr active_;
  const LocalContext& local_;
  const ContextReader::Chain& chain_;
  std::shared_ptr<ActiveContext> result_;
  std::vector<JsonMember> members_;  ///< of the local context, imported ones included
  std::unordered_map<std::string_view, std::size_t, KeyedHash>
      places_;  ///< in `members_`
  std::unordered_map<std::string_view, State, KeyedHash> defined_;
  std::shared_ptr<const LoadedContext> imported_;  ///< keeps its members alive
  bool protects_ = false;                          ///< `"@protected": true`
  std::size_t depth_ = 0;                          ///< terms being defined
};

/// Throws DocumentError(code) about `term`.
[[noreturn]] void refuse_term(std::string code, std::string_view term,
                              std::string_view why);

/// The bit of a container by its keyword; 0 if it is none.
[[nodiscard]] std::uint8_t container_bit(std::string_view name);

/// The form of an absolute IRI, which starts with a scheme and a colon.
[[nodiscard]] bool has_iri_form(std::string_view text);

}  // namespace semsite
