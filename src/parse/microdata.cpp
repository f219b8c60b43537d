#include "parse/microdata.hpp"

#include <fmt/format.h>

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "base/text_hash.hpp"
#include "markup/html_builder.hpp"
#include "markup/html_node.hpp"
#include "parse/microdata_index.hpp"
#include "parse/microdata_names.hpp"
#include "parse/microdata_value.hpp"
#include "parse/rdfxml_names.hpp"
#include "parse/term_keeper.hpp"
#include "rdf/iri.hpp"
#include "rdf/iri_repair.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/page_meter.hpp"

namespace semsite {
namespace {

using Node = const ::_xmlNode*;
using Scope = MicrodataNames::Scope;

/// How much may be visited: more than any page people write needs, however small, and a
/// few times all of it.
constexpr std::uint64_t kFreeSteps = 1'000'000;
constexpr std::uint64_t kStepsOfElement = 4;
/// What a place in a map takes beside what stands there.
constexpr std::uint64_t kPlaceBytes = 96;
/// How often the text of the longest page may be read or given.
constexpr std::uint64_t kTextTimes = 8;

class MicrodataReader {
 public:
  MicrodataReader(const HtmlPage& page, const MicrodataJob& job)
      : job_(job),
        index_(page),
        base_(page.base()),
        names_(job.registry, page.base()),
        keeper_(job.quads, job.diagnostics),
        steps_(kFreeSteps + kStepsOfElement * index_.element_count()),
        budget_(steps_, kTextTimes * job.limits.page_bytes),
        room_(room_beside(tree_bytes(page.document()))),
        type_(static_iri(kRdfType)) {}

  void run();

 private:
  /// An item that triples are being made of.
  struct Open {
    Node item;
    Scope scope;
    MicrodataIndex::Properties properties;
    std::size_t next = 0;
  };
  struct Item {
    HeldTerm subject;
    std::optional<Scope> scope;  ///< of its types, if they open one
    std::set<Scope> read_in;     ///< the scopes it has been read in
    std::uint32_t open = 0;      ///< how often it is on the way from the top
  };

  Item& item(Node node);
  void open(Node node, Scope inherited);
  void add_types(Node node, Item& item);
  void read_property(Open& open, Node element);
  void read_names(const Open& open, Node element, std::string_view attribute,
                  const HeldObject& value);
  void add(Node element, HeldTerm& subject, HeldTerm& predicate,
           const HeldObject& object);
  void set_subject(Node node, HeldTerm& subject);
  HeldTerm& predicate(Scope scope, std::string_view name, Node element);
  HeldTerm& language(Node element);
  bool set_iri(HeldTerm& term, std::string_view reference, Node element,
               std::string_view what);
  void report(Node element, std::string_view code, std::string message, bool skipped);
  [[nodiscard]] bool is_strict() const {
    return job_.settings.strictness == Strictness::strict;
  }

  const MicrodataJob& job_;
  MicrodataIndex index_;
  BaseIri base_;
  MicrodataNames names_;
  TermKeeper keeper_;
  std::uint64_t steps_;
  MicrodataBudget budget_;
  PageRoom room_;
  HeldTerm type_;
  std::uint64_t blanks_ = 0;
  std::unordered_map<Node, Item> items_;
  std::unordered_map<std::string, HeldTerm, KeyedHash, std::equal_to<>> predicates_;
  std::map<std::string_view, HeldTerm> languages_;
  /// Items from a top-level one down to the one at hand. No recursion: itemref can make
  /// the way longer than the tree is deep.
  std::deque<Open> open_;
};

void MicrodataReader::run() {
  for (const Node top : index_.top_level_items()) {
    // An item that `itemprop-reverse` has brought already.
    if (items_.contains(top)) continue;
    open(top, 0);
    while (!open_.empty()) {
      Open& last = open_.back();
      if (last.next < last.properties.elements.size() && !budget_.is_spent()) {
        read_property(last, last.properties.elements[last.next++]);
      } else {
        --items_.at(last.item).open;
        open_.pop_back();
      }
    }
    if (!budget_.is_spent()) continue;
    report(
        top, "microdata.too-much",
        fmt::format("the items of the page have more to them than the {} elements or {} "
                    "of text that are read, most likely by itemref; the rest is left "
                    "out, and no option changes that",
                    grouped(steps_), human_bytes(kTextTimes * job_.limits.page_bytes)),
        true);
    return;
  }
}

void MicrodataReader::report(Node element, std::string_view code, std::string message,
                             bool skipped) {
  job_.diagnostics.report({.code = code,
                           .message = std::move(message),
                           .line = line_of(element),
                           .column = 0,
                           .statement = {},
                           .skipped = skipped});
}

void MicrodataReader::add(Node element, HeldTerm& subject, HeldTerm& predicate,
                          const HeldObject& object) {
  if (job_.selected && !job_.selected(element)) return;
  keeper_.add({.subject = subject, .predicate = predicate, .object = object});
}

MicrodataReader::Item& MicrodataReader::item(Node node) {
  const auto [found, is_new] = items_.try_emplace(node);
  if (is_new) {
    room_.take(sizeof(Item) + kPlaceBytes);
    set_subject(node, found->second.subject);
    room_.take(found->second.subject.value.size());
    if (const auto& repair = found->second.subject.repair)
      room_.take(sizeof(HeldRepair) + repair->message.size());
  }
  return found->second;
}

void MicrodataReader::set_subject(Node node, HeldTerm& subject) {
  if (const auto id = attribute(node, "itemid");
      id && set_iri(subject, *id, node, "itemid"))
    return;
  TermKeeper::set_blank(subject, fmt::format("{}{}", job_.label_prefix, blanks_++));
}

/// Makes `term` the IRI that `reference` stands for; false when it can stand for none.
bool MicrodataReader::set_iri(HeldTerm& term, std::string_view reference, Node element,
                              std::string_view what) {
  std::string text{trim(reference)};
  // The URL standard takes line ends and tabs out of an attribute without a word.
  std::erase_if(text, [](char c) { return c == '\n' || c == '\r' || c == '\t'; });
  term.clear();
  base_.resolve_to(text, term.value);
  if (needs_iri_repair(term.value) && !is_strict()) {
    if (std::optional<std::string> repaired = repaired_iri(term.value)) {
      term.repair = std::make_shared<HeldRepair>(
          HeldRepair{.message = repaired_iri_message(term.value, *repaired),
                     .line = line_of(element)});
      term.value = std::move(*repaired);
    }
  }
  const IriProblem problem = TermKeeper::make_iri(term);
  if (problem != IriProblem::none) {
    report(element, "microdata.bad-url",
           fmt::format("the {} \"{}\" is no IRI: it {}", what, excerpt(reference),
                       describe(problem, term.value)),
           true);
    term.clear();
    return false;
  }
  return true;
}

/// Begins with the properties of `node`, unless they have been read in the same scope.
void MicrodataReader::open(Node node, Scope inherited) {
  Item& item = this->item(node);
  if (item.open > 0) {
    report(node, "microdata.itemref-loop",
           "an item is, by itemref, a property of itself; it is not read again inside "
           "itself (HTML standard, \"Associating names with items\")",
           true);
    return;
  }
  if (item.read_in.empty()) add_types(node, item);
  const Scope scope = item.scope.value_or(inherited);
  if (!item.read_in.insert(scope).second) return;
  Open opened{
      .item = node, .scope = scope, .properties = index_.properties_of(node, budget_)};
  for (const std::string_view id : opened.properties.missing)
    report(node, "microdata.itemref-missing",
           fmt::format("itemref names \"{}\", but no element has this id", excerpt(id)),
           false);
  if (opened.properties.is_repeated)
    report(node, "microdata.itemref-repeated",
           "itemref names an element that belongs to the item already; it counts once",
           false);
  ++item.open;
  open_.push_back(std::move(opened));
}

void MicrodataReader::add_types(Node node, Item& item) {
  for (const std::string_view type : tokens(attribute(node, "itemtype").value_or(""))) {
    if (!budget_.take_step()) return;
    if (!has_scheme(type)) {
      report(node, "microdata.bad-type",
             fmt::format("the itemtype \"{}\" is not absolute, so it says nothing",
                         excerpt(type)),
             false);
      continue;
    }
    HeldTerm term;
    if (!set_iri(term, type, node, "itemtype")) continue;
    if (!item.scope) item.scope = names_.scope_of(term.value);
    add(node, item.subject, type_, {.resource = &term});
  }
}

void MicrodataReader::read_property(Open& open, Node element) {
  // Opening an item moves `open`.
  const Scope scope = open.scope;
  if (has_attribute(element, "itemscope")) {
    const HeldObject value{.resource = &item(element).subject};
    read_names(open, element, "itemprop", value);
    read_names(open, element, "itemprop-reverse", value);
    this->open(element, scope);
    return;
  }
  std::optional<MicrodataValue> value = microdata_value(element, budget_);
  if (!value) return;
  HeldTerm resource;
  HeldObject object;
  switch (value->kind) {
    case MicrodataValue::Kind::url:
      if (!set_iri(resource, value->text, element, "URL of a property")) return;
      object.resource = &resource;
      break;
    case MicrodataValue::Kind::typed:
      resource = static_iri(value->datatype);
      object.text = value->text;
      object.tag = &resource;
      break;
    case MicrodataValue::Kind::text:
      object.text = value->text;
      if (HeldTerm& tag = language(element); tag.kind == TermKind::lang)
        object.tag = &tag;
  }
  read_names(open, element, "itemprop", object);
  read_names(open, element, "itemprop-reverse", object);
}

void MicrodataReader::read_names(const Open& open, Node element,
                                 std::string_view attribute, const HeldObject& value) {
  const auto names = semsite::attribute(element, attribute);
  if (!names || !budget_.take_bytes(names->size())) return;
  const bool is_reverse = attribute == "itemprop-reverse";
  if (is_reverse && value.resource == nullptr) {
    report(
        element, "microdata.reverse-literal",
        "itemprop-reverse on an element whose value is a text: a text has no properties",
        false);
    return;
  }
  HeldTerm& subject = items_.at(open.item).subject;
  for (const std::string_view name : tokens(*names)) {
    if (!budget_.take_step() || !budget_.take_bytes(value.text.size())) return;
    HeldTerm& property = predicate(open.scope, name, element);
    if (is_reverse)
      add(element, *value.resource, property, {.resource = &subject});
    else
      add(element, subject, property, value);
    if (is_reverse || property.kind != TermKind::iri) continue;
    for (const std::string& implied : job_.registry.implied_by(property.value)) {
      HeldTerm term{.value = implied, .kind = TermKind::iri};
      add(element, subject, term, value);
    }
  }
}

HeldTerm& MicrodataReader::predicate(Scope scope, std::string_view name, Node element) {
  const bool is_absolute = has_scheme(name);
  std::string iri = is_absolute ? std::string{name} : names_.property(scope, name);
  const auto [found, is_new] = predicates_.try_emplace(std::move(iri));
  HeldTerm& term = found->second;
  if (is_new) {
    set_iri(term, found->first, element, "itemprop");
    room_.take(sizeof(HeldTerm) + kPlaceBytes + found->first.size() + term.value.size());
  }
  return term;
}

/// The language that texts of `element` are in; of no kind if there is none.
HeldTerm& MicrodataReader::language(Node element) {
  const std::string_view tag = index_.language_of(element);
  const auto [found, is_new] = languages_.try_emplace(tag);
  HeldTerm& term = found->second;
  if (!is_new || tag.empty()) return term;
  if (!is_language_tag(tag)) {
    report(element, "microdata.bad-language",
           fmt::format("\"{}\" is no language tag (BCP 47); the texts have no language",
                       excerpt(tag)),
           is_strict());
    return term;
  }
  term.value = tag;
  term.kind = TermKind::lang;
  return term;
}

}  // namespace

void parse_microdata(const HtmlPage& page, const MicrodataJob& job) {
  MicrodataReader{page, job}.run();
}

}  // namespace semsite
