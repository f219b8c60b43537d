#include "parse/page_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "markup/element_path.hpp"
#include "markup/html_builder.hpp"
#include "markup/html_node.hpp"
#include "parse/format_check.hpp"
#include "parse/jsonld_block.hpp"
#include "parse/microdata.hpp"
#include "parse/page_survey.hpp"
#include "parse/rdfa.hpp"
#include "parse/syntax.hpp"
#include "rdf/iri.hpp"
#include "rdf/page_meter.hpp"
#include "rdf/triple_term.hpp"
#include "reading/parse_settings.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// A `<base>` of which no IRI can be made is passed over, as browsers do. What no IRI may
/// hold stays in it: whoever resolves against it mends the whole, and tells of that if a
/// quad has it.
std::string resolve_base(std::string_view base, std::string_view href) {
  std::string reference{href};
  // The URL standard takes line ends and tabs out of an attribute without a word.
  std::erase_if(reference, [](char c) { return c == '\n' || c == '\r' || c == '\t'; });
  std::string found = resolved(base, reference);
  const std::optional<std::string> mended = repaired_iri(found);
  const IriProblem problem = mended ? check_iri(*mended) : IriProblem::not_utf8;
  return problem == IriProblem::none || problem == IriProblem::bad_escape
             ? found
             : std::string{base};
}

/// For statements, whose readers mend nothing.
std::string mended_base(std::string_view base) {
  return needs_iri_repair(base) ? repaired_iri(base).value_or("") : std::string{base};
}

/// What the sender said, or else what the name of the file says.
std::string_view media_type_of(const Document& document) {
  if (!document.media_type.empty()) return document.media_type;
  // The file at hand first; with --base the IRI is another's.
  for (std::string_view path :
       {std::string_view{document.name}, std::string_view{document.iri}}) {
    path = path.substr(0, path.find_first_of("?#"));
    if (ends_with_ignoring_case(path, ".xhtml") || ends_with_ignoring_case(path, ".xht"))
      return "application/xhtml+xml";
    if (ends_with_ignoring_case(path, ".svg")) return "image/svg+xml";
  }
  return {};
}

/// Tells lines of a script as lines of its page.
class MovedLines final : public Diagnostics {
 public:
  MovedLines(Diagnostics& inner, std::uint64_t first_line)
      : inner_(inner), first_line_(first_line) {}
  void report(const Fault& fault) override {
    Fault moved = fault;
    if (moved.line > 0 && first_line_ > 0) moved.line += first_line_ - 1;
    inner_.report(moved);
  }

 private:
  Diagnostics& inner_;
  std::uint64_t first_line_;
};

HtmlPageOptions options_of(const Document& document) {
  return {.media_type = media_type_of(document),
          .base = document.base.empty() ? document.iri : document.base,
          .resolve = resolve_base};
}

HtmlSource decode(const ParseJob& job) {
  return decode_html_page(read_page_bytes(job.bytes, job.limits),
                          options_of(job.quads.document()), job.diagnostics);
}

/// The scripts of a page, each a document of its own.
class ScriptReading {
 public:
  /// `base`: of the page.
  ScriptReading(const ParseJob& job, std::string_view base, FormatCheck& formats,
                std::uint64_t tree_bytes = 0)
      : job_(job), base_(base), formats_(formats), tree_bytes_(tree_bytes) {}

  /// What is wrong with `script` is reported, and costs the next ones nothing.
  void read(const PageSurvey::Script& script) {
    const std::string prefix = fmt::format("j{}-", count_++);
    try {
      if (script.syntax->name == "jsonld") {
        formats_.count(PageFormat::jsonld, job_.quads, [&] { json_ld(script, prefix); });
      } else {
        formats_.count(PageFormat::unknown, job_.quads, [&] { other(script, prefix); });
      }
    } catch (const PageLimit&) {
      throw;  // the page is given up, not only this script
    } catch (const DocumentError& error) {
      Fault fault;
      fault.code = error.code();
      fault.message = fmt::format("a script of {} is passed over: {}",
                                  script.syntax->name, error.what());
      fault.line = script.line;
      job_.diagnostics.report(fault);
    }
  }

  /// Labels of the scripts that follow are as if the next one had been read.
  void pass_over() { ++count_; }

 private:
  void json_ld(const PageSurvey::Script& script, std::string_view prefix) {
    const JsonLdBlock block{.text = script.text,
                            .base = base_,
                            .label_prefix = prefix,
                            .first_line = std::max<std::uint64_t>(script.line, 1)};
    parse_jsonld_block({.block = block,
                        .diagnostics = job_.diagnostics,
                        .limits = job_.limits,
                        .settings = job_.settings,
                        .tree_bytes = tree_bytes_},
                       job_.quads);
  }

  void other(const PageSurvey::Script& script, std::string_view prefix) {
    auto document = std::make_shared<Document>();
    document->iri = job_.quads.document().iri;
    document->base = mended_base(base_);
    document->got_from = job_.quads.document().got_from;
    const std::string_view text = unwrapped_data(script.text);
    const auto before = std::ranges::count(
        script.text.substr(0, static_cast<std::size_t>(text.data() - script.text.data())),
        '\n');
    MovedLines diagnostics{job_.diagnostics,
                           script.line + static_cast<std::uint64_t>(before)};
    MemorySource bytes{std::string{text}};
    const auto splitter = script.syntax->split({.bytes = bytes,
                                                .document = *document,
                                                .diagnostics = diagnostics,
                                                .limits = job_.limits,
                                                .settings = job_.settings});
    while (const auto piece = splitter->next()) {
      QuadBatch batch{document, piece->sequence};
      script.syntax->parse_piece({.piece = *piece,
                                  .batch = batch,
                                  .diagnostics = diagnostics,
                                  .limits = job_.limits,
                                  .settings = job_.settings});
      for (const Quad& quad : batch.quads()) {
        take(quad, prefix);
        if (document->base != base_) tell_base(quad, document->base, script.line);
      }
      if (batch.given_up()) return;
    }
  }

  /// Of the base of the page, once, if it had to be mended and `quad` has it.
  void tell_base(const Quad& quad, std::string_view mended, std::uint64_t line) {
    const std::string_view folder = mended.substr(0, mended.rfind('/') + 1);
    const auto has_it = [&](const Term& term) {
      return term.kind == TermKind::iri && term.value.starts_with(folder);
    };
    if (is_base_told_ || !(has_it(quad.subject) || has_it(quad.predicate) ||
                           has_it(quad.object) || has_it(quad.graph)))
      return;
    is_base_told_ = true;
    report_repaired_iri(job_.diagnostics, base_, mended, line);
  }

  void take(const Quad& quad, std::string_view prefix) {
    job_.quads.add({.subject = kept(quad.subject, prefix),
                    .predicate = kept(quad.predicate, prefix),
                    .object = kept(quad.object, prefix),
                    .graph = kept(quad.graph, prefix)});
  }

  Term kept(const Term& term, std::string_view prefix) {
    Term out = term;
    if (term.kind == TermKind::blank) {
      scratch_ = prefix;
      scratch_ += term.value;
      out.value = job_.quads.keep(scratch_);
      out.plain = false;
      return out;
    }
    if (term.kind == TermKind::triple && !prefix.empty()) {
      out.value = job_.quads.keep(changed_triple(term, [&](const Term& part) {
        if (part.kind != TermKind::blank) return part;
        scratch_ = prefix;
        scratch_ += part.value;
        return Term{.value = scratch_, .kind = TermKind::blank};
      }));
      return out;
    }
    out.value = job_.quads.keep(term.value);
    out.tag = job_.quads.keep(term.tag);
    return out;
  }

  const ParseJob& job_;
  std::string_view base_;
  FormatCheck& formats_;
  std::uint64_t tree_bytes_;
  std::size_t count_ = 0;
  bool is_base_told_ = false;
  std::string scratch_;
};

/// One page, from its tree to quads.
class PageReading {
 public:
  PageReading(const ParseJob& job, const HtmlPage& page, FormatCheck& formats)
      : job_(job),
        page_(page),
        formats_(formats),
        selection_(page, job.settings.xpath, job.diagnostics) {
    if (!selection_.is_whole())
      selected_ = [this](const _xmlNode* element) { return selection_.holds(element); };
  }

  void rdfa() {
    formats_.count(PageFormat::rdfa, job_.quads, [this] {
      parse_rdfa(page_, {.quads = job_.quads,
                         .diagnostics = job_.diagnostics,
                         .limits = job_.limits,
                         .settings = job_.settings,
                         .label_prefix = "r-",
                         .selected = selected_});
    });
  }

  void microdata() {
    formats_.count(PageFormat::microdata, job_.quads, [this] {
      parse_microdata(page_, {.quads = job_.quads,
                              .diagnostics = job_.diagnostics,
                              .limits = job_.limits,
                              .settings = job_.settings,
                              .label_prefix = "m-",
                              .selected = selected_});
    });
  }

  void scripts() {
    ScriptReading reading{job_, page_.base(), formats_, tree_bytes(page_.document())};
    for (const PageScript& script : data_scripts(page_)) {
      if (selection_.holds(script.element))
        reading.read({.syntax = script.syntax, .text = script.text, .line = script.line});
      else
        reading.pass_over();
    }
  }

 private:
  const ParseJob& job_;
  const HtmlPage& page_;
  FormatCheck& formats_;
  PageSelection selection_;
  std::function<bool(const _xmlNode*)> selected_;
};

SurveyLinks wanted_links(const ParseJob& job) {
  if (job.links == nullptr) return SurveyLinks::no;
  return job.links->wants == LinkTaker::Wants::all ? SurveyLinks::yes
                                                   : SurveyLinks::of_the_page;
}

/// Only the tags of HTML can be looked through, and only a tree can be selected from.
PageSurvey survey_of(const HtmlSource& source, const ParseJob& job) {
  if (source.kind == HtmlSource::Kind::html && job.settings.xpath.empty())
    return survey_page(source.text, wanted_links(job));
  PageSurvey none;
  none.trust = PageSurvey::Trust::doubtful;
  return none;
}

std::string base_of_page(const PageSurvey& survey, const HtmlPageOptions& options) {
  return survey.base ? resolve_base(options.base, trim(*survey.base))
                     : std::string{options.base};
}

/// As browsers have it (URL Standard §4.4): a `\\` of a path is a `/`.
std::string with_slashes(std::string_view href) {
  std::string out{href};
  const auto end = out.begin() + static_cast<std::ptrdiff_t>(
                                     std::min(out.find_first_of("?#"), out.size()));
  std::replace(out.begin(), end, '\\', '/');
  return out;
}

/// Tells whom it may concern where the page leads to.
void give_links(const ParseJob& job, const std::string& base,
                const std::vector<PageLink>& links, const RobotsWish& robots) {
  if (job.links->take_robots) job.links->take_robots(robots);
  const BaseIri resolver{base};
  const bool all = job.links->wants == LinkTaker::Wants::all;
  for (const PageLink& link : links)
    if (all ||
        (link.place != PageLink::Place::anchor && link.place != PageLink::Place::frame))
      job.links->take(resolver.resolve(with_slashes(link.href)), link);
}

/// A tree for somebody else than a parser; what is wrong with the page is no news.
void show_tree(const ParseJob& job, const HtmlSource& source,
               const HtmlPageOptions& options) {
  NullDiagnostics nobody;
  try {
    job.watch->take(read_html_page(source, options, job.limits, nobody));
  } catch (const DocumentError&) {
    // Too complex for a tree.
  }
}

void tell_cut(const ParseJob& job, const HtmlSource& source) {
  if (source.kind != HtmlSource::Kind::html) return;  // XML tells by itself
  const std::string_view within = open_at_end(source.text);
  if (within.empty()) return;
  Fault fault;
  fault.code = kDocumentCut;
  fault.message = fmt::format("the page ends within {}", within);
  job.diagnostics.report(fault);
}

bool may_hold(const PageSurvey& survey, PageSurvey::Chance chance) {
  return survey.trust == PageSurvey::Trust::doubtful ||
         chance == PageSurvey::Chance::some;
}

}  // namespace

HtmlPage read_page(const ParseJob& job) {
  return read_html_page(decode(job), options_of(job.quads.document()), job.limits,
                        job.diagnostics);
}

void parse_page(const ParseJob& job) {
  const HtmlSource source = decode(job);
  const LargePageTurn turn{source.text.size()};
  const HtmlPageOptions options = options_of(job.quads.document());
  const PageSurvey survey = survey_of(source, job);
  const bool watched = job.watch != nullptr && job.watch->wants(source.text);
  FormatCheck formats{job.settings.page_format};
  if (!survey.needs_tree()) {
    const std::string base = base_of_page(survey, options);
    ScriptReading scripts{job, base, formats};
    for (const PageSurvey::Script& script : survey.scripts) scripts.read(script);
    if (job.links != nullptr) give_links(job, base, survey.links, survey.robots);
    if (watched) show_tree(job, source, options);
  } else {
    const HtmlPage page = read_html_page(source, options, job.limits, job.diagnostics);
    PageReading reading{job, page, formats};
    reading.scripts();
    if (may_hold(survey, survey.rdfa)) reading.rdfa();
    if (may_hold(survey, survey.microdata)) reading.microdata();
    if (job.links != nullptr)
      give_links(job, page.base(), page_links(page), page_robots(page));
    if (watched) job.watch->take(page);
  }
  formats.conclude(job.diagnostics);
  tell_cut(job, source);
  job.quads.flush();
}

void parse_page_by_tree(const ParseJob& job) {
  HtmlPageOptions options = options_of(job.quads.document());
  options.builder = HtmlPageOptions::Builder::standard;
  const HtmlSource source = decode(job);
  const HtmlPage page = read_html_page(source, options, job.limits, job.diagnostics);
  FormatCheck formats{job.settings.page_format};
  PageReading reading{job, page, formats};
  reading.scripts();
  reading.rdfa();
  reading.microdata();
  tell_cut(job, source);
  job.quads.flush();
}

void parse_page_rdfa(const ParseJob& job) {
  const HtmlSource source = decode(job);
  const LargePageTurn turn{source.text.size()};
  const PageSurvey survey = survey_of(source, job);
  if (may_hold(survey, survey.rdfa)) {
    const HtmlPage page = read_html_page(source, options_of(job.quads.document()),
                                         job.limits, job.diagnostics);
    FormatCheck formats{{}};
    PageReading{job, page, formats}.rdfa();
  }
  job.quads.flush();
}

void parse_page_microdata(const ParseJob& job) {
  const HtmlSource source = decode(job);
  const LargePageTurn turn{source.text.size()};
  const PageSurvey survey = survey_of(source, job);
  if (may_hold(survey, survey.microdata)) {
    const HtmlPage page = read_html_page(source, options_of(job.quads.document()),
                                         job.limits, job.diagnostics);
    FormatCheck formats{{}};
    PageReading{job, page, formats}.microdata();
  }
  job.quads.flush();
}

namespace {

/// The last place of `word`, which is in lower case, in any case of letters.
std::size_t rfind_ignoring_case(std::string_view text, std::string_view word) {
  for (std::size_t at = text.rfind('<'); at != std::string_view::npos;
       at = at == 0 ? at : text.rfind('<', at - 1)) {
    if (starts_with_ignoring_case(text.substr(at), word)) return at;
    if (at == 0) break;
  }
  return std::string_view::npos;
}

}  // namespace

std::string_view open_at_end(std::string_view text) {
  const std::string_view page = trim(text);
  if (ends_with_ignoring_case(page, "</html>")) return {};
  const std::size_t script = rfind_ignoring_case(page, "<script");
  if (script != std::string_view::npos) {
    const std::string_view rest = page.substr(script);
    if (rfind_ignoring_case(rest, "</script") == std::string_view::npos)
      return rest.find('>') == std::string_view::npos ? "a tag" : "a script";
  }
  const std::size_t tag = page.rfind('<');
  if (tag == std::string_view::npos || tag + 1 == page.size() ||
      page.find('>', tag) != std::string_view::npos)
    return {};
  const char first =
      page[tag + 1] == '/' && tag + 2 < page.size() ? page[tag + 2] : page[tag + 1];
  const bool is_letter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
  return is_letter ? "a tag" : std::string_view{};
}

PageSelection::PageSelection(const HtmlPage& page, std::string_view path,
                             Diagnostics& diagnostics) {
  if (path.empty()) return;
  std::string code;
  std::string problem;
  try {
    for (const _xmlNode* element : ElementPath::parse(path).select(page))
      selected_.insert(element);
    if (!selected_.empty()) return;
    code = "xpath.no-match";
    problem = fmt::format("\"{}\" selects nothing", excerpt(path));
  } catch (const DocumentError& error) {
    code = error.code();
    problem = error.what();
  }
  diagnostics.report({.code = code,
                      .message = problem + "; the whole page is read",
                      .statement = {},
                      .skipped = false});
}

bool PageSelection::holds(const _xmlNode* element) const {
  if (selected_.empty()) return true;
  for (; element != nullptr; element = parent_element(element))
    if (selected_.contains(element)) return true;
  return false;
}

}  // namespace semsite
