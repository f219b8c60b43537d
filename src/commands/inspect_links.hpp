#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/json_writer.hpp"
#include "commands/inspect.hpp"
#include "markup/link_header.hpp"
#include "parse/linkset.hpp"

namespace semsite {

/// The values of the `Link` fields in `text`: the header of a response as `curl -I`
/// prints it, or lines that are such values themselves (they begin with `<`). Of several
/// responses only the last counts: links of a redirect are about what redirects. A line
/// that begins with white space goes on with the one before (RFC 9112 §5.2).
[[nodiscard]] std::vector<std::string> link_fields(std::string_view text);

/// Prints the links of `Link` fields, one line for each relation. References resolve
/// against `base` (RFC 8288 §3.2), which is also what the links are about.
void inspect_link_fields(std::span<const std::string> fields, std::string_view base,
                         const TakeLine& take);

/// Prints the links of a page: first those of `options.link_fields`, then its own in
/// order, then what was wrong with it, then a summary. Throws the DocumentError of
/// read_html_page.
void inspect_page(ByteSource& bytes, const InspectOptions& options, const Limits& limits,
                  const TakeLine& take);

/// Prints the links in the header of a document that is none of those which are looked
/// into: a PDF, an image, an answer without content.
void inspect_other(const InspectOptions& options, const TakeLine& take);

/// In which form a document that begins with `start` is read as a link set: any JSON, as
/// no other is inspected, and what begins with a link or was sent as a link set.
[[nodiscard]] std::optional<LinksetForm> linkset_syntax(std::string_view start,
                                                        std::string_view content_type);

/// Prints the links of a link set: first those of `options.link_fields`, then its own in
/// order, then a summary. Returns why it is not all of it, or no link set; empty if it
/// is.
[[nodiscard]] std::string inspect_linkset(ByteSource& bytes,
                                          const InspectOptions& options,
                                          const Limits& limits, const TakeLine& take);

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
