#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace semsite {

/// Reads the attributes of a tag one by one (HTML standard §13.2.5.32–40).
class HtmlAttributeScan {
 public:
  /// `at`: behind the name of the tag.
  HtmlAttributeScan(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  struct Attribute {
    std::string_view name, value;  ///< as they stand, views into the text
    char quote = '\0';             ///< around the value; zero: none
  };
  /// False at the end of the tag.
  [[nodiscard]] bool next(Attribute& attribute);

  /// Behind what was read: at the end, behind the `>`.
  [[nodiscard]] std::size_t at() const { return at_; }
  /// Did the tag end in `/>`?
  [[nodiscard]] bool is_self_closing() const { return self_closing_; }

 private:
  std::string_view text_;
  std::size_t at_;
  bool self_closing_ = false;
};

/// Names of attributes, whatever their case, told apart by a hash of 64 bits.
class HtmlNameSet {
 public:
  void clear() { hashes_.clear(); }
  /// False if it was there already.
  bool add(std::string_view name);

 private:
  std::vector<std::uint64_t> hashes_;
};

}  // namespace semsite
