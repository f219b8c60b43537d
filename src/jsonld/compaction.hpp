#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "jsonld/node_text.hpp"
#include "parse/json_value.hpp"
#include "reading/parse_settings.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// Reads the context of a file: its member "@context", or an object that is one. Throws
/// UsageError.
[[nodiscard]] ContextChoice context_choice(const std::string& named);

/// Compacts node objects under one context (JSON-LD 1.1 API §5.6, Compaction Algorithm),
/// those that come of RDF: without `@index`, `@reverse` and `@included`. Thread-safe.
class Compaction {
 public:
  /// Throws DocumentError: the context cannot be had, or is wrong.
  Compaction(const ContextChoice& choice, const ParseSettings& settings,
             const Limits& limits);
  Compaction(const Compaction&) = delete;
  Compaction& operator=(const Compaction&) = delete;
  ~Compaction();

  /// The compacted text of an expanded node object. Throws DocumentError: an IRI would be
  /// taken for another one under this context, or a term's own context is wrong.
  [[nodiscard]] std::string compact(std::string_view node);

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

/// JSON that is being made.
struct Made {
  struct Member;
  enum class Kind { text, array, object } kind = Kind::text;
  std::string text;  ///< of a scalar, as JSON writes it
  std::vector<Made> items;
  std::vector<Member> members;
  std::map<std::string, std::size_t, std::less<>> places;  ///< of many members

  static constexpr std::size_t kFewMembers = 16;

  static Made of_string(std::string_view value);
  static Made of_json(JsonValue value);
  static Made of(Kind kind);
  [[nodiscard]] bool is_array() const { return kind == Kind::array; }
  [[nodiscard]] bool is_object() const { return kind == Kind::object; }
  Made* find(std::string_view name);
  /// Of an object with few members.
  void erase(std::string_view name);
  /// The member, made if it is not there.
  Made& member(std::string_view name, Kind otherwise);
};

struct Made::Member {
  std::string name;
  Made value;
};

/// JSON-LD 1.1 API §5.6, "add value".
void add_value(Made& object, std::string_view name, Made value, bool as_array);

void append_made(std::string& out, const Made& made);

/// Takes the first text of a member off it, decoded; none if it has none.
[[nodiscard]] std::string take_text(Made& made, const std::string& name);

}  // namespace semsite
