#include "markup/html_tags.hpp"

#include <array>

#include "base/ascii.hpp"
#include "base/text.hpp"

namespace semsite {
namespace {

using namespace tag_is;

struct Row {
  std::string_view name;
  std::uint32_t facts;
};

constexpr std::uint32_t kBlock = special | closes_p;
constexpr std::uint32_t kVoid = special | empty;
constexpr std::uint32_t kText = telling | raw;
constexpr std::uint32_t kEscapable = telling | escapable;

constexpr std::array kRows = std::to_array<Row>({
    {"html", known_by_attributes | frame | special | scope | table_scope},
    {"head", frame | special | breakout},
    {"body", known_by_attributes | frame | special | breakout},
    {"area", kVoid | telling},
    {"base", kVoid | telling},
    {"basefont", kVoid},
    {"bgsound", kVoid},
    {"br", kVoid | breakout},
    {"col", kVoid},
    {"embed", kVoid | breakout},
    {"frame", kVoid},
    {"hr", kVoid | closes_p | breakout},
    {"image", kVoid},
    {"img", kVoid | breakout},
    {"input", kVoid | known_by_attributes},
    {"keygen", kVoid},
    {"link", kVoid | telling},
    {"meta", kVoid | breakout | telling},
    {"param", kVoid},
    {"source", kVoid},
    {"track", kVoid},
    {"wbr", kVoid},
    {"script", special | kText},
    {"style", special | kText},
    {"xmp", kBlock | kText},
    {"iframe", special | kText},
    {"noembed", special | kText},
    {"noframes", special | kText},
    {"title", special | kEscapable},
    {"textarea", special | kEscapable},
    {"plaintext", kBlock | telling | plaintext},
    {"address", kBlock},
    {"article", kBlock},
    {"aside", kBlock},
    {"blockquote", kBlock | breakout},
    {"center", kBlock | breakout},
    {"details", kBlock},
    {"dialog", kBlock},
    {"dir", kBlock},
    {"div", kBlock | breakout},
    {"dl", kBlock | breakout},
    {"fieldset", kBlock},
    {"figcaption", kBlock},
    {"figure", kBlock},
    {"footer", kBlock},
    {"header", kBlock},
    {"hgroup", kBlock},
    {"main", kBlock},
    {"menu", kBlock | breakout},
    {"nav", kBlock},
    {"ol", kBlock | breakout},
    {"p", kBlock | breakout},
    {"section", kBlock},
    {"summary", kBlock},
    {"ul", kBlock | breakout},
    {"pre", kBlock | breakout},
    {"listing", kBlock | breakout},
    {"form", kBlock},
    {"li", kBlock | breakout},
    {"dd", kBlock | breakout},
    {"dt", kBlock | breakout},
    {"h1", kBlock | heading | breakout},
    {"h2", kBlock | heading | breakout},
    {"h3", kBlock | heading | breakout},
    {"h4", kBlock | heading | breakout},
    {"h5", kBlock | heading | breakout},
    {"h6", kBlock | heading | breakout},
    {"table", kBlock | scope | table_scope | table_part | breakout},
    {"caption", special | scope | marker | table_part},
    {"colgroup", special | table_part},
    {"tbody", special | table_part},
    {"thead", special | table_part},
    {"tfoot", special | table_part},
    {"tr", special | table_part},
    {"td", special | scope | marker | table_part},
    {"th", special | scope | marker | table_part},
    {"applet", special | scope | marker},
    {"marquee", special | scope | marker},
    {"object", special | scope | marker},
    {"template", telling | special | scope | table_scope | marker},
    {"button", special},
    {"select", special | telling},
    {"frameset", special | telling},
    {"noscript", special},
    {"a", formatting | telling},
    {"b", known_by_attributes | formatting | breakout},
    {"big", known_by_attributes | formatting | breakout},
    {"code", known_by_attributes | formatting | breakout},
    {"em", known_by_attributes | formatting | breakout},
    {"font", known_by_attributes | formatting},
    {"i", known_by_attributes | formatting | breakout},
    {"nobr", known_by_attributes | formatting | breakout},
    {"s", known_by_attributes | formatting | breakout},
    {"small", known_by_attributes | formatting | breakout},
    {"strike", known_by_attributes | formatting | breakout},
    {"strong", known_by_attributes | formatting | breakout},
    {"tt", known_by_attributes | formatting | breakout},
    {"u", known_by_attributes | formatting | breakout},
    {"isindex", telling | special | known_by_attributes},
    {"svg", telling | known_by_attributes},
    {"math", telling | known_by_attributes},
    {"ruby", breakout},
    {"span", breakout},
    {"sub", breakout},
    {"sup", breakout},
    {"var", breakout},
    {"foreignobject", special | scope | integration},
    {"desc", special | scope | integration},
    {"annotation-xml", special | scope | integration},
    {"mi", special | scope | integration},
    {"mo", special | scope | integration},
    {"mn", special | scope | integration},
    {"ms", special | scope | integration},
    {"mtext", special | scope | integration},
});

/// FNV-1a of the name in lower case.
constexpr std::uint32_t hash_of(std::string_view name) {
  std::uint32_t hash = 2166136261U;
  for (const char c : name) {
    hash ^= static_cast<unsigned char>(to_lower(c));
    hash *= 16777619U;
  }
  return hash;
}

/// `known` is in lower case.
bool equals_lower_case(std::string_view name, std::string_view known) {
  if (name.size() != known.size()) return false;
  for (std::size_t i = 0; i < name.size(); ++i)
    if (to_lower(name[i]) != known[i]) return false;
  return true;
}

/// Open addressing: the place of a row is its hash, or the next that is free.
constexpr std::size_t kPlaces = 512;
constexpr std::array<std::uint8_t, kPlaces> kRowOfPlace = [] {
  std::array<std::uint8_t, kPlaces> table{};
  for (std::size_t row = 0; row < kRows.size(); ++row) {
    std::size_t place = hash_of(kRows[row].name) % kPlaces;
    while (table[place] != 0) place = (place + 1) % kPlaces;
    table[place] = static_cast<std::uint8_t>(row + 1);
  }
  return table;
}();

/// For each length of a name, the first letters of the telling names: bit 0 is `a`.
constexpr std::size_t kLengths = 16;
constexpr std::array<std::uint32_t, kLengths> kTelling = [] {
  std::array<std::uint32_t, kLengths> letters{};
  for (const Row& row : kRows)
    if ((row.facts & telling) != 0)
      letters.at(row.name.size()) |= 1U << static_cast<unsigned>(row.name[0] - 'a');
  return letters;
}();

}  // namespace

bool may_be_telling(std::string_view name) {
  if (name.empty() || name.size() >= kLengths) return false;
  const auto letter = static_cast<unsigned>((name[0] | 0x20) - 'a');
  return letter < 26 && (kTelling[name.size()] >> letter & 1U) != 0;
}

TagName tag_name(std::string_view name) {
  const std::uint32_t hash = hash_of(name);
  for (std::size_t place = hash % kPlaces; kRowOfPlace[place] != 0;
       place = (place + 1) % kPlaces) {
    const Row& row = kRows[kRowOfPlace[place] - 1U];
    if (equals_lower_case(name, row.name))
      return {.id = kRowOfPlace[place], .facts = row.facts};
  }
  // Two unknown names of one hash only make the guess at the depth a little worse.
  return {.id = hash | 0x80000000U, .facts = 0};
}

namespace known_tags {
const TagName kA = tag_name("a");
const TagName kP = tag_name("p");
const TagName kButton = tag_name("button");
const TagName kSvg = tag_name("svg");
const TagName kLi = tag_name("li");
const TagName kDd = tag_name("dd");
const TagName kDt = tag_name("dt");
const TagName kDiv = tag_name("div");
const TagName kAddress = tag_name("address");
const TagName kOption = tag_name("option");
const TagName kOptgroup = tag_name("optgroup");
const TagName kSelect = tag_name("select");
const TagName kTr = tag_name("tr");
const TagName kTd = tag_name("td");
const TagName kTh = tag_name("th");
const TagName kCaption = tag_name("caption");
const TagName kColgroup = tag_name("colgroup");
const TagName kTbody = tag_name("tbody");
const TagName kThead = tag_name("thead");
const TagName kTfoot = tag_name("tfoot");
}  // namespace known_tags

const char* known_name(TagName tag) {
  return tag.id == 0 || tag.id > kRows.size() ? nullptr : kRows[tag.id - 1].name.data();
}

bool is_end_tag(std::string_view text, std::string_view name) {
  if (text.size() < name.size() + 3 || text[0] != '<' || text[1] != '/') return false;
  if (!equal_ignoring_case(text.substr(2, name.size()), name)) return false;
  const char next = text[2 + name.size()];
  return is_html_space(next) || next == '/' || next == '>';
}

std::size_t raw_end(std::string_view text, std::size_t at, std::string_view name) {
  constexpr auto npos = std::string_view::npos;
  for (at = text.find('<', at); at != npos; at = text.find('<', at + 1))
    if (is_end_tag(text.substr(at), name)) return at;
  return npos;
}

}  // namespace semsite
