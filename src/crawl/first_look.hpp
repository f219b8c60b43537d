#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "documents/not_rdf.hpp"
#include "semsite/limits.hpp"

namespace semsite {

/// What came first of a document, and what its sender said of it.
struct FirstLook {
  std::string_view head;
  /// What follows: more of it, nothing, or the failure of its transfer.
  enum class Then { more, end, failure } then = Then::more;
  std::string_view media_type, path;
  const std::vector<std::string>& links;  ///< values of the `Link` headers
};

/// A document that is no RDF, and cannot hold any.
struct OtherKind {
  NotRdf why;
  std::string media_type;  ///< as far as its bytes tell; may be empty
};

/// So many first bytes are enough for it.
inline constexpr std::size_t kFirstLookBytes = 24 * 1024;

/// Do they tell that it is no RDF, as `harvest` would find in the end? Then nothing else
/// of it need come. Nothing: it may be, or it is a page, or an archive. `name`: of the
/// document.
[[nodiscard]] std::optional<OtherKind> told_as_other(const FirstLook& first,
                                                     const std::string& name,
                                                     const Limits& limits);

/// Is RDF said to be there, by the type of an answer or, where that says nothing, by the
/// name? Then something else in its place is a failure.
[[nodiscard]] bool is_called_rdf(std::string_view media_type, std::string_view path);

}  // namespace semsite
