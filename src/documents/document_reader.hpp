#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/byte_source.hpp"
#include "parse/measured.hpp"
#include "reading/parse_job.hpp"
#include "semsite/read.hpp"

namespace semsite {

/// Reads documents for a program of somebody else's: what `read`, `read_file` and
/// `extract` share. One thread at a time.
class DocumentReader {
 public:
  /// References outlive the reader. Throws UsageError for a syntax that is none.
  DocumentReader(const TakeQuads& take, const ReadOptions& options);
  DocumentReader(const DocumentReader&) = delete;
  DocumentReader& operator=(const DocumentReader&) = delete;
  ~DocumentReader();

  /// All documents that `bytes` are, unpacked.
  void read_all(std::unique_ptr<ByteSource> bytes, const std::string& name);
  /// One document, as it is. `links`: told of those of a page; may be null.
  void read_one(ByteSource& bytes, const std::string& name, ReadAs as,
                const LinkTaker* links);
  /// A document could not even be opened.
  void fail(const DocumentError& error);

  [[nodiscard]] ReadResult conclude();

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace semsite
