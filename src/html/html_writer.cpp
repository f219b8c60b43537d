#include "html/html_writer.hpp"

#include <cassert>

#include "html/html_text.hpp"

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
  if (exact.empty() || exact == shown) return text(shown);
  return element("span", shown, {{"title", exact}});
}

HtmlWriter& HtmlWriter::table(std::string_view caption, std::vector<TableColumn> columns,
                              Narrow narrow) {
  columns_ = std::move(columns);
  open("div", {{"class", "scroll"},
               {"tabindex", "0"},
               {"role", "region"},
               {"aria-label", caption}});
  open("table", {{"class", narrow == Narrow::cards ? "rows cards" : "rows"}});
  element("caption", caption);
  open("thead").open("tr");
  for (const TableColumn& column : columns_)
    element("th", column.heading,
            {{"scope", "col"},
             {"class", column.kind == TableColumn::Kind::number ? "number" : "text"}});
  close().close();
  return open("tbody");
}

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

HtmlWriter& HtmlWriter::end_table() { return close().close().close(); }

HtmlWriter& HtmlWriter::fold(std::string_view summary) {
  return open("details").element("summary", summary);
}

std::string HtmlWriter::take() && {
  assert(open_.empty());
  return std::move(out_);
}

}  // namespace semsite
