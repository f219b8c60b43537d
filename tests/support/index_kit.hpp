#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "index/index_writer.hpp"
#include "index/record_reader.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test {

/// A document with one statement, a label.
inline DocumentText labelled(const std::string& url, const std::string& label) {
  TextGathering out{url, 1 << 20};
  out.add_format("NQUADS");
  out.add("<" + url + "> <http://www.w3.org/2000/01/rdf-schema#label> \"" + label + "\"");
  return out.finish();
}

/// An index in a folder of its own.
class IndexKit {
 public:
  [[nodiscard]] std::string place() const { return folder_.file("index"); }

  /// Puts documents in by `put(writer)`, and commits.
  template <typename Put>
  IndexCounts write(const Put& put, std::int64_t updated = 0) {
    const std::unique_ptr<IndexStore> store = IndexStore::open_to_write(place());
    IndexWriter writer{*store,
                       {.dataset = {}, .updated = updated, .limits = {}},
                       {.temporary = folder_.file(""),
                        .name = "test",
                        .memory_bytes = std::size_t{1} << 20U,
                        .threads = 2}};
    put(writer);
    writer.commit();
    writer.merge_segments([] {});
    writer.rank([] {});
    return writer.counts();
  }

 private:
  TemporaryFolder folder_;
};

}  // namespace semsite::test
