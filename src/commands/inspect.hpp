#pragma once

#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.hpp"
#include "commands/message_options.hpp"
#include "commands/network_options.hpp"
#include "commands/option_table.hpp"
#include "discover/signposting.hpp"
#include "discover/sitemap_reader.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// What `semsite inspect` was asked; docs/inspect.md describes what it prints.
struct InspectOptions {
  std::string base{};               ///< URL of the document; may be empty
  std::string agent{};              ///< product token for the verdicts; empty = "semsite"
  std::vector<std::string> urls{};  ///< to judge by a robots.txt
  std::string content_type{};       ///< as sent, with its parameters; may be empty
  std::vector<std::string> link_fields{};  ///< `Link` fields that came with it
  /// Such fields from elsewhere, which have been shown already.
  std::vector<std::string> given_fields{};
};

/// Takes one line of JSON, its line end included.
using TakeLine = std::function<void(std::string_view)>;

enum class InspectKind {
  robots,
  sitemap,
  standard_sitemap,
  page,
  linkset,
  description,
  other,  ///< of another kind, but its header has links
  unknown
};

/// What a document that begins with `head` (some KiB) is: a page if it is HTML, a link
/// set if it is JSON or begins with a link, a description of datasets if it is another
/// syntax of RDF, or JSON-LD that has the words for it, a sitemap if it is XML or begins
/// with URLs, a Standard-Sitemap if its root says so, a robots.txt if a line has one of
/// its keys, or if `options` ask for verdicts.
[[nodiscard]] InspectKind inspect_kind(std::string_view head,
                                       const InspectOptions& options);

/// Prints what a robots.txt says, and the verdicts asked for. `problem`: why it is not
/// all of it; empty if it is.
void inspect_robots(std::string_view bytes, const InspectOptions& options,
                    const Limits& limits, const TakeLine& take,
                    const std::string& problem = {});

/// Prints what a sitemap says while it streams; its summary comes last and is returned.
SitemapSummary inspect_sitemap(ByteSource& bytes, const InspectOptions& options,
                               const Limits& limits, const TakeLine& take);

struct InspectResult {
  InspectKind kind = InspectKind::unknown;
  bool complete = true;  ///< false: cut, broken off, or not understood
  std::string problem;   ///< why
};

/// Prints what the document says, whichever kind it is, and the links of its header
/// (`options.link_fields`) before it. `bytes` are already unpacked.
/// A robots.txt that breaks off is a problem, not an exception.
InspectResult inspect(ByteSource& bytes, const InspectOptions& options,
                      const Limits& limits, const TakeLine& take);

/// What `inspect` is told.
struct InspectCommandOptions {
  MessageOptions messages;
  NetworkOptions network;
  std::vector<std::string> urls;   ///< absolute; `-` is standard input; may be none
  std::vector<std::string> notes;  ///< what is to be said of folders among them
  std::string base;                ///< empty: where the document came from
  std::string agent;               ///< product token to judge URLs for; may be empty
  std::vector<std::string> agent_urls;
  std::vector<std::string> link_fields;  ///< of `--header-file`
};

[[nodiscard]] OptionTable inspect_table();
[[nodiscard]] InspectCommandOptions read_inspect(const CommandLine& line);

/// Prints what the documents say. Returns the exit status. Throws RunError.
[[nodiscard]] int run_inspect(const InspectCommandOptions& options,
                              const std::stop_token& stop);

/// The signposts in `Link` fields of the response that brought the document at `base`.
[[nodiscard]] std::vector<Signpost> signposts_of_fields(
    std::span<const std::string> fields, std::string_view base);

/// Prints a line for each landing page that these links speak of: how far they keep to
/// the FAIR Signposting Profile. `page`: the document that has them; empty for a link
/// set, which may speak of several. Nothing where no link is a signpost.
void inspect_profile(std::span<const Signpost> links, std::string_view page,
                     const TakeLine& take);

}  // namespace semsite
