#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/byte_source.hpp"
#include "parse/syntax.hpp"
#include "validate/validation.hpp"

namespace semsite {

/// Checks what the user named: a site, or one document, told by its content.
class ArgumentCheck {
 public:
  ArgumentCheck(const Validation& validation, CheckedSet& checked)
      : validation_(validation), checked_(checked) {}

  /// False: it could not be had at all.
  enum class Result : std::uint8_t { checked, unreachable };
  /// An `http` or `https` URL. A site's root or robots.txt stands for the site, a
  /// sitemap for what it leads to; anything else for itself.
  Result check_url(const std::string& url);
  /// A file, from its bytes; nothing is asked for. `url`: its own, or where it will
  /// stand; `placed`: it is the latter.
  enum class Place : std::uint8_t { here, there };
  Result check_file(std::unique_ptr<ByteSource> bytes, const std::string& url,
                    Place place);
  /// Once all arguments have been checked: that none of them held anything to check is a
  /// finding, of the first that is a page; gives that, or nothing.
  std::string conclude();

 private:
  void note_alone(const std::string& url, std::uint64_t sitemaps);
  void check_document(ByteSource& bytes, const std::string& url, Place place,
                      const std::string& path);

  const Validation& validation_;
  CheckedSet& checked_;
  std::string page_;  ///< the first of the arguments that is a page, or of no known kind
};

/// What a document is to the validator.
struct DocumentKind {
  enum class Kind : std::uint8_t {
    robots,
    sitemap,
    page,
    linkset,
    standard_sitemap,
    changes,  ///< a list of changes, which is no data
    data,     ///< RDF; `syntax` says which
    unknown,
  } kind = Kind::unknown;
  const Syntax* syntax = nullptr;
};

/// Told by the first bytes, unpacked; `content_type` and `path` only decide between what
/// these allow.
[[nodiscard]] DocumentKind document_kind(std::string_view head,
                                         std::string_view content_type,
                                         std::string_view path);

}  // namespace semsite
