#include <string>

#include "base/url.hpp"
#include "map/function_set.hpp"
#include "vocab/value_lists.hpp"

namespace semsite::functions {
namespace {

/// The `nnn` of `…/sitemapindex-diwoo-infocatnnn.xml` (DiWoo, names of sitemap indexes);
/// empty for any other name. Query and fragment do not count, case does.
std::string_view category_number(std::string_view url) {
  constexpr std::string_view kStart = "sitemapindex-diwoo-infocat";
  constexpr std::string_view kEnd = ".xml";
  const auto parts = split_url(url);
  if (!parts) return {};
  std::string_view name = parts->path;
  name.remove_prefix(name.rfind('/') + 1);
  if (!name.starts_with(kStart) || !name.ends_with(kEnd)) return {};
  name.remove_prefix(kStart.size());
  name.remove_suffix(kEnd.size());
  return name;
}

}  // namespace

void node(const FunctionCall& call, FunctionSink& sink) {
  if (call.arguments[0].empty()) return sink.value({.text = call.node});
  std::string label{call.node};
  label += '-';
  label += call.arguments[0];
  sink.value({.text = label});
}

void document_url(const FunctionCall& call, FunctionSink& sink) {
  if (!call.document.url.empty())
    sink.value({.text = call.document.url, .kind = ValueKind::iri});
}

void document_language(const FunctionCall& call, FunctionSink& sink) {
  if (!call.document.language.empty()) sink.value({.text = call.document.language});
}

void index_url(const FunctionCall& call, FunctionSink& sink) {
  if (!call.document.index_url.empty())
    sink.value({.text = call.document.index_url, .kind = ValueKind::iri});
}

void index_category(const FunctionCall& call, FunctionSink& sink) {
  const std::string_view category =
      information_category(category_number(call.document.index_url));
  if (!category.empty()) sink.value({.text = category, .kind = ValueKind::iri});
}

}  // namespace semsite::functions
