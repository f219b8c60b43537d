// Answers conformance cases: one JSON job a line on standard input, one JSON answer a
// line on standard output, in the order of the jobs. No network: remote contexts come
// from the files that a job names.
//
//   {"syntax": "jsonld",            name of a syntax as in --syntax
//    "input": "path/to/file",
//    "base": "http://…",            base IRI; "iri" may name the document, else it is
//    base "op": "quads",                 or "expand" (JSON-LD): the expanded form
//    "strict": true,                default false: lenient
//    "mediaType": "application/json", "links": ["<c>; rel=…"],
//    "documents": {"http://…": "file"}, "prefixes": {"http://…/": "folder/"},
//    "jsonldVersion": "1.0", "rdfDirection": "i18n-datatype", "blankPredicates": true,
//    "expandContext": "path/to/context.jsonld", "xpath": "…", "vocabularyExpansion":
//    true, "registry": "path/to/registry.json",  Microdata with another registry
//    "solutions": true,             of SPARQL results: rows are never statements
//    "scripts": "all"               of a page, the JSON-LD in "all" script elements, in
//                                   the "first", or in the one of an id ("#id")
//    "load": true}                  as a JSON-LD document loader: by mediaType and links
//
// Answers: {"quads": "N-Quads…"} or {"expanded": "JSON text"}, each with "faults": "code
// code"; or
// {"error": code, "message": text}. Strict jobs end at the first fault that skips
// something only if "stopAtFault" is true.
#include <iostream>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.hpp"
#include "base/json_writer.hpp"
#include "base/text.hpp"
#include "markup/html_node.hpp"
#include "parse/json_reader.hpp"
#include "parse/json_value.hpp"
#include "parse/jsonld_block.hpp"
#include "parse/jsonld_contexts.hpp"
#include "parse/jsonld_link.hpp"
#include "parse/jsonld_parser.hpp"
#include "parse/microdata.hpp"
#include "parse/page_parser.hpp"
#include "parse/page_survey.hpp"
#include "parse/split_parse.hpp"
#include "parse/syntax.hpp"
#include "rdf/iri.hpp"
#include "rdf/nquads_text.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

std::string read_file(const std::string& path) {
  FileSource file{path};
  std::string text;
  for (Block block = file.read(); !block.empty(); block = file.read())
    text += block.bytes;
  return text;
}

/// One job's JSON.
class Job {
 public:
  explicit Job(const std::string& line) : text_(line) {
    const JsonReader::Result read = read_json(text_, arena_, 32);
    if (!read.problem.code.empty())
      throw DocumentError{std::string{read.problem.code}, read.problem.message};
    value_ = read.value;
  }
  [[nodiscard]] const JsonValue& root() const { return value_; }
  [[nodiscard]] const JsonValue* find(std::string_view name) const {
    return value_.find(name);
  }
  [[nodiscard]] std::string text(std::string_view name) const {
    const JsonValue* const found = find(name);
    return found != nullptr && found->is_string() ? std::string{found->text()} : "";
  }
  [[nodiscard]] bool is_true(std::string_view name) const {
    const JsonValue* const found = find(name);
    return found != nullptr && found->kind() == JsonKind::true_value;
  }

 private:
  JsonText text_;
  JsonArena arena_;
  JsonValue value_;
};

/// The files that stand for remote documents.
class FileContexts final : public ContextSource {
 public:
  explicit FileContexts(const Job& job) : job_(job) {}

  [[nodiscard]] std::shared_ptr<const RemoteContext> get(std::string_view url,
                                                         NamedBy) override {
    if (const JsonValue* const documents = job_.find("documents"))
      if (const JsonValue* const file = documents->find(url))
        return load(url, std::string{file->text()});
    if (const JsonValue* const prefixes = job_.find("prefixes"))
      for (const JsonMember& prefix : prefixes->members())
        if (url.starts_with(prefix.name()))
          return load(url, std::string{prefix.value.text()} +
                               std::string{url.substr(prefix.name_size)});
    throw DocumentError{"driver.no-document", "no file stands for " + std::string{url}};
  }

 private:
  static std::shared_ptr<const RemoteContext> load(std::string_view url,
                                                   const std::string& path) {
    // A context in a page is its first script of JSON-LD.
    if (path.ends_with(".html")) {
      NullDiagnostics faults;
      const HtmlPage page =
          read_html_page(read_file(path), {.base = std::string{url}}, Limits{}, faults);
      for (const PageScript& script : data_scripts(page))
        if (script.syntax->name == "jsonld")
          return std::make_shared<const RemoteContext>(
              RemoteContext{.url = std::string{url}, .text = script.text});
    }
    return std::make_shared<const RemoteContext>(
        RemoteContext{.url = std::string{url}, .text = read_file(path)});
  }

  const Job& job_;
};

/// Keeps the codes; may stop at the first fault that lost something.
class CodeList final : public Diagnostics {
 public:
  explicit CodeList(bool stops) : stops_(stops) {}
  void report(const Fault& fault) override {
    const std::scoped_lock lock{mutex_};
    codes_.emplace_back(fault.code);
    if (stops_ && fault.skipped) throw DocumentError{codes_.back(), fault.message};
  }
  [[nodiscard]] const std::vector<std::string>& codes() const { return codes_; }

 private:
  std::mutex mutex_;
  bool stops_;
  std::vector<std::string> codes_;
};

bool is_json_type(std::string_view media_type) {
  media_type = trim(media_type.substr(0, media_type.find(';')));
  return media_type == "application/json" || media_type.ends_with("+json");
}

/// What a document loader reads in the end (JSON-LD API §9.4): the answer itself, or the
/// JSON-LD that the sender of something else offers. Gives its text.
std::string load_document(Document& document, std::string text, FileContexts& files) {
  if (is_json_type(document.media_type)) return text;
  const auto alternate = linked_jsonld(document.links);
  if (!alternate)
    throw DocumentError{"jsonld.loading-document-failed",
                        "the document is of type " + document.media_type + ", no JSON"};
  const auto remote = files.get(BaseIri{document.base}.resolve(*alternate),
                                NamedBy::document(document.got_from));
  document.base = document.iri = remote->url;
  document.media_type = "application/ld+json";
  document.links.clear();
  return remote->text;
}

std::shared_ptr<Document> document_of(const Job& job) {
  auto document = std::make_shared<Document>();
  document->base = job.text("base");
  document->iri = job.text("iri").empty() ? document->base : job.text("iri");
  document->media_type = job.text("mediaType");
  if (const JsonValue* const links = job.find("links"))
    for (const JsonValue& link : links->items())
      document->links.emplace_back(link.text());
  return document;
}

ParseSettings settings_of(const Job& job, ContextSource& contexts) {
  ParseSettings settings;
  settings.contexts = &contexts;
  settings.strictness = job.is_true("strict") ? Strictness::strict : Strictness::lenient;
  settings.blank_predicates = job.is_true("blankPredicates");
  settings.vocabulary_expansion = job.is_true("vocabularyExpansion");
  settings.xpath = job.text("xpath");
  settings.solutions = job.is_true("solutions");
  if (job.text("jsonldVersion") == "1.0") settings.jsonld_version = JsonLdVersion::v1_0;
  const std::string direction = job.text("rdfDirection");
  if (direction == "i18n-datatype") settings.rdf_direction = RdfDirection::i18n_datatype;
  if (direction == "compound-literal")
    settings.rdf_direction = RdfDirection::compound_literal;
  if (const std::string file = job.text("expandContext"); !file.empty())
    settings.expand_context = read_file(file);
  return settings;
}

std::string quads_of(const Job& job, const std::shared_ptr<const Document>& document,
                     Diagnostics& diagnostics, const ParseSettings& settings) {
  const Syntax* const syntax = find_syntax(job.text("syntax"));
  if (syntax == nullptr)
    throw DocumentError{"driver.no-syntax", "no syntax is called " + job.text("syntax")};
  MemorySource bytes{read_file(job.text("input"))};
  std::string out;
  const Limits limits;
  parse_document({.syntax = *syntax,
                  .bytes = bytes,
                  .document = document,
                  .diagnostics = diagnostics,
                  .measured = Measured::ours(limits),
                  .workers = 1,
                  .stop = {},
                  .settings = settings},
                 [&](const QuadBatch& batch) {
                   for (const Quad& quad : batch.quads())
                     append_quad(out, quad, batch.document());
                 });
  return out;
}

/// The JSON-LD scripts of a page that the job names (JSON-LD API §6.3).
std::vector<PageScript> scripts_of(const Job& job, const HtmlPage& page) {
  const std::string wanted = job.text("scripts");
  std::vector<PageScript> found = data_scripts(page);
  std::erase_if(found, [&](const PageScript& script) {
    return script.syntax->name != "jsonld" ||
           (wanted.starts_with('#') &&
            attribute(script.element, "id").value_or("") != wanted.substr(1));
  });
  const bool may_be_none =
      wanted == "all" || (wanted == "first" && job.text("op") != "expand");
  if (found.empty() && !may_be_none)
    throw DocumentError{"jsonld.loading-document-failed",
                        "the page has no such script of JSON-LD"};
  if (wanted != "all" && found.size() > 1) found.resize(1);
  return found;
}

/// JSON-LD in HTML: quads, or the expanded forms in one array.
void answer_scripts(const Job& job, const std::shared_ptr<Document>& document,
                    Diagnostics& diagnostics, const ParseSettings& settings,
                    JsonWriter& json) {
  MemorySource bytes{read_file(job.text("input"))};
  const Limits limits;
  std::string lines;
  QuadBuilder quads{document, [&](const QuadBatch& batch) {
                      for (const Quad& quad : batch.quads())
                        append_quad(lines, quad, batch.document());
                    }};
  const HtmlPage page = read_page({.bytes = bytes,
                                   .quads = quads,
                                   .diagnostics = diagnostics,
                                   .limits = limits,
                                   .settings = settings});
  // JSON-LD API, `extractAllScripts`: all of them are one array. (A crawl reads each as a
  // document of its own.)
  const std::vector<PageScript> scripts = scripts_of(job, page);
  std::string text;
  if (scripts.size() == 1) {
    text = scripts.front().text;
  } else {
    for (const PageScript& script : scripts)
      text += (text.empty() ? "[" : ",") + script.text;
    text += text.empty() ? "[]" : "]";
  }
  const JsonLdBlock block{.text = text, .base = page.base(), .label_prefix = "j0-"};
  const JsonLdBlockJob work{
      .block = block, .diagnostics = diagnostics, .limits = limits, .settings = settings};
  if (job.text("op") == "expand") {
    json.member("expanded", expand_jsonld_block(work));
    return;
  }
  parse_jsonld_block(work, quads);
  quads.flush();
  json.member("quads", lines);
}

/// A registry as the suite of "Microdata to RDF" writes it.
MicrodataRegistry registry_of(const std::string& path) {
  const Job file{read_file(path)};
  MicrodataRegistry registry;
  for (const JsonMember& vocabulary : file.root().members()) {
    if (!vocabulary.value.is_object()) continue;
    registry.add_vocabulary(vocabulary.name());
    const JsonValue* const properties = vocabulary.value.find("properties");
    if (properties == nullptr) continue;
    for (const JsonMember& property : properties->members())
      for (const JsonMember& implied : property.value.members())
        registry.add_implied(
            std::string{vocabulary.name()} + std::string{property.name()},
            implied.value.text());
  }
  return registry;
}

std::string microdata_of(const Job& job, const std::shared_ptr<const Document>& document,
                         Diagnostics& diagnostics, const ParseSettings& settings) {
  const Limits limits;
  const HtmlPage page = read_html_page(read_file(job.text("input")),
                                       {.base = document->base}, limits, diagnostics);
  std::string out;
  QuadBuilder quads{document, [&](const QuadBatch& batch) {
                      for (const Quad& quad : batch.quads())
                        append_quad(out, quad, batch.document());
                    }};
  parse_microdata(page, {.quads = quads,
                         .diagnostics = diagnostics,
                         .limits = limits,
                         .settings = settings,
                         .registry = registry_of(job.text("registry"))});
  quads.flush();
  return out;
}

std::string answer(const std::string& line) {
  JsonWriter json;
  json.object();
  try {
    const Job job{line};
    FileContexts contexts{job};
    CodeList codes{job.is_true("stopAtFault")};
    const std::shared_ptr<Document> document = document_of(job);
    const ParseSettings settings = settings_of(job, contexts);
    if (!job.text("scripts").empty()) {
      answer_scripts(job, document, codes, settings, json);
    } else if (job.text("op") == "expand") {
      json.member(
          "expanded",
          expand_jsonld(
              job.is_true("load")
                  ? load_document(*document, read_file(job.text("input")), contexts)
                  : read_file(job.text("input")),
              *document, JsonPlace::document, codes, Limits{}, settings));
    } else if (!job.text("registry").empty()) {
      json.member("quads", microdata_of(job, document, codes, settings));
    } else {
      json.member("quads", quads_of(job, document, codes, settings));
    }
    json.key("faults");
    std::string list = "";
    for (const std::string& code : codes.codes())
      list += (list.empty() ? "" : " ") + code;
    json.value(list);
  } catch (const DocumentError& error) {
    json.member("error", error.code()).member("message", std::string{error.what()});
  }
  return json.end().text();
}

}  // namespace
}  // namespace semsite

int main() {
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);)
    if (!line.empty()) std::cout << semsite::answer(line) << '\n' << std::flush;
  return 0;
}
