#include "semsite/read.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/url.hpp"
#include "documents/document_reader.hpp"
#include "reading/given_bytes.hpp"

namespace semsite {

ReadResult read(std::string_view bytes, const TakeQuads& take,
                const ReadOptions& options) {
  DocumentReader reader{take, options};
  reader.read_all(std::make_unique<BytesAtHand>(bytes), options.name);
  return reader.conclude();
}

ReadResult read(const std::function<std::string_view()>& next, const TakeQuads& take,
                const ReadOptions& options) {
  if (!next) throw UsageError{"there is no function that gives the bytes"};
  DocumentReader reader{take, options};
  reader.read_all(std::make_unique<GivenBytes>(next), options.name);
  return reader.conclude();
}

ReadResult read_file(const std::string& path, const TakeQuads& take,
                     const ReadOptions& options) {
  DocumentReader reader{take, options};
  try {
    reader.read_all(std::make_unique<FileSource>(path),
                    options.name.empty() ? file_url(path) : options.name);
  } catch (const DocumentError& error) {
    reader.fail(error);
  }
  return reader.conclude();
}

}  // namespace semsite
