#include "load/store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "rdf/sparql_text.hpp"
#include "rdf/term_text.hpp"
#include "report/changes.hpp"
#include "walk/sparql_partition.hpp"
#include "walk/sparql_query.hpp"

namespace semsite {
namespace {

Request with_body(std::string_view method, std::string url, std::string_view type,
                  std::string body) {
  Request out;
  out.url = std::move(url);
  out.method = method;
  out.headers = {{"Content-Type", std::string{type}}, {"Accept", "*/*"}};
  out.body = std::move(body);
  out.once = true;
  return out;
}

std::string insert_data(std::string_view graph, std::string_view body) {
  std::string out = "INSERT DATA {";
  if (!graph.empty()) out += " GRAPH " + sparql_iri(graph) + " {";
  out += '\n';
  append_sparql_lines(out, body);
  out += graph.empty() ? "}\n" : "} }\n";
  return out;
}

Request update_request(const std::string& url, std::string update) {
  return with_body("POST", url, "application/sparql-update", std::move(update));
}

constexpr std::string_view kAskAccept =
    "application/sparql-results+json, application/sparql-results+xml;q=0.9, "
    "text/boolean;q=0.8, */*;q=0.1";
constexpr std::string_view kTriples = "application/n-triples";
constexpr std::string_view kTurtle = "text/turtle";
constexpr std::string_view kQuads = "application/n-quads";

Request graph_store_request(std::string_view method, const Store& store,
                            std::string_view graph, std::string_view body) {
  std::string url = graph_store_url(store.load_url, graph);
  if (store.is_virtuoso)
    return with_body(method, std::move(url), kTurtle,
                     guarded_from_sniffing(turtle_of(body)));
  return with_body(method, std::move(url), kTriples, std::string{body});
}

}  // namespace

std::string_view protocol_name(LoadProtocol protocol) {
  switch (protocol) {
    case LoadProtocol::graph_store:
      return "gsp";
    case LoadProtocol::update:
      return "update";
    case LoadProtocol::nquads:
      break;
  }
  return "nquads";
}

Request add_request(const Store& store, std::string_view graph, std::string_view body) {
  switch (store.protocol) {
    case LoadProtocol::graph_store:
      return graph_store_request("POST", store, graph, body);
    case LoadProtocol::update:
      return update_request(store.load_url, insert_data(graph, body));
    case LoadProtocol::nquads:
      break;
  }
  return with_body("POST", store.load_url, kQuads, std::string{body});
}

Request replace_request(const Store& store, std::string_view graph,
                        std::string_view body) {
  if (store.protocol == LoadProtocol::graph_store)
    return graph_store_request("PUT", store, graph, body);
  const std::string drop =
      graph.empty() ? "DROP SILENT DEFAULT ;\n"
                    : fmt::format("DROP SILENT GRAPH {} ;\n", sparql_iri(graph));
  return update_request(store.load_url, drop + insert_data(graph, body));
}

Request remove_request(const Store& store, std::string_view nquads) {
  // An operation for each graph: of several in one, Virtuoso 7.2.5 leaves literals with
  // language tags, and with datatypes that it does not know.
  std::map<std::string_view, std::string> triples;
  for (const std::string_view line : split(nquads, '\n')) {
    if (line.empty()) continue;
    const ChangedQuad quad = cut_quad(line);
    std::string& text = triples[quad.graph];
    for (const std::string_view term : {quad.subject, quad.predicate, quad.object}) {
      append_sparql_lines(text, term);
      text += ' ';
    }
    text += ".\n";
  }
  std::string out;
  for (const auto& [graph, text] : triples) {
    if (!out.empty()) out += ";\n";
    out += "DELETE DATA {\n";
    out += graph.empty() ? text : fmt::format("GRAPH {} {{\n{}}}\n", graph, text);
    out += "}\n";
  }
  return update_request(store.update_url, std::move(out));
}

Request drop_request(const Store& store, std::string_view names) {
  std::string out;
  for (const std::string_view name : split(names, '\n'))
    if (!name.empty())
      out += fmt::format("{}DROP SILENT GRAPH {}\n", out.empty() ? "" : ";\n", name);
  return update_request(store.update_url, out);
}

Request graph_request(const std::string& url, std::string_view graph) {
  Request out;
  out.url = graph_store_url(url, graph);
  out.headers = {{"Accept", std::string{kTriples}}};
  return out;
}

Request empty_update_request(const std::string& url) {
  return update_request(url, "INSERT DATA { }");
}

Request empty_nquads_request(const std::string& url) {
  return with_body("POST", url, kQuads, {});
}

std::string store_count_query(std::string_view graph, CountedTriples which) {
  // SPARQL 1.2, for those that have it.
  const std::string_view or_triple =
      which == CountedTriples::with_nodes_or_triples ? " || isTRIPLE(?o)" : "";
  if (graph.starts_with("_:"))
    return which == CountedTriples::all
               ? total_query()
               : fmt::format(
                     "SELECT (COUNT(*) AS ?n) WHERE {{ GRAPH ?g {{ ?s ?p ?o }} "
                     "FILTER(isBlank(?g) || isBlank(?s) || isBlank(?o){}) }}",
                     or_triple);
  if (which == CountedTriples::with_nodes_or_triples)
    return fmt::format("SELECT (COUNT(*) AS ?n) WHERE {{ {} }}",
                       in_sparql_graph(graph,
                                       "?s ?p ?o FILTER(isBlank(?s) || "
                                       "isBlank(?o) || isTRIPLE(?o))"));
  Partition part;
  part.graph = graph;
  if (which == CountedTriples::with_blank_nodes) part.blanks = BlankNodes::some;
  return count_query(part);
}

Request feature_request(const std::string& url, Rdf12Feature feature) {
  const SparqlRequest query =
      sparql_request(url,
                     feature == Rdf12Feature::triple_terms
                         ? "ASK { BIND(<<( <urn:a> <urn:b> <urn:c> )>> AS ?t) }"
                         : "ASK { BIND(\"x\"@en--ltr AS ?t) }",
                     kAskAccept, SparqlBy::post);
  Request out = with_body("POST", query.url, query.content_type, query.body);
  out.headers.back().second = query.accept;
  return out;
}

bool is_yes(std::string_view answer) {
  // {"boolean":true}, <boolean>true</boolean>, true; a page may say anything.
  return answer.size() < 1000 && lower_ascii(answer).find("true") != std::string::npos;
}

Request store_count_request(const std::string& url, std::string_view graph,
                            CountedTriples which) {
  const SparqlRequest query =
      sparql_request(url, store_count_query(graph, which), kCsvAccept, SparqlBy::post);
  Request out = with_body("POST", query.url, query.content_type, query.body);
  out.headers.back().second = query.accept;
  return out;
}

std::optional<std::uint64_t> read_store_count(std::string_view answer) {
  constexpr std::array<std::string_view, 1> kNumber{"n"};
  const auto rows = read_csv_rows(answer, kNumber);
  return rows && rows->size() == 1 ? parse_uint(trim((*rows)[0][0])) : std::nullopt;
}

namespace {

constexpr std::size_t kSniffedBytes = 65'535;
/// A comment of N-Triples that opens one of HTML, and the line breaks.
constexpr std::string_view kOpening = "#\n#\n#\n# <!--\n";

}  // namespace

std::string guarded_from_sniffing(std::string body) {
  constexpr std::array<std::string_view, 3> kSeen{"-->", "<html>", "<xhtml>"};
  const std::string_view beginning = std::string_view{body}.substr(0, kSniffedBytes);
  const bool is_seen = std::ranges::any_of(kSeen, [&](std::string_view text) {
    return beginning.find(text) != std::string_view::npos;
  });
  // Where there is capacity for it, the body stays where it is.
  if (is_seen) {
    body.insert(0, "#" + std::string(kSniffedBytes - 1, ' ') + "\n");
  } else {
    body.insert(0, kOpening);
  }
  return body;
}

namespace {

/// A namespace that comes this often gets a prefix: others would only make the list of
/// them longer.
constexpr std::uint32_t kOften = 3;

constexpr std::array<bool, 256> kLocal = [] {
  std::array<bool, 256> out{};
  for (const char c :
       std::string_view{"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                        "0123456789_-"})
    out.at(static_cast<unsigned char>(c)) = true;
  return out;
}();

/// How long the namespace of an IRI (without its brackets) is, if a prefix can stand for
/// it; else 0.
std::size_t namespace_size(std::string_view iri) {
  std::size_t at = iri.size();
  while (at > 0 && kLocal[static_cast<unsigned char>(iri[at - 1])]) --at;
  if (at == 0 || at == iri.size() || iri[at] == '-') return 0;
  return iri[at - 1] == '/' || iri[at - 1] == '#' ? at : 0;
}

class TurtleBody {
 public:
  explicit TurtleBody(std::string_view lines) : left_(lines) {
    text_.reserve(lines.size());
  }

  std::string take() {
    while (!left_.empty()) line();
    return std::move(text_);
  }

 private:
  struct Namespace {
    std::uint32_t times = 0;
    std::string prefix;
  };
  using Names =
      std::unordered_map<std::string_view, Namespace, KeyedHash, std::equal_to<>>;

  /// Copies up to `end`.
  void copy(std::size_t end) {
    text_ += left_.substr(0, end);
    left_.remove_prefix(end);
  }

  void line() {
    for (Names::value_type* entry : std::exchange(often_, {})) declare(*entry);
    term(0);
    copy(1);
    term(1);
    copy(1);
    if (is_triple_text(left_)) {  // as it is: it comes seldom
      copy(left_.find('\n'));
    } else if (left_.front() == '"') {
      const std::size_t end = left_.find('\n');
      const std::size_t quote = left_.rfind('"', end);
      copy(quote + 1);
      if (left_.front() == '^') {
        copy(2);
        term(2);
      }
    } else {
      term(3);
    }
    copy(left_.find('\n') + 1);
  }

  /// An IRI or a blank node. `place` tells terms apart that often share a namespace.
  void term(std::size_t place) {
    if (left_.front() != '<') return copy(left_.find(' '));
    const std::size_t end = left_.find('>');
    const std::size_t size = namespace_size(left_.substr(1, end - 1));
    const std::string* prefix =
        size > 0 ? prefix_of(left_.substr(1, size), place) : nullptr;
    if (prefix == nullptr) return copy(end + 1);
    text_ += *prefix;
    text_ += left_.substr(1 + size, end - 1 - size);
    left_.remove_prefix(end + 1);
  }

  const std::string* prefix_of(std::string_view name, std::size_t place) {
    Names::value_type*& last = last_.at(place);
    if (last == nullptr || last->first != name) last = &*names_.try_emplace(name).first;
    Namespace& found = last->second;
    if (found.times < kOften && ++found.times == kOften) often_.push_back(last);
    return found.prefix.empty() ? nullptr : &found.prefix;
  }

  void declare(Names::value_type& entry) {
    auto& [name, found] = entry;
    found.prefix = fmt::format("n{}:", prefix_count_++);
    fmt::format_to(std::back_inserter(text_), "@prefix {} <{}> .\n", found.prefix, name);
  }

  std::string_view left_;
  std::string text_;
  Names names_;
  std::vector<Names::value_type*> often_;  ///< get a prefix before the next line
  std::array<Names::value_type*, 4> last_{};
  std::size_t prefix_count_ = 0;
};

}  // namespace

std::string turtle_of(std::string_view lines) { return TurtleBody{lines}.take(); }

}  // namespace semsite
