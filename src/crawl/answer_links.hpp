#pragma once

#include <string>
#include <vector>

#include "crawl/retrieve.hpp"

namespace semsite {

/// The `Link` fields of one answer, and the URL that they are about.
struct AnswerLinks {
  std::string url;
  std::vector<std::string> fields;
};

/// All `Link` fields that count of what came for one URL, whatever its media type: those
/// of each redirect, which are about the URL that redirects, and those of the last answer
/// if it has a representation of the URL: any 2xx, and 410, whose page is a tombstone. Of
/// other answers nobody can tell what the links are about (RFC 8288 §3.2; RFC 9110
/// §6.4.2). Those without a field are left out.
[[nodiscard]] std::vector<AnswerLinks> links_of(const Retrieved& got);

/// Is it gone, with a page that says so? Its links are read, its content is not.
[[nodiscard]] bool is_tombstone(const Retrieved& got);

}  // namespace semsite
