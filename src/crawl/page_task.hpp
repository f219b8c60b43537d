#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/named_by.hpp"

namespace semsite {

/// What is to be done with a page of a crawl, as the entry or the link that named it
/// says. Kept in the state as text.
struct PageTask {
  enum class Kind : std::uint8_t {
    read,       ///< asked for and parsed
    signposts,  ///< a landing page whose header may say where its metadata is: HEAD first
    linkset,    ///< links of another page (RFC 9264): read, and followed in its name
    keep,       ///< not RDF: the document itself is wanted, as a file
    header,     ///< a landing page of which only the header is asked for
    metadata,   ///< said to be RDF: a page in its place is not what was meant
    perhaps,    ///< wanted, and of unknown type: what is no RDF is no failure
  };
  Kind kind = Kind::read;
  /// Of the URL of a local file: the user named it, or a document that was a local file
  /// itself (base/named_by). What was not kept so is of the web, and never opened.
  bool named_locally = false;
  /// A feed of a page names it (`ListedBy::feed`). Known until the page is in the table.
  bool is_of_feed = false;
  /// Of `read`: the part of a page to read; empty = all of it.
  std::string xpath{};
  /// Of `linkset`: the page that named it.
  std::string context{};
  /// Of `read`: what its RDF is said to stand in (OCX `format`), as written.
  std::string format{};
  /// What is asked for instead, if it comes to nothing: each for the one before it.
  struct Instead {
    Kind kind = Kind::read;
    std::string url, context;
  };
  std::vector<Instead> instead{};
  /// The same for all forms of a page in other languages, as its entry in a sitemap
  /// names them; empty: it names none.
  std::string languages{};
};

/// A page that is simply read, named so.
[[nodiscard]] PageTask task_of(std::string_view url, NamedBy named_by);

/// Value of the `Accept` field; empty for none.
[[nodiscard]] std::string_view accept_of(PageTask::Kind kind);
/// Is a document that begins with `head` of the kind that it was said to be? A page in
/// the place of RDF, or of a link set, says most likely that something is wrong, or asks
/// who we are.
[[nodiscard]] bool is_as_said(PageTask::Kind kind, std::string_view media_type,
                              std::string_view head);

/// Empty for a page that is simply read.
[[nodiscard]] std::string write_task(const PageTask& task);
/// What `write_task` wrote.
[[nodiscard]] PageTask read_task(std::string_view text);

}  // namespace semsite
