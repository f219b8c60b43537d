#include "markup/html_nesting.hpp"

#include <array>

namespace semsite {
namespace {

using namespace tag_is;

/// More open formatting elements than this are built again and again in each paragraph.
constexpr std::uint32_t kFormatting = 64;
constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

const TagName kA = tag_name("a");
const TagName kP = tag_name("p");
const TagName kButton = tag_name("button");
const TagName kSvg = tag_name("svg");
const TagName kMath = tag_name("math");
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
const TagName kNobr = tag_name("nobr");
const TagName kRb = tag_name("rb");
const TagName kRt = tag_name("rt");
const TagName kRp = tag_name("rp");
const TagName kRtc = tag_name("rtc");

bool is(TagName a, TagName b) { return a.id == b.id; }

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
