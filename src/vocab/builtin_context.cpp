#include "vocab/builtin_context.hpp"

#include <algorithm>
#include <array>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/json_writer.hpp"
#include "base/text.hpp"
#include "vocab/context_facts.hpp"
#include "vocab/embedded_tables.hpp"

namespace semsite {
namespace {

std::string context_text(const std::vector<TermFact>& terms) {
  JsonWriter json;
  json.object().key("@context").object();
  for (const TermFact& fact : terms) {
    json.key(fact.term);
    switch (fact.form) {
      case TermForm::null:
        json.null();
        break;
      case TermForm::string:
        json.value(fact.iri());
        break;
      case TermForm::full:
        json.object()
            .member("@id", fact.iri())
            .member_if("@type", fact.coercion)
            .member_if("@container", fact.container)
            .end();
    }
  }
  json.end().end();
  return json.text();
}

/// What the tables know a URL by: no scheme, as http and https name the same context; no
/// fragment; the host in lower case. Empty for other schemes.
std::string url_key(std::string_view url) {
  for (const std::string_view scheme : {"http:", "https:"}) {
    if (!starts_with_ignoring_case(url, scheme)) continue;
    url = url.substr(scheme.size(), url.find('#') - scheme.size());
    const std::size_t path = std::min(url.find('/', 2), url.size());
    return lower_ascii(url.substr(0, path)) + std::string{url.substr(path)};
  }
  return {};
}

class BuiltinContexts {
 public:
  BuiltinContexts() : texts_(facts_.contexts().size()) {
    for (std::size_t i = 0; i < texts_.size(); ++i)
      for (const std::string_view url : facts_.contexts()[i].urls)
        by_url_.emplace(url, i);
  }

  std::optional<std::string_view> text(std::string_view url) {
    const auto found = by_url_.find(url_key(url));
    if (found == by_url_.end()) return std::nullopt;
    const std::size_t index = found->second;
    Text& text = texts_[index];
    std::call_once(text.once, [&] {
      text.json = context_text(facts_.terms(facts_.contexts()[index]));
    });
    return text.json;
  }

 private:
  struct Text {
    std::once_flag once;
    std::string json;
  };
  ContextFacts facts_{std::array{schema_terms_table(), contexts_table()}};
  std::unordered_map<std::string, std::size_t> by_url_;
  std::vector<Text> texts_;
};

}  // namespace

std::optional<std::string_view> builtin_context(std::string_view url) {
  static BuiltinContexts contexts;
  return contexts.text(url);
}

}  // namespace semsite
