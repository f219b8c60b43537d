#include "parse/sparql_results_form.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace semsite {
namespace {

std::string_view without_space(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

/// Takes `token` and white space before it off; false if it does not stand there.
bool take(std::string_view& text, std::string_view token) {
  const std::string_view rest = without_space(text);
  if (!rest.starts_with(token)) return false;
  text = rest.substr(token.size());
  return true;
}

}  // namespace

bool begins_sparql_json(std::string_view text) {
  if (!take(text, "{") || !take(text, "\"head\"") || !take(text, ":") || !take(text, "{"))
    return false;
  if (take(text, "\"vars\"")) return take(text, ":") && take(text, "[");
  if (take(text, "\"link\"")) return text.find("\"vars\"") != std::string_view::npos;
  return take(text, "}") && take(text, ",") &&
         (take(text, "\"boolean\"") || take(text, "\"results\""));
}

bool may_be_sparql_json(std::string_view text) {
  return take(text, "{") && (take(text, "\"head\"") || take(text, "\"results\"") ||
                             take(text, "\"boolean\""));
}

bool begins_sparql_tsv(std::string_view text) {
  const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
  return std::ranges::all_of(split(line, '\t'), [](std::string_view field) {
    return field.size() > 1 && field.starts_with('?') &&
           field.find_first_of(" ?<>\"", 1) == std::string_view::npos;
  });
}

}  // namespace semsite
