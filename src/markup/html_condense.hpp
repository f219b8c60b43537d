#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "markup/html_tags.hpp"

namespace semsite {

/// A page as the HTML parser gets it: the same markup, but long runs of plain text,
/// attribute values, scripts and comments stand as one character each, and tags nested
/// too deep are left out. Parsers of HTML go character by character; what has no markup
/// in it need not pass through them, and a value of megabytes costs nothing.
///
/// Placeholders are the private characters from U+100000 on; a page that holds such
/// characters itself, or a zero byte, is not condensed.
class CondensedPage {
 public:
  /// `text` (UTF-8, LF only) must outlive this.
  CondensedPage(std::string_view text, std::uint32_t depth);

  [[nodiscard]] const std::string& text() const { return out_; }
  /// Does `text`, from the tree, hold placeholders?
  [[nodiscard]] static bool is_condensed(std::string_view text);
  /// What `text`, from the tree, stands for.
  void expand(std::string_view text, std::string& out) const;

  /// Is this the name of an attribute that stands for all of its tag?
  [[nodiscard]] bool is_attributes(std::string_view name) const;

  /// Is this a comment that only stands in the condensed text?
  [[nodiscard]] bool is_mark(std::string_view comment) const;

  /// Line in the page, from 1, of a place in the condensed text.
  [[nodiscard]] std::uint64_t line_at(std::size_t offset);

  /// Tags left out because they were nested too deep, and the line of the first.
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }
  [[nodiscard]] std::uint64_t first_dropped_line() const { return first_dropped_line_; }
  /// Attributes left out, of tags that had too many.
  [[nodiscard]] std::uint64_t dropped_attributes() const { return dropped_attributes_; }

 private:
  class Scan;
  friend class Scan;
  /// From here on, a place in the condensed text is that much off.
  struct Shift {
    std::size_t condensed, source;
  };

  [[nodiscard]] std::size_t source_of(std::size_t offset);

  std::string_view source_;
  std::string out_;
  std::vector<std::string_view> parts_;
  std::vector<Shift> shifts_;
  bool has_marks_ = false;
  std::uint64_t dropped_ = 0;
  std::uint64_t dropped_attributes_ = 0;
  std::uint64_t first_dropped_line_ = 0;

  std::size_t shift_ = 0;  ///< behind the shift that source_of used last
  std::vector<std::uint64_t> lines_before_{0};  ///< line ends before each KiB
};

/// Follows the tags of a page as tree construction does (HTML standard §13.2.6), only
/// roughly, to say which of them must be left out so that elements nest no deeper than a
/// limit. Deep trees and long lists of open formatting elements cost an HTML parser time
/// that grows with their square. Each call takes time up to the limit only.
class HtmlNesting {
 public:
  explicit HtmlNesting(std::uint32_t limit) : limit_(limit) {}

  enum class Verdict : std::uint8_t { keep, drop };
  enum class Closing : std::uint8_t { open, self_closing };

  /// Elements with text content only (`raw`, `escapable`) are not told of.
  [[nodiscard]] Verdict start_tag(TagName tag, Closing closing);
  [[nodiscard]] Verdict end_tag(TagName tag);

  /// Inside SVG or MathML, where other rules hold for what a tag begins.
  [[nodiscard]] bool in_foreign() const;
  /// Directly inside a select, where most tags are passed over.
  [[nodiscard]] bool in_select() const;
  /// Tags left out so far.
  [[nodiscard]] std::uint64_t dropped() const { return dropped_; }

 private:
  struct Open {
    TagName tag;
    std::uint32_t formatting = 0;  ///< active formatting elements when it began
    bool foreign = false;
  };
  void imply_ends(TagName tag);
  bool close(std::uint32_t id, std::uint32_t fence);
  void close_list_item(TagName tag);
  void pop_to(std::size_t size);
  [[nodiscard]] std::size_t find(std::uint32_t id, std::uint32_t fence) const;
  void end_formatting(TagName tag);
  Verdict drop(TagName tag);

  std::uint32_t limit_;
  std::vector<Open> open_;
  std::uint32_t formatting_ = 0;  ///< active formatting elements since the last marker
  std::unordered_map<std::uint32_t, std::uint64_t> left_out_;  ///< still open, by name
  std::uint64_t dropped_ = 0;
};

}  // namespace semsite
