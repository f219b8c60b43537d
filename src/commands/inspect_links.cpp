#include "commands/inspect_links.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/json_writer.hpp"
#include "base/text.hpp"
#include "commands/inspect_description.hpp"
#include "commands/inspect_profile.hpp"
#include "commands/link_lines.hpp"
#include "fetch/http_header.hpp"
#include "markup/html_links.hpp"
#include "markup/html_tree.hpp"

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
    LinkPrinter printer{link.place == PageLink::Place::link ? "link" : "anchor", take};
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

}  // namespace semsite
