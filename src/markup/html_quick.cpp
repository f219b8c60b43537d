#include "markup/html_quick.hpp"

#include <algorithm>
#include <vector>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "markup/html_attributes.hpp"
#include "markup/html_raw.hpp"
#include "markup/html_references.hpp"
#include "markup/html_rules.hpp"
#include "markup/html_tags.hpp"

namespace semsite {
namespace {

constexpr auto npos = std::string_view::npos;
/// Tags with more have to be cut, which is not done here.
constexpr std::size_t kAttributes = 64;

/// Begins the characters that CondensedPage makes use of.
constexpr char kPrivate = '\xF4';

bool has_start_of_script(std::string_view text) {
  for (std::size_t at = text.find('<'); at != npos; at = text.find('<', at + 1))
    if (starts_with_ignoring_case(text.substr(at), "<script")) return true;
  return false;
}

/// The tokenizer (HTML standard §13.2.5).
class Quick {
 public:
  Quick(std::string_view text, HtmlBuilder& builder, const Limits& limits)
      : text_(text), rules_(builder, limits.xml_depth) {}

  bool run() {
    if (has_odd_characters(text_) || text_.find(kPrivate) != npos) return false;
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
    if (next != '!' || end == npos || !starts_with_ignoring_case(rest, "<!doctype"))
      return fail();
    rules_.doctype(rest.substr(0, end + 1));
    at_ += end + 1;
  }

  void comment() {
    const std::size_t begin = at_ + 4;
    const std::size_t end = text_.find("-->", begin);
    if (end == npos) return fail();
    const std::string_view inside = text_.substr(begin, end - begin);
    if (inside.starts_with('>') || inside.starts_with("->") ||
        inside.find("--!>") != npos)
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
      if (attribute.name.find_first_of("\"'<=&") != npos ||
          attributes_.size() > kAttributes) {
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
      if (tag.is_self_closing || next == npos ||
          !is_end_tag(text_.substr(next), tag.written))
        fail();
      return;
    }
    if ((tag.name.facts & (tag_is::raw | tag_is::escapable)) == 0) return;
    const bool is_script = equal_ignoring_case(tag.written, "script");
    if (was_select && !is_script) return fail();
    const std::size_t end = raw_end(text_, at_, tag.written);
    if (end == npos) return fail();
    const std::string_view inside = text_.substr(at_, end - at_);
    if (is_script) {
      const std::size_t mark = inside.find("<!--");
      if (mark != npos && has_start_of_script(inside.substr(mark))) return fail();
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

}  // namespace semsite
