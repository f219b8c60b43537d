#include "index/ntriple_query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "index/index_key.hpp"
#include "index/text_tokens.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::size_t kMostPatterns = 50;

constexpr std::string_view kTripleOpen = "<<(";
constexpr std::string_view kTripleClose = ")>>";

constexpr std::array<std::uint8_t, 3> kPlaces{uri_place::subject, uri_place::predicate,
                                              uri_place::object};
constexpr std::array<const char*, 3> kPlaceNames{"subject", "property", "object"};

/// Prefixes that need not be said; one may have several IRIs.
constexpr std::array<std::pair<std::string_view, std::string_view>, 22> kPrefixes{
    {{"any23", "http://vocab.sindice.net/any23#"},
     {"dbp", "http://dbpedia.org/property/"},
     {"dbo", "http://dbpedia.org/ontology/"},
     {"dbr", "http://dbpedia.org/resource/"},
     {"dc", "http://purl.org/dc/elements/1.1/"},
     {"dc", "http://purl.org/dc/terms/"},
     {"dcat", "http://www.w3.org/ns/dcat#"},
     {"dcterms", "http://purl.org/dc/terms/"},
     {"doap", "http://usefulinc.com/ns/doap#"},
     {"foaf", "http://xmlns.com/foaf/0.1/"},
     {"geo", "http://www.w3.org/2003/01/geo/wgs84_pos#"},
     {"og", "http://ogp.me/ns#"},
     {"owl", "http://www.w3.org/2002/07/owl#"},
     {"rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"},
     {"rdfs", "http://www.w3.org/2000/01/rdf-schema#"},
     {"rss", "http://purl.org/rss/1.0/"},
     {"schema", "http://schema.org/"},
     {"schema", "https://schema.org/"},
     {"sioc", "http://rdfs.org/sioc/ns#"},
     {"skos", "http://www.w3.org/2004/02/skos/core#"},
     {"vcard", "http://www.w3.org/2006/vcard/ns#"},
     {"void", "http://rdfs.org/ns/void#"}}};

/// What is escaped in a phrase are signs that stand between words.
std::string without_escapes(std::string_view text) {
  std::string out{text};
  for (std::size_t at = 0; (at = out.find('\\', at)) != std::string::npos; ++at)
    out.replace(at, 2, " ");
  return out;
}

/// What a tree of words asks for, whatever it excludes: that may stand in another
/// literal.
QueryNode without_excluded(QueryNode node) {
  std::erase_if(node.children, [](const QueryNode& child) { return child.excluded; });
  for (QueryNode& child : node.children) child = without_excluded(std::move(child));
  return node;
}

QueryNode one_of(std::vector<QueryNode> nodes) {
  if (nodes.size() == 1) return std::move(nodes.front());
  return {.kind = QueryKind::any_of, .children = std::move(nodes)};
}

/// What documents with something like `place`, which is not `any`, are found by.
QueryNode condition(const TriplePlace& place, std::uint8_t where) {
  if (place.kind == TriplePlace::Kind::text) return without_excluded(*place.words);
  if (place.kind == TriplePlace::Kind::triple) {
    // Whatever is in a triple term stands as an object.
    QueryNode out;
    for (const TriplePlace& inner : place.inner->places)
      if (inner.kind != TriplePlace::Kind::any)
        out.children.push_back(condition(inner, where));
    return out;
  }
  std::vector<QueryNode> out;
  for (const std::string& iri : place.iris)
    out.push_back(place.kind == TriplePlace::Kind::iri
                      ? uri_query(iri, where)
                      : QueryNode{.kind = QueryKind::like, .text = iri, .places = where});
  return one_of(std::move(out));
}

QueryNode triple_query(TriplePattern pattern) {
  using enum TriplePlace::Kind;
  const auto& [subject, predicate, object] = pattern.places;
  QueryNode out{.kind = QueryKind::triple};
  if (predicate.kind == iri && object.kind == iri) {
    std::vector<QueryNode> pairs;
    for (const std::string& property : predicate.iris)
      for (const std::string& value : object.iris)
        pairs.push_back(pair_query(property, value));
    out.children.push_back(one_of(std::move(pairs)));
    if (subject.kind == any) return out;
    out.children.push_back(condition(subject, uri_place::subject));
  } else {
    for (std::size_t i = 0; i < kPlaces.size(); ++i)
      if (pattern.places.at(i).kind != any)
        out.children.push_back(condition(pattern.places.at(i), kPlaces.at(i)));
    const bool is_one_iri =
        out.children.size() == 1 &&
        std::ranges::count(pattern.places, iri, &TriplePlace::kind) == 1;
    if (is_one_iri) return out;
  }
  out.pattern = std::make_shared<const TriplePattern>(std::move(pattern));
  return out;
}

/// Reads a query from its first byte to its last.
class NTripleText {
 public:
  explicit NTripleText(std::string_view text) : text_(text) {}

  QueryNode read() {
    QueryNode out = alternatives(0);
    if (!at_end())
      fail(text_[at_] == ')' ? "there is no \"(\" for this \")\"; take it away"
                             : "AND, OR or MINUS is missing before this",
           at_);
    return out;
  }

 private:
  [[noreturn]] void fail(const std::string& problem, std::size_t at) const {
    throw QueryError{problem, text_, at};
  }

  static bool is_end(char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == '(' || c == ')';
  }

  bool at_end() {
    while (at_ < text_.size() && static_cast<unsigned char>(text_[at_]) <= ' ') ++at_;
    return at_ == text_.size();
  }

  /// Takes `word` if it stands here as a word of its own.
  bool take_word(std::string_view word) {
    if (at_end() || !text_.substr(at_).starts_with(word)) return false;
    const std::size_t end = at_ + word.size();
    if (end < text_.size() && !is_end(text_[end])) return false;
    at_ = end;
    return true;
  }

  QueryNode alternatives(std::size_t depth) {
    if (depth > kDeepestQuery) fail("parentheses are nested too deep", at_);
    std::vector<QueryNode> out;
    do {
      out.push_back(together(depth));
    } while (take_word("OR"));
    return one_of(std::move(out));
  }

  QueryNode together(std::size_t depth) {
    QueryNode out;
    out.children.push_back(unit(depth));
    for (;;) {
      bool excluded = take_word("MINUS") || take_word("NOT");
      if (!excluded) {
        if (!take_word("AND")) break;
        excluded = take_word("NOT") || take_word("MINUS");
      }
      out.children.push_back(unit(depth));
      out.children.back().excluded = excluded;
    }
    if (out.children.size() == 1) return std::move(out.children.front());
    return out;
  }

  QueryNode unit(std::size_t depth) {
    if (at_end()) fail("a pattern is missing here: subject, property and object", at_);
    const std::size_t from = at_;
    if (text_[at_] == '(') {
      ++at_;
      QueryNode out = alternatives(depth + 1);
      if (at_end() || text_[at_] != ')')
        fail("this \"(\" is not closed; put a \")\" behind it", from);
      ++at_;
      return out;
    }
    TriplePattern pattern = this->pattern();
    if (says_nothing(pattern))
      fail("* * * is every triple; say at least one of them", from);
    return triple_query(std::move(pattern));
  }

  static bool says_nothing(const TriplePattern& pattern) {
    return std::ranges::all_of(pattern.places, [](const TriplePlace& one) {
      return one.kind == TriplePlace::Kind::any;
    });
  }

  TriplePattern pattern() {
    if (++patterns_ > kMostPatterns) fail("the query has too many patterns", at_);
    TriplePattern out;
    for (std::size_t i = 0; i < out.places.size(); ++i) out.places.at(i) = place(i);
    return out;
  }

  /// `<<( subject property object )>>`, as N-Triples 1.2 has it.
  TriplePlace triple_term() {
    const std::size_t from = at_;
    at_ += kTripleOpen.size();
    auto inner = std::make_shared<TriplePattern>(pattern());
    if (at_end() || !text_.substr(at_).starts_with(kTripleClose))
      fail("this triple term does not end; put a )>> behind it", from);
    if (says_nothing(*inner))
      fail("<<( * * * )>> is every triple term; say something of it", from);
    at_ += kTripleClose.size();
    return {.kind = TriplePlace::Kind::triple, .inner = std::move(inner)};
  }

  TriplePlace place(std::size_t index) {
    if (at_end())
      fail(fmt::format("the {} is missing here; write * for any", kPlaceNames.at(index)),
           at_);
    const char first = text_[at_];
    TriplePlace out;
    if (text_.substr(at_).starts_with(kTripleOpen)) {
      if (index != 2) fail("triple terms are objects; here an IRI or * is wanted", at_);
      out = triple_term();
    } else if (first == '<') {
      out = iris_like({bracketed()});
    } else if (first == '"' || first == '\'') {
      if (index != 2) fail("texts are objects; here an IRI or * is wanted", at_);
      out = quoted(first);
    } else if (!take_word("*")) {
      out = prefixed(index);
    }
    if (at_ < text_.size() && !is_end(text_[at_]))
      fail("a space is missing before this; language and datatype cannot be asked for",
           at_);
    return out;
  }

  static TriplePlace iris_like(std::vector<std::string> iris) {
    const bool has_any = iris.front().find('*') != std::string::npos;
    return {.kind = has_any ? TriplePlace::Kind::like : TriplePlace::Kind::iri,
            .iris = std::move(iris)};
  }

  std::string bracketed() {
    const std::size_t from = at_;
    const std::size_t end = text_.find('>', at_);
    if (end == std::string_view::npos)
      fail("this IRI does not end; put a > behind it", at_);
    const std::string_view iri = text_.substr(at_ + 1, end - at_ - 1);
    if (iri.empty() || iri.find_first_of(" <\"") != std::string_view::npos)
      fail("this is no IRI; one is written <http://…>, without spaces", from);
    at_ = end + 1;
    return std::string{iri};
  }

  TriplePlace prefixed(std::size_t index) {
    const std::size_t from = at_;
    while (at_ < text_.size() && !is_end(text_[at_])) ++at_;
    const std::string_view name = text_.substr(from, at_ - from);
    const std::size_t colon = name.find(':');
    if (colon == std::string_view::npos)
      fail(fmt::format("no {}; write <IRI>, prefix:name or *{}", kPlaceNames.at(index),
                       index == 2 ? ", or a text in quotes" : ""),
           from);
    std::vector<std::string> iris;
    for (const auto& [prefix, iri] : kPrefixes)
      if (prefix == name.substr(0, colon))
        iris.push_back(std::string{iri}.append(name.substr(colon + 1)));
    if (iris.empty())
      fail(fmt::format("the prefix {}: is not known; write the IRI in < >",
                       excerpt(name.substr(0, colon))),
           from);
    return iris_like(std::move(iris));
  }

  TriplePlace quoted(char quote) {
    const std::size_t from = at_++;
    while (at_ < text_.size() && text_[at_] != quote)
      at_ += text_[at_] == '\\' && at_ + 1 < text_.size() ? 2 : 1;
    if (at_ >= text_.size())
      fail(fmt::format("this text does not end; put a {} behind it", quote), from);
    const std::string_view inner = text_.substr(from + 1, at_++ - from - 1);
    TriplePlace out{.kind = TriplePlace::Kind::text};
    QueryNode words{.kind = QueryKind::words};
    if (quote == '\'') {
      try {
        words = parse_query(inner);
      } catch (const QueryError& error) {
        fail(error.problem(), from + 1 + error.position());
      }
    } else {
      words.texts = Tokenizer{}.words(without_escapes(inner));
      if (words.texts.empty())
        fail("this text has neither letters nor digits, nothing to look for", from);
      if (words.texts.size() > 2 * kMostPatterns)
        fail("the phrase has too many words", from);
    }
    out.words = std::make_shared<const QueryNode>(std::move(words));
    return out;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t patterns_ = 0;
};

}  // namespace

QueryNode parse_ntriple_query(std::string_view text) { return NTripleText{text}.read(); }

namespace {

class Fields {
 public:
  explicit Fields(const SearchFields& fields) : fields_(fields) {}

  [[nodiscard]] const std::vector<std::string>& all(const char* name) const {
    static const std::vector<std::string> nothing;
    const auto found = fields_.find(name);
    return found == fields_.end() ? nothing : found->second;
  }
  [[nodiscard]] bool has(const char* name) const { return !all(name).empty(); }
  [[nodiscard]] std::string text(const char* name) const {
    return has(name) ? all(name).front() : std::string{};
  }
  [[nodiscard]] std::uint32_t count(const char* name, std::uint32_t otherwise) const {
    if (!has(name)) return otherwise;
    if (const auto number = parse_uint(text(name)))
      return static_cast<std::uint32_t>(std::min<std::uint64_t>(*number, 1'000'000'000));
    throw UsageError{fmt::format("--{} {}: not a whole number", name, text(name))};
  }
  [[nodiscard]] std::size_t word(const char* name,
                                 const std::vector<std::string>& words) const {
    if (!has(name)) return 0;
    const auto found = std::ranges::find(words, text(name));
    if (found != words.end()) return static_cast<std::size_t>(found - words.begin());
    throw UsageError{fmt::format("--{} {}: choose one of {}", name, text(name),
                                 fmt::join(words, ", "))};
  }

 private:
  const SearchFields& fields_;
};

std::uint8_t places_of(const Fields& fields) {
  const std::string place = fields.text("place");
  if (place.empty() || place == "any") return 0xFF;
  if (place == "subject") return uri_place::subject;
  if (place == "predicate") return uri_place::predicate;
  if (place == "object") return uri_place::object;
  throw UsageError{
      fmt::format("--place {}: choose one of subject, predicate, object, any", place)};
}

}  // namespace

void read_search_fields(const SearchFields& given, std::int64_t now,
                        SearchRequest& request) {
  const Fields fields{given};
  std::vector<QueryNode>& parts = request.query.children;
  for (const std::string& words : fields.all("term")) parts.push_back(parse_query(words));
  for (const std::string& query : fields.all("ntriple"))
    parts.push_back(parse_ntriple_query(query));
  const std::uint8_t places = places_of(fields);
  for (const std::string& iri : fields.all("uri"))
    parts.push_back(uri_query(iri, places));
  if (fields.has("place") && !fields.has("uri"))
    throw UsageError{"--place says where --uri stands; give that, too"};
  for (const std::string& prefix : fields.all("namespace"))
    parts.push_back(namespace_query(prefix));
  for (const std::string& host : fields.all("mentions-host"))
    parts.push_back(host_query(host));
  // The n-th value is that of the n-th property.
  const std::vector<std::string>& properties = fields.all("property");
  const std::vector<std::string>& values = fields.all("value");
  if (values.size() > properties.size())
    throw UsageError{"--value without --property: which property has it?"};
  for (std::size_t i = 0; i < properties.size(); ++i)
    parts.push_back(i < values.size() ? pair_query(properties[i], values[i])
                                      : property_query(properties[i]));
  for (const std::string& value : fields.all("identified-by"))
    parts.push_back(identified_query(value));
  for (const std::string& iri : fields.all("class")) parts.push_back(class_query(iri));
  for (const auto& [name, kind] :
       {std::pair{"host", fact_kind::host}, std::pair{"in-dataset", fact_kind::dataset},
        std::pair{"in-format", fact_kind::format},
        std::pair{"language", fact_kind::language}})
    if (fields.has(name)) parts.push_back(fact_query(kind, fields.all(name)));
  if (fields.has("since") || fields.has("until"))
    parts.push_back(date_query(fields.text("since"), fields.text("until"), now));
  request.page = fields.count("page", request.page);
  request.limit = fields.count("limit", request.limit);
  request.newest_first = fields.word("sort", {"rank", "date"}) == 1;
}

}  // namespace semsite
