#pragma once

#include <string>
#include <string_view>

namespace semsite {

/// What a page, or the answer that it came in, asks of programs that read it: `<meta
/// name="robots">` and `X-Robots-Tag`, as search engines have them.
struct RobotsWish {
  bool noindex = false;   ///< what it holds is not to be found by a search
  bool nofollow = false;  ///< its links are not to be followed

  bool operator==(const RobotsWish&) const = default;
  RobotsWish& operator|=(const RobotsWish& other) {
    noindex = noindex || other.noindex;
    nofollow = nofollow || other.nofollow;
    return *this;
  }
};

/// Of the `content` of a `<meta>`: words between commas or spaces, in any case; `none` is
/// both.
[[nodiscard]] RobotsWish read_robots_words(std::string_view content);

/// Is it the `name` of a `<meta>` that speaks to all programs, or to this one?
[[nodiscard]] bool is_robots_name(std::string_view name);

/// Of one `X-Robots-Tag` field. What stands behind the name of another program
/// (`otherbot: nofollow`) is not for us.
[[nodiscard]] RobotsWish read_robots_field(std::string_view value);

/// The URL in the `content` of `<meta http-equiv="refresh">`, as written (HTML §4.2.5.3);
/// empty if it only loads the page once more.
[[nodiscard]] std::string_view refresh_target(std::string_view content);

}  // namespace semsite
