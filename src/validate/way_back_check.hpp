#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/retrieve.hpp"
#include "discover/signposting.hpp"
#include "validate/validation.hpp"

namespace semsite {

/// A landing page, and what is known of it.
struct LandingPage {
  std::string url;                  ///< after redirects
  std::vector<std::string> hops;    ///< URLs that lead to it
  std::span<const Signpost> links;  ///< of its entry in a Signmap, its header, HTML and
                                    ///< link sets
};

/// Goes where the signposts of landing pages point and looks whether they lead back (FAIR
/// Signposting Profile, 20231002): `cite-as` to the page itself, the targets of `item`
/// and `describedby` by their own `Link` fields. Asks by HEAD, which is enough for level
/// 1: two `cite-as`, three `item` and three `describedby` of one page, each URL once, and
/// `CheckExtent::files` of them in all.
class WayBackCheck {
 public:
  explicit WayBackCheck(const Validation& validation) : validation_(validation) {}

  void check(const LandingPage& page);

 private:
  [[nodiscard]] bool may_ask(const std::string& url);
  [[nodiscard]] Retrieved ask(const std::string& url, const std::string& type);
  [[nodiscard]] bool is_forbidden(const LandingPage& page, const Signpost& link);
  void check_cite_as(const LandingPage& page, const Signpost& link);
  void check_target(const LandingPage& page, const Signpost& link, std::string_view back,
                    std::string_view code);

  const Validation& validation_;
  std::set<std::string, std::less<>> asked_;
};

}  // namespace semsite
