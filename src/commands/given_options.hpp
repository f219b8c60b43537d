#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace semsite {

/// What was given for the options of a command: as text, or read as a value. Whatever
/// reads a value throws UsageError, naming the option, if it is none.
class GivenOptions {
 public:
  GivenOptions() = default;
  /// The texts of each option that was given, by its long name; none for a switch.
  explicit GivenOptions(std::map<std::string, std::vector<std::string>> texts)
      : texts_(std::move(texts)) {}

  [[nodiscard]] bool has(const std::string& name) const;
  [[nodiscard]] std::string text(const std::string& name,
                                 const std::string& otherwise = {}) const;
  /// All texts of an option that may be repeated.
  [[nodiscard]] std::vector<std::string> texts(const std::string& name) const;
  /// Of all options that were given, in order.
  [[nodiscard]] std::vector<std::string> names() const;

  /// Puts the whole number of the option into `value`, at most 2^32 - 1; leaves `value`
  /// alone if the option was not given.
  template <std::unsigned_integral Number>
  void count(const std::string& name, Number& value) const {
    if (has(name))
      value = static_cast<Number>(std::min<std::uint64_t>(
          number(name), std::numeric_limits<std::uint32_t>::max()));
  }
  /// The whole number of an option that was given.
  [[nodiscard]] std::uint64_t number(const std::string& name) const;
  /// As `count`, of bytes: "64Mi".
  void size(const std::string& name, std::uint64_t& value) const;
  /// Of a duration; nothing if the option was not given.
  [[nodiscard]] std::optional<double> seconds(const std::string& name) const;
  /// The index of the option's word in `words`; `otherwise` if it was not given.
  [[nodiscard]] std::size_t word(const std::string& name,
                                 const std::vector<std::string>& words,
                                 std::size_t otherwise = 0) const;

 private:
  std::map<std::string, std::vector<std::string>> texts_;
};

}  // namespace semsite
