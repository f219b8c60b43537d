#include "map/entry_mapper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <iterator>
#include <utility>

#include "base/ascii.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "rdf/iri.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/nquads_text.hpp"

namespace semsite {
namespace {

/// So many are compared one by one, which is quicker than to hash them.
constexpr std::size_t kFew = 48;

bool is_same(const Term& a, const Term& b) {
  return a.value.size() == b.value.size() && a.kind == b.kind &&
         (a.value.data() == b.value.data() || a.value == b.value) && a.tag == b.tag;
}

bool is_same(const EntryQuad& a, const EntryQuad& b) {
  return is_same(a.object.term, b.object.term) &&
         is_same(a.predicate.term, b.predicate.term) &&
         is_same(a.subject.term, b.subject.term) && is_same(a.graph.term, b.graph.term);
}

std::size_t hash_of(const EntryQuad& quad) {
  std::size_t out = text_hash(quad.subject.term.value);
  for (const std::string_view part :
       {quad.predicate.term.value, quad.object.term.value, quad.object.term.tag})
    out = out * 31 + text_hash(part);
  return out;
}

}  // namespace

bool EntryQuads::is_new(const EntryQuad& quad) {
  if (entry_.size() >= kFew) return is_new_among_many(quad);
  return std::ranges::none_of(
      entry_, [&](const EntryQuad& other) { return is_same(other, quad); });
}

bool EntryQuads::is_new_among_many(const EntryQuad& quad) {
  for (std::size_t i = places_.size(); i < entry_.size(); ++i)
    places_.emplace(hash_of(entry_[i]), i);
  const auto [first, last] = places_.equal_range(hash_of(quad));
  return std::none_of(first, last,
                      [&](const auto& one) { return is_same(entry_[one.second], quad); });
}

std::unordered_set<const char*> EntryQuads::texts() const {
  std::unordered_set<const char*> out;
  for (const EntryQuad& quad : entry_)
    for (const EntryTerm* term :
         {&quad.subject, &quad.predicate, &quad.object, &quad.graph}) {
      out.insert(term->term.value.data());
      out.insert(term->term.tag.data());
    }
  return out;
}

std::string_view EntryQuads::keep_value(const EntryTerm& term) {
  const std::string_view value = term.term.value;
  if (term.lasts || value.empty()) return value;
  if (value != last_ || kept_.empty()) {
    kept_ = quads_.keep(value);
    last_ = value;
  }
  return kept_;
}

void EntryQuads::flush() {
  for (const EntryQuad& from : entry_) {
    Quad quad{.subject = from.subject.term,
              .predicate = from.predicate.term,
              .object = from.object.term,
              .graph = from.graph.term};
    quad.subject.value = keep_value(from.subject);
    if (!from.predicate.lasts) quad.predicate.value = quads_.keep(quad.predicate.value);
    if (!from.object.lasts) quad.object.value = quads_.keep(quad.object.value);
    if (!from.object.tag_lasts && !quad.object.tag.empty())
      quad.object.tag = quads_.keep(quad.object.tag);
    if (!from.graph.lasts && !quad.graph.value.empty())
      quad.graph.value = quads_.keep(quad.graph.value);
    if (quads_.add(quad)) kept_ = {};
  }
  entry_.clear();
  places_.clear();
  last_ = kept_ = {};
}

namespace {

/// What an entry may cost in values, calls and quads: so much, and so much for each thing
/// that matched in it. Combinations of several values grow faster than that.
constexpr std::uint64_t kFreeSteps = 20'000;
constexpr std::uint64_t kStepsPerElement = 200;

/// Faults of an entry that are not told of twice.
constexpr std::size_t kMostRemembered = 100;

/// A label that comes from the document begins so, one of ours with a digit.
constexpr char kLabelStart = 'v';

const EntryTerm kTypePredicate = {
    .term = {.value = kRdfType, .kind = TermKind::iri, .plain = true, .checked = true},
    .lasts = true};

}  // namespace

EntryMapper::EntryMapper(const Mappings& mappings, QuadBuilder& quads,
                         DocumentFacts facts, Teller tell)
    : mappings_(mappings),
      out_(quads),
      facts_(std::move(facts)),
      tell_(std::move(tell)),
      base_(quads.document().base) {}

void EntryMapper::map(const EntryRecord& record) {
  record_ = &record;
  told_.clear();
  known_iris_.fill({});
  labelled_ = nullptr;
  budget_ = kFreeSteps + kStepsPerElement * record.elements().size();
  for (const Element& element : record.elements())
    for (const std::uint32_t rule : mappings_.trie.node(element.node).maps)
      run(mappings_.maps[rule], element);
  if (budget_ == 0)
    tell("map.too-much",
         "the values of this entry have too many combinations; the rest of them is left "
         "out",
         Loss::term);
  tell_repairs();
  out_.flush();
  texts_.clear();
}

void EntryMapper::tell_repairs() {
  if (repairs_.empty()) return;
  const std::unordered_set<const char*> used = out_.texts();
  for (Repair& one : repairs_)
    if (used.contains(one.kept.data()))
      tell("iri.repaired", std::move(one.message), Loss::nothing);
  repairs_.clear();
}

void EntryMapper::tell(std::string_view code, std::string message, Loss loss) {
  if (std::ranges::find(told_, message) != told_.end()) return;
  tell_(code, message, loss);
  if (told_.size() < kMostRemembered) told_.push_back(std::move(message));
}

void EntryMapper::run(const MapRule& rule, const Element& element) {
  terms_.clear();
  values_.clear();
  const std::size_t begin = terms_.size();
  push_terms(mappings_.terms[rule.subject], element);
  const Range subjects{begin, terms_.size()};
  std::erase_if(terms_, [](const EntryTerm& one) {
    return one.term.kind != TermKind::iri && one.term.kind != TermKind::blank;
  });
  if (subjects.begin == terms_.size()) return;
  const Range some{begin, terms_.size()};
  const Range graphs = terms(rule.graphs, element);
  if (!rule.classes.empty()) {
    const Range classes = terms(rule.classes, element);
    for (std::size_t s = some.begin; s < some.end; ++s)
      for (std::size_t c = classes.begin; c < classes.end; ++c)
        add(terms_[s], kTypePredicate, terms_[c], graphs, {});
    terms_.resize(classes.begin);
  }
  for (const PredicateObjectRule& one : rule.rules) run(one, some, graphs, element);
}

void EntryMapper::run(const PredicateObjectRule& rule, Range subjects, Range map_graphs,
                      const Element& element) {
  const std::size_t before = terms_.size();
  const Range objects = terms(rule.objects, element);
  if (objects.begin < objects.end) {
    const Range predicates = terms(rule.predicates, element);
    const Range graphs = terms(rule.graphs, element);
    for (std::size_t s = subjects.begin; s < subjects.end; ++s)
      for (std::size_t p = predicates.begin; p < predicates.end; ++p) {
        if (terms_[p].term.kind != TermKind::iri) continue;
        for (std::size_t o = objects.begin; o < objects.end; ++o)
          add(terms_[s], terms_[p], terms_[o], map_graphs, graphs);
      }
  }
  terms_.resize(before);
}

/// RML-Core §8: a quad for each graph of the map and of the predicate–object map; in the
/// document's own graph where there is none.
void EntryMapper::add(const EntryTerm& subject, const EntryTerm& predicate,
                      const EntryTerm& object, Range map_graphs, Range graphs) {
  bool any = false;
  for (const Range& range : {map_graphs, graphs})
    for (std::size_t g = range.begin; g < range.end; ++g) {
      any = true;
      if (spend()) out_.add({subject, predicate, object, terms_[g]});
    }
  if (!any && spend()) out_.add({subject, predicate, object, {}});
}

EntryMapper::Range EntryMapper::terms(const std::vector<std::uint32_t>& rules,
                                      const Element& element) {
  Range out{terms_.size(), 0};
  for (const std::uint32_t rule : rules) push_terms(mappings_.terms[rule], element);
  out.end = terms_.size();
  return out;
}

void EntryMapper::push_terms(const TermRule& rule, const Element& element) {
  if (rule.form == TermExpression::constant) {
    terms_.push_back({.term = rule.constant, .lasts = true, .tag_lasts = true});
    return;
  }
  if (rule.form == TermExpression::node) {
    const std::string_view label = node_label(element);
    terms_.push_back(
        {.term = {.value = texts_.keep(fmt::format("{}t{}", label, rule.number)),
                  .kind = TermKind::blank,
                  .plain = true}});
    return;
  }
  // Most of what mappings know of is not there.
  for (std::size_t i = 0; i < rule.needs_count; ++i)
    if (record_->values(element, rule.needs[i]).empty()) return;
  const std::size_t before = values_.size();
  push_values(rule, element);
  const Range own{before, values_.size()};
  if (own.begin < own.end) {
    const std::size_t type = terms_.size();
    if (rule.datatype != kNoIndex) push_terms(mappings_.terms[rule.datatype], element);
    const std::vector<EntryTerm> datatypes{
        terms_.begin() + static_cast<std::ptrdiff_t>(type), terms_.end()};
    terms_.resize(type);
    const Range languages =
        rule.language == kNoIndex ? Range{} : values(rule.language, element);
    for (std::size_t i = own.begin; i < own.end; ++i)
      push_term(rule, values_[i], datatypes, languages);
  }
  values_.resize(before);
}

void EntryMapper::push_term(const TermRule& rule, const FunctionValue& value,
                            const std::vector<EntryTerm>& datatypes, Range languages) {
  const std::string_view text = trim(value.text);
  if (text.empty() || !spend()) return;
  if (value.kind == ValueKind::literal ||
      (value.kind == ValueKind::as_mapped && rule.type == TermType::literal)) {
    push_literal(value, datatypes, languages);
  } else if (value.kind == ValueKind::as_mapped && rule.type == TermType::blank) {
    label_ = kLabelStart;
    label_ += text;
    terms_.push_back({.term = {.value = texts_.keep(label_), .kind = TermKind::blank}});
  } else {
    push_iri(text);
  }
}

void EntryMapper::push_iri(std::string_view text) {
  // Several maps have the same subjects and objects: text at the same place.
  KnownIri& known = known_iris_[(reinterpret_cast<std::uintptr_t>(text.data()) / 8) %
                                known_iris_.size()];
  if (known.text.data() != text.data() || known.text.size() != text.size())
    known = {.text = text, .iri = checked_iri(text)};
  if (!known.iri.empty())
    terms_.push_back(
        {.term = {
             .value = known.iri, .kind = TermKind::iri, .plain = true, .checked = true}});
}

/// The IRI that `text` means; empty, and told of, if there is none.
std::string_view EntryMapper::checked_iri(std::string_view text) {
  std::string_view iri = trim_unicode(text);
  const bool is_padded = iri.size() < text.size() || record_->is_padded(text);
  if (iri.empty()) return {};
  if (needs_resolving(iri)) {
    iri_.clear();
    base_.resolve_to(iri, iri_);
    iri = texts_.keep(iri_);
  }
  if (is_padded && facts_.strict) {
    tell("map.bad-iri",
         fmt::format("<{}> has white space around it, so nothing is said with it",
                     excerpt(iri, 200)),
         Loss::term);
    return {};
  }
  const IriProblem problem = check_iri(iri);
  const bool is_iri = problem == IriProblem::none || problem == IriProblem::bad_escape;
  if (is_iri && (facts_.strict || !has_two_fragments(iri))) {
    if (!is_padded) return iri;
    repairs_.push_back(
        {texts_.keep(iri),
         fmt::format("white space around <{}> is taken off (--strict refuses it)",
                     excerpt(iri, 200))});
    return repairs_.back().kept;
  }
  if (!facts_.strict && needs_iri_repair(iri)) {
    if (const auto repaired = repaired_iri(iri);
        repaired && check_iri(*repaired) != IriProblem::relative) {
      repairs_.push_back({texts_.keep(*repaired), repaired_iri_message(iri, *repaired)});
      return repairs_.back().kept;
    }
  }
  if (is_iri) return iri;
  tell("map.bad-iri",
       fmt::format("<{}> is no IRI, so nothing is said with it: it {}", excerpt(iri, 200),
                   describe(problem, iri)),
       Loss::term);
  return {};
}

void EntryMapper::push_literal(const FunctionValue& value,
                               const std::vector<EntryTerm>& datatypes, Range languages) {
  const std::string_view text = trim(value.text);
  const TextLook look = look_at(text);
  EntryTerm out{.term = {.value = text, .kind = TermKind::literal, .plain = look.plain}};
  const auto push = [&](TermKind kind, std::string_view tag, bool lasts,
                        bool is_tag_checked = false) {
    if (tag == kRdfLangString && kind == TermKind::typed) {
      tell("map.bad-datatype",
           "rdf:langString goes with a language (rml:language), there is none; the text "
           "is left out",
           Loss::term);
      return;
    }
    out.term.kind = tag.empty() ? TermKind::literal : kind;
    out.term.tag = tag;
    out.term.checked = look.ascii && (tag.empty() || is_tag_checked);
    out.tag_lasts = lasts;
    terms_.push_back(out);
  };
  if (!value.datatype.empty() && value.datatype != kXsdString)
    return push(TermKind::typed, value.datatype, false);
  if (!value.language.empty()) return push_language(out, value.language);
  if (languages.begin < languages.end) {
    for (std::size_t i = languages.begin; i < languages.end; ++i)
      push_language(out, trim(values_[i].text));
    return;
  }
  bool typed = false;
  for (const EntryTerm& type : datatypes)
    if (type.term.kind == TermKind::iri) {
      typed = true;
      push(TermKind::typed,
           type.term.value == kXsdString ? std::string_view{} : type.term.value,
           type.lasts, type.term.checked);
    }
  if (!typed) push(TermKind::literal, {}, true);
}

void EntryMapper::push_language(EntryTerm literal, std::string_view language) {
  if (is_language(language)) {
    literal.term.kind = TermKind::lang;
    literal.term.tag = language;
  } else if (!language.empty()) {
    tell("map.bad-language",
         fmt::format("\"{}\" is no language tag (BCP 47); the text is kept without one",
                     excerpt(language)),
         Loss::nothing);
  }
  terms_.push_back(literal);
}

EntryMapper::Range EntryMapper::values(std::uint32_t rule, const Element& element) {
  Range out{values_.size(), 0};
  push_values(mappings_.terms[rule], element);
  out.end = values_.size();
  return out;
}

void EntryMapper::push_values(const TermRule& rule, const Element& element) {
  switch (rule.form) {
    case TermExpression::constant:
      values_.push_back({.text = rule.constant.value});
      return;
    case TermExpression::reference:
      for (const EntryRecord::Value& one : record_->values(element, rule.reference))
        values_.push_back({.text = record_->text(one)});
      return;
    case TermExpression::template_:
      return push_template(rule, element);
    case TermExpression::function:
      return push_calls(rule, element);
    case TermExpression::node:
      values_.push_back({.text = node_label(element)});
      return;
  }
}

/// One text for each combination of the values that the template refers to.
void EntryMapper::push_template(const TermRule& rule, const Element& element) {
  const std::size_t begin = values_.size();
  values_.push_back({.text = {}});
  for (const TemplatePart& part : rule.parts) {
    const std::size_t end = values_.size();
    const auto append = [&](std::string_view start, std::string_view text,
                            TemplateEncoding encoding) {
      label_ = start;
      append_encoded(label_, text, encoding);
      values_.push_back({.text = texts_.keep(label_)});
    };
    for (std::size_t i = begin; i < end; ++i) {
      const std::string_view start = values_[i].text;
      if (!part.is_reference) {
        append(start, part.text, TemplateEncoding::none);
        continue;
      }
      for (const EntryRecord::Value& one : record_->values(element, part.reference)) {
        if (spend()) append(start, record_->text(one), rule.encoding);
      }
    }
    values_.erase(values_.begin() + static_cast<std::ptrdiff_t>(begin),
                  values_.begin() + static_cast<std::ptrdiff_t>(end));
  }
}

/// The value of an argument that has one at most, if that can be told at once.
EntryMapper::Simple EntryMapper::simple_value(const ArgumentRule& argument,
                                              const Element& element) const {
  switch (argument.kind) {
    case ArgumentRule::Kind::none:
      return {.known = true};
    case ArgumentRule::Kind::constant:
      return {.known = true, .text = argument.constant};
    case ArgumentRule::Kind::reference:
      break;
    case ArgumentRule::Kind::other:
      return {};
  }
  const auto all = record_->values(element, argument.reference);
  if (all.size() > 1) return {};
  return {.known = true,
          .text = all.empty() ? std::string_view{} : record_->text(all.front())};
}

void EntryMapper::push_calls(const TermRule& rule, const Element& element) {
  const std::size_t count = rule.call.arguments.size();
  std::array<std::string_view, kMostParameters> arguments;
  for (std::size_t i = 0; i < count; ++i) {
    const Simple one = simple_value(rule.call.arguments[i], element);
    if (!one.known) return push_combinations(rule, element);
    if (one.text.empty() && rule.call.function->parameters[i].required) return;
    arguments[i] = one.text;
  }
  if (spend()) call(*rule.call.function, {arguments.data(), count}, element);
}

void EntryMapper::call(const MappingFunction& function,
                       std::span<const std::string_view> arguments,
                       const Element& element) {
  const auto outer = std::exchange(arguments_, arguments);
  function.run({.arguments = arguments, .document = facts_, .node = node_label(element)},
               *this);
  arguments_ = outer;
}

/// Calls the function for each combination of its arguments' values.
void EntryMapper::push_combinations(const TermRule& rule, const Element& element) {
  const MappingFunction& function = *rule.call.function;
  const std::size_t count = rule.call.arguments.size();
  const std::size_t begin = values_.size();
  std::array<Range, kMostParameters> ranges;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t argument = rule.call.arguments[i].rule;
    ranges[i] = argument == kNoIndex ? Range{} : values(argument, element);
    if (ranges[i].begin == ranges[i].end && function.parameters[i].required) {
      values_.resize(begin);
      return;
    }
  }
  const std::size_t results = values_.size();
  std::array<std::size_t, kMostParameters> at{};
  std::array<std::string_view, kMostParameters> arguments;
  for (bool more = true; more && spend();) {
    for (std::size_t i = 0; i < count; ++i)
      arguments[i] = ranges[i].begin == ranges[i].end
                         ? std::string_view{}
                         : values_[ranges[i].begin + at[i]].text;
    call(function, {arguments.data(), count}, element);
    more = false;
    for (std::size_t i = count; i > 0 && !more; --i) {
      more = ranges[i - 1].begin + ++at[i - 1] < ranges[i - 1].end;
      if (!more) at[i - 1] = 0;
    }
  }
  values_.erase(values_.begin() + static_cast<std::ptrdiff_t>(begin),
                values_.begin() + static_cast<std::ptrdiff_t>(results));
}

void EntryMapper::value(const FunctionValue& value) {
  FunctionValue kept = value;
  // Arguments live as long as the entry, and so does what is cut out of them.
  const std::less_equal<const char*> before;
  const char* const end = value.text.data() + value.text.size();
  const auto holds = [&](std::string_view text) {
    return before(text.data(), value.text.data()) &&
           before(end, text.data() + text.size());
  };
  if (std::ranges::none_of(arguments_, holds)) kept.text = texts_.keep(value.text);
  if (!value.datatype.empty()) kept.datatype = texts_.keep(value.datatype);
  if (!value.language.empty()) kept.language = texts_.keep(value.language);
  values_.push_back(kept);
}

std::string_view EntryMapper::node_label(const Element& element) {
  if (labelled_ != &element) {
    labelled_ = &element;
    label_.clear();
    append_number(label_, record_->number());
    label_ += 'n';
    append_number(label_, element.number);
    node_label_ = texts_.keep(label_);
  }
  return node_label_;
}

namespace {

/// What an IRI may hold as it is are the unreserved ASCII characters, and all beyond
/// ASCII; what a URI may, the former only.
bool stands_as_it_is(char c, TemplateEncoding encoding) {
  return is_unreserved(c) ||
         (encoding == TemplateEncoding::iri && static_cast<unsigned char>(c) >= 0x80);
}

}  // namespace

void append_encoded(std::string& out, std::string_view text, TemplateEncoding encoding) {
  if (encoding == TemplateEncoding::none) {
    out += text;
    return;
  }
  constexpr std::string_view kHex = "0123456789ABCDEF";
  for (const char c : text) {
    if (stands_as_it_is(c, encoding)) {
      out += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out += '%';
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    }
  }
}

bool is_language(std::string_view tag) {
  bool first = true;
  for (const std::string_view part : split(tag, '-')) {
    if (part.empty() || part.size() > 8) return false;
    for (const char c : part) {
      const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!letter && (first || c < '0' || c > '9')) return false;
    }
    first = false;
  }
  return !first;
}

bool needs_resolving(std::string_view iri) {
  bool dots = false;  // no early way out, so that the loop runs on vectors
  for (std::size_t i = 1; i < iri.size(); ++i) dots |= iri[i] == '.' && iri[i - 1] == '/';
  return dots || !has_scheme(iri);
}

void append_number(std::string& out, std::uint64_t number) {
  std::array<char, 20> digits;
  const auto end = std::to_chars(digits.begin(), digits.end(), number).ptr;
  out.append(digits.begin(), end);
}

}  // namespace semsite
