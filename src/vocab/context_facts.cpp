#include "vocab/context_facts.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/json_writer.hpp"
#include "base/text.hpp"
#include "vocab/embedded_tables.hpp"

namespace semsite {
namespace {

using TermMap = std::map<std::string_view, TermFact>;

/// "-" stands for nothing.
std::string_view value(std::string_view word) {
  return word == "-" ? std::string_view{} : word;
}

/// set TERM IRI
TermFact setting(const TableLine& line) {
  assert(line.size() == 3);
  TermFact fact{.term = line[1], .iri_start = line[2]};
  if (line[2] == "null") fact = {.term = line[1], .form = TermForm::null};
  return fact;
}

/// What a line says of all its terms, and where they begin:
/// string IRI-START TERM… | full IRI-START COERCION CONTAINER TERM…
std::pair<TermFact, std::size_t> pattern(const TableLine& line) {
  TermFact fact;
  if (line[0] == "string") {
    fact.iri_start = value(line[1]);
    return {fact, 2};
  }
  assert(line[0] == "full" && line.size() > 4);
  fact.form = TermForm::full;
  fact.iri_start = value(line[1]);
  fact.coercion = value(line[2]);
  fact.container = value(line[3]);
  return {fact, 4};
}

/// A term, or TERM=IRI for one whose IRI does not end in it.
void add(TermMap& terms, const TermFact& pattern, std::string_view word) {
  TermFact fact = pattern;
  const std::size_t equals = word.find('=');
  fact.term = word.substr(0, equals);
  fact.iri_end = fact.term;
  if (equals != std::string_view::npos) {
    fact.iri_start = word.substr(equals + 1);
    fact.iri_end = {};
  }
  terms.insert_or_assign(fact.term, fact);
}

}  // namespace

std::string TermFact::iri() const {
  std::string out{iri_start};
  return out += iri_end;
}

ContextFacts::ContextFacts(std::span<const std::string_view> texts) {
  for (const std::string_view text : texts) {
    for (TableLine& line : table_lines(text)) {
      if (line[0] == "list") {
        lists_.emplace(line.at(1), TableLine{line.begin() + 2, line.end()});
      } else if (line[0] == "context") {
        contexts_.push_back({.name = line.at(1), .urls = {}, .lines = {}});
      } else if (line[0] == "url") {
        contexts_.back().urls.assign(line.begin() + 1, line.end());
      } else {
        contexts_.back().lines.push_back(std::move(line));
      }
    }
  }
}

const ContextFacts::Context* ContextFacts::find(std::string_view name) const {
  const auto found = std::ranges::find(contexts_, name, &Context::name);
  return found == contexts_.end() ? nullptr : &*found;
}

std::vector<TermFact> ContextFacts::terms(const Context& context) const {
  TermMap terms;
  for (const TableLine& line : context.lines) {
    if (line[0] == "set") {
      terms.insert_or_assign(line[1], setting(line));
      continue;
    }
    const auto [fact, first] = pattern(line);
    for (std::size_t i = first; i < line.size(); ++i) {
      if (!line[i].starts_with('+')) {
        add(terms, fact, line[i]);
        continue;
      }
      const auto list = lists_.find(line[i].substr(1));
      assert(list != lists_.end());
      for (const std::string_view word : list->second) add(terms, fact, word);
    }
  }
  std::vector<TermFact> out;
  out.reserve(terms.size());
  for (const auto& [term, fact] : terms) out.push_back(fact);
  return out;
}

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
