#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.hpp"
#include "crawl/retrieve.hpp"
#include "discover/signposting.hpp"
#include "validate/robots_check.hpp"
#include "validate/validation.hpp"
#include "validate/way_back_check.hpp"

namespace semsite {

/// Checks pages: the data in them, the links of their headers and markup against the FAIR
/// Signposting Profile, the link sets and the Standard-Sitemap that they name.
class PageCheck {
 public:
  PageCheck(const Validation& validation, CheckedSet& checked)
      : validation_(validation),
        checked_(checked),
        way_back_(validation),
        folder_robots_(validation, checked) {}

  /// Asks for a page. `named`: where it is listed; `links`: what is said of it there.
  void visit(const std::string& url, const FindingPlace& named,
             const std::vector<Signpost>& links);
  /// The entry page of a site, which need not be there.
  void visit_entry(const std::string& url);
  /// Checks one that came, or its beginning if it is no page and no RDF. `accept`: as it
  /// was asked for; `links`: what is said of it elsewhere.
  void check(Retrieved got, std::string_view accept,
             const std::vector<Signpost>& links = {});
  /// Checks only the links in the header of an answer, whatever its content and status;
  /// false if there are none that count.
  bool check_header(const Retrieved& got);
  /// Checks a file; nothing that it names is asked for.
  void check_file(ByteSource& bytes, const std::string& url);

  /// Checks a link set that is at hand, and what it says of each landing page.
  void check_linkset(ByteSource& bytes, const std::string& url,
                     const std::string& content_type);
  /// Checks one file of a Standard-Sitemap.
  void check_standard(ByteSource& bytes, const std::string& url,
                      const std::string& content_type);

  /// Those that pages name go there, too.
  [[nodiscard]] FolderRobotsCheck& folder_robots() { return folder_robots_; }

 private:
  struct Reading;
  void read_header(const Retrieved& got, Reading& reading);
  [[nodiscard]] Retrieved ask(const std::string& url);
  void read(ByteSource& bytes, const std::string& content_type, Reading& reading);
  /// Gives the links, with those of the page's link sets, if there are signposts.
  [[nodiscard]] std::vector<Signpost> check_links(const Reading& said);
  void visit_linkset(const std::string& url, Reading& reading);
  void visit_standard(const Reading& said);
  void read_links(ByteSource& bytes, const std::string& url,
                  const std::string& content_type, std::vector<Signpost>& links);

  const Validation& validation_;
  CheckedSet& checked_;
  WayBackCheck way_back_;
  FolderRobotsCheck folder_robots_;
};

}  // namespace semsite
