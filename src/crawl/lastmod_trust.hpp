#pragma once

#include <cstdint>
#include <string_view>

namespace semsite {

/// What was seen of the `lastmod` of one sitemap (or of all of a site's that are made the
/// same way), counted over all runs. A page counts once in each run.
struct LastmodEvidence {
  std::uint64_t agreed = 0;        ///< same lastmod as last time, same content: checked
  std::uint64_t betrayed = 0;      ///< same lastmod, other content
  std::uint64_t moved = 0;         ///< newer lastmod, other content
  std::uint64_t idle = 0;          ///< newer lastmod, same content
  std::uint64_t matched = 0;       ///< first fetch: `lastmod_covers` its Last-Modified
  std::uint64_t contradicted = 0;  ///< first fetch: it does not
  std::uint64_t pages = 0;         ///< that have a lastmod now; 0: unknown
  /// All these pages have one and the same lastmod: when the sitemap was made.
  bool all_equal = false;
};

enum class LastmodTrust : std::uint8_t {
  unknown,  ///< too little seen: check pages, and count
  trusted,  ///< what has the lastmod of last time need not be asked for
  useless,  ///< moves whether or not the page does: spares nothing
  lying,    ///< pages change behind its back
};
/// Stable text: "unknown", "trusted", "useless", "lying".
[[nodiscard]] std::string_view trust_name(LastmodTrust trust);

/// May pages whose lastmod has not moved be left alone? In this order:
///
/// 1. lying: of the pages looked at again with an old lastmod or a changed content
///    (agreed + betrayed + moved), more than 1 in 200 had changed behind an old lastmod.
///    One is enough while fewer than 200 have been looked at.
/// 2. useless: every page (of more than one) has the same lastmod; or at least 20
/// lastmods
///    moved, more than nine tenths of them for nothing, and they are more than those that
///    stayed and were right.
/// 3. trusted: at least 20 observations (all pages, if there are fewer, but at least 5)
///    speak for it: agreed + moved, and matched unless more than 1 in 200 of the first
///    fetches contradicted. If so, Last-Modified is either the time of the answer, and
///    says nothing, or lastmod is old: then 5 times as many observations are needed.
/// 4. unknown otherwise.
[[nodiscard]] LastmodTrust judge(const LastmodEvidence& evidence);

/// The header `Last-Modified` is not later than the time that `lastmod` denotes, a
/// truncated form being its whole interval; a lastmod without zone may be that of any
/// place on earth. False too if either is no date.
[[nodiscard]] bool lastmod_covers(std::string_view lastmod,
                                  std::string_view last_modified_http);

/// Is `url` among the `percent` of pages that run number `run` asks for although lastmod
/// says unchanged? Depends on nothing else; every page has its turn within 100 / percent
/// runs (rounded up).
[[nodiscard]] bool is_sample(std::string_view url, std::uint64_t run, unsigned percent);

}  // namespace semsite
