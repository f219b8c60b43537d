#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace semsite {

/// Which pages of a catalogue lead to which, and what of them is missing. Asks for
/// nothing.
class CataloguePages {
 public:
  /// That `document` names `url` as a page of the same list.
  struct Lead {
    std::string document;  ///< URL, after redirects
    std::string subject;   ///< of whom that is said; empty: of the document
    std::string url;
    std::string by;        ///< "hydra:next", …
    bool in_order = true;  ///< one after the other: then a way back is a circle
    bool back = false;     ///< to a page before it
  };

  /// The document at `asked` was read, and came from `final_url`.
  void read(const std::string& asked, const std::string& final_url,
            const std::string& sha256);

  /// Is the page to be asked for? If not, it is known, or a problem was noted.
  [[nodiscard]] bool wants(const Lead& lead);
  /// It was asked for and read, or was not.
  void came(const Lead& lead, const std::string& final_url, const std::string& sha256);
  void failed(const Lead& lead, const std::string& problem);
  /// It was read, and names no dataset that those before it have not.
  void repeated(const Lead& lead);
  /// It is not asked for, because of `why`.
  void left(const Lead& lead, const std::string& why);
  /// Something else is missing.
  void miss(std::string problem);

  /// Is `url` a page of it?
  [[nodiscard]] bool knows(const std::string& url) const;
  [[nodiscard]] std::size_t count() const { return read_; }
  /// Why the catalogue is not whole; empty: as far as it says, it is.
  [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }

 private:
  struct Answer {
    std::string url, page;
  };
  [[nodiscard]] std::string page_of(const std::string& url) const;

  std::map<std::string, std::string> pages_;  ///< keys of URLs, to those of their pages
  std::map<std::string, std::string> led_;    ///< page to the page that led there first
  std::map<std::string, std::set<std::string>> targets_;  ///< by subject
  std::set<std::pair<std::string, std::string>> told_;    ///< page and next page
  std::map<std::string, Answer> answers_;                 ///< by digest
  std::vector<std::string> problems_;
  std::size_t read_ = 0;
};

}  // namespace semsite
