#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "semsite/errors.hpp"

namespace semsite {

/// What an S3 store, or the STS, says in an `<Error>`; all may be empty.
struct S3Fault {
  std::string code;  ///< "NoSuchKey"
  std::string message;
  std::string request;  ///< its id, by which whoever runs the store finds it
  std::string region;   ///< that the bucket is in, if it is another
};

/// Reads an answer for an `<Error>`. Total: what is none, or no XML, gives an empty code.
[[nodiscard]] S3Fault read_s3_fault(std::string_view text);

/// An object of a list.
struct S3Listed {
  std::string key;
  std::uint64_t bytes = 0;
};

/// A page of a list ("ListObjectsV2").
struct S3List {
  std::vector<S3Listed> objects;
  std::string next;  ///< token of the next page; empty: it was the last
};

/// Throws DocumentError ("s3.answer") if the text is none.
[[nodiscard]] S3List read_s3_list(std::string_view text);

/// The name of the outermost element of an XML answer that is whole; else empty.
[[nodiscard]] std::string root_of_xml(std::string_view text);

/// The text of the first element `name` of an XML answer; empty if there is none, or no
/// XML.
[[nodiscard]] std::string text_in_xml(std::string_view text, std::string_view name);

}  // namespace semsite
