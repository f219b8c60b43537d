#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.hpp"
#include "crawl/document_folder.hpp"
#include "crawl/fetch.hpp"
#include "crawl/first_look.hpp"
#include "crawl/harvest.hpp"
#include "crawl/retrieve.hpp"
#include "crawl/standard_tour.hpp"
#include "markup/html_tree.hpp"
#include "state/page_table.hpp"

namespace semsite {

struct Fetch;

/// What a crawl wants of the pages that it visits.
struct VisitRules {
  std::string dataset{};  ///< IRI; may be empty
  std::string site{};
  /// Link relations whose targets are asked for, wherever they are (`--follow`).
  std::vector<std::string> signposts{};
  /// May a link to this IRI, of a document at this URL, be followed? Called from several
  /// threads.
  std::function<bool(std::string_view iri, std::string_view url)> follow{};
  /// Of HTML the links that people follow: `<a>`, `<area>`, and what comes next or
  /// before. Styles, icons, feeds and other forms of a page are `<link>`s, too.
  bool as_people_do = false;
  /// Is what a link of the page at `page` names RDF, by its type or name, that the
  /// crawl wants? Called from several threads.
  std::function<bool(const PageLink& link, std::string_view url, std::string_view page)>
      leads_to_data{};
  /// Hosts whose first page came by https: what is linked there by http is the same page.
  std::vector<std::string> https_hosts{};
  bool obeys_nofollow = true;               ///< `--nofollow obey`
  bool merges_same = true;                  ///< `--canonical merge`
  const StandardScope* standard = nullptr;  ///< null: no Standard-Sitemap is followed
};

/// What came of asking for one page.
struct PageVisit {
  PageEnd end;
  std::string text;    ///< N-Quads behind the parts that are in the table already
  unsigned parts = 0;  ///< those
  std::vector<PageTable::Link> links;
  LastmodCounts lastmod;
  bool cancelled = false;  ///< the run ends; the page waits on
  bool transient = false;  ///< it may work a little later
  bool blocked = false;    ///< a wall against robots answered as if all were well
};

/// How the request of a visit ended, told while the page is still being parsed.
struct PageAnswer {
  std::string address;
  Attempt last;
  bool asked = true;    ///< false: robots.txt or a rule of ours forbids it
  bool failed = false;  ///< in a way that may pass
};

/// Visits the pages of one crawl. Thread-safe; references outlive it.
class PageVisitor {
 public:
  /// The sink of `harvester` is not used: quads go into the table.
  PageVisitor(const Fetch& fetch, const Harvester& harvester, PageTable& table,
              VisitRules rules);

  /// Asks for `page` once (redirects followed), reads its body, says so to `received`,
  /// and then parses it. Throws RunError only.
  [[nodiscard]] PageVisit visit(
      const WaitingPage& page,
      const std::function<void(const PageAnswer&)>& received) const;

 private:
  const Fetch& fetch_;
  const Harvester& harvester_;
  PageTable& table_;
  const VisitRules rules_;
};

/// A body, or its beginning, in memory: up to 16 MiB, as far as `room` lets it. So a slow
/// server does not keep others from being parsed. What went wrong comes when reading gets
/// there.
class GatheredBody final : public ByteSource {
 public:
  /// Is what came first, up to kFirstLookBytes of it if there is more, enough? Then the
  /// rest is not asked for, whatever became of its transfer.
  using IsEnough = std::function<bool(std::string_view head, FirstLook::Then then)>;

  GatheredBody(std::unique_ptr<ByteSource> inner, ParseSlots& room,
               const IsEnough& is_enough = {});
  ~GatheredBody() override { room_.give_back(held_); }
  GatheredBody(const GatheredBody&) = delete;
  GatheredBody& operator=(const GatheredBody&) = delete;

  [[nodiscard]] Block read() override;
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  /// Its first block; before anything is read.
  [[nodiscard]] Block first() const { return blocks_.empty() ? Block{} : blocks_[0]; }

 private:
  [[nodiscard]] bool asks(const IsEnough& is_enough, FirstLook::Then then);

  ParseSlots& room_;
  std::size_t held_ = 0;  ///< bytes that count against the room
  std::unique_ptr<ByteSource> inner_;
  std::vector<Block> blocks_;
  std::size_t next_ = 0;
  std::uint64_t bytes_ = 0;
  std::exception_ptr error_;
};

/// What came of a document that was to be kept as a file.
struct KeptDocument {
  std::uint64_t bytes = 0;
  std::string sha256;         ///< hexadecimal
  std::string code, problem;  ///< why it was not kept; empty if it was
  Cause cause = Cause::other;
  std::string wall;    ///< a wall against robots answered in its place
  std::string begins;  ///< first line of what came, if that was not kept
};

/// Keeps the body of `got` in `folder` as the document at `url`, unless a wall, a page or
/// nothing at all came in its place. Throws RunError only.
[[nodiscard]] KeptDocument keep_document(Retrieved& got, const std::string& url,
                                         DocumentFolder& folder);

}  // namespace semsite
