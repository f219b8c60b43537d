#include "index/link_join.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "index/byte_code.hpp"
#include "index/index_key.hpp"
#include "index/key_cursor.hpp"

namespace semsite {
namespace {

/// The documents of an IRI's piece that have it as an object.
std::uint32_t linking(const PostingPiece& piece, const std::uint32_t* itself) {
  std::uint32_t out = 0;
  for (PostingReader reader{piece.count, piece.first, piece.bytes}; !reader.done();
       reader.next()) {
    const auto places = static_cast<std::uint8_t>(reader.in().bytes(1).front());
    const bool is_itself = itself != nullptr && *itself == reader.document();
    if ((places & uri_place::object) != 0 && !is_itself) ++out;
  }
  return out;
}

}  // namespace

std::string joined_links(IndexStore& store, std::size_t to, std::size_t from,
                         const std::function<void()>& step) {
  KeyCursor urls{store, to, key_kind::document};
  KeyCursor iris{store, from, key_kind::uri};
  std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
  // Each leaps to where the other one is.
  for (bool more = urls.seek({}); more && iris.seek(urls.text());) {
    step();
    if (iris.text() == urls.text()) {
      const std::uint32_t document = urls.piece().first;
      const std::uint32_t count = linking(iris.piece(), to == from ? &document : nullptr);
      if (count > 0) found.emplace_back(document, count);
      more = urls.next();
    } else {
      more = urls.seek(iris.text());
    }
  }
  std::ranges::sort(found);
  std::string out;
  std::uint32_t last = 0;
  for (const auto& [document, count] : found) {
    put_number(out, document - last);
    put_number(out, count);
    last = document;
  }
  return out;
}

}  // namespace semsite
