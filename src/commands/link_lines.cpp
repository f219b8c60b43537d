#include "commands/link_lines.hpp"

#include <set>
#include <utility>
#include <vector>

#include "rdf/iri.hpp"
#include "rdf/iri_repair.hpp"

namespace semsite {
namespace {

/// The members of one name as one: a text, or a list where there are several.
void write_attribute(JsonWriter& json, const std::vector<LinkAttribute>& attributes,
                     const std::string& name) {
  std::size_t count = 0;
  for (const LinkAttribute& attribute : attributes) count += attribute.name == name;
  json.key(name);
  if (count > 1) json.array();
  for (const LinkAttribute& attribute : attributes) {
    if (attribute.name != name) continue;
    if (name.ends_with('*')) {
      json.object().member("value", attribute.value);
      json.member("language", attribute.language).end();
    } else {
      json.value(attribute.value);
    }
  }
  if (count > 1) json.end();
}

}  // namespace

std::string resolved(std::string_view base, std::string_view reference) {
  return BaseIri{std::string{base}}.resolve(reference);
}

std::string linked_iri(std::string_view base, std::string_view reference) {
  std::string iri = resolved(base, reference);
  return repaired_iri(iri).value_or(std::move(iri));
}

void write_note(std::string_view code, std::string_view message, std::uint64_t line,
                const TakeLine& take) {
  JsonWriter json;
  json.object().member("kind", "note").member("code", code).member("message", message);
  json.member("line", line).end();
  take(json.text() + '\n');
}

void NotePrinter::report(const Fault& fault) {
  if (fault.skipped && first_loss_.empty()) first_loss_ = fault.message;
  write_note(fault.code, fault.message, fault.line, take_);
}

void LinkPrinter::print(const HeaderLink& link, std::string_view base,
                        std::optional<std::string_view> context) {
  const std::string target = linked_iri(base, link.target);
  const std::string own = link.anchor ? linked_iri(base, *link.anchor) : std::string{};
  const std::optional<std::string_view> anchor =
      link.anchor ? std::optional<std::string_view>{own} : context;
  const auto params = [&](JsonWriter& json) {
    std::set<std::string_view> written;
    for (const LinkAttribute& attribute : link.attributes)
      if (written.insert(attribute.name).second)
        write_attribute(json, link.attributes, attribute.name);
  };
  for (const std::string& relation : link.relations)
    print(anchor, relation, target, params);
  // What is said of the target would be said of the anchor now.
  for (const std::string& relation : link.reverse)
    print(target, relation, anchor.value_or(""), [](JsonWriter&) {});
  if (link.relations.empty() && link.reverse.empty()) print(anchor, "", target, params);
}

}  // namespace semsite
