#include "crawl/kept_document.hpp"

#include <utility>

#include "base/byte_source.hpp"
#include "base/text.hpp"
#include "crawl/cause.hpp"
#include "fetch/bot_wall.hpp"
#include "semsite/errors.hpp"

namespace semsite {

KeptDocument keep_document(Retrieved& got, const std::string& url,
                           DocumentFolder& folder) {
  KeptDocument out;
  try {
    PeekSource body{std::move(got.body)};
    const std::string_view head = body.peek(kBotWallBytes);
    out.begins = opening_line(head);
    if (auto wall = bot_wall(got.head, head)) {
      out.wall = std::move(*wall);
      return out;
    }
    if (head.empty()) throw DocumentError{"document.empty", got.url + " is empty"};
    if (const auto problem = page_instead(head, url))
      throw DocumentError{"document.html", *problem};
    DocumentFolder::Kept kept = folder.keep(url, body);
    out.bytes = kept.bytes;
    out.sha256 = std::move(kept.sha256);
    out.begins.clear();
  } catch (const DocumentError& error) {
    out.cause = cause_of(error);
    out.code = error.code();
    out.problem = error.what();
  }
  return out;
}

}  // namespace semsite
