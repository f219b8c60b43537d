#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace semsite {

/// Name and value; the value may be anything, it is escaped.
struct WrittenAttribute {
  std::string_view name;
  std::string_view value;
  /// `exact`: the page gives it back, so that unseen characters stay (html_exact).
  enum class Form { shown, exact } form = Form::shown;
};
using WrittenAttributes = std::initializer_list<WrittenAttribute>;

/// How good something is: colour and mark of a badge.
enum class Tone { good, fair, bad, idle };
[[nodiscard]] std::string_view tone_name(Tone tone);

/// A column of a table.
struct TableColumn {
  std::string_view heading;
  enum class Kind { text, number } kind = Kind::text;
};

/// Writes the content of a page, element by element, HTML as well as SVG. All text and
/// all values of attributes are escaped (html_text); names of elements and attributes are
/// ours. The classes are those of html_style.
///
///   HtmlWriter html;
///   html.open("p").text("Read from ").link(url).close();
class HtmlWriter {
 public:
  /// Opens `<element …>`, to be ended by `close`.
  HtmlWriter& open(std::string_view element, WrittenAttributes attributes = {});
  /// Ends the innermost open element.
  HtmlWriter& close();
  /// An element without content: `<br>`, `<col>`, a shape of an SVG.
  HtmlWriter& empty(std::string_view element, WrittenAttributes attributes = {});
  HtmlWriter& text(std::string_view content);
  /// An element with nothing but text in it.
  HtmlWriter& element(std::string_view name, std::string_view content,
                      WrittenAttributes attributes = {});

  /// Text that came from outside, kept from turning the direction of what stands beside
  /// it.
  HtmlWriter& foreign(std::string_view content);
  /// `url` as a link, if it may be one (is_linkable), otherwise as text; long ones are
  /// shown with their middle cut out.
  HtmlWriter& link(std::string_view url) { return link(url, url); }
  HtmlWriter& link(std::string_view url, std::string_view shown);
  /// A word on a coloured ground, with a mark for those who do not see the colour.
  HtmlWriter& badge(Tone tone, std::string_view word);
  /// A number, or `shown` with `exact` on hovering; its commas become thin spaces.
  HtmlWriter& number(std::string_view shown, std::string_view exact = {});

  /// Opens a table with a caption and its head; `row`s follow, then `end_table`. The
  /// table scrolls by itself where the screen is too narrow; with `Narrow::cards` each
  /// row becomes a block there, with the headings before the values.
  enum class Narrow { scroll, cards };
  HtmlWriter& table(std::string_view caption, std::vector<TableColumn> columns,
                    Narrow narrow = Narrow::scroll);
  /// Opens a heading over the rows that follow, up to the next one; `end_group` ends it.
  HtmlWriter& group();
  HtmlWriter& end_group();
  HtmlWriter& row();
  /// Opens the next cell of the row; `close` ends it.
  HtmlWriter& cell();
  HtmlWriter& cell(std::string_view content);
  HtmlWriter& end_row() { return close(); }
  HtmlWriter& end_table();

  /// Opens `<details>` with what is always seen of it, words of our own; `close` ends it.
  HtmlWriter& fold(std::string_view summary);

  [[nodiscard]] std::string_view view() const { return out_; }
  /// The text; every element must have been ended.
  [[nodiscard]] std::string take() &&;

 private:
  void tag(std::string_view element, WrittenAttributes attributes);

  std::string out_;
  std::vector<std::string_view> open_;
  std::vector<TableColumn> columns_;
  std::size_t column_ = 0;
};

/// `text` of our own with a thin space that does not break in the place of the comma in
/// numbers: "1 234 567".
[[nodiscard]] std::string thin_spaced(std::string_view text);

/// `text` fit for the content of an HTML element and for an attribute in quotes: nothing
/// in it can end either. Bytes that are no UTF-8 become U+FFFD. Characters that show
/// nothing or turn the direction of writing (controls, bidi controls, zero-width ones)
/// are named instead, as in `[U+202E]`, so that what is seen is what is there; tab and
/// line feed stay.
[[nodiscard]] std::string html_text(std::string_view text);

/// `text` fit for an attribute that must give it back as it is, such as the value of an
/// input field: nothing is named, but controls and what is no UTF-8 become U+FFFD.
[[nodiscard]] std::string html_exact(std::string_view text);

/// A page may lead there: an absolute `http`, `https` or `file` URL of at most 2,048
/// bytes of UTF-8 without spaces and invisible characters. Everything else
/// (`javascript:`, `data:`, relative references) is shown as text only.
[[nodiscard]] bool is_linkable(std::string_view url);

/// At most `limit` bytes of `text`: its beginning, "…", and its end, where URLs differ.
/// Cuts no UTF-8 character.
[[nodiscard]] std::string middle_cut(std::string_view text, std::size_t limit);

}  // namespace semsite
