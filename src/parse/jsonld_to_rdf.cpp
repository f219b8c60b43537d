#include "parse/jsonld_to_rdf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "parse/json_value.hpp"
#include "parse/rdfxml_names.hpp"
#include "rdf/iri.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/nquads_text.hpp"
#include "rdf/quad_check.hpp"
#include "reading/parse_job.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::string_view kRdfJson = "http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON";
constexpr std::string_view kRdfValue = "http://www.w3.org/1999/02/22-rdf-syntax-ns#value";
constexpr std::string_view kRdfLanguage =
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#language";
constexpr std::string_view kRdfDirection =
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#direction";
/// About what a map takes for an entry, beside what is in it.
constexpr std::uint64_t kMapEntryBytes = 128;
constexpr std::string_view kI18n = "https://www.w3.org/ns/i18n#";

/// A constant, or what `iri` has looked at.
constexpr Term fixed(std::string_view iri) {
  return {.value = iri, .kind = TermKind::iri, .plain = true, .checked = true};
}

/// `text`: of the document, which is UTF-8 where it is read; `datatype`: a constant, or
/// what `iri` has looked at.
Term literal_term(std::string_view text, std::string_view datatype) {
  Term out{.value = text,
           .kind = TermKind::literal,
           .plain = needs_no_escape(text),
           .checked = true};
  if (datatype.empty() || datatype == kXsdString) return out;
  out.kind = TermKind::typed;
  out.tag = datatype;
  return out;
}

}  // namespace

void RdfEmitter::emit(ItemList items) {
  indexes_.clear();
  for (const ExpandedItem* item = items.first; item != nullptr; item = item->next)
    (void)emit_item(*item, {});
}

void RdfEmitter::add(const Term& subject, const Term& predicate, const Term& object,
                     const Place& place) {
  if (place.bad || subject.kind == TermKind::none || predicate.kind == TermKind::none ||
      object.kind == TermKind::none)
    return;
  batch_.add(subject, predicate, object, place.graph);
  const Quad& quad = std::as_const(batch_).quads().back();
  meter_.add(quad);
  if (!repairs_.empty()) tell_repairs(quad);
  held_bytes_ += subject.value.size() + predicate.value.size() + object.value.size();
  if (drain_ != nullptr && (batch_.size() >= kHeldQuads || held_bytes_ >= kHeldTermBytes))
    drain();
}

void RdfEmitter::drain() {
  held_bytes_ = 0;
  (*drain_)();
}

/// Room for a label: it stays when its quads are handed on.
char* RdfEmitter::made(std::size_t size) {
  if (drain_ != nullptr) meter_.room().take(size);
  return batch_.allocate(size);
}

Term RdfEmitter::emit_item(const ExpandedItem& item, const Place& place) {
  switch (item.kind) {
    case ItemKind::node:
      return emit_node(item, place);
    case ItemKind::value:
      return literal(item.value, place);
    case ItemKind::list:
      break;
  }
  return emit_list(item.list, place);
}

Term RdfEmitter::emit_node(const ExpandedItem& item, const Place& place) {
  const ExpandedNode& node = *item.node;
  const Term subject = subject_of(node);
  if (item.has_index) check_index(item, place);
  for (const TypeEntry* type = node.types; type != nullptr; type = type->next)
    add(subject, fixed(kRdfType), resource(type->iri), place);
  emit_properties(node.properties, subject, place);
  if (node.has_reverse) emit_reverse(node.reverse, subject, place);
  if (node.has_graph) {
    const Place inside{.graph = subject, .bad = subject.kind == TermKind::none};
    for (const ExpandedItem* i = node.graph.first; i != nullptr; i = i->next)
      (void)emit_item(*i, inside);
  }
  for (const ExpandedItem* i = node.included.first; i != nullptr; i = i->next)
    (void)emit_item(*i, place);
  return subject;
}

void RdfEmitter::emit_properties(const ExpandedProperty* property, Term subject,
                                 const Place& place) {
  for (; property != nullptr; property = property->next) {
    const Term predicate = predicate_of(*property->name);
    for (const ExpandedItem* i = property->items.first; i != nullptr; i = i->next)
      add(subject, predicate, emit_item(*i, place), place);
  }
}

void RdfEmitter::emit_reverse(const ExpandedProperty* property, Term object,
                              const Place& place) {
  for (; property != nullptr; property = property->next) {
    const Term predicate = predicate_of(*property->name);
    for (const ExpandedItem* i = property->items.first; i != nullptr; i = i->next)
      add(emit_item(*i, place), predicate, object, place);
  }
}

// API §7.3, List to RDF Conversion
Term RdfEmitter::emit_list(ItemList items, const Place& place) {
  Term head = fixed(kRdfNil);
  Term last{};
  for (const ExpandedItem* i = items.first; i != nullptr; i = i->next) {
    const Term cell = new_blank();
    if (last.kind == TermKind::none) {
      head = cell;
    } else {
      add(last, fixed(kRdfRest), cell, place);
    }
    add(cell, fixed(kRdfFirst), emit_item(*i, place), place);
    last = cell;
  }
  if (last.kind != TermKind::none) add(last, fixed(kRdfRest), fixed(kRdfNil), place);
  return head;
}

// API §7.2, Object to RDF Conversion
Term RdfEmitter::literal(const ExpandedValue& value, const Place& place) {
  if (value.is_json)
    return literal_term(batch_.keep(canonical_json(value.value)), kRdfJson);
  const std::string_view type = value.has_type ? datatype_of(value.type) : "";
  if (value.has_type && type.empty()) return {};
  if (type == kRdfLangString && !value.has_language) {
    report("jsonld.bad-datatype",
           "rdf:langString goes with a language: @language says that, without @type");
    return {};
  }
  switch (value.value.kind()) {
    case JsonKind::true_value:
      return literal_term("true", value.has_type ? type : kXsdBoolean);
    case JsonKind::false_value:
      return literal_term("false", value.has_type ? type : kXsdBoolean);
    case JsonKind::number: {
      const std::string_view number = value.value.text();
      if (!(value.has_type && value.type == kXsdDouble)) {
        if (const auto integer = json_integer(number))
          return literal_term(*integer == number ? number : batch_.keep(*integer),
                              value.has_type ? type : kXsdInteger);
      }
      return literal_term(batch_.keep(canonical_double(json_double(number))),
                          value.has_type ? type : kXsdDouble);
    }
    default:
      break;
  }
  Term text = literal_term(value.value.text(), type);
  if (value.has_language && !is_good_language(value.language)) return {};
  if (value.direction != Direction::unset && value.direction != Direction::null &&
      settings_.rdf_direction != RdfDirection::none)
    return directed(value, text, place);
  if (value.has_language) {
    text.kind = TermKind::lang;
    text.tag = value.language;
  }
  return text;
}

Term RdfEmitter::directed(const ExpandedValue& value, Term text, const Place& place) {
  if (settings_.rdf_direction == RdfDirection::compound_literal)
    return compound(value, text, place);
  text.checked = false;
  // RDF 1.2 has no direction without a language.
  if (settings_.rdf_direction == RdfDirection::rdf12 && value.has_language) {
    text.kind = TermKind::lang;
    text.tag = batch_.keep(
        fmt::format("{}--{}", value.language, direction_text(value.direction)));
    return text;
  }
  text.kind = TermKind::typed;
  text.tag = batch_.keep(fmt::format("{}{}_{}", kI18n, lower_ascii(value.language),
                                     direction_text(value.direction)));
  return text;
}

Term RdfEmitter::compound(const ExpandedValue& value, Term text, const Place& place) {
  const Term node = new_blank();
  add(node, fixed(kRdfValue), text, place);
  if (value.has_language)
    add(node, fixed(kRdfLanguage),
        literal_term(batch_.keep(lower_ascii(value.language)), {}), place);
  add(node, fixed(kRdfDirection), literal_term(direction_text(value.direction), {}),
      place);
  return node;
}

// API §5.5 Node Map Generation, 6.9
void RdfEmitter::check_index(const ExpandedItem& item, const Place& place) {
  if (!item.node->has_id) return;
  std::string key{place.graph.value};
  key += ' ';
  key += item.node->id;
  meter_.room().take(kMapEntryBytes + key.size() + item.index.size());
  const auto [known, is_new] = indexes_.try_emplace(std::move(key), item.index);
  if (!is_new && known->second != item.index)
    throw DocumentError{
        "jsonld.conflicting-indexes",
        fmt::format("the node <{}> has two indexes, \"{}\" and \"{}\"",
                    excerpt(item.node->id), excerpt(known->second), excerpt(item.index))};
}

Term RdfEmitter::subject_of(const ExpandedNode& node) {
  if (!node.has_id) return new_blank();
  if (node.has_null_id) return {};
  return resource(node.id);
}

Term RdfEmitter::resource(std::string_view id) {
  if (id.starts_with("_:")) return blank(id.substr(2));
  return iri(id);
}

Term RdfEmitter::iri(std::string_view text) {
  if (is_legal_iri(text) && !has_two_fragments(text)) return fixed(text);
  const bool clean = !needs_iri_repair(text);
  if (clean || settings_.strictness == Strictness::strict) {
    report(clean ? "jsonld.relative-iri" : "jsonld.bad-iri",
           fmt::format("\"{}\" is no IRI: it {}", excerpt(text),
                       describe(check_iri(text), text)));
    return {};
  }
  const auto repaired = repaired_iri(text);
  if (!repaired || !is_legal_iri(*repaired)) {
    report("jsonld.relative-iri",
           fmt::format("\"{}\" is no IRI: it has no scheme", excerpt(text)));
    return {};
  }
  const Term out = fixed(batch_.keep(*repaired));
  Repair repair{.written = std::string{text}, .line = line_};
  meter_.room().take(sizeof(repair) + kMapEntryBytes + text.size());
  repairs_.emplace(out.value.data(), std::move(repair));
  return out;
}

void RdfEmitter::tell_repairs(const Quad& quad) {
  for (const std::string_view kept :
       {quad.subject.value, quad.predicate.value, quad.object.value, quad.object.tag,
        quad.graph.value}) {
    const auto found = repairs_.find(kept.data());
    if (found == repairs_.end()) continue;
    const Repair repair = std::move(found->second);
    repairs_.erase(found);
    report_repaired_iri(diagnostics_, repair.written, kept, repair.line);
  }
}

Term RdfEmitter::predicate_of(PropertyName& name) {
  if (name.is_blank) {
    if (!settings_.blank_predicates) return {};
    return blank(name.iri.substr(2));
  }
  if (name.check == PropertyName::Check::open) {
    const Term checked = iri(name.iri);
    name.check = checked.kind == TermKind::none ? PropertyName::Check::bad
                                                : PropertyName::Check::good;
    name.predicate = checked.value;
  }
  return name.check == PropertyName::Check::good ? fixed(name.predicate) : Term{};
}

Term RdfEmitter::new_blank() {
  // No larger than it is: there may be a million of them.
  std::array<char, 42> number;
  char* end = number.data();
  if (labels_.piece > 0) end = fmt::format_to(end, "{}c", labels_.piece);
  end = fmt::format_to(end, "{}", labels_.next++);
  const auto size = labels_.prefix.size() + static_cast<std::size_t>(end - number.data());
  char* const text = made(size);
  std::copy(number.data(), end,
            std::copy(labels_.prefix.begin(), labels_.prefix.end(), text));
  return {
      .value = {text, size}, .kind = TermKind::blank, .plain = labels_.prefix.empty()};
}

Term RdfEmitter::blank(std::string_view label) {
  const std::size_t size = labels_.prefix.size() + 1 + label.size();
  char* const text = made(size);
  char* at = std::copy(labels_.prefix.begin(), labels_.prefix.end(), text);
  *at++ = 'b';
  std::copy(label.begin(), label.end(), at);
  return {.value = {text, size},
          .kind = TermKind::blank,
          .plain = labels_.prefix.empty() && std::ranges::all_of(label, is_alphanumeric)};
}

std::string_view RdfEmitter::datatype_of(std::string_view written) {
  if (written.data() != datatype_.data() || written.size() != datatype_.size()) {
    datatype_ = written;
    checked_datatype_ = iri(written).value;
  }
  return checked_datatype_;
}

bool RdfEmitter::is_good_language(std::string_view tag) {
  if (tag.data() == good_language_.data() && tag.size() == good_language_.size())
    return true;
  if (!is_language_tag(tag)) {
    report("jsonld.bad-language", fmt::format("\"{}\" is no language tag", excerpt(tag)));
    return false;
  }
  good_language_ = tag;
  return true;
}

void RdfEmitter::report(std::string_view code, std::string message) {
  diagnostics_.report(
      {.code = code, .message = std::move(message), .line = line_, .statement = {}});
}

}  // namespace semsite
