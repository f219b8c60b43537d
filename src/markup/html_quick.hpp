#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "markup/html_builder.hpp"
#include "markup/html_tags.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// Makes the tree of an HTML page (UTF-8, LF only) whose tags are in order, as those of
/// most pages are: the same tree as build_from_html, which takes several times as long.
/// False as soon as the page is not of that kind; then the builder and its store are of
/// no more use. DocumentError: "html.too-complex".
[[nodiscard]] bool build_quickly(std::string_view text, HtmlBuilder& builder,
                                 const Limits& limits);

/// Tree construction (HTML standard §13.2.6) for pages whose tags are in order: every end
/// tag closes what is open, but for the elements whose end tags may be left out, and
/// nothing stands where it may not. At the first tag of which that is not so it is in
/// doubt, and then what it has built is worth nothing.
///
/// In such pages formatting elements never have to be opened again and nothing moves.
class HtmlRules {
 public:
  /// More than `depth` open elements are doubtful.
  HtmlRules(HtmlBuilder& builder, std::uint32_t depth);

  struct Tag {
    TagName name;
    std::string_view written;  ///< the name as it stands
    std::uint64_t line = 0;
    std::span<const HtmlAttributeScan::Attribute> attributes{};  ///< each name once
    bool is_self_closing = false;
  };

  void doctype(std::string_view text);
  void start_tag(const Tag& tag);
  void end_tag(const Tag& tag);
  /// Text between tags, references and all.
  void characters(std::string_view text);
  /// The text inside the element that was started last, and its end tag.
  void raw_content(std::string_view text, std::uint64_t line);
  void comment(std::string_view text);
  void end_of_page();

  [[nodiscard]] bool is_in_doubt() const { return in_doubt_; }
  [[nodiscard]] bool in_foreign() const { return !open_.empty() && open_.back().foreign; }
  [[nodiscard]] bool in_select() const { return in_select_; }

 private:
  enum class Phase : std::uint8_t {
    start,
    before_head,
    in_head,
    after_head,
    in_body,
    after_body,
    after_page
  };
  struct Open {
    TagName tag;
    std::string_view written;
    bool foreign = false;
  };

  void doubt() { in_doubt_ = true; }
  [[nodiscard]] bool is_open(TagName name, std::uint32_t fence) const;
  [[nodiscard]] TagName current() const { return open_.back().tag; }
  [[nodiscard]] bool is_current(const Tag& tag) const;
  [[nodiscard]] bool in_table() const;

  void open(const Tag& tag);
  void open_implied(TagName name);
  void insert_void(const Tag& tag);
  void close();
  void pop_to(std::size_t size);
  void imply_ends(TagName but);
  void close_p();
  void append(std::string_view text);
  void flush();

  void in_body(const Tag& tag);
  void foreign_tag(const Tag& tag);
  void in_select(const Tag& tag);
  void list_item(const Tag& tag);
  void formatting(const Tag& tag);
  void end_in_body(const Tag& tag);

  // Of the page.
  void go_into_body();
  void before_body(const Tag& tag);
  void end_body();

  // Of tables.
  void table_part(const Tag& tag);
  void end_table_part(const Tag& tag);
  void close_cell();
  bool close_current(TagName name);

  HtmlBuilder& builder_;
  std::uint32_t depth_;
  ::_xmlNs* html_;
  ::_xmlNs* svg_;
  std::vector<Open> open_;
  Phase phase_ = Phase::start;
  std::string text_;   ///< not yet in the tree
  std::string value_;  ///< scratch
  bool in_doubt_ = false;
  bool has_quirks_ = true;
  bool in_select_ = false;
  bool in_form_ = false;
  bool skips_line_end_ = false;  ///< right behind `<pre>`
};

}  // namespace semsite
