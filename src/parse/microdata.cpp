#include "parse/microdata.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "markup/html_builder.hpp"
#include "markup/html_node.hpp"
#include "parse/rdfxml_names.hpp"
#include "parse/term_keeper.hpp"
#include "rdf/iri.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/page_meter.hpp"
#include "rdf/xsd_lexical.hpp"

namespace semsite {
namespace {

using Node = const ::_xmlNode*;
using Scope = MicrodataNames::Scope;

/// How much may be visited: more than any page people write needs, however small, and a
/// few times all of it.
constexpr std::uint64_t kFreeSteps = 1'000'000;
constexpr std::uint64_t kStepsOfElement = 4;
/// What a place in a map takes beside what stands there.
constexpr std::uint64_t kItemPlaceBytes = 96;
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
    room_.take(sizeof(Item) + kItemPlaceBytes);
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
    room_.take(sizeof(HeldTerm) + kItemPlaceBytes + found->first.size() +
               term.value.size());
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

namespace {

constexpr std::string_view kHtmlSpace = " \t\n\f\r";

bool is_property(const ::_xmlNode* element) {
  return has_attribute(element, "itemprop") || has_attribute(element, "itemprop-reverse");
}

/// What one item's properties are looked for in: no element is looked at twice.
class Crawl {
 public:
  Crawl(MicrodataIndex::Properties& found, MicrodataBudget& budget)
      : found_(found), budget_(budget) {}

  /// `element` and what is inside it, down to the items below.
  void visit(const ::_xmlNode* top) {
    const ::_xmlNode* element = top;
    while (element != nullptr) {
      if (!budget_.take_step()) return;
      const bool is_new = !remembers_ || seen_.insert(element).second;
      found_.is_repeated |= !is_new;
      if (is_new && is_property(element)) found_.elements.push_back(element);
      const bool goes_down = is_new && !has_attribute(element, "itemscope");
      const ::_xmlNode* next = goes_down ? first_child_element(element) : nullptr;
      while (next == nullptr && element != top) {
        next = next_sibling_element(element);
        if (next == nullptr) element = parent_element(element);
      }
      element = next;
    }
  }

  /// Only `itemref` can bring an element twice.
  void remember(const ::_xmlNode* item) {
    remembers_ = true;
    seen_.insert(item);
  }

 private:
  MicrodataIndex::Properties& found_;
  MicrodataBudget& budget_;
  std::unordered_set<const ::_xmlNode*> seen_;
  bool remembers_ = false;
};

}  // namespace

std::vector<std::string_view> tokens(std::string_view text) {
  std::vector<std::string_view> out;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(kHtmlSpace), text.size()));
    if (text.empty()) return out;
    const std::size_t size = std::min(text.find_first_of(kHtmlSpace), text.size());
    out.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
}

MicrodataIndex::MicrodataIndex(const HtmlPage& page) : page_(page) {
  // Languages of the open elements, and the depth of each.
  struct Open {
    std::string_view language;
    std::size_t depth;
  };
  std::vector<Open> open;
  std::size_t depth = 0;
  const ::_xmlNode* const root = page.root();
  const ::_xmlNode* element = root;
  while (element != nullptr) {
    ++element_count_;
    if (const auto own = language(element)) open.push_back({*own, depth});
    const bool has_property = is_property(element);
    if (has_property && !open.empty() && !open.back().language.empty())
      languages_.emplace(element, open.back().language);
    if (has_attribute(element, "itemscope") && !has_attribute(element, "itemprop"))
      items_.push_back(element);

    const ::_xmlNode* next = first_child_element(element);
    if (next != nullptr) ++depth;
    while (next == nullptr) {
      if (!open.empty() && open.back().depth == depth) open.pop_back();
      if (element == root) return;
      next = next_sibling_element(element);
      if (next != nullptr) break;
      element = parent_element(element);
      --depth;
    }
    element = next;
  }
}

void MicrodataIndex::index_ids() {
  has_ids_ = true;
  for (const ::_xmlNode* element = page_.root(); element != nullptr;
       element = next_element(element, page_.root()))
    if (const auto id = attribute(element, "id"); id && !id->empty())
      by_id_.emplace(*id, element);  // the first in the tree holds
}

MicrodataIndex::Properties MicrodataIndex::properties_of(const ::_xmlNode* item,
                                                         MicrodataBudget& budget) {
  Properties found;
  Crawl crawl{found, budget};
  const auto references = attribute(item, "itemref");
  if (references) crawl.remember(item);
  for (const ::_xmlNode* child = first_child_element(item); child != nullptr;
       child = next_sibling_element(child))
    crawl.visit(child);
  if (!references) return found;
  if (!has_ids_) index_ids();
  if (!budget.take_bytes(references->size())) return found;
  for (const std::string_view id : tokens(*references)) {
    if (!budget.take_step()) break;
    const auto target = by_id_.find(id);
    if (target == by_id_.end())
      found.missing.push_back(id);
    else
      crawl.visit(target->second);
  }
  return found;
}

std::string_view MicrodataIndex::language_of(const ::_xmlNode* element) const {
  const auto found = languages_.find(element);
  return found == languages_.end() ? std::string_view{} : found->second;
}

namespace {

/// `type` up to the last "/" or "#" of its path or fragment.
std::string_view up_to_name(std::string_view type) {
  if (const std::size_t hash = type.find('#'); hash != std::string_view::npos)
    return type.substr(0, hash + 1);
  const std::string_view before_query = type.substr(0, type.find('?'));
  const std::size_t slash = before_query.rfind('/');
  return slash == std::string_view::npos ? type : type.substr(0, slash + 1);
}

}  // namespace

std::string fragment_escaped(std::string_view name) {
  constexpr std::string_view kEscaped = " \"#%<>[\\]^`{|}";
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string out;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && byte != 0x7F && kEscaped.find(c) == std::string_view::npos) {
      out += c;
    } else {
      out += '%';
      out += kHex[byte >> 4U];
      out += kHex[byte & 0xFU];
    }
  }
  return out;
}

MicrodataNames::MicrodataNames(const MicrodataRegistry& registry, std::string_view base)
    : registry_(registry), starts_{std::string{base.substr(0, base.find('#'))} + '#'} {}

MicrodataNames::Scope MicrodataNames::scope_of(std::string_view type) {
  std::string_view vocabulary = registry_.vocabulary_of(type);
  if (vocabulary.empty()) vocabulary = up_to_name(type);
  std::string start{vocabulary};
  if (!start.ends_with('/') && !start.ends_with('#')) start += '#';
  const auto next = static_cast<Scope>(starts_.size());
  const auto [found, is_new] = scopes_.emplace(start, next);
  if (is_new) starts_.push_back(std::move(start));
  return found->second;
}

std::string MicrodataNames::property(Scope scope, std::string_view name) const {
  return starts_[scope] + fragment_escaped(name);
}

namespace {

struct UrlElement {
  std::string_view name;
  std::string_view attribute;
};
constexpr std::array kUrlElements{
    UrlElement{"a", "href"},    UrlElement{"area", "href"},   UrlElement{"audio", "src"},
    UrlElement{"embed", "src"}, UrlElement{"iframe", "src"},  UrlElement{"img", "src"},
    UrlElement{"link", "href"}, UrlElement{"object", "data"}, UrlElement{"source", "src"},
    UrlElement{"track", "src"}, UrlElement{"video", "src"},
};

std::optional<MicrodataValue> value_of(std::string_view attribute,
                                       MicrodataValue::Kind kind,
                                       MicrodataBudget& budget) {
  if (!budget.take_bytes(attribute.size())) return std::nullopt;
  return MicrodataValue{.kind = kind, .text = std::string{attribute}};
}

std::optional<MicrodataValue> value_of(std::string_view attribute,
                                       std::string_view datatype,
                                       MicrodataBudget& budget) {
  auto value = value_of(
      attribute,
      datatype.empty() ? MicrodataValue::Kind::text : MicrodataValue::Kind::typed,
      budget);
  if (value) value->datatype = datatype;
  return value;
}

/// All text inside `top`. Unlike text_content it pays for each node, as a page may ask
/// for the same text very often.
std::optional<std::string> text_inside(const ::_xmlNode* top, MicrodataBudget& budget) {
  std::string out;
  const ::_xmlNode* node = first_child(top);
  while (node != nullptr) {
    if (!budget.take_step()) return std::nullopt;
    if (is_text(node)) {
      const std::string_view text = text_of(node);
      if (!budget.take_bytes(text.size())) return std::nullopt;
      out += text;
    }
    const ::_xmlNode* next = is_element(node) ? first_child(node) : nullptr;
    while (next == nullptr && node != top) {
      next = next_sibling(node);
      if (next == nullptr) node = parent_element(node);
    }
    node = next;
  }
  return out;
}

}  // namespace

std::optional<MicrodataValue> microdata_value(const ::_xmlNode* element,
                                              MicrodataBudget& budget) {
  // HTML has `content` on meta only; pages and processors use it everywhere.
  if (const auto content = attribute(element, "content"))
    return value_of(*content, MicrodataValue::Kind::text, budget);
  if (is_html(element)) {
    const std::string_view name = local_name(element);
    const auto* const found = std::ranges::find(kUrlElements, name, &UrlElement::name);
    if (found != kUrlElements.end()) {
      if (const auto url = attribute(element, found->attribute))
        return value_of(*url, MicrodataValue::Kind::url, budget);
      // A link without a target is its text; what stands in for a film is not its value.
      if (name != "a") return MicrodataValue{};
    }
    if (name == "meta") return MicrodataValue{};
    if (name == "data" || name == "meter")
      if (const auto value = attribute(element, "value"))
        return value_of(*value, number_datatype(*value), budget);
    if (name == "time")
      if (const auto value = attribute(element, "datetime"))
        return value_of(*value, time_datatype(*value), budget);
  }
  std::optional<std::string> text = text_inside(element, budget);
  if (!text) return std::nullopt;
  return MicrodataValue{.text = std::move(*text)};
}

}  // namespace semsite
