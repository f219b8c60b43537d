#include "parse/rdfa_processor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "base/url.hpp"
#include "markup/html_node.hpp"
#include "markup/html_tags.hpp"
#include "markup/xml_escape.hpp"
#include "parse/rdfa_names.hpp"
#include "parse/rdfxml_names.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/xsd_lexical.hpp"

namespace semsite {
RdfaProcessor::RdfaProcessor(const HtmlPage& page, const RdfaJob& job, RdfaGraph& graph)
    : page_(page),
      job_(job),
      host_(job.host.value_or(rdfa_host_of(page))),
      graph_(graph),
      names_({.arena = graph.arena(),
              .diagnostics = job.diagnostics,
              .settings = job.settings,
              .context = initial_context_of(host_),
              .label_prefix = job.label_prefix,
              .meter = graph.meter()}) {}

// §7.5: the initial evaluation context.
void RdfaProcessor::run() {
  if (page_.root() == nullptr) return;
  bases_.emplace_back(std::string{without_fragment(page_.base())});
  Context context;
  context.names.base = &bases_.back();
  context.parent_subject = names_.document(context.names);
  Lists lists;
  const std::vector<Incomplete> nothing;
  context.incomplete = &nothing;
  context.lists = &lists;
  process(page_.root(), context);
}

RdfaProcessor::Attributes RdfaProcessor::read_attributes(const _xmlNode* node) const {
  Attributes out;
  HtmlAttributes attributes{node};
  std::optional<std::string_view> xml_language;
  while (const auto attribute = attributes.next()) {
    const std::string_view name = attribute->name;
    const std::string_view value = attribute->value;
    const auto set = [&](std::optional<std::string_view>& place) {
      place = value;
      out.any = true;
    };
    if (!attribute->name_space.empty()) {
      if (attribute->name_space == kXmlNamespace && name == "lang") set(xml_language);
      if (attribute->name_space == kXmlNamespace && name == "base") set(out.xml_base);
      continue;
    }
    // The first letter rules out most names.
    switch (name.empty() ? '\0' : name.front()) {
      case 'a':
        if (name == "about") set(out.about);
        break;
      case 'c':
        if (name == "content") set(out.content);
        break;
      case 'd':
        if (name == "datatype") set(out.datatype);
        if (name == "datetime") set(out.datetime);
        break;
      case 'h':
        if (name == "href") set(out.href);
        break;
      case 'i':
        if (name == "inlist") set(out.inlist);
        if (name == "id") out.id = value;
        break;
      case 'l':
        if (name == "lang" && is_page(host_)) set(out.language);
        break;
      case 'p':
        if (name == "prefix") set(out.prefix);
        if (name == "property") set(out.property);
        break;
      case 'r':
        if (name == "rel") set(out.rel);
        if (name == "rev") set(out.rev);
        if (name == "resource") set(out.resource);
        if (name == "role") set(out.role);
        break;
      case 's':
        if (name == "src") set(out.src);
        break;
      case 't':
        if (name == "typeof") set(out.type_of);
        break;
      case 'v':
        if (name == "vocab") set(out.vocab);
        break;
      case 'x':
        // In HTML syntax these are plain names (HTML+RDFa 1.1 §3.1, §3.3).
        if (name == "xml:lang") set(xml_language);
        if (name.starts_with("xmlns:")) out.any = true;
        break;
      default:
        break;
    }
  }
  if (xml_language) out.language = xml_language;
  if (page_.markup() == PageMarkup::xml && HtmlDeclarations{node}.next()) out.any = true;
  return out;
}

Term RdfaProcessor::about_of(Element& element) {
  const auto& about = element.attributes.about;
  return about ? names_.resource(*about, element.local.names) : Term{};
}

/// The resource that resource, href or src names.
Term RdfaProcessor::target_of(Element& element) {
  const Attributes& attributes = element.attributes;
  if (attributes.resource) {
    const Term found = names_.resource(*attributes.resource, element.local.names);
    if (!is_none(found)) return found;
  }
  if (attributes.href) {
    const Term found = names_.reference(*attributes.href, element.local.names);
    if (!is_none(found)) return found;
  }
  return attributes.src ? names_.reference(*attributes.src, element.local.names) : Term{};
}

/// Where no attribute says what an element is about: at the root, the document; at head
/// and body of a page, what the root is about (HTML+RDFa 1.1 §3.1, XHTML+RDFa 1.1 §4.2).
Term RdfaProcessor::implied_subject(const Element& element) {
  if (element.is_root) return names_.document(element.local.names);
  if (is_page(host_) && (is_html(element.node, "head") || is_html(element.node, "body")))
    return element.outer->parent_object;
  return {};
}

// §7.5 step 5
void RdfaProcessor::set_subject_without_rel(Element& element) {
  const Attributes& attributes = element.attributes;
  const bool is_typed = attributes.type_of.has_value();
  const Term about = about_of(element);
  const Term implied = implied_subject(element);
  if (attributes.property && !attributes.content && !attributes.datatype) {
    element.subject = !is_none(about) ? about : implied;
    if (is_none(element.subject)) element.subject = element.outer->parent_object;
    if (!is_typed) return;
    element.typed = !is_none(about) ? about : Term{};
    if (is_none(element.typed) && element.is_root) element.typed = implied;
    if (is_none(element.typed)) {
      element.typed = target_of(element);
      if (is_none(element.typed)) element.typed = names_.new_blank();
      element.object = element.typed;
    }
    return;
  }
  element.subject = !is_none(about) ? about : target_of(element);
  if (is_none(element.subject)) element.subject = implied;
  if (is_none(element.subject) && is_typed) element.subject = names_.new_blank();
  if (is_none(element.subject)) {
    element.subject = element.outer->parent_object;
    element.is_skipped = !attributes.property;
  }
  if (is_typed) element.typed = element.subject;
}

// §7.5 step 6
void RdfaProcessor::set_subject_with_rel(Element& element) {
  const bool is_typed = element.attributes.type_of.has_value();
  const Term about = about_of(element);
  element.subject = about;
  if (is_typed) element.typed = about;
  if (is_none(element.subject)) {
    element.subject = implied_subject(element);
    if (is_none(element.subject)) element.subject = element.outer->parent_object;
  }
  element.object = target_of(element);
  if (is_none(element.object) && is_typed && is_none(about))
    element.object = names_.new_blank();
  if (is_typed && is_none(about)) element.typed = element.object;
}

void RdfaProcessor::process(const _xmlNode* node, const Context& context) {
  const auto children = [&](const Context& inner) {
    for (const _xmlNode* child = first_child_element(node); child != nullptr;
         child = next_sibling_element(child))
      process(child, inner);
  };
  Element element;
  element.attributes = read_attributes(node);
  element.is_root = node == page_.root() || node == page_.outermost();
  const bool names_subject = element.is_root ||
                             (is_page(host_) && is_html(node, "head")) ||
                             (is_page(host_) && is_html(node, "body"));
  // Most elements say nothing at all: what holds around them holds inside.
  if (!element.attributes.any && !names_subject) return children(context);

  names_.set_line(line_of(node));
  element.node = node;
  element.outer = &context;
  element.local = context;
  if (job_.selected && !job_.selected(node)) element.kept = RdfaGraph::Kept::no;
  set_base(element);
  set_vocabulary(element);
  set_prefixes(element);
  if (element.attributes.language)
    element.local.language = graph_.arena().keep(trim(*element.attributes.language));
  if (!element.local.language.empty() && !is_language_tag(element.local.language)) {
    names_.report("rdfa.bad-language",
                  fmt::format("\"{}\" is no language tag; texts here have none",
                              excerpt(element.local.language)));
    element.local.language = {};
  }
  read_predicates(element);
  if (element.attributes.rel || element.attributes.rev) {
    set_subject_with_rel(element);
  } else {
    set_subject_without_rel(element);
  }
  add_types(element);

  // §7.5 step 8: lists belong to a subject.
  const bool is_new =
      !is_none(element.subject) && !(element.subject == context.parent_object);
  Lists fresh;
  Lists& lists = is_new ? fresh : *context.lists;
  add_relations(element, lists);
  add_properties(element, lists);
  add_roles(element);
  if (!element.is_skipped && !is_none(element.subject)) complete(element);

  // §7.5 step 13
  Context inner = element.local;
  Lists of_object;
  if (!element.is_skipped) {
    inner.parent_subject =
        is_none(element.subject) ? context.parent_subject : element.subject;
    inner.parent_object =
        !is_none(element.object) ? element.object : inner.parent_subject;
    inner.incomplete = &element.incomplete;
    // What is said inside is said of the object: so are its lists (test 0226).
    inner.lists = inner.parent_object == inner.parent_subject ? &lists : &of_object;
  }
  children(inner);
  add_lists(element, inner.parent_object, of_object);
  if (is_new) add_lists(element, element.subject, fresh);
}

// What names mean at an element: RdfaProcessor, RDFa Core 1.1 §7.5 steps 2 and 3.

namespace {

/// More prefixes at one place than any page needs; each name is looked up among them.
constexpr std::uint32_t kMostRdfaPrefixes = 1000;

}  // namespace

// §7.5 step 2
void RdfaProcessor::set_vocabulary(Element& element) {
  const auto& vocab = element.attributes.vocab;
  if (!vocab) return;
  if (trim(*vocab).empty()) {
    element.local.names.vocabulary = {};
    return;
  }
  const Term iri = names_.reference(*vocab, element.local.names);
  if (is_lost(iri)) return;
  element.local.names.vocabulary = iri.value;
  add(element, names_.document(element.local.names), iri_term(kUsesVocabulary), iri);
}

void RdfaProcessor::add_prefix(Element& element, std::string_view prefix,
                               std::string_view iri) {
  if (prefix.empty() || prefix == "_") {
    names_.report("rdfa.bad-prefix",
                  fmt::format("\"{}:\" can be no prefix; it is passed over", prefix));
    return;
  }
  if (!is_ncname(prefix)) {
    names_.report("rdfa.bad-prefix",
                  fmt::format("\"{}\" can be no prefix: it is no XML name without a "
                              "colon; it is passed over",
                              excerpt(prefix)));
    return;
  }
  const RdfaPrefix* const outer = element.local.names.prefixes;
  const std::uint32_t count = outer == nullptr ? 1 : outer->count + 1;
  if (count > kMostRdfaPrefixes) {
    if (!std::exchange(told_of_prefixes_, true))
      names_.report("rdfa.too-many-prefixes",
                    fmt::format("more than {} prefixes hold at once; the others are "
                                "passed over",
                                kMostRdfaPrefixes));
    return;
  }
  // Test 0319: relative to the document, whatever its base.
  const std::string absolute =
      has_scheme(iri) ? std::string{iri} : BaseIri{page_.address()}.resolve(iri);
  prefixes_.push_back({.prefix = graph_.arena().keep(lower_ascii(prefix)),
                       .iri = graph_.arena().keep(absolute),
                       .outer = outer,
                       .count = count});
  element.local.names.prefixes = &prefixes_.back();
}

// §7.5 step 3: xmlns first, so that prefix overrides it.
void RdfaProcessor::set_prefixes(Element& element) {
  if (page_.markup() == PageMarkup::xml) {
    HtmlDeclarations declared{element.node};
    while (const auto one = declared.next())
      if (!one->prefix.empty()) add_prefix(element, one->prefix, one->iri);
  } else {
    HtmlAttributes attributes{element.node};
    while (const auto attribute = attributes.next())
      if (attribute->name.starts_with("xmlns:"))
        add_prefix(element, attribute->name.substr(6), attribute->value);
  }
  if (!element.attributes.prefix) return;
  // prefix ::= (NCName ':' ' '+ xsd:anyURI)*
  std::string_view name;
  each_word(*element.attributes.prefix, [&](std::string_view word) {
    if (!name.empty()) {
      add_prefix(element, name.substr(0, name.size() - 1), word);
      name = {};
    } else if (word.ends_with(':')) {
      name = word;
    } else {
      names_.report("rdfa.bad-prefix",
                    fmt::format("\"{}\" in the attribute prefix is no name with a colon "
                                "behind it; it is passed over",
                                excerpt(word)));
    }
  });
}

/// `xml:base` counts where the host language has no `base` of its own.
void RdfaProcessor::set_base(Element& element) {
  if (!element.attributes.xml_base || is_page(host_)) return;
  bases_.emplace_back(std::string{without_fragment(
      element.local.names.base->resolve(trim(*element.attributes.xml_base)))});
  element.local.names.base = &bases_.back();
}

std::vector<Term> RdfaProcessor::predicates(std::string_view text,
                                            const RdfaNameScope& scope) {
  std::vector<Term> out;
  each_word(text, [&](std::string_view word) {
    const Term term = names_.predicate(word, scope);
    if (is_none(term)) return;
    // Elements around keep theirs: what no page people write has is counted.
    constexpr std::size_t kMany = 1024;
    if (out.size() % kMany == kMany - 1)
      graph_.meter().room().take(2 * kMany * sizeof(Term));
    out.push_back(term);
  });
  return out;
}

void RdfaProcessor::read_predicates(Element& element) {
  Attributes& attributes = element.attributes;
  const RdfaNameScope& scope = element.local.names;
  // HTML+RDFa 1.1 §3.1: beside property, rel and rev with plain words are for other uses.
  const auto without_terms = [&](std::optional<std::string_view>& attribute) {
    if (!attribute) return;
    bool any = false;
    each_word(*attribute, [&](std::string_view word) {
      any = any || word.find(':') != std::string_view::npos;
    });
    if (!any) attribute.reset();
  };
  const bool drops_terms = has_html_rules(host_) && attributes.property;
  const auto read = [&](std::string_view text) {
    std::vector<Term> out;
    each_word(text, [&](std::string_view word) {
      if (drops_terms && word.find(':') == std::string_view::npos) return;
      // Pages are full of link types that no vocabulary was meant for.
      if (RdfaNames::is_term(word) && scope.vocabulary.empty() &&
          !initial_term(initial_context_of(host_), word))
        return;
      const Term term = names_.predicate(word, scope);
      if (!is_none(term)) out.push_back(term);
    });
    return out;
  };
  if (drops_terms) {
    without_terms(attributes.rel);
    without_terms(attributes.rev);
  }
  if (attributes.rel) element.rel = read(*attributes.rel);
  if (attributes.rev) element.rev = read(*attributes.rev);
  if (attributes.property) element.property = predicates(*attributes.property, scope);
}

// What an element says: RdfaProcessor, RDFa Core 1.1 §7.5 steps 7 to 14.

namespace {

constexpr std::string_view kRdfHtml = "http://www.w3.org/1999/02/22-rdf-syntax-ns#HTML";
/// A list that grows is there twice for a moment.
constexpr std::uint64_t kTimesLonger = 3;

}  // namespace

void RdfaProcessor::lengthen(List& list, const Term& item) {
  graph_.meter().room().take(kTimesLonger * sizeof(Term));
  list.items.push_back(item);
}

// §7.5 step 7
void RdfaProcessor::add_types(const Element& element) {
  if (is_none(element.typed) || !element.attributes.type_of) return;
  each_word(*element.attributes.type_of, [&](std::string_view word) {
    add(element, element.typed, iri_term(kRdfType),
        names_.type(word, element.local.names));
  });
}

// §7.5 steps 9 and 10
void RdfaProcessor::add_relations(Element& element, Lists& lists) {
  const bool in_list = element.attributes.inlist.has_value();
  if (!is_none(element.object)) {
    for (const Term& predicate : element.rel) {
      if (in_list) {
        lengthen(lists[predicate.value], element.object);
      } else {
        add(element, element.subject, predicate, element.object);
      }
    }
    for (const Term& predicate : element.rev)
      add(element, element.object, predicate, element.subject);
    return;
  }
  if (!element.attributes.rel && !element.attributes.rev) return;
  element.object = names_.new_blank();
  for (const Term& predicate : element.rel) {
    if (in_list) {
      element.incomplete.push_back({.direction = Incomplete::Direction::list,
                                    .predicate = predicate,
                                    .list = &lists[predicate.value]});
    } else {
      element.incomplete.push_back(
          {.direction = Incomplete::Direction::forward, .predicate = predicate});
    }
  }
  for (const Term& predicate : element.rev)
    element.incomplete.push_back(
        {.direction = Incomplete::Direction::reverse, .predicate = predicate});
}

Term RdfaProcessor::literal(std::string_view text, const Term& datatype) {
  graph_.meter().room().take(text.size());
  Term out{.value = graph_.arena().keep(text), .kind = TermKind::literal};
  if (!is_none(datatype) && datatype.value != kXsdString) {
    out.kind = TermKind::typed;
    out.tag = datatype.value;
  }
  return out;
}

Term RdfaProcessor::plain_literal(std::string_view text, const Element& element) {
  graph_.meter().room().take(text.size());
  Term out{.value = graph_.arena().keep(text), .kind = TermKind::literal};
  if (!element.local.language.empty()) {
    out.kind = TermKind::lang;
    out.tag = element.local.language;
  }
  return out;
}

/// The text that stands for an element, whatever its datatype.
std::string RdfaProcessor::literal_text(const Element& element) const {
  const Attributes& attributes = element.attributes;
  if (attributes.content) return std::string{*attributes.content};
  if (has_html_rules(host_) && attributes.datetime)
    return std::string{*attributes.datetime};
  return text_content(element.node);
}

// §7.5 step 11, with HTML+RDFa 1.1 §3.1
Term RdfaProcessor::value_of(Element& element) {
  const Attributes& attributes = element.attributes;
  if (attributes.datatype) {
    const std::string_view name = trim(*attributes.datatype);
    const Term datatype =
        name.empty() ? Term{} : names_.predicate(name, element.local.names);
    // A datatype that cannot be understood leaves the text.
    if (is_none(datatype)) return plain_literal(literal_text(element), element);
    if (datatype.value == kRdfXmlLiteral && !attributes.content) {
      std::vector<LiteralPrefix> prefixes;
      for (const RdfaPrefix* at = element.local.names.prefixes; at != nullptr;
           at = at->outer)
        if (std::ranges::none_of(prefixes, [&](const LiteralPrefix& one) {
              return one.prefix == at->prefix;
            }))
          prefixes.push_back({.prefix = at->prefix, .iri = at->iri});
      std::ranges::sort(prefixes, {}, &LiteralPrefix::prefix);
      return literal(xml_content(element.node, prefixes, most_text()), datatype);
    }
    if (datatype.value == kRdfHtml && !attributes.content)
      return literal(html_content(element.node, most_text()), datatype);
    if (datatype.value == kRdfLangString) {
      if (element.local.language.empty()) {
        names_.lose("rdfa.bad-datatype",
                    "rdf:langString goes with a language, there is none here; the triple "
                    "is left out");
        return kLostIri;
      }
      return plain_literal(literal_text(element), element);
    }
    return literal(literal_text(element), datatype);
  }
  if (attributes.content) return plain_literal(*attributes.content, element);
  const bool is_time = has_html_rules(host_) && is_html(element.node, "time");
  if (has_html_rules(host_) && (attributes.datetime || is_time)) {
    const std::string text = literal_text(element);
    const std::string_view datatype = time_datatype(text);
    return datatype.empty() ? plain_literal(text, element)
                            : literal(text, iri_term(datatype));
  }
  if (!attributes.rel && !attributes.rev) {
    const Term target = target_of(element);
    if (!is_none(target)) return target;
  }
  if (attributes.type_of && !attributes.about && !is_none(element.typed))
    return element.typed;
  return plain_literal(text_content(element.node), element);
}

void RdfaProcessor::add_properties(Element& element, Lists& lists) {
  if (element.property.empty()) return;
  const Term value = value_of(element);
  for (const Term& predicate : element.property) {
    if (element.attributes.inlist) {
      lengthen(lists[predicate.value], value);
    } else {
      add(element, element.subject, predicate, value);
    }
  }
}

// §7.5 step 12
void RdfaProcessor::complete(const Element& element) {
  for (const Incomplete& one : *element.outer->incomplete) {
    switch (one.direction) {
      case Incomplete::Direction::forward:
        add(element, element.outer->parent_subject, one.predicate, element.subject);
        break;
      case Incomplete::Direction::reverse:
        add(element, element.subject, one.predicate, element.outer->parent_subject);
        break;
      case Incomplete::Direction::list:
        lengthen(*one.list, element.subject);
        break;
    }
  }
}

// §7.5 step 14
void RdfaProcessor::add_lists(const Element& element, const Term& subject,
                              const Lists& lists) {
  for (const auto& [predicate, list] : lists) {
    Term rest = iri_term(kRdfNil);
    for (std::size_t i = list.items.size(); i-- > 0;) {
      if (is_lost(list.items[i])) continue;
      const Term node = names_.new_blank();
      add(element, node, iri_term(kRdfFirst), list.items[i]);
      add(element, node, iri_term(kRdfRest), rest);
      rest = node;
    }
    add(element, subject, iri_term(predicate), rest);
  }
}

/// Role Attribute 1.0 §4.
void RdfaProcessor::add_roles(const Element& element) {
  if (!element.attributes.role) return;
  RdfaNameScope scope = element.local.names;
  scope.vocabulary = kXhtmlVocabulary;
  Term subject;
  each_word(*element.attributes.role, [&](std::string_view word) {
    const Term role = names_.type(word, scope);
    if (is_none(role)) return;
    if (is_none(subject))
      subject = element.attributes.id
                    ? names_.reference("#" + std::string{*element.attributes.id}, scope)
                    : names_.new_blank();
    add(element, subject, iri_term("http://www.w3.org/1999/xhtml/vocab#role"), role);
  });
}

namespace {

void append_attribute(std::string& out, std::string_view prefix, std::string_view name,
                      std::string_view value) {
  out += ' ';
  if (!prefix.empty()) {
    out += prefix;
    out += ':';
  }
  out += name;
  out += "=\"";
  append_escaped(out, value, kXmlAttributeSpecials);
  out += '"';
}

bool is_declaration(std::string_view name) {
  return name == "xmlns" || name.starts_with("xmlns:");
}

class XmlWriter {
 public:
  XmlWriter(std::span<const LiteralPrefix> prefixes, std::uint64_t most)
      : prefixes_(prefixes), most_(most) {}

  std::string out;

  void children(const _xmlNode* element, std::string_view outer_default, bool top) {
    for (const _xmlNode* at = first_child(element); at != nullptr && out.size() <= most_;
         at = next_sibling(at)) {
      if (is_text(at)) append_escaped(out, text_of(at), kXmlTextSpecials);
      if (is_comment(at)) {
        out += "<!--";
        out += text_of(at);
        out += "-->";
      }
      if (is_element(at)) this->element(at, outer_default, top);
    }
  }

 private:
  void name(const _xmlNode* element) {
    if (const std::string_view prefix = prefix_of(element); !prefix.empty()) {
      out += prefix;
      out += ':';
    }
    out += local_name(element);
  }

  void element(const _xmlNode* at, std::string_view outer_default, bool top) {
    out += '<';
    name(at);
    HtmlAttributes attributes{at};
    while (const auto attribute = attributes.next()) {
      // Names that XML does not have, and declarations, which come below.
      if (is_declaration(attribute->name) || attribute->prefix == "xmlns") continue;
      append_attribute(out, attribute->prefix, attribute->name, attribute->value);
    }
    std::string_view inner_default = outer_default;
    if (prefix_of(at).empty()) {
      inner_default = namespace_of(at);
      if (inner_default != outer_default)
        append_attribute(out, {}, "xmlns", inner_default);
    }
    if (top)
      for (const LiteralPrefix& one : prefixes_)
        append_attribute(out, "xmlns", one.prefix, one.iri);
    HtmlDeclarations declared{at};
    while (const auto one = declared.next())
      if (!one->prefix.empty() && !(top && is_given(one->prefix)))
        append_attribute(out, "xmlns", one->prefix, one->iri);
    if (first_child(at) == nullptr) {
      out += "/>";
      return;
    }
    out += '>';
    children(at, inner_default, false);
    out += "</";
    name(at);
    out += '>';
  }

  [[nodiscard]] bool is_given(std::string_view prefix) const {
    return std::ranges::any_of(
        prefixes_, [&](const LiteralPrefix& one) { return one.prefix == prefix; });
  }

  std::span<const LiteralPrefix> prefixes_;
  std::uint64_t most_;
};

void append_html(const _xmlNode* element, std::string& out, std::uint64_t most) {
  const std::uint32_t facts = is_html(element) ? tag_name(local_name(element)).facts : 0;
  for (const _xmlNode* at = first_child(element); at != nullptr && out.size() <= most;
       at = next_sibling(at)) {
    if (is_text(at)) {
      if ((facts & (tag_is::raw | tag_is::plaintext)) != 0) {
        out += text_of(at);
      } else {
        append_escaped(out, text_of(at), kHtmlTextSpecials);
      }
    } else if (is_comment(at)) {
      out += "<!--";
      out += text_of(at);
      out += "-->";
    } else if (is_element(at)) {
      out += '<';
      out += local_name(at);
      HtmlAttributes attributes{at};
      while (const auto attribute = attributes.next()) {
        out += ' ';
        if (!attribute->prefix.empty()) {
          out += attribute->prefix;
          out += ':';
        }
        out += attribute->name;
        out += "=\"";
        append_escaped(out, attribute->value, kHtmlAttributeSpecials);
        out += '"';
      }
      out += '>';
      if (is_html(at) && (tag_name(local_name(at)).facts & tag_is::empty) != 0) continue;
      append_html(at, out, most);
      out += "</";
      out += local_name(at);
      out += '>';
    }
  }
}

}  // namespace

std::string xml_content(const _xmlNode* element, std::span<const LiteralPrefix> prefixes,
                        std::uint64_t most) {
  XmlWriter writer{prefixes, most};
  writer.children(element, {}, true);
  return std::move(writer.out);
}

std::string html_content(const _xmlNode* element, std::uint64_t most) {
  std::string out;
  append_html(element, out, most);
  return out;
}

}  // namespace semsite
