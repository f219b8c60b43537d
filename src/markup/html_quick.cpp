#include "markup/html_quick.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "markup/html_builder.hpp"
#include "markup/html_gumbo.hpp"
#include "markup/html_node.hpp"
#include "markup/html_references.hpp"
#include "markup/html_tags.hpp"

namespace semsite {
namespace {

/// Tags with more have to be cut, which is not done here.
constexpr std::size_t kMostQuickAttributes = 64;

/// Begins the characters that CondensedPage makes use of.
constexpr char kPrivate = '\xF4';

bool has_start_of_script(std::string_view text) {
  for (std::size_t at = text.find('<'); at != std::string_view::npos;
       at = text.find('<', at + 1))
    if (starts_with_ignoring_case(text.substr(at), "<script")) return true;
  return false;
}

/// The tokenizer (HTML standard §13.2.5).
class Quick {
 public:
  Quick(std::string_view text, HtmlBuilder& builder, const Limits& limits)
      : text_(text), rules_(builder, limits.xml_depth) {}

  bool run() {
    if (has_odd_characters(text_) || text_.find(kPrivate) != std::string_view::npos)
      return false;
    while (at_ < text_.size() && good_ && !rules_.is_in_doubt()) {
      const std::size_t open = std::min(text_.find('<', at_), text_.size());
      rules_.characters(text_.substr(at_, open - at_));
      at_ = open;
      if (at_ < text_.size()) markup();
    }
    if (good_) rules_.end_of_page();
    return good_ && !rules_.is_in_doubt();
  }

 private:
  void fail() { good_ = false; }

  void markup() {
    const std::string_view rest = text_.substr(at_);
    const char next = rest.size() > 1 ? rest[1] : '\0';
    if (is_letter(next)) return start_tag();
    if (next == '/' && rest.size() > 2 && is_letter(rest[2])) return end_tag();
    if (rest.starts_with("<!--")) return comment();
    const std::size_t end = rest.find('>');
    if (next != '!' || end == std::string_view::npos ||
        !starts_with_ignoring_case(rest, "<!doctype"))
      return fail();
    rules_.doctype(rest.substr(0, end + 1));
    at_ += end + 1;
  }

  void comment() {
    const std::size_t begin = at_ + 4;
    const std::size_t end = text_.find("-->", begin);
    if (end == std::string_view::npos) return fail();
    const std::string_view inside = text_.substr(begin, end - begin);
    if (inside.starts_with('>') || inside.starts_with("->") ||
        inside.find("--!>") != std::string_view::npos)
      return fail();
    rules_.comment(inside);
    at_ = end + 3;
  }

  /// Reads a tag up to its end.
  HtmlRules::Tag tag(std::size_t name_at) {
    HtmlRules::Tag tag;
    tag.line = line_at(at_);
    std::size_t at = name_at;
    while (at < text_.size() && !is_html_space(text_[at]) && text_[at] != '/' &&
           text_[at] != '>')
      ++at;
    tag.written = text_.substr(name_at, at - name_at);
    tag.name = tag_name(tag.written);
    attributes_.clear();
    if (at < text_.size() && text_[at] == '>') {
      at_ = at + 1;
      return tag;
    }
    HtmlAttributeScan scan{text_, at};
    HtmlAttributeScan::Attribute attribute;
    names_.clear();
    std::size_t last = at;  // behind the last attribute
    while (scan.next(attribute)) {
      last = scan.at();
      if (names_.add(attribute.name)) attributes_.push_back(attribute);
      // A parser may see something else in these.
      if (attribute.name.find_first_of("\"'<=&") != std::string_view::npos ||
          attributes_.size() > kMostQuickAttributes) {
        fail();
        return tag;
      }
    }
    at_ = scan.at();
    if (at_ <= last || text_[at_ - 1] != '>') fail();
    tag.attributes = attributes_;
    tag.is_self_closing = scan.is_self_closing();
    return tag;
  }

  void start_tag() {
    const HtmlRules::Tag tag = this->tag(at_ + 1);
    if (!good_) return;
    const bool was_foreign = rules_.in_foreign();
    const bool was_select = rules_.in_select();
    rules_.start_tag(tag);
    if (was_foreign) {
      // Elements that may hold HTML: it makes no difference if there is only text.
      const bool holds_html = equal_ignoring_case(tag.written, "title") ||
                              equal_ignoring_case(tag.written, "desc") ||
                              equal_ignoring_case(tag.written, "style");
      if (!holds_html) return;
      const std::size_t next = text_.find('<', at_);
      if (tag.is_self_closing || next == std::string_view::npos ||
          !is_end_tag(text_.substr(next), tag.written))
        fail();
      return;
    }
    if ((tag.name.facts & (tag_is::raw | tag_is::escapable)) == 0) return;
    const bool is_script = equal_ignoring_case(tag.written, "script");
    if (was_select && !is_script) return fail();
    const std::size_t end = raw_end(text_, at_, tag.written);
    if (end == std::string_view::npos) return fail();
    const std::string_view inside = text_.substr(at_, end - at_);
    if (is_script) {
      const std::size_t mark = inside.find("<!--");
      if (mark != std::string_view::npos && has_start_of_script(inside.substr(mark)))
        return fail();
    }
    rules_.raw_content(inside, line_at(at_));
    at_ = end;
    (void)this->tag(at_ + 2);
  }

  void end_tag() {
    const HtmlRules::Tag tag = this->tag(at_ + 2);
    if (good_) rules_.end_tag(tag);
  }

  /// Asked in order.
  std::uint64_t line_at(std::size_t place) {
    const std::string_view passed = text_.substr(counted_, place - counted_);
    lines_ += static_cast<std::uint64_t>(std::ranges::count(passed, '\n'));
    counted_ = place;
    return 1 + lines_;
  }

  std::string_view text_;
  HtmlRules rules_;
  std::size_t at_ = 0;
  bool good_ = true;
  std::vector<HtmlAttributeScan::Attribute> attributes_;
  HtmlNameSet names_;
  std::size_t counted_ = 0;  ///< line ends up to here …
  std::uint64_t lines_ = 0;  ///< … are these many
};

}  // namespace

bool build_quickly(std::string_view text, HtmlBuilder& builder, const Limits& limits) {
  return Quick{text, builder, limits}.run();
}

namespace {

using namespace tag_is;
using namespace known_tags;

const TagName kHtml = tag_name("html");
const TagName kBody = tag_name("body");
const TagName kMain = tag_name("main");
const TagName kForm = tag_name("form");
const TagName kTable = tag_name("table");
const TagName kScript = tag_name("script");
const TagName kStyle = tag_name("style");
const TagName kTitle = tag_name("title");
const TagName kPre = tag_name("pre");
const TagName kListing = tag_name("listing");
const TagName kDesc = tag_name("desc");
const TagName kFont = tag_name("font");

/// Elements with rules that are seldom needed, or that parsers differ over.
const std::array kDoubtful{
    tag_name("frameset"),  tag_name("frame"),    tag_name("template"),
    tag_name("plaintext"), tag_name("isindex"),  tag_name("image"),
    tag_name("math"),      tag_name("nobr"),     tag_name("applet"),
    tag_name("marquee"),   tag_name("object"),   tag_name("xmp"),
    tag_name("noembed"),   tag_name("noframes"), tag_name("keygen"),
    tag_name("bgsound"),   tag_name("basefont"), tag_name("dialog"),
    tag_name("ruby"),      tag_name("rb"),       tag_name("rt"),
    tag_name("rp"),        tag_name("rtc"),      tag_name("menuitem"),
    tag_name("command"),
};

bool has(TagName tag, std::uint32_t fact) { return (tag.facts & fact) != 0; }

bool has_implied_end(TagName tag) {
  return is(tag, kP) || is(tag, kLi) || is(tag, kDd) || is(tag, kDt) ||
         is(tag, kOption) || is(tag, kOptgroup);
}

/// Attributes of SVG that stay as they are; the one exception is put right.
bool is_plain_in_svg(std::string_view name) {
  static constexpr std::array<std::string_view, 30> kPlain{"aria-hidden",
                                                           "aria-label",
                                                           "class",
                                                           "clip-rule",
                                                           "cx",
                                                           "cy",
                                                           "d",
                                                           "fill",
                                                           "fill-rule",
                                                           "focusable",
                                                           "height",
                                                           "id",
                                                           "opacity",
                                                           "points",
                                                           "r",
                                                           "role",
                                                           "rx",
                                                           "ry",
                                                           "stroke",
                                                           "stroke-linecap",
                                                           "stroke-linejoin",
                                                           "stroke-width",
                                                           "style",
                                                           "transform",
                                                           "width",
                                                           "x",
                                                           "x1",
                                                           "x2",
                                                           "y",
                                                           "y1"};
  return std::ranges::find(kPlain, name) != kPlain.end();
}

}  // namespace

HtmlRules::HtmlRules(HtmlBuilder& builder, std::uint32_t depth)
    : builder_(builder),
      depth_(depth),
      html_(builder.name_space(kXhtmlNamespace, {})),
      svg_(builder.name_space(kSvgNamespace, {})) {}

bool HtmlRules::is_current(const Tag& tag) const {
  const Open& last = open_.back();
  return is(last.tag, tag.name) && (known_name(tag.name) != nullptr ||
                                    equal_ignoring_case(last.written, tag.written));
}

/// Is `name` open, and nothing with one of the facts `fence` inside it?
bool HtmlRules::is_open(TagName name, std::uint32_t fence) const {
  for (std::size_t i = open_.size(); i-- > 0;) {
    if (is(open_[i].tag, name)) return true;
    if (has(open_[i].tag, fence)) return false;
  }
  return false;
}

void HtmlRules::open(const Tag& tag) {
  flush();
  if (open_.size() >= depth_) return doubt();
  const bool foreign = in_foreign() || is(tag.name, kSvg);
  HtmlStore& store = builder_.store();
  const auto lowered = [&](std::string_view name) {
    auto* const copy = static_cast<char*>(store.allocate(name.size() + 1));
    std::ranges::transform(name, copy, [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
    });
    copy[name.size()] = '\0';
    return copy;
  };
  const char* name = known_name(tag.name);
  if (name == nullptr || foreign) name = lowered(tag.written);
  if (foreign) {
    if (const char* const mixed = svg_name(tag.written)) name = mixed;
  }
  builder_.open({.local = name, .name_space = foreign ? svg_ : html_}, tag.line);
  open_.push_back({.tag = tag.name, .written = tag.written, .foreign = foreign});
  for (const HtmlAttributeScan::Attribute& attribute : tag.attributes) {
    const char* attribute_name = lowered(attribute.name);
    if (foreign && !is_plain_in_svg(attribute_name)) {
      if (std::string_view{attribute_name} != "viewbox") return doubt();
      attribute_name = "viewBox";
    }
    std::string_view value = attribute.value;
    if (value.find('&') != std::string_view::npos) {
      value_.clear();
      if (!append_decoded(value, ReferencePlace::attribute, value_)) return doubt();
      value = value_;
    }
    builder_.attribute({.local = attribute_name}, store.keep(value));
  }
}

void HtmlRules::open_implied(TagName name) { open({.name = name, .written = {}}); }

void HtmlRules::insert_void(const Tag& tag) {
  open(tag);
  if (!in_doubt_) close();
}

void HtmlRules::close() {
  flush();
  builder_.close();
  open_.pop_back();
}

/// What ends without an end tag of its own. Formatting would have to be opened again.
void HtmlRules::pop_to(std::size_t size) {
  while (open_.size() > size) {
    if (has(open_.back().tag, tag_is::formatting)) return doubt();
    close();
  }
}

/// "Generate implied end tags" (§13.2.6.3).
void HtmlRules::imply_ends(TagName but) {
  while (has_implied_end(current()) && !is(current(), but)) close();
}

void HtmlRules::flush() {
  if (text_.empty()) return;
  builder_.text(builder_.store().keep(text_), 0);
  text_.clear();
}

void HtmlRules::append(std::string_view text) {
  if (!append_decoded(text, ReferencePlace::text, text_)) doubt();
}

void HtmlRules::close_p() {
  for (std::size_t i = open_.size(); i-- > 0;) {
    const TagName at = open_[i].tag;
    if (is(at, kP)) return pop_to(i);
    if (has(at, scope) || is(at, kButton)) return;
  }
}

/// §13.2.6.4.7
void HtmlRules::in_body(const Tag& tag) {
  const TagName name = tag.name;
  if (in_select_) return in_select(tag);
  if (has(name, frame | integration) ||
      std::ranges::any_of(kDoubtful, [&](TagName one) { return is(one, name); }))
    return doubt();
  const bool is_part = has(name, tag_is::table_part) || is(name, tag_name("col"));
  if (is_part && !is(name, kTable)) return table_part(tag);
  if (in_table() && !is(name, kScript) && !is(name, kStyle)) return doubt();
  if (is(name, kTable)) {
    // Whether a table ends a paragraph depends on the mode.
    if (has_quirks_ && is_open(kP, scope)) return doubt();
    close_p();
    return open(tag);
  }
  if (is(name, kLi) || is(name, kDd) || is(name, kDt)) return list_item(tag);
  if (has(name, tag_is::formatting)) return formatting(tag);
  if (is(name, kForm)) {
    if (in_form_) return doubt();
    in_form_ = true;
  }
  if (is(name, kButton) && is_open(kButton, scope)) return doubt();
  if (has(name, closes_p)) close_p();
  if (has(name, heading) && has(current(), heading)) close();
  if ((is(name, kOption) || is(name, kOptgroup)) && is(current(), kOption)) close();
  if (in_doubt_) return;
  if (has(name, empty)) return insert_void(tag);
  open(tag);
  if (is(name, kSelect)) in_select_ = true;
  skips_line_end_ = is(name, kPre) || is(name, kListing);
  if (is(name, kSvg) && tag.is_self_closing) close();
}

/// §13.2.6.4.16
void HtmlRules::in_select(const Tag& tag) {
  if (is(tag.name, kScript)) return open(tag);
  if (!is(tag.name, kOption) && !is(tag.name, kOptgroup)) return doubt();
  if (is(current(), kOption)) close();
  if (is(tag.name, kOptgroup) && is(current(), kOptgroup)) close();
  open(tag);
}

void HtmlRules::list_item(const Tag& tag) {
  for (std::size_t i = open_.size(); i-- > 0;) {
    const TagName at = open_[i].tag;
    const bool same = is(tag.name, kLi) ? is(at, kLi) : is(at, kDd) || is(at, kDt);
    if (same) {
      pop_to(i);
      break;
    }
    // Special by the standard, but not to Gumbo.
    if (is(at, kMain)) return doubt();
    if (has(at, special) && !is(at, kAddress) && !is(at, kDiv) && !is(at, kP)) break;
  }
  close_p();
  if (!in_doubt_) open(tag);
}

void HtmlRules::formatting(const Tag& tag) {
  std::size_t same = 0;
  std::size_t all = 0;
  for (const Open& one : open_) {
    all += has(one.tag, tag_is::formatting) ? 1U : 0U;
    same += is(one.tag, tag.name) ? 1U : 0U;
  }
  // §13.2.4.3: at most three alike are kept; and there is but one `a`.
  constexpr std::size_t kAlike = 3;
  constexpr std::size_t kAll = 32;
  if (same >= (is(tag.name, kA) ? 1 : kAlike) || all >= kAll) return doubt();
  open(tag);
}

/// Inside SVG, where names and attributes are as written and every element is closed.
void HtmlRules::foreign_tag(const Tag& tag) {
  const bool holds_text =
      is(tag.name, kTitle) || is(tag.name, kDesc) || is(tag.name, kStyle);
  if (!holds_text &&
      (has(tag.name, raw | escapable | tag_is::plaintext | breakout | integration |
                         frame | scope | tag_is::table_part) ||
       is(tag.name, kFont)))
    return doubt();
  open(tag);
  if (!in_doubt_ && tag.is_self_closing) close();
}

void HtmlRules::end_in_body(const Tag& tag) {
  const TagName name = tag.name;
  if (in_select_) {
    if (is(name, kOptgroup) && is(current(), kOption)) close();
    if (is(name, kSelect)) {
      while (is(current(), kOption) || is(current(), kOptgroup)) close();
      in_select_ = false;
    }
    return is_current(tag) ? close() : doubt();
  }
  if (is(name, kBody) || is(name, kHtml)) {
    end_body();
    if (is(name, kHtml)) phase_ = Phase::after_page;
    return;
  }
  if (has(name, tag_is::table_part)) return end_table_part(tag);
  if (in_table()) return doubt();
  if (has_implied_end(name) && !is(name, kOption) && !is(name, kOptgroup)) {
    imply_ends(name);
  } else if (has(name, closes_p) || is(name, kButton)) {
    imply_ends({});
  }
  if (!is_current(tag)) return doubt();
  if (is(name, kForm)) in_form_ = false;
  close();
}

// The page around its body, and text: HtmlRules, HTML standard §13.2.6.4.1 to
// §13.2.6.4.6, §13.2.6.4.19 and §13.2.6.4.22.

namespace {

const TagName kHead = tag_name("head");
const TagName kMeta = tag_name("meta");
const TagName kLink = tag_name("link");
const TagName kBase = tag_name("base");
const TagName kNoscript = tag_name("noscript");

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

// What stands in tables: HtmlRules, HTML standard §13.2.6.4.9 to §13.2.6.4.15.

namespace {

const TagName kCol = tag_name("col");

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
