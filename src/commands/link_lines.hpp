#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostics.hpp"
#include "base/json_writer.hpp"
#include "commands/inspect.hpp"
#include "markup/link_header.hpp"

namespace semsite {

/// `reference` resolved against `base`.
[[nodiscard]] std::string resolved(std::string_view base, std::string_view reference);

/// The IRI that a link names; spaces and the like are percent-encoded.
[[nodiscard]] std::string linked_iri(std::string_view base, std::string_view reference);

/// Prints a line of kind `note`; `line` 0 stands for none.
void write_note(std::string_view code, std::string_view message, std::uint64_t line,
                const TakeLine& take);

/// Notes what a document has wrong, as lines, and remembers what was left out for it.
class NotePrinter final : public Diagnostics {
 public:
  explicit NotePrinter(const TakeLine& take) : take_(take) {}
  void report(const Fault& fault) override;
  /// What was said first of all that was left out; empty if nothing was.
  [[nodiscard]] const std::string& first_loss() const { return first_loss_; }

 private:
  const TakeLine& take_;
  std::string first_loss_;
};

/// Prints lines of kind `link`.
class LinkPrinter {
 public:
  LinkPrinter(std::string_view place, const TakeLine& take)
      : place_(place), take_(take) {}

  /// `write_params` fills an open object; `line` 0 stands for none. Nothing for an
  /// `anchor`: null.
  template <typename WriteParams>
  void print(std::optional<std::string_view> anchor, std::string_view relation,
             std::string_view target, const WriteParams& write_params,
             std::uint64_t line = 0) {
    json_.object().member("kind", "link").key("anchor");
    if (anchor) {
      json_.value(*anchor);
    } else {
      json_.null();
    }
    json_.member("rel", relation).member("target", target).key("params").object();
    write_params(json_);
    json_.end().member("place", place_);
    if (line > 0) json_.member("line", line);
    json_.end();
    take_(json_.text() + '\n');
    json_.clear();
  }

  /// A line for each relation of `link`. References resolve against `base`; without an
  /// anchor the link is about `context`, if that is known.
  void print(const HeaderLink& link, std::string_view base,
             std::optional<std::string_view> context);

 private:
  std::string_view place_;
  const TakeLine& take_;
  JsonWriter json_;
};

}  // namespace semsite
