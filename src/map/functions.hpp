#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace semsite {

/// The namespace of the named functions and of their parameters.
inline constexpr std::string_view kFunctionNamespace =
    "https://w3id.org/semsite/function#";

/// What a function may know of the document it works for. Empty = unknown; URLs are
/// absolute.
struct DocumentFacts {
  std::string url;         ///< of the sitemap, after redirects
  std::string index_url;   ///< of the index that named it
  std::string language{};  ///< `xml:lang` of the root element
  bool strict = false;     ///< IRIs are not repaired
};

enum class ValueKind : std::uint8_t {
  as_mapped,  ///< treated like the value of a reference: the term map says what it
              ///< becomes
  iri,        ///< an absolute IRI, already resolved
  literal,  ///< a literal, whatever the term map says; `datatype`, `language` may be set
};

/// One result of a function. Views live until `FunctionSink::value` returns.
struct FunctionValue {
  std::string_view text{};
  ValueKind kind = ValueKind::as_mapped;
  std::string_view datatype{};  ///< IRI; empty = as the term map says, or none
  std::string_view language{};
};

/// Where the results of a function go.
class FunctionSink {
 public:
  FunctionSink() = default;
  FunctionSink(const FunctionSink&) = delete;
  FunctionSink& operator=(const FunctionSink&) = delete;
  virtual ~FunctionSink() = default;

  virtual void value(const FunctionValue& value) = 0;
  /// Something about the arguments that a user should know. `code` is static text.
  /// Nothing is lost by it: what can be said of the value is given as well.
  virtual void note(std::string_view code, std::string_view message) = 0;
};

struct FunctionCall {
  /// In the order of `MappingFunction::parameters`, trimmed; empty = there was no value.
  std::span<const std::string_view> arguments;
  const DocumentFacts& document;
  /// A label for the element that the map's iterator stands at: unique in the document
  /// and the same for all maps that stand there, letters and digits only. To make blank
  /// nodes.
  std::string_view node;
};

struct FunctionParameter {
  std::string_view name;  ///< local name in `kFunctionNamespace`
  /// Without a value for it the function is not called.
  bool required = true;
};

/// A named function, as `rml:function` calls it. Total and pure: the same call gives the
/// same results; any number of threads may call it. Of an argument with several values
/// the caller calls it for each combination.
struct MappingFunction {
  std::string_view name;  ///< local name in `kFunctionNamespace`
  std::span<const FunctionParameter> parameters;
  void (*run)(const FunctionCall& call, FunctionSink& sink);
  std::string_view summary;  ///< one sentence, for `semsite mappings --functions`
};

/// All functions, by name.
[[nodiscard]] std::span<const MappingFunction> mapping_functions();

/// The function with this IRI, or null.
[[nodiscard]] const MappingFunction* find_mapping_function(std::string_view iri);

}  // namespace semsite
