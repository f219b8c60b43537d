#include "parse/rdfa_processor.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "base/url.hpp"
#include "markup/html_node.hpp"
#include "parse/rdfa_words.hpp"
#include "parse/rdfxml_names.hpp"

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

}  // namespace semsite
