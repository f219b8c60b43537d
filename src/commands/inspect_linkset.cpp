#include "commands/inspect_linkset.hpp"

#include <vector>

#include "base/text.hpp"
#include "commands/inspect_links.hpp"
#include "commands/inspect_profile.hpp"
#include "commands/link_lines.hpp"
#include "parse/detect_syntax.hpp"
#include "parse/syntax.hpp"
#include "semsite/errors.hpp"

namespace semsite {
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

}  // namespace semsite
