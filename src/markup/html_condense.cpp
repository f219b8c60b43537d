#include "markup/html_condense.hpp"

#include <algorithm>
#include <array>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "markup/html_builder.hpp"
#include "markup/html_tags.hpp"

namespace semsite {
namespace {

constexpr char32_t kFirstPlaceholder = 0x100000;
/// All of the plane but for its last two code points, which are no characters, and the
/// mark.
constexpr std::size_t kPlaceholders = 0xFFFD;
/// What a comment of ours holds: U+10FFFD.
constexpr std::string_view kCommentMark = "\xF4\x8F\xBF\xBD";
constexpr char kLeadByte = '\xF4';
/// A placeholder is four bytes long; shorter runs are not worth one.
constexpr std::size_t kShortestRun = 8;

/// U+110000, the first number beyond all characters.
constexpr std::uint64_t kBeyondUnicode = 0x110000;
constexpr std::string_view kBeyondDecimal = "1114112", kBeyondHexadecimal = "110000";
/// A reference of so many bytes counts no further than an int does; nearly all are
/// shorter.
constexpr std::size_t kSafeReference = 9;

/// The digits of the numeric character reference at the start of `text`, if they name no
/// character of Unicode; else empty.
std::string_view digits_beyond_unicode(std::string_view text) {
  if (!text.starts_with("&#")) return {};
  const bool is_hexadecimal = text.substr(2, 1) == "x" || text.substr(2, 1) == "X";
  text.remove_prefix(is_hexadecimal ? 3 : 2);
  const std::uint64_t base = is_hexadecimal ? 16 : 10;
  std::uint64_t number = 0;
  std::size_t length = 0;
  for (; length < text.size(); ++length) {
    const int digit = hex_value(text[length]);
    if (digit < 0 || static_cast<std::uint64_t>(digit) >= base) break;
    number = std::min(number * base + static_cast<std::uint64_t>(digit), kBeyondUnicode);
  }
  return number == kBeyondUnicode ? text.substr(0, length) : std::string_view{};
}

/// More attributes of one tag than this are left out: parsers compare each with all.
constexpr std::size_t kMostKeptAttributes = 256;
/// Line ends are counted once for every step of the page.
constexpr std::size_t kLineStep = 64;

/// Where the text inside a script ends: at its end tag, or at the end of all.
/// There `<!-- <script>` hides the next end tag
/// (HTML standard §13.2.5.15–31).
std::size_t script_end(std::string_view text, std::size_t at) {
  enum class State : std::uint8_t { plain, escaped, twice } state = State::plain;
  const auto is_start_tag = [](std::string_view rest) {
    return rest.size() > 7 && starts_with_ignoring_case(rest, "<script") &&
           (is_html_space(rest[7]) || rest[7] == '/' || rest[7] == '>');
  };
  const auto next = [&](std::size_t from) {
    return state == State::plain ? text.find('<', from) : text.find_first_of("<-", from);
  };
  for (at = next(at); at != std::string_view::npos; at = next(at + 1)) {
    const std::string_view rest = text.substr(at, 16);
    if (state == State::plain && rest.starts_with("<!--")) {
      state = State::escaped;
      at += 1;  // the dashes may end it too: <!-->
    } else if (state != State::plain && rest.starts_with("-->")) {
      state = State::plain;
    } else if (state == State::escaped && is_start_tag(rest)) {
      state = State::twice;
    } else if (is_end_tag(rest, "script")) {
      if (state != State::twice) return at;
      state = State::escaped;
    }
  }
  return text.size();
}

}  // namespace

/// One pass over the page: the tokenizer of HTML (§13.2.5), as far as needed to know
/// where markup ends.
class CondensedPage::Scan {
 public:
  Scan(CondensedPage& page, std::uint32_t depth)
      : page_(page),
        text_(page.source_),
        hides_(text_.find('\0') == std::string_view::npos &&
               text_.find(kLeadByte) == std::string_view::npos),
        nesting_(depth) {
    page_.has_marks_ = hides_;
  }

  void run() {
    page_.out_.reserve(text_.size() / 2 + 64);
    while (at_ < text_.size()) {
      const std::size_t open = std::min(text_.find('<', at_), text_.size());
      characters(open);
      if (at_ < text_.size()) markup();
    }
    page_.dropped_ = nesting_.dropped();
  }

 private:
  /// Where nothing is hidden, the parser may find references where none were seen.
  void copy(std::size_t end) {
    if (!hides_) return copy_references(end);
    append(end);
  }

  void append(std::size_t end) {
    page_.out_ += text_.substr(at_, end - at_);
    at_ = end;
  }

  void shift() {
    page_.shifts_.push_back({.condensed = page_.out_.size(), .source = at_});
  }

  /// Copies up to `end`, with every reference that there is. All numbers beyond Unicode
  /// mean U+FFFD (§13.2.5.80), but Gumbo counts them in an int, which overflows: it gets
  /// the smallest of them.
  void copy_references(std::size_t end) {
    const std::string_view text = text_.substr(0, end);
    while (end - at_ > kSafeReference) {
      const std::size_t mark = text.find("&#", at_);
      if (mark == std::string_view::npos) break;
      append(mark);
      const std::string_view digits = digits_beyond_unicode(text.substr(at_));
      if (digits.empty()) {
        append(mark + 2);
        continue;
      }
      const auto begin = static_cast<std::size_t>(digits.data() - text_.data());
      const bool is_decimal = text_[begin - 1] == '#';
      append(begin);
      page_.out_ += is_decimal ? kBeyondDecimal : kBeyondHexadecimal;
      at_ = begin + digits.size();
      shift();
    }
    append(end);
  }

  /// Lets one character stand for the text up to `end`.
  void hide(std::size_t end) {
    if (!hides_ || end - at_ < kShortestRun || page_.parts_.size() >= kPlaceholders)
      return copy(end);
    append_utf8(page_.out_,
                kFirstPlaceholder + static_cast<char32_t>(page_.parts_.size()));
    page_.parts_.push_back(text_.substr(at_, end - at_));
    at_ = end;
    shift();
  }

  /// Text in which references count: they stay, and so does white space at the start,
  /// for which the tree has rules of its own.
  void characters(std::size_t end) {
    while (at_ < end) {
      std::size_t next = at_;
      while (next < end && is_html_space(text_[next])) ++next;
      copy(next);
      next = std::min(text_.substr(0, end).find('&', at_), end);
      hide(next);
      if (at_ == end) return;
      for (++next; next < end && (is_alphanumeric(text_[next]) || text_[next] == '#');)
        ++next;
      // The next character decides whether a reference without `;` is one. Only ASCII
      // does, and nothing may be cut inside a character.
      if (next < end && text_[next] != '&' &&
          static_cast<unsigned char>(text_[next]) < 0x80)
        ++next;
      copy_references(next);
    }
  }

  void markup() {
    const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    if (is_letter(next)) return tag(Kind::start);
    if (next == '/' && at_ + 2 < text_.size() && is_letter(text_[at_ + 2]))
      return tag(Kind::end);
    if (text_.substr(at_).starts_with("<!--")) return comment();
    if (next == '!' || next == '?' || next == '/') {
      // In SVG and MathML, a CDATA section hides markup. Whether this is one is for the
      // parser to say, so it gets the rest as it is.
      if (text_.substr(at_).starts_with("<![CDATA[")) hides_ = false;
      const std::size_t end = text_.find('>', at_);
      return copy(end == std::string_view::npos ? text_.size() : end + 1);
    }
    copy(at_ + 1);
  }

  void comment() {
    const std::size_t begin = at_ + 4;
    const std::string_view rest = text_.substr(begin);
    if (rest.starts_with('>') || rest.starts_with("->"))
      return copy(text_.find('>', begin) + 1);
    const std::size_t end =
        ends_comments_ ? text_.find("-->", begin) : std::string_view::npos;
    ends_comments_ = end != std::string_view::npos;
    const std::size_t bang = text_.substr(0, end).find("--!>", begin);
    if (bang != std::string_view::npos) return copy(bang + 4);
    if (end == std::string_view::npos) return copy(text_.size());
    copy(begin);
    hide(end);
    copy(end + 3);
  }

  enum class Kind : std::uint8_t { start, end };

  void tag(Kind kind) {
    const std::size_t begin = at_;
    const std::size_t kept = page_.out_.size();
    const std::size_t shifts = page_.shifts_.size();
    const std::size_t parts = page_.parts_.size();
    std::size_t at = at_ + (kind == Kind::start ? 1 : 2);
    const std::size_t name_at = at;
    while (at < text_.size() && !is_html_space(text_[at]) && text_[at] != '/' &&
           text_[at] != '>')
      ++at;
    const std::string_view name = text_.substr(name_at, at - name_at);
    // Gumbo takes a form off its stack without the text before, which then stands behind
    // the form; a comment makes it look after that text.
    if (kind == Kind::end && page_.has_marks_ && equal_ignoring_case(name, "form")) {
      page_.out_.append("<!--").append(kCommentMark).append("-->");
      shift();
    }
    copy(at);
    const TagName tag = tag_name(name);
    // The one attribute whose value tree construction looks at, if it is long.
    const bool hid = hides_;
    hides_ = hides_ && !equal_ignoring_case(name, "annotation-xml");
    const HtmlNesting::Closing closing = attributes(tag);
    hides_ = hid;
    const bool raw = (tag.facts & (tag_is::raw | tag_is::escapable)) != 0;
    if (kind == Kind::start && raw) return raw_content(tag, name, closing);
    if (kind == Kind::start && (tag.facts & tag_is::plaintext) != 0 &&
        !nesting_.in_foreign() && !nesting_.in_select()) {
      hide(text_.size());
      return;
    }
    if (raw) return;  // a stray end tag
    // Of the text in framesets only the white space counts.
    if (equal_ignoring_case(name, "frameset")) hides_ = false;
    const HtmlNesting::Verdict verdict =
        kind == Kind::start ? nesting_.start_tag(tag, closing) : nesting_.end_tag(tag);
    if (verdict == HtmlNesting::Verdict::keep) return;
    if (nesting_.dropped() == 1 && page_.first_dropped_line_ == 0)
      page_.first_dropped_line_ = 1 + static_cast<std::uint64_t>(std::ranges::count(
                                          text_.substr(0, begin), '\n'));
    page_.out_.resize(kept);
    page_.shifts_.resize(shifts, {});
    page_.parts_.resize(parts);
    shift();
  }

  /// Passes over the attributes and the end of a tag.
  HtmlNesting::Closing attributes(TagName tag) {
    HtmlAttributeScan scan{text_, at_};
    HtmlAttributeScan::Attribute attribute;
    std::size_t count = 0;
    std::size_t end = at_;  // of the last attribute that is kept
    for (; scan.next(attribute); ++count)
      if (count < kMostKeptAttributes) end = scan.at();
    if (count > kMostKeptAttributes)
      page_.dropped_attributes_ += count - kMostKeptAttributes;
    const std::string_view all = text_.substr(at_, end - at_);
    if (hides_ && all.size() > kShortestRun && !nesting_.in_foreign() &&
        (tag.facts & tag_is::known_by_attributes) == 0 &&
        all.find('&') == std::string_view::npos) {
      page_.out_ += ' ';
      hide(end);
    } else {
      HtmlAttributeScan again{text_, at_};
      names_.clear();
      while (at_ < end && again.next(attribute)) {
        // Gumbo takes what follows a repeated attribute for a part of its name.
        if (!names_.add(attribute.name)) {
          at_ = again.at();
          page_.out_ += ' ';
          shift();
          continue;
        }
        const bool is_quoted = attribute.quote != '\0';
        if (is_quoted || attribute.value.size() > kSafeReference) {
          const auto value =
              static_cast<std::size_t>(attribute.value.data() - text_.data());
          const std::size_t value_end = value + attribute.value.size();
          copy(value);
          is_quoted ? characters(value_end) : copy_references(value_end);
        }
        copy(again.at());
      }
    }
    if (count > kMostKeptAttributes) {
      page_.out_ += scan.is_self_closing() ? "/>" : ">";
      at_ = scan.at();
      shift();
    } else {
      copy(scan.at());
    }
    return scan.is_self_closing() ? HtmlNesting::Closing::self_closing
                                  : HtmlNesting::Closing::open;
  }

  /// The text inside script, style, title and the like, up to its end tag.
  void raw_content(TagName tag, std::string_view name, HtmlNesting::Closing closing) {
    if (nesting_.in_foreign()) {
      // There these are elements like any other. If no markup stands inside, it makes no
      // difference who is right.
      if (closing == HtmlNesting::Closing::self_closing) return;
      const std::size_t next = std::min(text_.find('<', at_), text_.size());
      if (!is_end_tag(text_.substr(next), name)) {
        hides_ = false;
        (void)nesting_.start_tag(tag, closing);
        return;
      }
      characters(next);
      return;
    }
    // A select passes over the tags of all of these but two, and so what is inside
    // counts.
    const bool script = equal_ignoring_case(name, "script");
    if (nesting_.in_select() && !script) {
      hides_ = false;
      return;
    }
    const std::size_t end = script ? script_end(text_, at_)
                                   : std::min(raw_end(text_, at_, name), text_.size());
    if ((tag.facts & tag_is::escapable) != 0) {
      characters(end);
    } else {
      hide(end);
    }
  }

  CondensedPage& page_;
  std::string_view text_;
  bool hides_;
  HtmlNameSet names_;
  bool ends_comments_ = true;  ///< `-->` may still come
  HtmlNesting nesting_;
  std::size_t at_ = 0;
};

CondensedPage::CondensedPage(std::string_view text, std::uint32_t depth) : source_(text) {
  Scan{*this, depth}.run();
}

bool CondensedPage::is_condensed(std::string_view text) {
  return text.find(kLeadByte) != std::string_view::npos;
}

bool CondensedPage::is_mark(std::string_view comment) const {
  return has_marks_ && comment == kCommentMark;
}

void CondensedPage::expand(std::string_view text, std::string& out) const {
  while (!text.empty()) {
    const std::size_t place = std::min(text.find(kLeadByte), text.size());
    out += text.substr(0, place);
    text.remove_prefix(place);
    if (text.empty()) return;
    const Utf8Char c = decode_utf8(text);
    const std::size_t index = c.code_point - kFirstPlaceholder;
    const std::size_t length = std::max<std::size_t>(c.length, 1);
    if (c.length == 4 && index < parts_.size()) {
      out += parts_[index];
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
}

bool CondensedPage::is_attributes(std::string_view name) const {
  const Utf8Char c = decode_utf8(name);
  return c.length == name.size() && c.code_point >= kFirstPlaceholder &&
         c.code_point - kFirstPlaceholder < parts_.size();
}

std::size_t CondensedPage::source_of(std::size_t offset) {
  const auto begins_after = [&](std::size_t i) {
    return i < shifts_.size() && offset < shifts_[i].condensed;
  };
  // Asked in order, nearly: mostly it is the next one.
  if (shift_ > 0 && begins_after(shift_ - 1)) {
    shift_ =
        static_cast<std::size_t>(std::upper_bound(shifts_.begin(), shifts_.end(), offset,
                                                  [](std::size_t at, const Shift& shift) {
                                                    return at < shift.condensed;
                                                  }) -
                                 shifts_.begin());
  } else {
    while (shift_ < shifts_.size() && !begins_after(shift_)) ++shift_;
  }
  if (shift_ == 0) return offset;
  const Shift& shift = shifts_[shift_ - 1];
  return std::min(shift.source + (offset - shift.condensed), source_.size());
}

std::uint64_t CondensedPage::line_at(std::size_t offset) {
  const std::size_t source = source_of(offset);
  const auto line_ends = [&](std::size_t from, std::size_t to) {
    return static_cast<std::uint64_t>(
        std::ranges::count(source_.substr(from, to - from), '\n'));
  };
  while (lines_before_.size() <= source / kLineStep) {
    const std::size_t from = (lines_before_.size() - 1) * kLineStep;
    lines_before_.push_back(lines_before_.back() + line_ends(from, from + kLineStep));
  }
  const std::size_t step = source / kLineStep;
  return 1 + lines_before_[step] + line_ends(step * kLineStep, source);
}

namespace {

using namespace tag_is;
using namespace known_tags;

/// More open formatting elements than this are built again and again in each paragraph.
constexpr std::uint32_t kFormatting = 64;
constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

const TagName kMath = tag_name("math");
const TagName kNobr = tag_name("nobr");
const TagName kRb = tag_name("rb");
const TagName kRt = tag_name("rt");
const TagName kRp = tag_name("rp");
const TagName kRtc = tag_name("rtc");

}  // namespace

bool HtmlNesting::in_foreign() const {
  return !open_.empty() && open_.back().foreign &&
         (open_.back().tag.facts & integration) == 0;
}

void HtmlNesting::pop_to(std::size_t size) {
  while (open_.size() > size) {
    if ((open_.back().tag.facts & marker) != 0) formatting_ = open_.back().formatting;
    open_.pop_back();
  }
}

/// The nearest open `id`, unless an element with one of the facts `fence` comes before
/// it.
std::size_t HtmlNesting::find(std::uint32_t id, std::uint32_t fence) const {
  for (std::size_t i = open_.size(); i-- > 0;) {
    if (open_[i].tag.id == id) return i;
    if ((open_[i].tag.facts & fence) != 0) return kNowhere;
  }
  return kNowhere;
}

bool HtmlNesting::close(std::uint32_t id, std::uint32_t fence) {
  const std::size_t place = find(id, fence);
  if (place == kNowhere) return false;
  pop_to(place);
  return true;
}

/// "A start tag whose tag name is li / dd, dt" (§13.2.6.4.7).
void HtmlNesting::close_list_item(TagName tag) {
  for (std::size_t i = open_.size(); i-- > 0;) {
    const TagName open = open_[i].tag;
    const bool same = is(tag, kLi) ? is(open, kLi) : is(open, kDd) || is(open, kDt);
    if (same) return pop_to(i);
    if ((open.facts & special) != 0 && !is(open, kAddress) && !is(open, kDiv) &&
        !is(open, kP))
      return;
  }
}

void HtmlNesting::imply_ends(TagName tag) {
  if ((tag.facts & closes_p) != 0) {
    // Button scope: the nearest p, unless a button or another fence comes first.
    const std::size_t p = find(kP.id, scope);
    const std::size_t button = find(kButton.id, scope);
    if (p != kNowhere && (button == kNowhere || button < p)) pop_to(p);
  }
  if (is(tag, kLi) || is(tag, kDd) || is(tag, kDt)) close_list_item(tag);
  if ((tag.facts & heading) != 0 && !open_.empty() &&
      (open_.back().tag.facts & heading) != 0)
    pop_to(open_.size() - 1);
  if (is(tag, kA) || is(tag, kNobr)) {
    if (find(tag.id, scope) != kNowhere) end_formatting(tag);
  }
  if (is(tag, kButton)) close(kButton.id, scope);
  if ((is(tag, kOption) || is(tag, kOptgroup)) && !open_.empty() &&
      is(open_.back().tag, kOption))
    pop_to(open_.size() - 1);
  if (is(tag, kOptgroup) && !open_.empty() && is(open_.back().tag, kOptgroup))
    pop_to(open_.size() - 1);
  if ((is(tag, kRb) || is(tag, kRt) || is(tag, kRp) || is(tag, kRtc)) && !open_.empty()) {
    const TagName top = open_.back().tag;
    if (is(top, kRb) || is(top, kRt) || is(top, kRp)) pop_to(open_.size() - 1);
  }
  // A part of a table ends the parts that cannot hold it.
  const bool cell = is(tag, kTd) || is(tag, kTh);
  const bool group = is(tag, kTbody) || is(tag, kThead) || is(tag, kTfoot) ||
                     is(tag, kCaption) || is(tag, kColgroup);
  if (cell || group || is(tag, kTr)) {
    close(kTd.id, table_scope);
    close(kTh.id, table_scope);
    close(kCaption.id, table_scope);
    close(kColgroup.id, table_scope);
  }
  if (group || is(tag, kTr)) close(kTr.id, table_scope);
  if (group)
    for (const TagName part : {kTbody, kThead, kTfoot}) close(part.id, table_scope);
}

/// In a select, tags of anything but its options are passed over (§13.2.6.4.16).
bool HtmlNesting::in_select() const {
  for (std::size_t i = open_.size(); i-- > 0;) {
    const TagName tag = open_[i].tag;
    if (is(tag, kSelect)) return true;
    if (!is(tag, kOption) && !is(tag, kOptgroup)) return false;
  }
  return false;
}

HtmlNesting::Verdict HtmlNesting::drop(TagName tag) {
  ++left_out_[tag.id];
  ++dropped_;
  return Verdict::drop;
}

HtmlNesting::Verdict HtmlNesting::start_tag(TagName tag, Closing closing) {
  if (in_foreign() && (tag.facts & breakout) != 0)
    while (in_foreign()) pop_to(open_.size() - 1);
  const auto of_select = [&] {
    return is(tag, kOption) || is(tag, kOptgroup) || is(tag, kSelect) ||
           (tag.facts & (table_part | empty)) != 0;
  };
  if (in_select() && is(tag, kSelect)) {
    close(kSelect.id, scope);  // stands for its end tag
    return Verdict::keep;
  }
  if (!of_select() && in_select()) return Verdict::keep;
  const bool foreign = in_foreign() || is(tag, kSvg) || is(tag, kMath);
  if (!foreign) {
    if ((tag.facts & frame) != 0) return Verdict::keep;
    imply_ends(tag);
    if ((tag.facts & empty) != 0) return Verdict::keep;
  } else if (closing == Closing::self_closing) {
    return Verdict::keep;
  }
  if (open_.size() >= limit_) return drop(tag);
  const bool formats = !foreign && (tag.facts & formatting) != 0;
  if (formats && formatting_ >= kFormatting) return drop(tag);
  open_.push_back({.tag = tag, .formatting = formatting_, .foreign = foreign});
  if (formats) ++formatting_;
  if ((tag.facts & marker) != 0) formatting_ = 0;
  return Verdict::keep;
}

/// The adoption agency (§13.2.6.4.7), as far as depth goes: blocks inside stay open.
void HtmlNesting::end_formatting(TagName tag) {
  if (formatting_ > 0) --formatting_;
  const std::size_t place = find(tag.id, scope);
  if (place == kNowhere) return;
  for (std::size_t i = place + 1; i < open_.size(); ++i)
    if ((open_[i].tag.facts & special) != 0) {
      open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(place));
      return;
    }
  pop_to(place);
}

HtmlNesting::Verdict HtmlNesting::end_tag(TagName tag) {
  if (!left_out_.empty()) {
    if (const auto left = left_out_.find(tag.id); left != left_out_.end()) {
      if (--left->second == 0) left_out_.erase(left);
      return Verdict::drop;
    }
  }
  if ((tag.facts & (frame | empty)) != 0) return Verdict::keep;
  if (!is(tag, kOption) && !is(tag, kOptgroup) && !is(tag, kSelect) &&
      (tag.facts & table_part) == 0 && in_select())
    return Verdict::keep;
  if (!open_.empty() && open_.back().foreign) {
    // Foreign content: by name, up to the first element of HTML.
    for (std::size_t i = open_.size(); i-- > 0 && open_[i].foreign;)
      if (open_[i].tag.id == tag.id) {
        pop_to(i);
        return Verdict::keep;
      }
  }
  if ((tag.facts & formatting) != 0) {
    end_formatting(tag);
  } else if ((tag.facts & heading) != 0) {
    for (std::size_t i = open_.size(); i-- > 0;) {
      if ((open_[i].tag.facts & heading) != 0) {
        pop_to(i);
        break;
      }
      if ((open_[i].tag.facts & scope) != 0) break;
    }
  } else if ((tag.facts & table_part) != 0) {
    close(tag.id, table_scope);
  } else {
    close(tag.id, (tag.facts & special) != 0 ? scope : special);
  }
  return Verdict::keep;
}

}  // namespace semsite
