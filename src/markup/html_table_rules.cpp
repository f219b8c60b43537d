// What stands in tables: HtmlRules, HTML standard §13.2.6.4.9 to §13.2.6.4.15.
#include "markup/html_rules.hpp"

namespace semsite {
namespace {

using namespace tag_is;

const TagName kTable = tag_name("table");
const TagName kCaption = tag_name("caption");
const TagName kColgroup = tag_name("colgroup");
const TagName kCol = tag_name("col");
const TagName kTbody = tag_name("tbody");
const TagName kThead = tag_name("thead");
const TagName kTfoot = tag_name("tfoot");
const TagName kTr = tag_name("tr");
const TagName kTd = tag_name("td");
const TagName kTh = tag_name("th");

bool is(TagName a, TagName b) { return a.id == b.id; }
bool is_cell(TagName tag) { return is(tag, kTd) || is(tag, kTh); }
bool is_body(TagName tag) {
  return is(tag, kTbody) || is(tag, kThead) || is(tag, kTfoot);
}

}  // namespace

/// Is the place one for parts of tables only?
bool HtmlRules::in_table() const {
  const TagName at = current();
  return is(at, kTable) || is_body(at) || is(at, kTr) || is(at, kColgroup);
}

bool HtmlRules::close_current(TagName name) {
  if (!is(current(), name)) return false;
  close();
  return true;
}

/// Ends the cell at hand, if there is one.
void HtmlRules::close_cell() {
  for (std::size_t i = open_.size(); i-- > 0;) {
    const TagName at = open_[i].tag;
    if (is(at, kTable)) return;
    if (!is_cell(at)) continue;
    imply_ends({});
    return open_.size() == i + 1 ? close() : doubt();
  }
}

void HtmlRules::table_part(const Tag& tag) {
  const TagName name = tag.name;
  if (!is_open(kTable, 0)) return doubt();
  close_cell();
  if (in_doubt_) return;
  if (is(name, kCaption) || is(name, kColgroup)) {
    if (is(name, kColgroup)) (void)close_current(kColgroup);
    return is(current(), kTable) ? open(tag) : doubt();
  }
  if (is(name, kCol)) {
    if (is(current(), kTable)) open_implied(kColgroup);
    return is(current(), kColgroup) ? insert_void(tag) : doubt();
  }
  (void)close_current(kColgroup);
  if (is_cell(name)) {
    if (is(current(), kTable)) open_implied(kTbody);
    if (is_body(current())) open_implied(kTr);
    return is(current(), kTr) ? open(tag) : doubt();
  }
  (void)close_current(kTr);
  if (is(name, kTr)) {
    if (is(current(), kTable)) open_implied(kTbody);
    return is_body(current()) ? open(tag) : doubt();
  }
  if (is_body(current())) close();
  return is_body(name) && is(current(), kTable) ? open(tag) : doubt();
}

void HtmlRules::end_table_part(const Tag& tag) {
  const TagName name = tag.name;
  if (is(name, kCaption)) {
    imply_ends({});
    return close_current(kCaption) ? void() : doubt();
  }
  const bool ends_cell = is_cell(name);
  if (ends_cell) {
    imply_ends({});
    return close_current(name) ? void() : doubt();
  }
  close_cell();
  if (in_doubt_) return;
  if (!is(name, kTr)) {
    if (!is(name, kColgroup)) (void)close_current(kTr);
    if (is(name, kTable)) {
      if (is_body(current())) close();
      (void)close_current(kColgroup);
    }
  }
  if (!close_current(name)) doubt();
}

}  // namespace semsite
