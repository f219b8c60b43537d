#include "serve/search_form.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

namespace semsite {
namespace {

/// A field: the name of its parameter, what it is called, and an example.
struct Field {
  std::string_view name, label, example;
};

constexpr std::array<Field, 9> kMentions{
    {{"uri", "IRI that is mentioned", "http://example.org/id/7"},
     {"property", "Property", "http://xmlns.com/foaf/0.1/name"},
     {"value", "… with the value (text or IRI)", "Ada Lovelace"},
     {"class", "Class of a thing in it", "http://xmlns.com/foaf/0.1/Person"},
     {"term", "Words, in any place", "river bridge"},
     {"namespace", "An IRI that begins with", "http://example.org/id/"},
     {"mentions-host", "An IRI of the host", "www.example.org"},
     {"identified-by", "Value that identifies something", "mailto:ada@example.org"},
     {"nq", "Triples like (N-Triple query)", "* foaf:name \"Ada\""}}};

constexpr std::array<Field, 6> kFilters{
    {{"host", "Host of the document", "www.example.org"},
     {"in-dataset", "Dataset", "example.co.uk"},
     {"in-format", "Format it was read as", "TURTLE"},
     {"language", "Language of texts", "de"},
     {"since", "Indexed since", "2026-11-01, last_week"},
     {"until", "Indexed until", "2026-11-30"}}};

struct Choice {
  std::string_view value, label;
};
constexpr std::array<Choice, 4> kPlaces{{{"", "anywhere"},
                                         {"subject", "as subject"},
                                         {"predicate", "as property"},
                                         {"object", "as object"}}};
constexpr std::array<Choice, 2> kSorts{{{"", "best first"}, {"date", "newest first"}}};

void write_field(HtmlWriter& html, const Field& field, const UrlQuery& asked) {
  const std::string id = "f-" + std::string{field.name};
  html.open("div").element("label", field.label, {{"for", id}});
  html.empty("input", {{"id", id},
                       {"name", field.name},
                       {"value", asked.text(field.name), WrittenAttribute::Form::exact},
                       {"placeholder", field.example},
                       {"autocomplete", "off"},
                       {"spellcheck", "false"}});
  html.close();
}

void write_choice(HtmlWriter& html, const Field& field, std::span<const Choice> choices,
                  const UrlQuery& asked) {
  const std::string id = "f-" + std::string{field.name};
  html.open("div").element("label", field.label, {{"for", id}});
  html.open("select", {{"id", id}, {"name", field.name}});
  for (const Choice& choice : choices) {
    if (asked.text(field.name) == choice.value) {
      html.element("option", choice.label, {{"value", choice.value}, {"selected", ""}});
    } else {
      html.element("option", choice.label, {{"value", choice.value}});
    }
  }
  html.close().close();
}

/// How many of the ways beside the one box were used.
std::size_t used_ways(const UrlQuery& asked) {
  const auto given = [&](const Field& field) { return asked.has(field.name); };
  return static_cast<std::size_t>(std::ranges::count_if(kMentions, given) +
                                  std::ranges::count_if(kFilters, given)) +
         (asked.has("sort") ? 1U : 0U);
}

/// What the form has no field for: conditions of a link, and second ones of a name.
void write_rest(HtmlWriter& html, const UrlQuery& asked) {
  UrlQuery first;
  for (const auto& [name, value] : asked.all()) {
    if (name == "page" || name == "format" || name == "field") continue;
    const auto is_named = [&name = name](const Field& field) {
      return field.name == name;
    };
    const bool has_field = name == "q" || name == "place" || name == "sort" ||
                           std::ranges::any_of(kMentions, is_named) ||
                           std::ranges::any_of(kFilters, is_named);
    if (has_field && !first.has(name)) {
      first.add(name, value);
      continue;
    }
    html.empty("input", {{"type", "hidden"},
                         {"name", name, WrittenAttribute::Form::exact},
                         {"value", value, WrittenAttribute::Form::exact}});
  }
}

}  // namespace

void write_search_form(HtmlWriter& html, const UrlQuery& asked, OtherWays ways) {
  const std::size_t used = used_ways(asked);
  html.open(
      "form",
      {{"class", "ask"}, {"action", "/search"}, {"method", "get"}, {"role", "search"}});
  html.element("label", "Words, \"phrases\", AND, OR, NOT and ( )", {{"for", "q"}});
  html.open("div", {{"class", "box"}});
  html.empty("input", {{"id", "q"},
                       {"name", "q"},
                       {"type", "search"},
                       {"value", asked.text("q"), WrittenAttribute::Form::exact},
                       {"autocomplete", "off"},
                       {"autocapitalize", "none"},
                       {"spellcheck", "false"}});
  html.element("button", "Search", {{"type", "submit"}}).close();
  if (used > 0 && ways == OtherWays::as_used) {
    html.open("details", {{"class", "more"}, {"open", ""}});
  } else {
    html.open("details", {{"class", "more"}});
  }
  html.element("summary",
               used > 0 ? fmt::format("More ways to ask ({} in use)", used)
                        : "More ways to ask: IRI, property and value, class, filters");
  html.open("fieldset").element("legend", "Documents with");
  html.open("div", {{"class", "fields"}});
  for (const Field& field : kMentions) {
    write_field(html, field, asked);
    if (field.name == "uri")
      write_choice(html, {"place", "… standing", ""}, kPlaces, asked);
  }
  html.close().close();
  html.open("fieldset").element("legend", "Only those");
  html.open("div", {{"class", "fields"}});
  for (const Field& field : kFilters) write_field(html, field, asked);
  write_choice(html, {"sort", "Order", ""}, kSorts, asked);
  html.close().close();
  html.element("button", "Search", {{"type", "submit"}, {"class", "again"}});
  html.close();
  write_rest(html, asked);
  html.close();
}

}  // namespace semsite
