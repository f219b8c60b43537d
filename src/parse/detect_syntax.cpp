#include "parse/detect_syntax.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <map>
#include <string>

#include "base/text.hpp"
#include "markup/sitemap_dialect.hpp"
#include "parse/linkset.hpp"
#include "parse/sparql_results.hpp"
#include "parse/standard_location.hpp"
#include "rdf/change_list.hpp"
#include "rdf/namespaces.hpp"
#include "turtle/turtle_shape.hpp"

namespace semsite {
namespace {

using namespace std::string_view_literals;

Detected is(std::string_view name) {
  const Syntax* const syntax = find_syntax(name);
  return {.syntax = syntax, .found = syntax->name};
}

Detected not_rdf(std::string_view found) { return {.syntax = nullptr, .found = found}; }

/// What says at its beginning that it is something else.
struct OtherFormat {
  std::string_view mark, media_type;
};

Detected is_other(std::string_view found, std::string_view media_type) {
  return {
      .syntax = nullptr, .found = found, .is_certain = true, .media_type = media_type};
}

/// What the sender says, as far as it says anything: type before suffix (§10.4).
const Syntax* hinted(const SyntaxHints& hints) {
  const Syntax* const by_type = syntax_of_media_type(hints.media_type);
  return by_type != nullptr ? by_type : syntax_of_path(hints.path);
}

bool is_one_of(const Syntax* syntax, std::initializer_list<std::string_view> names) {
  return syntax != nullptr && std::ranges::find(names, syntax->name) != names.end();
}

std::string_view without_html_space(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t\r\n\f"), text.size()));
}

/// The text without white space and `#` comments before it.
std::string_view without_comments(std::string_view text) {
  for (text = without_html_space(text); text.starts_with('#');
       text = without_html_space(text))
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  return text;
}

/// UTF-16 with its other bytes left out: enough to see markup or JSON, which may come so.
std::string narrowed(std::string_view text) {
  std::string out;
  std::ranges::copy_if(text, std::back_inserter(out), [](char c) { return c != '\0'; });
  return out;
}

bool is_utf16(std::string_view head) {
  if (head.starts_with("\xFF\xFE"sv) || head.starts_with("\xFE\xFF"sv)) return true;
  if (head.size() < 4) return false;
  // Without a mark, the zero bytes around the first characters tell (XML §F, RFC 4627
  // §3).
  const std::size_t zero = head[0] == '\0' ? 0 : 1;
  return head[zero] == '\0' && head[zero + 2] == '\0' && head[3 - zero] != '\0' &&
         "<{[ \t\r\n"sv.find(head[1 - zero]) != std::string_view::npos;
}

/// Some control characters do not make statements binary: they stand in one literal, and
/// its line has the fault.
bool holds_statements(std::string_view head, const Syntax* hint) {
  const LineShape lines = line_shape(head);
  if (lines.triples + lines.quads > 0) return true;
  return is_one_of(hint, {"turtle", "trig"}) && turtle_shape(head).statements > 0;
}

constexpr std::array<OtherFormat, 14> kBinaryKinds{
    {{"%PDF-"sv, "application/pdf"sv},
     {"\x89PNG"sv, "image/png"sv},
     {"GIF8"sv, "image/gif"sv},
     {"\xFF\xD8\xFF"sv, "image/jpeg"sv},
     {"\x7F"
      "ELF"sv,
      {}},
     {"$HDT"sv, {}},
     {"Rar!"sv, "application/vnd.rar"sv},
     {"SQLite format"sv, "application/vnd.sqlite3"sv},
     {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv, {}},
     {"ID3"sv, "audio/mpeg"sv},
     {"OggS"sv, "application/ogg"sv},
     {"\x1A\x45\xDF\xA3"sv, "video/webm"sv},
     {"wOFF"sv, "font/woff"sv},
     {"wOF2"sv, "font/woff2"sv}}};

const OtherFormat* binary_kind(std::string_view head) {
  const auto* const found = std::ranges::find_if(
      kBinaryKinds, [&](const OtherFormat& one) { return head.starts_with(one.mark); });
  return found == kBinaryKinds.end() ? nullptr : found;
}

bool is_binary(std::string_view head, const Syntax* hint) {
  const std::string_view start = head.substr(0, 1024);
  // One bit for each of TAB, LF, FF and CR. Without a branch: each document is looked at.
  constexpr std::uint32_t kSpace = 1U << 9U | 1U << 10U | 1U << 12U | 1U << 13U;
  unsigned controls = 0;
  for (const char c : start) {
    const auto byte = static_cast<unsigned char>(c);
    controls += static_cast<unsigned>(byte < 0x20) & ~(kSpace >> (byte & 31U)) & 1U;
  }
  // A literal may hold a stray one; a picture holds an eighth.
  return controls > 2 && std::size_t{controls} * 50 > start.size() &&
         !holds_statements(head, hint);
}

bool is_html_tag(std::string_view name) {
  constexpr std::array kTags = {"html"sv, "head"sv,    "body"sv,   "title"sv, "meta"sv,
                                "link"sv, "script"sv,  "style"sv,  "div"sv,   "span"sv,
                                "p"sv,    "h1"sv,      "h2"sv,     "h3"sv,    "table"sv,
                                "form"sv, "center"sv,  "b"sv,      "br"sv,    "hr"sv,
                                "ul"sv,   "a"sv,       "pre"sv,    "font"sv,  "iframe"sv,
                                "main"sv, "section"sv, "header"sv, "nav"sv};
  return std::ranges::any_of(
      kTags, [&](std::string_view tag) { return equal_ignoring_case(name, tag); });
}

/// Told by its namespace; a root without one by what stands in it (standard-sitemap §3).
bool is_standard_sitemap(const XmlRoot& root, std::string_view text) {
  if (root.name_space == kStandardSitemap) return true;
  if (!root.name_space.empty() || !root.prefix.empty()) return false;
  return std::ranges::any_of(
      std::array{"<item"sv, "<group"sv, "<external"sv}, [&](std::string_view tag) {
        const std::size_t at = text.find(tag);
        return at != std::string_view::npos && at + tag.size() < text.size() &&
               " \t\r\n/>"sv.find(text[at + tag.size()]) != std::string_view::npos;
      });
}

/// Does the root say of itself what only a node element of RDF/XML says?
bool has_rdf_attribute(const XmlRoot& root) {
  return root.attributes.find(kRdf) != std::string_view::npos &&
         (root.has_attribute("rdf:about") || root.has_attribute("rdf:ID") ||
          root.has_attribute("rdf:nodeID"));
}

/// The XML serialization of OWL 2, or of its drafts: its root has the same name as the
/// class owl:Ontology, but is no node element.
bool is_owl_xml(const XmlRoot& root) {
  if (root.local_name != "Ontology" || has_rdf_attribute(root)) return false;
  return root.name_space.starts_with("http://www.w3.org/2002/07/owl") ||
         root.name_space.starts_with("http://www.w3.org/2006/12/owl") ||
         root.has_attribute("ontologyIRI") || root.has_attribute("owl:ontologyIRI") ||
         root.doctype == "Ontology";
}

/// Media type of the XML whose root stands in this namespace; empty: of no kind of ours.
std::string_view xml_type(std::string_view name_space) {
  constexpr std::array<OtherFormat, 3> kKinds{
      {{"http://www.w3.org/2005/Atom"sv, "application/atom+xml"sv},
       {"http://www.w3.org/2000/svg"sv, "image/svg+xml"sv},
       {"http://www.opengis.net/kml/"sv, "application/vnd.google-earth.kml+xml"sv}}};
  const auto* const found = std::ranges::find_if(
      kKinds, [&](const OtherFormat& one) { return name_space.starts_with(one.mark); });
  return found == kKinds.end() ? std::string_view{} : found->media_type;
}

Detected detect_markup(std::string_view text, const Syntax* hint) {
  constexpr std::string_view kDiwoo = "https://standaarden.overheid.nl/diwoo/metadata/";
  constexpr std::string_view kXhtml = "http://www.w3.org/1999/xhtml";
  const XmlRoot root = xml_root(text);
  if (equal_ignoring_case(root.doctype, "html") || root.name_space == kXhtml ||
      equal_ignoring_case(root.local_name, "html"))
    return not_rdf("html");
  const bool says_rdf = is_one_of(hint, {"rdfxml"});
  if (root.local_name.empty())
    return is_one_of(hint, {"rdfxml", "trix"}) ? is(hint->name) : not_rdf("xml");
  if (root.local_name == "RDF") return is("rdfxml");
  if (root.name_space == kTrix || equal_ignoring_case(root.local_name, "TriX"))
    return is("trix");
  if (root.local_name == "sparql" && root.name_space == kSparqlResults)
    return is("sparql-xml");
  if (is_sitemap_root(root.local_name) ||
      (root.local_name == "Documents" && root.name_space == kDiwoo))
    return not_rdf("sitemap");
  if (root.local_name == "sitemap" && is_standard_sitemap(root, text))
    return is("standard-sitemap");
  if (is_owl_xml(root)) return is_other("OWL/XML", {});
  if (root.name_space.empty() && root.prefix.empty()) {
    if (is_html_tag(root.local_name)) return not_rdf("html");
    if (root.local_name == "rss") return is_other("xml", "application/rss+xml");
    // A page may begin with any element, also with one that nobody knows.
    const bool says_page = is_one_of(hint, {"html", "rdfa", "microdata"});
    return says_page && !text.starts_with("<?") ? not_rdf("html") : is_other("xml", {});
  }
  // RDF/XML §7.2.8: the root may be one node element, of any name in any namespace.
  return says_rdf || has_rdf_attribute(root) ? is("rdfxml")
                                             : is_other("xml", xml_type(root.name_space));
}

/// The text without white space and comments of JavaScript before it, which the reader of
/// JSON mends.
std::string_view without_remarks(std::string_view text) {
  for (text = without_html_space(text); text.starts_with("/*") || text.starts_with("//");
       text = without_html_space(text)) {
    const std::size_t end =
        text[1] == '*' ? text.find("*/", 2) : text.find_first_of("\r\n");
    text.remove_prefix(end == std::string_view::npos ? text.size()
                                                     : end + (text[1] == '*' ? 2 : 1));
  }
  return text;
}

/// `{` and `[` begin JSON and Turtle alike; what comes next is a literal only in JSON.
bool is_json(std::string_view text, const Syntax* hint) {
  text = without_remarks(text);
  if (!text.starts_with('{') && !text.starts_with('[')) return false;
  const bool object = text.front() == '{';
  text = without_remarks(text.substr(1));
  if (text.empty()) return !is_one_of(hint, {"turtle", "trig"});
  const char c = text.front();
  if (c == '"') return true;
  if (c == (object ? '}' : ']'))
    return without_remarks(text.substr(1)).empty() &&
           !is_one_of(hint, {"turtle", "trig"});
  if (object) return false;
  if (c == '{' || c == '[' || c == '-' || (c >= '0' && c <= '9')) return true;
  const std::string_view word = text.substr(0, text.find_first_of(" \t\r\n,]"));
  return word == "true" || word == "false" || word == "null";
}

/// JSON with a key that only JSON-LD has.
bool holds_jsonld(std::string_view text) {
  for (const std::string_view key : {"\"@context\""sv, "\"@id\""sv, "\"@graph\""sv,
                                     "\"@type\""sv, "\"@value\""sv, "\"@included\""sv}) {
    for (std::size_t at = text.find(key); at != std::string_view::npos;
         at = text.find(key, at + 1)) {
      if (without_html_space(text.substr(at + key.size())).starts_with(':')) return true;
    }
  }
  return false;
}

/// Is the `<` that begins `text` a tag's, not an IRI's? `<a><b>` may be both; RDF has a
/// full stop soon.
bool is_tag(std::string_view text, const Syntax* hint) {
  const std::string_view inside = text.substr(0, text.find_first_of("> \t\r\n\"'"));
  if (inside.size() < 2 || inside[0] != '<') return false;
  const char c = inside[1];
  const bool name = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  if (!name || inside.find("://") != std::string_view::npos) return false;
  const bool says_page = is_one_of(hint, {"html", "rdfa", "microdata"});
  // Elements of an application have names of their own, and an end.
  if (says_page &&
      (is_html_tag(inside.substr(1)) ||
       text.find(fmt::format("</{}>", inside.substr(1))) != std::string_view::npos))
    return true;
  const LineShape lines = line_shape(text);
  if (lines.triples + lines.quads + lines.relative > 0) return false;
  const TurtleShape turtle = turtle_shape(text);
  return turtle.statements == 0 && !(turtle.fits && is_one_of(hint, {"turtle", "trig"}));
}

/// A line format, Turtle or TriG; null if it is none of them.
const Syntax* detect_terms(std::string_view text, const Syntax* hint) {
  const Syntax* const ntriples = find_syntax("ntriples");
  const Syntax* const nquads = find_syntax("nquads");
  const bool hints_lines = is_one_of(hint, {"ntriples", "nquads"});
  const bool hints_turtle = is_one_of(hint, {"turtle", "trig"});
  const LineShape lines = line_shape(text);
  const TurtleShape turtle = turtle_shape(text);
  const std::size_t relative_fits = hints_lines ? lines.relative : 0;
  const std::size_t fits = lines.triples + lines.quads + relative_fits;
  const std::size_t misfits = lines.others + lines.relative - relative_fits;

  // Turtle holds all of N-Triples, and TriG holds both, but neither holds N-Quads.
  const auto line_syntax = [&] {
    if (lines.quads > 0) return nquads;
    if (hint == nquads || hints_turtle) return hint;
    return ntriples;
  };
  const auto turtle_syntax = [&] {
    return find_syntax(turtle.graphs || is_one_of(hint, {"trig"}) ? "trig" : "turtle");
  };
  if (fits > 0 && misfits == 0) return line_syntax();
  // In Turtle << >> means something else now. A version alone is of any of them.
  const bool is_star = lines.quoted > 0 && turtle.directives == 0;
  if (hints_lines && (is_star || (misfits == 0 && text.starts_with("VERSION"))))
    return line_syntax();
  const bool mostly_lines = fits > misfits && turtle.directives == 0;
  if (mostly_lines && (hints_lines || turtle.faulty_iris > 0)) return line_syntax();
  if (turtle.fits) return turtle_syntax();
  if (mostly_lines) return line_syntax();
  if (turtle.directives + turtle.statements > 0 || turtle.graphs) return turtle_syntax();
  if (fits > 0) return line_syntax();
  // Its very first statement is faulty; the sender's word and its first token remain.
  const bool begins = turtle.starts || text.starts_with("<http://") ||
                      text.starts_with("<https://") || text.starts_with("<urn:");
  if (begins && (hints_lines || hints_turtle)) return hint;
  return begins && !turtle.starts ? ntriples : nullptr;
}

/// Anywhere in it, as in "Hello <b>you</b>".
bool holds_html_tag(std::string_view text) {
  for (std::size_t at = text.find('<'); at != std::string_view::npos;
       at = text.find('<', at + 1)) {
    std::string_view name = text.substr(at + 1);
    name = name.substr(0, std::min(name.find_first_of(" \t\r\n/>"), name.size()));
    if (is_html_tag(name)) return true;
  }
  return false;
}

Detected detect_by_bytes(std::string_view head, const Syntax* hint) {
  head = head.substr(0, kDetectBytes);
  if (is_utf16(head)) {
    const bool is_marked = head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF");
    const std::string narrow = narrowed(head.substr(is_marked ? 2 : 0));
    const std::string_view text = without_html_space(narrow);
    if (text.starts_with("<?") || text.starts_with("<!") || is_tag(text, hint))
      return detect_markup(text, hint);
    if (is_json(text, hint) && holds_jsonld(text)) return is("jsonld");
    return not_rdf(is_marked ? "text" : "binary");
  }
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  if (const OtherFormat* const kind = binary_kind(head))
    return is_other("binary", kind->media_type);
  if (is_binary(head, hint)) return not_rdf("binary");
  if (head.starts_with(kChangeListMark)) return not_rdf("changes");
  const std::string_view text = without_html_space(head);
  const bool hints_terms = is_one_of(hint, {"ntriples", "nquads", "turtle", "trig"});
  if (without_comments(text).empty() && (text.empty() || hints_terms))
    return {.syntax = hints_terms ? hint : nullptr, .found = "empty"};
  if (text.starts_with("<?") || text.starts_with("<!")) return detect_markup(text, hint);
  const bool is_object = text.starts_with('{');
  // Some send any JSON as a link set, and some JSON-LD has a term of that name.
  const auto is_only_sent_so = [&] {
    return !has_link_contexts(text) && holds_jsonld(text);
  };
  if (is_object && ((is_one_of(hint, {"linkset+json"}) && !is_only_sent_so()) ||
                    (linkset_form(text) == LinksetForm::json &&
                     !is_one_of(hint, {"jsonld"}) && !is_only_sent_so())))
    return is("linkset+json");
  if (linkset_form(text) == LinksetForm::text) return is("linkset");
  if (is_object && !is_one_of(hint, {"jsonld"}) &&
      (begins_sparql_json(text) ||
       (is_one_of(hint, {"sparql-json"}) && may_be_sparql_json(text))))
    return is("sparql-json");
  if (is_one_of(hint, {"sparql-tsv"}) && begins_sparql_tsv(text)) return is("sparql-tsv");
  if (is_json(text, hint))
    return is_one_of(hint, {"jsonld"}) || holds_jsonld(text) ? is("jsonld")
                                                             : not_rdf("json");
  const std::string_view terms = without_comments(text);
  if (terms.size() == text.size() && is_tag(text, hint)) return detect_markup(text, hint);
  if (const Syntax* const syntax = detect_terms(terms, hint))
    return {.syntax = syntax, .found = syntax->name};
  // Without a tag at its beginning it is a page to browsers, too, if it is called one.
  const bool says_page = is_one_of(hint, {"html", "rdfa", "microdata"});
  return not_rdf(says_page && holds_html_tag(text) ? "html" : "text");
}

/// Is a document of the syntax `read` one of `said`, too, or is `said` only the name of a
/// format that many syntaxes are written in?
bool may_be_called(const Syntax& read, const Syntax& said) {
  const auto kTerms = {"ntriples"sv, "nquads"sv, "turtle"sv, "trig"sv};
  if (is_one_of(&read, kTerms) && is_one_of(&said, kTerms))
    return &read == &said || read.name == "ntriples" ||
           (read.name == "turtle" && said.name == "trig");
  const auto kJson = {"jsonld"sv, "linkset+json"sv, "sparql-json"sv};
  const auto kXml = {"rdfxml"sv, "trix"sv, "sparql-xml"sv, "sitemap"sv,
                     "standard-sitemap"sv};
  const auto kPages = {"html"sv, "rdfa"sv, "microdata"sv};
  for (const auto& format : {kJson, kXml, kPages})
    if (is_one_of(&read, format)) return is_one_of(&said, format);
  return &read == &said;
}

}  // namespace

bool is_called_data(std::string_view path) {
  if (const Syntax* const syntax = syntax_of_path(path))
    return !is_one_of(syntax, {"html", "rdfa", "microdata"});
  constexpr std::array kNotRead{".hdt"sv,   ".rj"sv,     ".rdfjson"sv, ".rt"sv,
                                ".trdf"sv,  ".rpb"sv,    ".brf"sv,     ".omn"sv,
                                ".ofn"sv,   ".owx"sv,    ".obo"sv,     ".ttls"sv,
                                ".trigs"sv, ".yamlld"sv, ".cborld"sv};
  path = path.substr(0, path.find_first_of("?#"));
  return std::ranges::any_of(kNotRead, [&](std::string_view suffix) {
    return ends_with_ignoring_case(path, suffix);
  });
}

bool is_rdf_feed(std::string_view head) {
  const XmlRoot root = xml_root(head);
  if (root.local_name != "RDF") return false;
  std::string_view rest = root.attributes;
  while (true) {
    const std::size_t quote = rest.find_first_of("\"'");
    const std::size_t end =
        quote == std::string_view::npos ? quote : rest.find(rest[quote], quote + 1);
    if (end == std::string_view::npos) return false;
    std::string_view name = trim(rest.substr(0, quote));
    if (is_rdf_feed_namespace(rest.substr(quote + 1, end - quote - 1)) &&
        name.ends_with('=')) {
      // Others declare the prefix with many, and have no channel.
      name = trim(name.substr(0, name.size() - 1));
      std::string tag = "<channel";
      if (name.starts_with("xmlns:"))
        tag = "<" + std::string{name.substr(6)} + ":channel";
      const std::size_t at = head.find(tag);
      if (at != std::string_view::npos && at + tag.size() < head.size() &&
          " \t\r\n/>"sv.find(head[at + tag.size()]) != std::string_view::npos)
        return true;
    }
    rest.remove_prefix(end + 1);
  }
}

Detected detect_syntax(std::string_view head, const SyntaxHints& hints) {
  const Syntax* const said = hinted(hints);
  Detected out = detect_by_bytes(head, said);
  // Ontologies of all syntaxes are called .owl.
  const bool says_syntax =
      said != nullptr && (syntax_of_media_type(hints.media_type) != nullptr ||
                          !ends_with_ignoring_case(hints.path, ".owl"));
  if (out.syntax != nullptr && says_syntax && out.found != "empty" &&
      !may_be_called(*out.syntax, *said))
    out.said = said;
  return out;
}

Detected detect_syntax(std::string_view head, const BreakNote& end,
                       const SyntaxHints& hints) {
  const Detected told = detect_syntax(head, hints);
  const bool is_known = told.syntax != nullptr || told.is_certain ||
                        told.found == "html" || told.found == "sitemap";
  if (!is_known || told.found == "empty") end.check();
  return told;
}

namespace {

constexpr std::string_view kXmlSpace = " \t\r\n";

void skip_space(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kXmlSpace), text.size()));
}

/// Everything to the end of `mark`, or all of it.
void skip_past(std::string_view& text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + mark.size());
}

/// What `&name;` stands for; RDF/XML names its namespaces so.
using Entities = std::map<std::string_view, std::string_view>;

/// More is no tag that anybody wrote.
constexpr std::size_t kExpandedBytes = 64 * 1024;
constexpr int kEntityDepth = 4;

/// `<!ENTITY name "value">`; the first one of a name counts (XML §4.2).
void take_entity(std::string_view text, Entities& entities) {
  text.remove_prefix(std::string_view{"<!ENTITY"}.size());
  skip_space(text);
  const std::size_t end = std::min(text.find_first_of(kXmlSpace), text.size());
  const std::string_view name = text.substr(0, end);
  text.remove_prefix(end);
  skip_space(text);
  if (text.empty() || (text.front() != '"' && text.front() != '\'')) return;
  const std::size_t close = text.find(text.front(), 1);
  if (close != std::string_view::npos)
    entities.try_emplace(name, text.substr(1, close - 1));
}

/// `text` with the entities in it, as far as they go.
void expand(std::string_view text, const Entities& entities, int depth,
            std::string& out) {
  while (!text.empty() && out.size() < kExpandedBytes) {
    const std::size_t at = std::min(text.find('&'), text.size());
    out += text.substr(0, at);
    text.remove_prefix(at);
    const std::size_t end = text.find(';');
    const auto found = end == std::string_view::npos
                           ? entities.end()
                           : entities.find(text.substr(1, end - 1));
    if (found != entities.end() && depth < kEntityDepth) {
      expand(found->second, entities, depth + 1, out);
      text.remove_prefix(end + 1);
    } else if (!text.empty()) {
      out += '&';
      text.remove_prefix(1);
    }
  }
}

/// `<!DOCTYPE name … [ … ]>`; quoted text and comments may hold brackets.
std::string_view skip_doctype(std::string_view& text, Entities& entities) {
  text.remove_prefix(std::string_view{"<!DOCTYPE"}.size());
  skip_space(text);
  const std::string_view name = text.substr(0, text.find_first_of(" \t\r\n>["));
  bool subset = false;
  while (!text.empty()) {
    const char c = text.front();
    if (text.starts_with("<!--")) {
      skip_past(text, "-->");
      continue;
    }
    if (text.starts_with("<!ENTITY")) take_entity(text, entities);
    text.remove_prefix(1);
    if (c == '"' || c == '\'') {
      skip_past(text, {&c, 1});
    } else if (c == '[') {
      subset = true;
    } else if (c == ']') {
      subset = false;
    } else if (c == '>' && !subset) {
      break;
    }
  }
  return name;
}

/// Value of the attribute `name`, raw, if the tag has it.
std::string_view attribute_of_tag(std::string_view tag, std::string_view name) {
  for (std::size_t at = tag.find(name); at != std::string_view::npos;
       at = tag.find(name, at + 1)) {
    if (at > 0 && kXmlSpace.find(tag[at - 1]) == std::string_view::npos) continue;
    std::string_view rest = tag.substr(at + name.size());
    skip_space(rest);
    if (!rest.starts_with('=')) continue;
    rest.remove_prefix(1);
    skip_space(rest);
    if (rest.empty()) return {};
    const char quote = rest.front();
    rest.remove_prefix(1);
    return rest.substr(0, rest.find(quote));
  }
  return {};
}

}  // namespace

bool XmlRoot::has_attribute(std::string_view name) const {
  return attribute_of_tag(attributes, name).data() != nullptr;
}

XmlRoot xml_root(std::string_view text) {
  XmlRoot root;
  Entities entities;
  for (;;) {
    skip_space(text);
    if (text.starts_with("<?")) {
      skip_past(text, "?>");
    } else if (text.starts_with("<!--")) {
      skip_past(text, "-->");
    } else if (starts_with_ignoring_case(text, "<!DOCTYPE")) {
      root.doctype = skip_doctype(text, entities);
    } else {
      break;
    }
  }
  if (text.size() < 2 || text.front() != '<') return root;
  text.remove_prefix(1);
  std::size_t end = 0;
  for (char quote = '\0'; end < text.size(); ++end) {
    const char c = text[end];
    if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>' || c == '<') {
      break;
    }
  }
  const std::string_view tag = text.substr(0, end);
  const std::string_view name = tag.substr(0, tag.find_first_of(" \t\r\n/"));
  if (name.size() == text.size()) return root;  // cut inside the name
  const std::size_t colon = name.find(':');
  root.prefix =
      colon == std::string_view::npos ? std::string_view{} : name.substr(0, colon);
  root.local_name = colon == std::string_view::npos ? name : name.substr(colon + 1);
  expand(tag.substr(name.size()), entities, 0, root.attributes);
  const std::string declaration =
      root.prefix.empty() ? "xmlns" : std::string{"xmlns:"}.append(root.prefix);
  root.name_space = attribute_of_tag(root.attributes, declaration);
  return root;
}

}  // namespace semsite
