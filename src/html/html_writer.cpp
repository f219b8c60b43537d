#include "html/html_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <iterator>
#include <string>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"

namespace semsite {
namespace {

constexpr std::size_t kShownUrlBytes = 160;

std::string_view mark_of(Tone tone) {
  switch (tone) {
    case Tone::good:
      return "✓";
    case Tone::fair:
      return "!";
    case Tone::bad:
      return "✕";
    case Tone::idle:
      break;
  }
  return "–";
}

}  // namespace

std::string_view tone_name(Tone tone) {
  switch (tone) {
    case Tone::good:
      return "good";
    case Tone::fair:
      return "fair";
    case Tone::bad:
      return "bad";
    case Tone::idle:
      break;
  }
  return "idle";
}

void HtmlWriter::tag(std::string_view element, WrittenAttributes attributes) {
  out_ += '<';
  out_ += element;
  for (const WrittenAttribute& attribute : attributes) {
    out_ += ' ';
    out_ += attribute.name;
    out_ += "=\"";
    out_ += attribute.form == WrittenAttribute::Form::exact ? html_exact(attribute.value)
                                                            : html_text(attribute.value);
    out_ += '"';
  }
}

HtmlWriter& HtmlWriter::open(std::string_view element, WrittenAttributes attributes) {
  tag(element, attributes);
  out_ += '>';
  open_.push_back(element);
  return *this;
}

HtmlWriter& HtmlWriter::close() {
  assert(!open_.empty());
  out_ += "</";
  out_ += open_.back();
  out_ += '>';
  open_.pop_back();
  return *this;
}

HtmlWriter& HtmlWriter::empty(std::string_view element, WrittenAttributes attributes) {
  tag(element, attributes);
  out_ += "/>";
  return *this;
}

HtmlWriter& HtmlWriter::text(std::string_view content) {
  out_ += html_text(content);
  return *this;
}

HtmlWriter& HtmlWriter::element(std::string_view name, std::string_view content,
                                WrittenAttributes attributes) {
  return open(name, attributes).text(content).close();
}

HtmlWriter& HtmlWriter::foreign(std::string_view content) {
  return element("bdi", content);
}

HtmlWriter& HtmlWriter::link(std::string_view url, std::string_view shown) {
  const std::string cut = middle_cut(shown, kShownUrlBytes);
  if (!is_linkable(url)) return element("bdi", cut, {{"class", "url"}});
  open("a", {{"class", "url"}, {"href", url}, {"rel", "noopener noreferrer nofollow"}});
  return foreign(cut).close();
}

HtmlWriter& HtmlWriter::badge(Tone tone, std::string_view word) {
  open("span", {{"class", std::string{"badge "}.append(tone_name(tone))}});
  element("span", mark_of(tone), {{"aria-hidden", "true"}});
  return text(word).close();
}

HtmlWriter& HtmlWriter::number(std::string_view shown, std::string_view exact) {
  if (exact.empty() || exact == shown) return text(thin_spaced(shown));
  return element("span", thin_spaced(shown), {{"title", exact}});
}

HtmlWriter& HtmlWriter::table(std::string_view caption, std::vector<TableColumn> columns,
                              Narrow narrow) {
  columns_ = std::move(columns);
  open("div", {{"class", "scroll"},
               {"tabindex", "0"},
               {"role", "group"},
               {"aria-label", caption}});
  open("table", {{"class", narrow == Narrow::cards ? "rows cards" : "rows"}});
  element("caption", thin_spaced(caption));
  open("thead").open("tr");
  for (const TableColumn& column : columns_)
    element("th", column.heading,
            {{"scope", "col"},
             {"class", column.kind == TableColumn::Kind::number ? "number" : "text"}});
  close().close();
  return open("tbody");
}

HtmlWriter& HtmlWriter::group() {
  close().open("tbody");
  row().open("th", {{"class", "group"},
                    {"scope", "rowgroup"},
                    {"colspan", std::to_string(columns_.size())}});
  return *this;
}

HtmlWriter& HtmlWriter::end_group() { return close().end_row(); }

HtmlWriter& HtmlWriter::row() {
  column_ = 0;
  out_ += '\n';
  return open("tr");
}

HtmlWriter& HtmlWriter::cell() {
  assert(column_ < columns_.size());
  const TableColumn& column = columns_[column_++];
  return open("td",
              {{"class", column.kind == TableColumn::Kind::number ? "number" : "text"},
               {"data-label", column.heading}});
}

HtmlWriter& HtmlWriter::cell(std::string_view content) {
  cell();
  const bool is_number = columns_[column_ - 1].kind == TableColumn::Kind::number;
  return text(is_number ? thin_spaced(content) : std::string{content}).close();
}

HtmlWriter& HtmlWriter::end_table() { return close().close().close(); }

HtmlWriter& HtmlWriter::fold(std::string_view summary) {
  return open("details").element("summary", thin_spaced(summary));
}

std::string HtmlWriter::take() && {
  assert(open_.empty());
  return std::move(out_);
}

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

struct Range {
  char32_t first, last;
};

/// Unicode: controls (Cc), format characters (Cf) that steer or hide, and separators that
/// break lines.
constexpr std::array<Range, 15> kUnseen{{{0x00, 0x08},
                                         {0x0B, 0x1F},
                                         {0x7F, 0x9F},
                                         {0xAD, 0xAD},
                                         {0x34F, 0x34F},
                                         {0x61C, 0x61C},
                                         {0x115F, 0x1160},
                                         {0x17B4, 0x17B5},
                                         {0x180B, 0x180F},
                                         {0x200B, 0x200F},
                                         {0x2028, 0x202E},
                                         {0x2060, 0x206F},
                                         {0x3164, 0x3164},
                                         {0xFEFF, 0xFEFF},
                                         {0xE0000, 0xE0FFF}}};

bool is_unseen(char32_t c) {
  return std::ranges::any_of(
      kUnseen, [c](const Range& range) { return range.first <= c && c <= range.last; });
}

enum class Unseen { named, kept };

void append_char(std::string& out, std::string_view bytes, char32_t c, Unseen unseen) {
  switch (c) {
    case U'<':
      out += "&lt;";
      break;
    case U'>':
      out += "&gt;";
      break;
    case U'&':
      out += "&amp;";
      break;
    case U'"':
      out += "&quot;";
      break;
    case U'\'':
      out += "&#39;";
      break;
    default:
      if (unseen == Unseen::kept) {
        out += c < U' ' && c != U'\t' && c != U'\n' ? kReplacement : bytes;
      } else if (is_unseen(c)) {
        fmt::format_to(std::back_inserter(out), "[U+{:04X}]", static_cast<unsigned>(c));
      } else {
        out += bytes;
      }
  }
}

bool is_inside_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

std::string escaped(std::string_view text, Unseen unseen) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  while (!text.empty()) {
    const Utf8Char one = decode_utf8(text);
    if (one.length == 0) {
      out += kReplacement;
      text.remove_prefix(1);
      continue;
    }
    append_char(out, text.substr(0, one.length), one.code_point, unseen);
    text.remove_prefix(one.length);
  }
  return out;
}

}  // namespace

std::string thin_spaced(std::string_view text) {
  const auto digits_from = [text](std::size_t at) {
    std::size_t out = 0;
    while (at + out < text.size() && is_digit(text[at + out])) ++out;
    return out;
  };
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ',' && i > 0 && is_digit(text[i - 1]) && digits_from(i + 1) == 3)
      out += "\u202F";
    else
      out += text[i];
  }
  return out;
}

std::string html_text(std::string_view text) { return escaped(text, Unseen::named); }
std::string html_exact(std::string_view text) { return escaped(text, Unseen::kept); }

bool is_linkable(std::string_view url) {
  constexpr std::size_t kLongest = 2048;
  if (url.size() > kLongest) return false;
  if (std::ranges::none_of(
          std::array{"http://", "https://", "file://"},
          [&](std::string_view start) { return starts_with_ignoring_case(url, start); }))
    return false;
  while (!url.empty()) {
    const Utf8Char one = decode_utf8(url);
    if (one.length == 0 || one.code_point <= U' ' || is_unseen(one.code_point))
      return false;
    url.remove_prefix(one.length);
  }
  return true;
}

std::string middle_cut(std::string_view text, std::size_t limit) {
  constexpr std::string_view kMark = "…";
  if (text.size() <= limit) return std::string{text};
  const std::size_t room = limit > kMark.size() ? limit - kMark.size() : 0;
  std::size_t head = room - room / 3;
  std::size_t tail = text.size() - room / 3;
  while (head > 0 && is_inside_character(text[head])) --head;
  while (tail < text.size() && is_inside_character(text[tail])) ++tail;
  return std::string{text.substr(0, head)}.append(kMark).append(text.substr(tail));
}

}  // namespace semsite
