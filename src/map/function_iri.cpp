#include <string>

#include "base/text.hpp"
#include "map/function_set.hpp"
#include "map/function_tools.hpp"
#include "vocab/value_lists.hpp"

namespace semsite::functions {
namespace {

std::string resolved(std::string_view reference, const DocumentFacts& document) {
  return BaseIri{document.url}.resolve(reference);
}

/// An absolute IRI, with one of the schemes if there are any.
bool is_iri_of(std::string_view text, std::string_view schemes) {
  if (!is_absolute_iri(text)) return false;
  bool found = schemes.empty();
  for_each_word(schemes, [&](std::string_view scheme) {
    found = found || equal_ignoring_case(text.substr(0, text.find(':')), scheme);
  });
  return found;
}

/// A URL, or a path that can only be meant as one: free text such as `zaak 12` or
/// `ZK-2025` is none.
bool looks_like_reference(std::string_view text) {
  if (text.empty() || text.find_first_of(kWhiteSpace) != std::string_view::npos)
    return false;
  if (has_scheme(text)) return is_absolute_iri(text);
  // A path begins with `/`, `./` or `../`; `2024/0911` may be a case number.
  return text.starts_with('/') || text.starts_with("./") || text.starts_with("../");
}

}  // namespace

void iri(const FunctionCall& call, FunctionSink& sink) {
  if (is_iri_of(call.arguments[0], call.arguments[1]))
    sink.value({.text = call.arguments[0], .kind = ValueKind::iri});
}

void unless_iri(const FunctionCall& call, FunctionSink& sink) {
  if (!is_iri_of(call.arguments[1], call.arguments[2]))
    sink.value({.text = call.arguments[0]});
}

void iris(const FunctionCall& call, FunctionSink& sink) {
  bool all = true;
  for_each_word(call.arguments[0],
                [&](std::string_view word) { all = all && is_absolute_iri(word); });
  if (!all) return sink.value({.text = call.arguments[0]});
  BoundedValues values{sink};
  for_each_word(call.arguments[0], [&](std::string_view word) {
    values.value({.text = word, .kind = ValueKind::iri});
  });
}

void listed_iri(const FunctionCall& call, FunctionSink& sink) {
  const std::string_view value = call.arguments[0];
  const std::string_view list = call.arguments[1];
  if (!is_absolute_iri(value))
    return sink.note("map.not-an-iri", "\"" + excerpt(value) +
                                           "\" should be an IRI and is none; what is "
                                           "said of it is kept as text");
  if (is_value_list(list) && !is_listed(list, value))
    sink.note("map.not-listed", "<" + excerpt(value) + "> is not in the value list " +
                                    std::string{list} + "; it is kept as written");
  sink.value({.text = value, .kind = ValueKind::iri});
}

void reference(const FunctionCall& call, FunctionSink& sink) {
  if (!looks_like_reference(call.arguments[0])) return;
  const std::string url = resolved(call.arguments[0], call.document);
  if (is_absolute_iri(url)) sink.value({.text = url, .kind = ValueKind::iri});
}

void unless_reference(const FunctionCall& call, FunctionSink& sink) {
  if (!looks_like_reference(call.arguments[1])) sink.value({.text = call.arguments[0]});
}

void other_than(const FunctionCall& call, FunctionSink& sink) {
  const std::string url = resolved(call.arguments[0], call.document);
  if (call.arguments[1].empty() || url != resolved(call.arguments[1], call.document))
    sink.value({.text = url});
}

}  // namespace semsite::functions
