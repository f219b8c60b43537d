#include "parse/standard_parser.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "parse/standard_sitemap.hpp"
#include "parse/standard_walk.hpp"
#include "rdf/namespaces.hpp"
#include "semsite/errors.hpp"

namespace semsite {

void parse_standard_sitemap(const ParseJob& job) {
  const Document& document = job.quads.document();
  const auto file =
      read_standard_sitemap(job.bytes,
                            {.url = document.base.empty() ? document.iri : document.base,
                             .content_type = document.media_type,
                             .rules = job.settings.strictness == Strictness::strict
                                          ? StandardReading::Rules::strict
                                          : StandardReading::Rules::lenient},
                            job.limits, job.diagnostics);
  StandardWalk walk{file->url, {.externals = StandardWalkOptions::Externals::none}};
  for (const std::string& url : walk.start())
    static_cast<void>(walk.follow({.url = url, .file = file, .code = {}, .problem = {}}));
  const StandardSite site = walk.finish();
  add_standard_quads(site, 0, job.quads);
  job.quads.flush();
  report_gaps(site, 0, job.diagnostics);
  for (const std::string& limit : site.limits) {
    Fault fault;
    fault.code = "ssp.limit";
    fault.message = limit;
    job.diagnostics.report(fault);
  }
  if (!file->complete) throw DocumentError{file->code, file->problem};
}

namespace {

constexpr std::string_view kNavigation = "http://schema.org/SiteNavigationElement";
constexpr std::string_view kUrl = "http://schema.org/url";
constexpr std::string_view kName = "http://schema.org/name";
constexpr std::string_view kDescription = "http://schema.org/description";
constexpr std::string_view kLogo = "http://schema.org/logo";
constexpr std::string_view kHasPart = "http://purl.org/dc/terms/hasPart";
constexpr std::string_view kIsPartOf = "http://purl.org/dc/terms/isPartOf";
constexpr std::string_view kXhtmlRole = "http://www.w3.org/1999/xhtml/vocab#role";
constexpr std::string_view kRole = "http://standard-sitemap.org/2007/ns#role";
constexpr std::string_view kRelation = "http://standard-sitemap.org/2007/ns#relation";
constexpr std::string_view kOrder = "http://standard-sitemap.org/2007/ns#order";
constexpr std::string_view kPriority = "http://standard-sitemap.org/2007/ns#priority";

Term text_in_language(std::string_view text, std::string_view language) {
  return {.value = text,
          .tag = language,
          .kind = language.empty() ? TermKind::literal : TermKind::lang};
}

/// The quads of one file.
class FileQuads {
 public:
  FileQuads(const StandardSite& site, std::uint32_t file, QuadBuilder& quads)
      : site_(site), index_(file), file_(*site.files[file].file), quads_(quads) {}

  void add() {
    const std::vector<StandardSite::Place>& places = site_.files[index_].places;
    for (std::uint32_t at = 0; at < file_.elements.size(); ++at)
      if (places[at] != StandardSite::Place::unreached) node(at, places[at]);
    pages();
    edges();
  }

 private:
  struct Statement {
    std::string_view predicate;
    Term object;
  };

  void node(std::uint32_t at, StandardSite::Place place) {
    const StandardElement& element = file_.elements[at];
    said_.clear();
    say(kRdfType, iri_term(kNavigation));
    if (!element.url.empty()) say(kUrl, iri_term(element.url));
    if (!element.name.empty())
      say(kName, text_in_language(element.name, element.language));
    for (std::uint32_t i = 0; i < element.roles; ++i) {
      const StandardRole& role = file_.roles[element.first_role + i];
      say(role.is_iri ? kXhtmlRole : kRole,
          role.is_iri ? iri_term(role.text) : text_in_language(role.text, {}));
    }
    if (place == StandardSite::Place::node) place_in_hierarchy(element);
    write(file_.node(at));
  }

  /// What a role node does not say.
  void place_in_hierarchy(const StandardElement& element) {
    if (!element.description.empty())
      say(kDescription, text_in_language(element.description, element.language));
    if (!element.relation.empty()) say(kRelation, text_in_language(element.relation, {}));
    if (!element.order.empty()) say(kOrder, text_in_language(element.order, {}));
    if (!element.priority.empty()) say(kPriority, text_in_language(element.priority, {}));
    page(element.url, element);
    for (std::uint32_t at = element.first_child; at != StandardElement::kNone;
         at = file_.elements[at].next) {
      const StandardElement& child = file_.elements[at];
      if (child.kind == StandardElement::Kind::variant) variant(element, child);
      if (child.kind == StandardElement::Kind::image && !child.url.empty())
        say(kLogo, iri_term(child.url));
    }
  }

  void variant(const StandardElement& of, const StandardElement& variant) {
    if (!variant.url.empty()) say(kUrl, iri_term(variant.url));
    if (!variant.name.empty())
      say(kName, text_in_language(variant.name, variant.language));
    if (!variant.description.empty())
      say(kDescription, text_in_language(variant.description, variant.language));
    page(variant.url.empty() ? of.url : variant.url, variant);
  }

  /// What is known of a page itself.
  void page(std::string_view url, const StandardElement& element) {
    if (url.empty()) return;
    if (!element.lang.empty()) pages_.emplace_back(url, kDctLanguage, element.lang);
    if (!element.type.empty()) pages_.emplace_back(url, kDctFormat, element.type);
  }

  void say(std::string_view predicate, const Term& object) {
    said_.push_back({.predicate = predicate, .object = object});
  }

  /// Writes what was said of a node, each statement once.
  void write(const std::string& node) {
    const auto key = [](const Statement& one) {
      return std::tie(one.predicate, one.object.kind, one.object.value, one.object.tag);
    };
    std::ranges::stable_sort(
        said_, [&](const Statement& a, const Statement& b) { return key(a) < key(b); });
    said_.erase(std::unique(said_.begin(), said_.end(),
                            [&](const Statement& a, const Statement& b) {
                              return key(a) == key(b);
                            }),
                said_.end());
    for (const Statement& one : said_) add(node, one.predicate, one.object);
  }

  void pages() {
    std::ranges::sort(pages_);
    pages_.erase(std::unique(pages_.begin(), pages_.end()), pages_.end());
    for (const auto& [url, predicate, value] : pages_)
      add(url, predicate, text_in_language(value, {}));
  }

  void edges() {
    const auto begin =
        std::ranges::lower_bound(site_.edges, index_, {}, &StandardEdge::stands_in);
    for (auto edge = begin; edge != site_.edges.end() && edge->stands_in == index_;
         ++edge) {
      const std::string parent = node_iri(edge->parent);
      const std::string child = node_iri(edge->child);
      add(parent, kHasPart, iri_term(child));
      add(child, kIsPartOf, iri_term(parent));
    }
  }

  [[nodiscard]] std::string node_iri(const StandardNode& node) const {
    return site_.files[node.file].file->node(node.element);
  }

  void add(std::string_view subject, std::string_view predicate, Term object) {
    object.value = quads_.keep(object.value);
    if (!object.tag.empty()) object.tag = quads_.keep(object.tag);
    quads_.add({.subject = iri_term(quads_.keep(subject)),
                .predicate = iri_term(predicate),
                .object = object});
  }

  const StandardSite& site_;
  std::uint32_t index_;
  const StandardFile& file_;
  QuadBuilder& quads_;
  std::vector<Statement> said_;
  std::vector<std::tuple<std::string_view, std::string_view, std::string_view>> pages_;
};

}  // namespace

void add_standard_quads(const StandardSite& site, std::uint32_t file,
                        QuadBuilder& quads) {
  FileQuads{site, file, quads}.add();
}

void report_gaps(const StandardSite& site, std::uint32_t file, Diagnostics& faults) {
  for (const StandardGap& gap : site.gaps) {
    if (gap.external.file != file) continue;
    Fault fault;
    fault.code = gap.code;
    fault.message = gap.problem;
    fault.line = site.files[file].file->elements[gap.external.element].line;
    fault.skipped = false;
    faults.report(fault);
  }
}

}  // namespace semsite
