#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "map/functions.hpp"
#include "map/path.hpp"
#include "semsite/term.hpp"

namespace semsite {

/// How a term map gets its values.
enum class TermExpression : std::uint8_t {
  constant,
  reference,
  template_,
  function,
  node,  ///< a new blank node for each element the iterator stands at
};

enum class TermType : std::uint8_t { iri, blank, literal };

/// What of the values in a template is percent-encoded (RML-Core, IRI encoding).
enum class TemplateEncoding : std::uint8_t {
  none,
  iri,  ///< all but what RFC 3987 calls iunreserved
  uri,  ///< all but what RFC 3986 calls unreserved
};

/// A piece of a template: text, or the values of a reference.
struct TemplatePart {
  std::string text;
  Reference reference;
  bool is_reference = false;
};

/// The most that a function has.
inline constexpr std::size_t kMostParameters = 8;

/// An argument of a call: one that has a value at most is known here already, since most
/// arguments are so and rules lie far apart.
struct ArgumentRule {
  enum class Kind : std::uint8_t { none, constant, reference, other } kind = Kind::none;
  Reference reference;
  std::string_view constant;
  std::uint32_t rule = kNoIndex;  ///< in Mappings::terms
};

/// A call of a named function: an argument for each parameter.
struct CallRule {
  const MappingFunction* function = nullptr;
  std::vector<ArgumentRule> arguments;
};

/// One term map of RML; `datatype` and `language` are term rules too.
struct TermRule {
  TermExpression form = TermExpression::constant;
  TermType type = TermType::iri;
  TemplateEncoding encoding = TemplateEncoding::none;
  std::uint8_t needs_count = 0;
  Reference reference;
  /// If one of these has no value, neither has the rule; of what stands in it as well.
  std::array<Reference, 3> needs{};
  CallRule call;
  std::uint32_t datatype = kNoIndex;
  std::uint32_t language = kNoIndex;
  Term constant{};  ///< views into Mappings::texts
  std::vector<TemplatePart> parts;
  std::uint32_t number = 0;  ///< of a `node`: among those of its iterator
};

struct PredicateObjectRule {
  std::vector<std::uint32_t> predicates, objects, graphs;
};

/// One triples map. Everything is an index into Mappings::terms.
struct MapRule {
  std::uint32_t subject = kNoIndex;
  std::vector<std::uint32_t> classes, graphs;
  std::vector<PredicateObjectRule> rules;
};

/// A path as a mapping has it, and what it looks for.
struct WrittenPath {
  std::string text;
  std::uint64_t line = 0;
  std::string map{};  ///< the name of the triples map whose iterator it is
  std::uint32_t iterator = kNoIndex;  ///< that a reference begins at
  std::uint32_t node = 0;             ///< the element that it leads to, or to a part of
  std::uint32_t slot = kNoIndex;      ///< none: it is an iterator
};

struct DeclaredPrefix {
  std::string prefix, iri;
  std::uint64_t line = 0;
};

/// Where a mapping came from and what is in it, for people.
struct MappingFile {
  std::string name;       ///< "ocx.ttl"
  std::string origin;     ///< its path; empty: built in
  bool replaces = false;  ///< a built-in one of the same name
  std::size_t maps = 0;
  PathPrefixes namespaces;                 ///< that it reads, by prefix
  std::vector<DeclaredPrefix> prefixes{};  ///< the same, as they are written
  std::vector<WrittenPath> paths{};
};

/// Compiled mappings. Immutable, so that threads share them.
struct Mappings {
  PathTrie trie;
  std::vector<MapRule> maps;
  std::vector<TermRule> terms;
  std::deque<std::string> texts;  ///< what the constants point into
  std::vector<MappingFile> files;

  Mappings() = default;
  Mappings(const Mappings&) = delete;
  Mappings& operator=(const Mappings&) = delete;
};

/// A mapping as text: RML in Turtle.
struct MappingSource {
  std::string name;    ///< "ocx.ttl"
  std::string origin;  ///< its path; empty: built in
  std::string text;
  bool replaces = false;  ///< a built-in one of the same name
};

/// Compiles mappings into one set of rules. Throws UsageError, "FILE:LINE: reason", for
/// the first thing in the first file that is not RML, not of the subset here
/// (docs/mappings.md), or leads nowhere.
[[nodiscard]] std::shared_ptr<const Mappings> read_mappings(
    std::span<const MappingSource> sources);

}  // namespace semsite
