#include "commands/inspect_links.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include "base/json_writer.hpp"
#include "base/text.hpp"
#include "commands/inspect.hpp"
#include "commands/inspect_description.hpp"
#include "fetch/http_header.hpp"
#include "markup/html_tree.hpp"
#include "parse/detect_syntax.hpp"
#include "parse/syntax.hpp"
#include "rdf/iri.hpp"
#include "semsite/errors.hpp"

namespace semsite {
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
    for (const HeaderLink& link : header.links) printer.print(link, base, base);
    for (const std::string& problem : header.problems)
      write_note("link.malformed", problem, 0, take);
  }
}

void inspect_other(const InspectOptions& options, const TakeLine& take) {
  inspect_link_fields(options.link_fields, options.base, take);
  std::vector<Signpost> signposts =
      signposts_of_fields(options.link_fields, options.base);
  const std::uint64_t count = signposts.size();
  std::ranges::move(signposts_of_fields(options.given_fields, options.base),
                    std::back_inserter(signposts));
  // Content and metadata lead to their landing page; they are none.
  const bool leads_back = std::ranges::any_of(signposts, [](const Signpost& link) {
    return link.relation == "collection" || link.relation == "describes";
  });
  if (!leads_back) inspect_profile(signposts, options.base, take);
  JsonWriter json;
  json.object().member("kind", "summary").member("type", "other").member("links", count);
  json.member_if("content_type", options.content_type);
  json.member("complete", true).key("problem").null().end();
  take(json.text() + '\n');
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
  const std::vector<PageLink> links = page_links(page);
  for (const PageLink& link : links) {
    ++count;
    LinkPrinter printer{link.place == PageLink::Place::anchor  ? "anchor"
                        : link.place == PageLink::Place::frame ? "frame"
                                                               : "link",
                        take};
    const std::string target = linked_iri(page.base(), link.href);
    for (const std::string_view relation : split(link.rel, ' '))
      printer.print(
          page.address(), relation, target,
          [&](JsonWriter& json) { json.member_if("type", link.type); }, link.line);
  }
  const std::uint64_t datasets = inspect_described_in_page(text, options, limits, take);
  std::vector<Signpost> signposts = signposts_of(links, page.base(), page.address());
  for (const auto* fields : {&options.link_fields, &options.given_fields})
    std::ranges::move(signposts_of_fields(*fields, options.base),
                      std::back_inserter(signposts));
  inspect_profile(signposts, page.address(), take);
  JsonWriter json;
  json.object().member("kind", "summary").member("type", "html").member("links", count);
  if (datasets > 0) json.member("datasets", datasets);
  json.member("base", page.base()).member("bytes", std::uint64_t{text.size()});
  json.member("complete", true).key("problem").null().end();
  take(json.text() + '\n');
}

namespace {

std::vector<HeaderLink> read_links(const std::string& text, LinksetForm form,
                                   const Limits& limits, Diagnostics& diagnostics) {
  return form == LinksetForm::json ? read_linkset_json(text, diagnostics, limits)
                                   : read_linkset_text(text, diagnostics);
}

/// JSON of a file can hardly have been meant as anything else than a link set if it is
/// short, says something, and has no keyword of JSON-LD. What it lacks is told then.
bool is_other_json(std::string_view start) {
  return (start.starts_with('{') || start.starts_with('[')) &&
         start.size() < kDetectBytes && start != "{}" &&
         start.find("\"@") == std::string_view::npos;
}

}  // namespace

std::optional<LinksetForm> linkset_syntax(std::string_view start,
                                          std::string_view content_type) {
  const Syntax* const sent = syntax_of_media_type(content_type);
  if (sent != nullptr && sent->name == "linkset+json") return LinksetForm::json;
  if (linkset_form(start) == LinksetForm::json || has_link_contexts(start) ||
      (content_type.empty() && is_other_json(start)))
    return LinksetForm::json;
  if (linkset_form(start) == LinksetForm::text) return LinksetForm::text;
  if (sent != nullptr && sent->name == "linkset") return LinksetForm::text;
  return std::nullopt;
}

std::string inspect_linkset(ByteSource& bytes, const InspectOptions& options,
                            const Limits& limits, const TakeLine& take) {
  inspect_link_fields(options.link_fields, options.base, take);
  NotePrinter notes{take};
  LinkPrinter printer{"linkset", take};
  LinksetForm form = LinksetForm::text;
  std::uint64_t links = 0;
  std::uint64_t size = 0;
  std::string problem;
  std::vector<HeaderLink> read;
  try {
    const std::string text = read_linkset_bytes(bytes, limits);
    size = text.size();
    form = linkset_syntax(trim(text), options.content_type).value_or(form);
    read = read_links(text, form, limits, notes);
    for (const HeaderLink& link : read) {
      ++links;
      printer.print(link, options.base, std::nullopt);
    }
    problem = notes.first_loss();
  } catch (const DocumentError& error) {
    problem = error.what();
  }
  inspect_profile(signposts_of(read, options.base, {}, Signpost::Carrier::linkset), {},
                  take);
  JsonWriter json;
  json.object().member("kind", "summary");
  json.member("type", form == LinksetForm::json ? "linkset+json" : "linkset");
  json.member("links", links).member("bytes", size);
  json.member("complete", problem.empty()).key("problem");
  if (problem.empty()) {
    json.null();
  } else {
    json.value(problem);
  }
  json.end();
  take(json.text() + '\n');
  return problem;
}

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
