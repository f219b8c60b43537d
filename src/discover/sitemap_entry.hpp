#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "discover/sitemap_names.hpp"
#include "discover/sitemap_teller.hpp"

namespace semsite {

/// Puts one entry of a sitemap or feed together from its fields, in whatever order they
/// come, and tells it.
class EntryBuilder {
 public:
  explicit EntryBuilder(SitemapTeller& teller) : teller_(teller) {}

  enum class Kind { page, child };
  void begin(Kind kind, std::uint64_t line);
  /// The text of a field, trimmed.
  void take(SitemapField field, std::string_view text, std::uint64_t line);
  /// The URL of an Atom entry; the first one counts.
  void take_link(std::string_view href);
  /// Hands the entry over.
  void end();
  /// The document broke off within the entry: a `loc` that is whole counts, whatever is
  /// missing after it.
  void break_off();

  [[nodiscard]] SitemapEntry& entry() { return entry_; }

 private:
  void take_loc(std::string_view text, std::uint64_t line);
  void take_inner(std::string& place, std::string_view text, std::uint64_t line);
  void clear();
  void emit();

  SitemapTeller& teller_;
  SitemapEntry entry_;
  std::string fallback_loc_, fallback_time_;
  Kind kind_ = Kind::page;
  bool loc_given_ = false;
};

}  // namespace semsite
