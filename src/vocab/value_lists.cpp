#include "vocab/value_lists.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>

#include "vocab/embedded_tables.hpp"
#include "vocab/term_lines.hpp"

namespace semsite {
namespace {

constexpr std::string_view kSetNamespace = "https://identifier.overheid.nl/tooi/set/";
constexpr std::string_view kInScheme = "http://www.w3.org/2004/02/skos/core#inScheme";
constexpr std::string_view kNotation = "http://www.w3.org/2004/02/skos/core#notation";

struct ValueLists {
  ValueLists() {
    for (TermLine& line : term_lines(diwoo_lists_table())) {
      std::string_view list = line.object(kInScheme);
      if (!list.starts_with(kSetNamespace)) continue;
      list.remove_prefix(kSetNamespace.size());
      if (const std::string_view number = line.object(kNotation); !number.empty())
        categories.emplace(number, line.subject);
      members[std::string{list}].insert(std::move(line.subject));
    }
  }

  std::map<std::string, std::set<std::string, std::less<>>, std::less<>> members;
  std::map<std::string, std::string, std::less<>> categories;
};

const ValueLists& value_lists() {
  static const ValueLists lists;
  return lists;
}

}  // namespace

bool is_value_list(std::string_view list) { return value_lists().members.contains(list); }

bool is_listed(std::string_view list, std::string_view iri) {
  const auto found = value_lists().members.find(list);
  return found != value_lists().members.end() && found->second.contains(iri);
}

std::string_view information_category(std::string_view number) {
  const auto found = value_lists().categories.find(number);
  return found == value_lists().categories.end() ? std::string_view{}
                                                 : std::string_view{found->second};
}

}  // namespace semsite
