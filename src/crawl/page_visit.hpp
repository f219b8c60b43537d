#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/harvest.hpp"
#include "crawl/retrieve.hpp"
#include "crawl/standard_visit.hpp"
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

}  // namespace semsite
