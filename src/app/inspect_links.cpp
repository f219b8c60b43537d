#include "app/inspect_links.hpp"

#include <set>
#include <utility>

#include "base/json_writer.hpp"
#include "base/text.hpp"
#include "fetch/http_header.hpp"
#include "markup/html_links.hpp"
#include "markup/html_tree.hpp"
#include "markup/link_header.hpp"
#include "rdf/iri.hpp"
#include "rdf/iri_repair.hpp"

namespace semsite {
namespace {

std::string resolved(std::string_view base, std::string_view reference) {
  return BaseIri{std::string{base}}.resolve(reference);
}

/// The IRI that a link names; spaces and the like are percent-encoded.
std::string linked_iri(std::string_view base, std::string_view reference) {
  std::string iri = resolved(base, reference);
  return repaired_iri(iri).value_or(std::move(iri));
}

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

void write_note(std::string_view code, std::string_view message, std::uint64_t line,
                const TakeLine& take) {
  JsonWriter json;
  json.object().member("kind", "note").member("code", code).member("message", message);
  json.member("line", line).end();
  take(json.text() + '\n');
}

class LinkPrinter {
 public:
  LinkPrinter(std::string_view place, const TakeLine& take)
      : place_(place), take_(take) {}

  /// `write_params` fills an open object; `line` 0 stands for none.
  template <typename WriteParams>
  void print(std::string_view anchor, std::string_view relation, std::string_view target,
             const WriteParams& write_params, std::uint64_t line = 0) {
    json_.object().member("kind", "link").member("anchor", anchor);
    json_.member("rel", relation).member("target", target).key("params").object();
    write_params(json_);
    json_.end().member("place", place_);
    if (line > 0) json_.member("line", line);
    json_.end();
    take_(json_.text() + '\n');
    json_.clear();
  }

 private:
  std::string_view place_;
  const TakeLine& take_;
  JsonWriter json_;
};

void print_field_link(const HeaderLink& link, std::string_view base,
                      LinkPrinter& printer) {
  const std::string target = linked_iri(base, link.target);
  const std::string anchor =
      link.anchor ? linked_iri(base, *link.anchor) : std::string{base};
  const auto params = [&](JsonWriter& json) {
    std::set<std::string_view> written;
    for (const LinkAttribute& attribute : link.attributes)
      if (written.insert(attribute.name).second)
        write_attribute(json, link.attributes, attribute.name);
  };
  for (const std::string& relation : link.relations)
    printer.print(anchor, relation, target, params);
  // What is said of the target would be said of the anchor now.
  for (const std::string& relation : link.reverse)
    printer.print(target, relation, anchor, [](JsonWriter&) {});
  if (link.relations.empty() && link.reverse.empty())
    printer.print(anchor, "", target, params);
}

/// Notes what a page has wrong, as lines.
class NotePrinter final : public Diagnostics {
 public:
  explicit NotePrinter(const TakeLine& take) : take_(take) {}
  void report(const Fault& fault) override {
    write_note(fault.code, fault.message, fault.line, take_);
  }

 private:
  const TakeLine& take_;
};

}  // namespace

std::vector<std::string> link_fields(std::string_view text) {
  std::vector<std::string> out;
  bool goes_on = false;
  for (std::string_view line : split(text, '\n')) {
    const std::string_view value = trim(line);
    if (!line.empty() && (line[0] == ' ' || line[0] == '\t')) {
      if (goes_on) out.back() += ' ' + std::string{value};
      continue;
    }
    goes_on = value.starts_with('<');
    if (goes_on) {
      out.emplace_back(value);
      continue;
    }
    if (parse_status_line(value)) out.clear();
    auto field = parse_header_line(value);
    goes_on = field && field->first == "link";
    if (goes_on) out.push_back(std::move(field->second));
  }
  return out;
}

void inspect_link_fields(std::span<const std::string> fields, std::string_view base,
                         const TakeLine& take) {
  LinkPrinter printer{"header", take};
  for (const std::string& field : fields) {
    const LinkHeader header = read_link_header(field);
    for (const HeaderLink& link : header.links) print_field_link(link, base, printer);
    for (const std::string& problem : header.problems)
      write_note("link.malformed", problem, 0, take);
  }
}

void inspect_page(ByteSource& bytes, const InspectOptions& options, const Limits& limits,
                  const TakeLine& take) {
  const std::string text = read_page_bytes(bytes, limits);
  inspect_link_fields(options.link_fields, options.base, take);
  NotePrinter notes{take};
  const HtmlPage page = read_html_page(
      text,
      {.media_type = options.content_type, .base = options.base, .resolve = resolved},
      limits, notes);
  std::uint64_t count = 0;
  for (const PageLink& link : page_links(page)) {
    ++count;
    LinkPrinter printer{link.place == PageLink::Place::link ? "link" : "anchor", take};
    const std::string target = linked_iri(page.base(), link.href);
    for (const std::string_view relation : split(link.rel, ' '))
      printer.print(
          page.address(), relation, target,
          [&](JsonWriter& json) { json.member_if("type", link.type); }, link.line);
  }
  JsonWriter json;
  json.object().member("kind", "summary").member("type", "html").member("links", count);
  json.member("base", page.base()).member("bytes", std::uint64_t{text.size()});
  json.member("complete", true).key("problem").null().end();
  take(json.text() + '\n');
}

}  // namespace semsite
