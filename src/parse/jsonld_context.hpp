#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/hash.hpp"
#include "parse/json_value.hpp"

namespace semsite {

/// The words that JSON-LD 1.1 reserves (§1.7), but for those of framing.
enum class Keyword : std::uint8_t {
  none,  ///< no keyword
  base,
  container,
  context,
  direction,
  graph,
  id,
  import,
  included,
  index,
  json,
  language,
  list,
  nest,
  no_value,  ///< `@none`
  prefix,
  propagate,
  protection,  ///< `@protected`
  reverse,
  set,
  type,
  value,
  version,
  vocab,
};
[[nodiscard]] Keyword keyword_of(std::string_view text);
/// `@` and letters only: kept back for keywords to come (§1.7).
[[nodiscard]] bool has_keyword_form(std::string_view text);

enum class Direction : std::uint8_t { unset, null, ltr, rtl };
[[nodiscard]] inline std::string_view direction_text(Direction direction) {
  return direction == Direction::ltr ? "ltr" : "rtl";
}

/// The container mapping of a term, as a set of bits.
namespace container {
inline constexpr std::uint8_t kGraph = 1;
inline constexpr std::uint8_t kId = 2;
inline constexpr std::uint8_t kIndex = 4;
inline constexpr std::uint8_t kLanguage = 8;
inline constexpr std::uint8_t kList = 16;
inline constexpr std::uint8_t kSet = 32;
inline constexpr std::uint8_t kType = 64;
}  // namespace container

enum class TypeMapping : std::uint8_t { unset, id, vocab, json, none, iri };

/// A language that may be unset, null or a tag.
struct LanguageMapping {
  bool is_set = false;
  std::optional<std::string> tag{};
  friend bool operator==(const LanguageMapping&, const LanguageMapping&) = default;
};

/// What a context says of a term (API §4.1).
struct TermDefinition {
  std::optional<std::string> iri{};  ///< IRI mapping; a keyword's text for an alias
  Keyword keyword = Keyword::none;   ///< that the IRI mapping is
  bool is_prefix = false;
  bool is_protected = false;
  bool is_reverse = false;
  std::uint8_t containers = 0;
  TypeMapping type = TypeMapping::unset;
  Direction direction = Direction::unset;
  bool has_context = false;
  std::string type_iri{};  ///< for TypeMapping::iri
  LanguageMapping language{};
  std::string index{};  ///< index mapping; empty: `@index`
  std::string nest{};
  JsonValue context{};         ///< local context
  JsonArena context_arena{};   ///< that holds it
  std::string context_text{};  ///< the same as text, to compare definitions
  std::string context_base{};  ///< base URL of that local context
};

class ActiveContext;
using ContextPtr = std::shared_ptr<const ActiveContext>;

/// A null pointer hides the definition of a layer below.
using TermMap = std::unordered_map<std::string, std::shared_ptr<const TermDefinition>,
                                   KeyedHash, std::equal_to<>>;

enum class BaseState : std::uint8_t {
  document,  ///< that of the document
  none,      ///< `"@base": null`
  own,       ///< given by `@base`
};

/// An active context (API §4.1): what terms and keywords mean at one place. Made by the
/// context reader, never changed after; then any thread may read it.
///
/// The terms stand in layers, so that a small context over a large one costs little.
class ActiveContext {
 public:
  /// The initial context: no terms, the base of the document.
  ActiveContext();
  /// A layer over `below`, saying the same. `below` must outlive it (it is shared).
  explicit ActiveContext(ContextPtr below);

  /// The definition of `term`; null if there is none. A definition without IRI mapping
  /// says that the term means nothing.
  [[nodiscard]] const TermDefinition* find(std::string_view term) const;
  /// Calls `take` for each term that has a definition, once.
  void for_each_term(
      const std::function<void(std::string_view, const TermDefinition&)>& take) const;
  /// Takes the terms of small layers below into this one; gives how many. Call once, at
  /// the end: lookups take logarithmic time in the number of layers after it.
  std::size_t merge_layers();

  std::uint64_t id = 0;  ///< of contexts in the store; 0: not there
  TermMap terms;
  ContextPtr previous;  ///< where type-scoped terms end
  BaseState base_state = BaseState::document;
  std::string base;
  std::optional<std::string> vocab;
  std::optional<std::string> language;
  Direction direction = Direction::unset;
  bool has_protected = false;
  bool is_of_document = false;  ///< depends on the document's own base

 private:
  ContextPtr below_;
};

}  // namespace semsite
