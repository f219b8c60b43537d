#include "index/query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/date.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "index/statement_text.hpp"
#include "index/text_tokens.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/nquads_text.hpp"
#include "rdf/term_text.hpp"

namespace semsite {
namespace {

/// Do words and phrases hold among the `tokens` of one literal?
bool holds_in(const QueryNode& node, const std::vector<std::string>& tokens) {
  const auto child_holds = [&](const QueryNode& child) {
    return holds_in(child, tokens) != child.excluded;
  };
  switch (node.kind) {
    case QueryKind::all_of:
      return std::ranges::all_of(node.children, child_holds);
    case QueryKind::any_of:
      return std::ranges::any_of(node.children, child_holds);
    default:
      // Not that of std::ranges, which clang 14 cannot take in.
      return std::search(tokens.begin(), tokens.end(), node.texts.begin(),
                         node.texts.end()) != tokens.end();
  }
}

}  // namespace

bool is_like(std::string_view text, std::string_view pattern) {
  std::size_t at = 0;
  std::size_t wanted = 0;
  // Behind the last `*`, and where what it stands for ends so far.
  std::size_t behind = std::string_view::npos;
  std::size_t end = 0;
  while (at < text.size()) {
    if (wanted < pattern.size() && pattern[wanted] == '*') {
      behind = ++wanted;
      end = at;
    } else if (wanted < pattern.size() && pattern[wanted] == text[at]) {
      ++wanted;
      ++at;
    } else if (behind != std::string_view::npos) {
      wanted = behind;
      at = ++end;
    } else {
      return false;
    }
  }
  while (wanted < pattern.size() && pattern[wanted] == '*') ++wanted;
  return wanted == pattern.size();
}

bool TripleCheck::holds(const TriplePattern& pattern, const StatementText& triple) {
  return holds(pattern.places[0], triple.subject) &&
         holds(pattern.places[1], triple.predicate) &&
         holds(pattern.places[2], triple.object);
}

bool TripleCheck::holds(const TriplePlace& place, std::string_view term) {
  if (place.kind == TriplePlace::Kind::triple) {
    // Its own triple, or that of one in it.
    while (is_triple_text(term)) {
      const StatementText triple = cut_triple_term(term);
      if (holds(*place.inner, triple)) return true;
      term = triple.object;
    }
    return false;
  }
  if (is_triple_text(term) && place.kind != TriplePlace::Kind::any) {
    // A triple term is found by what is in it.
    bool found = false;
    each_term_text(term,
                   [&](std::string_view one) { found = found || holds(place, one); });
    return found;
  }
  switch (place.kind) {
    case TriplePlace::Kind::any:
    case TriplePlace::Kind::triple:
      return true;
    case TriplePlace::Kind::iri:
      return is_iri_text(term) &&
             std::ranges::find(place.iris, iri_in(term)) != place.iris.end();
    case TriplePlace::Kind::like:
      return is_iri_text(term) && std::ranges::any_of(place.iris, [&](const auto& iri) {
               return is_like(iri_in(term), iri);
             });
    case TriplePlace::Kind::text:
      return is_literal_text(term) &&
             holds_in(*place.words, tokenizer_.words(decode_escapes(
                                        cut_literal(term).lexical, decoded_)));
  }
  return false;
}

bool TripleCheck::any_of(std::string_view statements) {
  bool found = false;
  each_line(statements, [&](std::string_view line) {
    if (found) return;
    found = holds(pattern_, cut_statement(line));
  });
  return found;
}

namespace {

constexpr std::int64_t kDay = 86'400;
constexpr std::size_t kMostParts = 100;

/// Reads a query from its first byte to its last.
class QueryText {
 public:
  explicit QueryText(std::string_view text) : text_(text) {}

  QueryNode read() {
    QueryNode out = alternatives(0);
    if (!at_end()) fail("there is no \"(\" for this \")\"; take it away", at_);
    return out;
  }

 private:
  [[noreturn]] void fail(const std::string& problem, std::size_t at) const {
    throw QueryError{problem, text_, at};
  }

  bool at_end() {
    while (at_ < text_.size() && static_cast<unsigned char>(text_[at_]) <= ' ') ++at_;
    return at_ == text_.size();
  }

  /// Takes `word` if it stands here as a word of its own.
  bool take_word(std::string_view word) {
    if (at_end() || !text_.substr(at_).starts_with(word)) return false;
    const std::size_t end = at_ + word.size();
    const bool ends = end == text_.size() || text_[end] == '(' || text_[end] == ')' ||
                      text_[end] == '"' || static_cast<unsigned char>(text_[end]) <= ' ';
    if (ends) at_ = end;
    return ends;
  }

  QueryNode alternatives(std::size_t depth) {
    if (depth > kDeepestQuery) fail("parentheses are nested too deep", at_);
    QueryNode first = together(depth);
    QueryNode out{.kind = QueryKind::any_of};
    while (take_word("OR")) {
      if (out.children.empty()) out.children.push_back(std::move(first));
      out.children.push_back(together(depth));
    }
    return out.children.empty() ? std::move(first) : std::move(out);
  }

  QueryNode together(std::size_t depth) {
    QueryNode out;
    static_cast<void>(at_end());
    const std::size_t from = at_;
    bool wanted = true;
    while (wanted || (!at_end() && text_[at_] != ')' && !stands("OR"))) {
      bool excluded = false;
      while (take_word("NOT")) excluded = !excluded;
      QueryNode part = unit(depth);
      part.excluded = excluded;
      out.children.push_back(std::move(part));
      wanted = take_word("AND");
    }
    if (std::ranges::all_of(out.children, &QueryNode::excluded))
      fail("NOT alone finds nothing: say also what is to be there", from);
    if (out.children.size() == 1) return std::move(out.children.front());
    return out;
  }

  bool stands(std::string_view word) {
    const std::size_t before = at_;
    const bool out = take_word(word);
    at_ = before;
    return out;
  }

  QueryNode unit(std::size_t depth) {
    if (at_end()) fail("something is missing here: a word, a phrase or \"(\"", at_);
    if (++parts_ > kMostParts) fail("the query has too many parts", at_);
    const std::size_t from = at_;
    for (const char* const word : {"AND", "OR"})
      if (take_word(word))
        fail(fmt::format("{} stands between two parts; before it something is missing "
                         "(the word itself is written in small letters)",
                         word),
             from);
    if (text_[at_] == '(') {
      ++at_;
      QueryNode out = alternatives(depth + 1);
      if (at_end() || text_[at_] != ')')
        fail("this \"(\" is not closed; put a \")\" behind it", from);
      ++at_;
      return out;
    }
    if (text_[at_] == ')') fail("something is missing before this \")\"", at_);
    std::string_view words;
    if (text_[at_] == '"') {
      const std::size_t end = text_.find('"', at_ + 1);
      if (end == std::string_view::npos)
        fail("this phrase does not end; put a '\"' behind it", from);
      words = text_.substr(at_ + 1, end - at_ - 1);
      at_ = end + 1;
    } else {
      while (at_ < text_.size() && static_cast<unsigned char>(text_[at_]) > ' ' &&
             std::string_view{"()\""}.find(text_[at_]) == std::string_view::npos)
        ++at_;
      words = text_.substr(from, at_ - from);
    }
    QueryNode out{.kind = QueryKind::words};
    out.texts = tokenizer_.words(words);
    if (out.texts.empty())
      fail(fmt::format("\"{}\" has neither letters nor digits, nothing to look for",
                       excerpt(words)),
           from);
    if (out.texts.size() > kMostParts) fail("the phrase has too many words", from);
    return out;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t parts_ = 0;
  Tokenizer tokenizer_;
};

void need(std::string_view text, const char* what) {
  if (text.empty()) throw UsageError{fmt::format("{}: is empty", what)};
}

std::string_view without_brackets(std::string_view text) {
  return text.size() > 2 && text.starts_with('<') && text.ends_with('>')
             ? text.substr(1, text.size() - 2)
             : text;
}

/// The lexical form as N-Triples writes it.
std::string written(std::string_view value) {
  const std::string_view inner = without_brackets(value);
  // No document has such a value, and nothing of the kind can be written.
  if (!is_utf8(inner))
    throw UsageError{fmt::format("the value {} is no UTF-8", excerpt(inner))};
  std::string out;
  append_term(out, {.value = inner, .kind = TermKind::literal}, {});
  return out.substr(1, out.size() - 2);
}

/// `today`, `last_week` (7 days), `last_month` (31), or a date.
TimeSpan date_of(const std::string& text, const char* option, std::int64_t now) {
  const std::int64_t today = now - now % kDay;
  const auto from = [&](std::int64_t days) {
    return TimeSpan{.begin = today - (days - 1) * kDay, .end = today + kDay};
  };
  if (text == "today") return from(1);
  if (text == "last_week") return from(7);
  if (text == "last_month") return from(31);
  if (const auto span = parse_w3c_time(text)) return *span;
  throw UsageError{fmt::format(
      "{} {}: no date (2026-11-01, 2026-11-01T09:00Z, today, last_week, last_month)",
      option, text)};
}

}  // namespace

QueryError::QueryError(const std::string& problem, std::string_view query,
                       std::size_t position)
    : UsageError(fmt::format("query, at byte {}: {}\n  {}\n  {:>{}}", position + 1,
                             problem, query, "^", position + 1)),
      problem_(problem),
      position_(position) {}

QueryNode parse_query(std::string_view text) { return QueryText{text}.read(); }

QueryNode uri_query(std::string_view iri, std::uint8_t places) {
  need(without_brackets(iri), "--uri");
  return {.kind = QueryKind::uri,
          .text = std::string{without_brackets(iri)},
          .places = places};
}

QueryNode namespace_query(std::string_view prefix) {
  need(without_brackets(prefix), "--namespace");
  return {.kind = QueryKind::space, .text = std::string{without_brackets(prefix)}};
}

QueryNode host_query(std::string_view host) {
  need(host, "--mentions-host");
  return {.kind = QueryKind::host, .text = lower_ascii(host)};
}

QueryNode pair_query(std::string_view property, std::string_view value) {
  need(without_brackets(property), "--property");
  return {.kind = QueryKind::pair,
          .text = std::string{without_brackets(property)},
          .value = written(value)};
}

QueryNode property_query(std::string_view property) {
  need(without_brackets(property), "--property");
  return uri_query(property, uri_place::predicate);
}

QueryNode class_query(std::string_view iri) {
  need(without_brackets(iri), "--class");
  return pair_query(kRdfType, iri);
}

QueryNode identified_query(std::string_view value) {
  need(value, "--identified-by");
  return {.kind = QueryKind::identified, .value = written(value)};
}

QueryNode fact_query(char kind, const std::vector<std::string>& values) {
  QueryNode out{.kind = QueryKind::any_of};
  for (const std::string& value : values) {
    std::string text = kind == fact_kind::dataset ? value : lower_ascii(value);
    if (kind == fact_kind::format)
      std::ranges::transform(value, text.begin(), [](char c) {
        return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
      });
    if (kind == fact_kind::language) text = text.substr(0, text.find('-'));
    need(text, "a filter");
    out.children.push_back({.kind = QueryKind::fact, .text = kind + text});
  }
  return out;
}

QueryNode date_query(const std::string& since, const std::string& until,
                     std::int64_t now) {
  QueryNode out{.kind = QueryKind::dates};
  if (!since.empty()) out.from = date_of(since, "--since", now).begin;
  if (!until.empty()) out.to = date_of(until, "--until", now).end;
  return out;
}

void check_request(const SearchRequest& request) {
  if (request.query.children.empty())
    throw UsageError{
        "there is nothing to look for: give words, --uri, --property, --class or a "
        "filter"};
  if (request.limit == 0 || request.limit > kLargestPage)
    throw UsageError{
        fmt::format("--limit {}: between 1 and {}", request.limit, kLargestPage)};
  if (request.page == 0 || std::uint64_t{request.page} * request.limit > kMostResults)
    throw UsageError{
        fmt::format("--page {}: only the first {} results can be paged through; ask for "
                    "less",
                    request.page, kMostResults)};
}

}  // namespace semsite
