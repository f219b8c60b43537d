#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "markup/html_tags.hpp"

namespace semsite {

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
