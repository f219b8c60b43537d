// The page around its body, and text: HtmlRules, HTML standard §13.2.6.4.1 to
// §13.2.6.4.6, §13.2.6.4.19 and §13.2.6.4.22.
#include <algorithm>

#include "base/text.hpp"
#include "markup/html_raw.hpp"
#include "markup/html_references.hpp"
#include "markup/html_rules.hpp"

namespace semsite {
namespace {

using namespace tag_is;

const TagName kHtml = tag_name("html");
const TagName kHead = tag_name("head");
const TagName kBody = tag_name("body");
const TagName kScript = tag_name("script");
const TagName kStyle = tag_name("style");
const TagName kTitle = tag_name("title");
const TagName kMeta = tag_name("meta");
const TagName kLink = tag_name("link");
const TagName kBase = tag_name("base");
const TagName kNoscript = tag_name("noscript");

bool is(TagName a, TagName b) { return a.id == b.id; }
bool has(TagName tag, std::uint32_t fact) { return (tag.facts & fact) != 0; }

std::size_t spaces_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, is_html_space) -
                                  text.begin());
}

}  // namespace

void HtmlRules::doctype(std::string_view text) {
  if (phase_ != Phase::start || !open_.empty()) return doubt();
  if (equal_ignoring_case(text, "<!DOCTYPE html>")) has_quirks_ = false;
  phase_ = Phase::before_head;
}

void HtmlRules::comment(std::string_view text) {
  flush();
  skips_line_end_ = false;
  const char* const kept = builder_.store().keep(text);
  if (phase_ == Phase::after_body)
    builder_.late_comment(kept, HtmlBuilder::Outside::body);
  else if (phase_ == Phase::after_page)
    builder_.late_comment(kept, HtmlBuilder::Outside::root);
  else
    builder_.comment(kept, 0);
}

void HtmlRules::characters(std::string_view text) {
  if (text.empty()) return;
  if (skips_line_end_ && text.front() == '\n') text.remove_prefix(1);
  skips_line_end_ = false;
  if (phase_ == Phase::in_body) {
    if (!in_foreign() && in_table() && spaces_of(text) < text.size()) return doubt();
    return append(text);
  }
  const std::size_t spaces = spaces_of(text);
  // White space counts where it may be part of something.
  if (phase_ == Phase::in_head || phase_ >= Phase::after_head)
    text_ += text.substr(0, spaces);
  text.remove_prefix(spaces);
  if (text.empty()) return;
  if (phase_ >= Phase::after_body || (!open_.empty() && is(current(), kNoscript)))
    return doubt();
  go_into_body();
  append(text);
}

void HtmlRules::raw_content(std::string_view text, std::uint64_t line) {
  if (in_doubt_) return;
  const TagName tag = current();
  if (has(tag, escapable)) {
    if (!is(tag, kTitle) && text.starts_with('\n')) text.remove_prefix(1);  // textarea
    append(text);
  } else if (!text.empty()) {
    builder_.text(builder_.store().keep(text), is(tag, kScript) ? line : 0);
  }
  close();
}

/// Opens what a page may leave out.
void HtmlRules::go_into_body() {
  if (open_.empty()) open_implied(kHtml);
  if (phase_ <= Phase::before_head) {
    open_implied(kHead);
    phase_ = Phase::in_head;
  }
  if (phase_ == Phase::in_head) {
    if (is(current(), kNoscript)) close();
    close();
  }
  open_implied(kBody);
  phase_ = Phase::in_body;
}

void HtmlRules::start_tag(const Tag& tag) {
  skips_line_end_ = false;
  if (phase_ >= Phase::after_body) return doubt();
  if (phase_ != Phase::in_body) return before_body(tag);
  if (in_foreign()) return foreign_tag(tag);
  in_body(tag);
}

void HtmlRules::before_body(const Tag& tag) {
  if (is(tag.name, kHtml)) {
    if (!open_.empty()) return doubt();
    phase_ = Phase::before_head;
    return open(tag);
  }
  if (open_.empty()) {
    open_implied(kHtml);
    phase_ = Phase::before_head;
  }
  if (is(tag.name, kHead)) {
    if (phase_ != Phase::before_head) return doubt();
    phase_ = Phase::in_head;
    return open(tag);
  }
  if (phase_ == Phase::in_head && is(current(), kNoscript)) {
    if (is(tag.name, kLink) || is(tag.name, kMeta)) return insert_void(tag);
    return is(tag.name, kStyle) ? open(tag) : doubt();
  }
  const bool of_head = is(tag.name, kMeta) || is(tag.name, kLink) ||
                       is(tag.name, kBase) || is(tag.name, kTitle) ||
                       is(tag.name, kScript) || is(tag.name, kStyle);
  if (of_head || is(tag.name, kNoscript)) {
    if (phase_ == Phase::after_head) return doubt();
    if (phase_ == Phase::before_head) {
      open_implied(kHead);
      phase_ = Phase::in_head;
    }
    return has(tag.name, empty) ? insert_void(tag) : open(tag);
  }
  if (is(tag.name, kBody)) {
    if (phase_ == Phase::before_head) open_implied(kHead);
    if (phase_ != Phase::after_head) close();
    phase_ = Phase::in_body;
    return open(tag);
  }
  go_into_body();
  in_body(tag);
}

void HtmlRules::end_tag(const Tag& tag) {
  skips_line_end_ = false;
  const TagName name = tag.name;
  if (open_.empty()) return doubt();
  if (in_foreign()) return is_current(tag) ? close() : doubt();
  switch (phase_) {
    case Phase::in_head:
      if (!is_current(tag)) return doubt();
      close();
      if (is(name, kHead)) phase_ = Phase::after_head;
      return;
    case Phase::in_body:
      return end_in_body(tag);
    case Phase::after_body:
      if (!is(name, kHtml)) return doubt();
      phase_ = Phase::after_page;
      return;
    default:
      return doubt();
  }
}

void HtmlRules::end_body() {
  for (const Open& one : open_)
    if (has(one.tag, scope) && !is(one.tag, kHtml)) return doubt();
  phase_ = Phase::after_body;
}

void HtmlRules::end_of_page() {
  if (phase_ < Phase::in_body && !in_doubt_) go_into_body();
  if (in_foreign()) doubt();
  if (in_doubt_) return;
  while (!open_.empty()) close();
}

}  // namespace semsite
