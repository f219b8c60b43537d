#include "commands/entry_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "markup/link_header.hpp"
#include "markup/page_format.hpp"
#include "semsite/errors.hpp"
#include "vocab/link_relations.hpp"

namespace semsite {
namespace {

/// The words of a list, separated by commas.
std::vector<std::string> list_of(std::string_view text) {
  std::vector<std::string> out;
  for (const std::string_view word : split(text, ','))
    if (!trim(word).empty()) out.emplace_back(trim(word));
  return out;
}

/// Of an option that takes a list: its words. Throws UsageError if there are none.
std::vector<std::string> words_of(const GivenOptions& given, const std::string& option) {
  std::vector<std::string> out = list_of(given.text(option));
  if (given.has(option) && out.empty())
    throw UsageError{fmt::format(
        "--{}: there is no word in the list (is a variable of the shell not set?)",
        option)};
  return out;
}

/// A relation that is neither registered nor an IRI leads nowhere, and nothing would say
/// so: most links have others.
void check_relation(const std::string& relation) {
  if (link_relation(relation).kind != RelationKind::unknown) return;
  if (relation == "none") throw UsageError{"--follow: none stands alone, or not at all"};
  const auto near = nearest(relation, registered_relations());
  throw UsageError{fmt::format(
      "--follow {}: neither a registered link relation nor an IRI{}", excerpt(relation),
      near ? fmt::format(" (did you mean {}?)", *near) : std::string{})};
}

void check_format(const std::string& format) {
  if (page_format(format) != PageFormat::unknown) return;
  const std::string word = page_format_word(format);
  std::vector<std::string> names;
  for (const PageFormat one :
       {PageFormat::jsonld, PageFormat::rdfa, PageFormat::microdata})
    names.emplace_back(format_name(one));
  const auto near = std::ranges::find_if(names, [&](const std::string& name) {
    return nearest(word, {page_format_word(name)}).has_value();
  });
  throw UsageError{fmt::format(
      "--ocx-format {}: choose one of {}{}", excerpt(format), fmt::join(names, ", "),
      near == names.end() ? std::string{} : fmt::format(" (did you mean {}?)", *near))};
}

}  // namespace

std::vector<OptionRow> entry_rows() {
  return {
      {.name = "follow",
       .value = "LIST",
       .does = "link relations whose targets are asked for, too (default "
               "describedby; none)"},
      {.name = "ocx-type",
       .value = "LIST",
       .does = "of OCX entries, only those of these types"},
      {.name = "ocx-format",
       .value = "LIST",
       .does = "only those whose metadata is in these formats"},
      {.name = "documents",
       .value = "DIR",
       .does = "also keep the documents that entries of sitemaps name (DiWoo) as files",
       .file = FileUse::writes},
  };
}

EntryOptions read_entry_options(const GivenOptions& given) {
  EntryOptions out;
  out.documents = given.text("documents");
  out.policy.documents = !out.documents.empty();
  if (given.has("follow")) {
    out.policy.follow = words_of(given, "follow");
    if (out.policy.follow == std::vector<std::string>{"none"}) out.policy.follow.clear();
    std::ranges::for_each(out.policy.follow, check_relation);
    for (std::string& relation : out.policy.follow) relation = relation_key(relation);
  }
  out.policy.ocx_types = words_of(given, "ocx-type");
  out.policy.ocx_formats = words_of(given, "ocx-format");
  std::ranges::for_each(out.policy.ocx_formats, check_format);
  return out;
}

}  // namespace semsite
