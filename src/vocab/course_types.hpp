#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace semsite {

/// A class of OER Schema or schema.org as publishers name it, made one IRI.
struct ClassName {
  std::string iri;         ///< empty: not a class that is known, and no IRI
  bool had_slash = false;  ///< the IRI of a page, `…/Lesson/`, was made that of the class
};

/// Reads a class: an absolute IRI, a bare name or `oer:Name`, `schema:Name`, `sdo:Name`.
///
/// Of IRIs at oerschema.org and schema.org the scheme becomes `http`, `www.` goes, and so
/// does a slash behind the one segment of the path; other IRIs stay as written. A name
/// must be a class, in its exact case; OER Schema comes before schema.org (OCX,
/// `ocx:type`).
[[nodiscard]] ClassName read_class_name(std::string_view text);

}  // namespace semsite
