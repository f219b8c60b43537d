// libFuzzer entry: an index that is damaged (damaged), or that has other values in its
// rows (put_values), if the first byte is `=`. It is searched, or one is told what is
// wrong.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/file_io.hpp"
#include "fuzz/damaged_file.hpp"
#include "fuzz/document_reading.hpp"
#include "index/document_record.hpp"
#include "index/search.hpp"
#include "support/index_kit.hpp"

namespace semsite::test {
namespace {

struct Kit {
  Kit() {
    IndexKit index;
    index.write([](IndexWriter& writer) {
      writer.put(labelled("http://a.example/1", "River"));
      writer.put(labelled("http://b.example/2", "old bridge over the river"));
    });
    index.write([](IndexWriter& writer) {
      writer.put(labelled("http://a.example/1", "River and bridge"));
    });
    whole = read_file(index.place());
  }
  TemporaryFolder folder;
  std::string whole;
};

SearchRequest request_for(QueryNode node) {
  SearchRequest out;
  out.query.children.push_back(std::move(node));
  return out;
}

void use(const std::string& path) {
  IndexReader reader{path};
  const auto attempt = [](const auto& act) {
    try {
      act();
    } catch (const RunError&) {
      // One is told what is wrong.
    }
  };
  attempt([&] { (void)reader.summary(); });
  attempt([&] { (void)reader.search(request_for(parse_query("river bridge"))); });
  attempt([&] { (void)reader.search(request_for(parse_query("\"the river\" OR old"))); });
  attempt([&] { (void)reader.search(request_for(host_query("a.example"))); });
  attempt([&] { (void)reader.search(request_for(namespace_query("http://"))); });
  attempt([&] {
    SearchRequest newest = request_for({.kind = QueryKind::dates, .from = 0});
    newest.newest_first = true;
    (void)reader.search(newest);
  });
  attempt([&] { (void)reader.document("http://a.example/1"); });
}

void write_to(const std::string& path) {
  const std::unique_ptr<IndexStore> store = IndexStore::open_to_write(path);
  static TemporaryFolder temporary;
  IndexWriter writer{*store,
                     {.dataset = {}, .updated = 1, .limits = {}},
                     {.temporary = temporary.file(""),
                      .name = "test",
                      .memory_bytes = std::size_t{1} << 20U,
                      .threads = 1}};
  writer.put(labelled("http://a.example/1", "other"));
  writer.remove("http://b.example/2");
  writer.commit();
  writer.merge_segments([] {});
  writer.rank([] {});
}

void check(std::string_view text) {
  static const Kit kit;
  const std::string path = kit.folder.file("index");
  const auto remove_all = [&] {
    for (const char* suffix : {"", "-wal", "-shm", "-journal"})
      std::filesystem::remove(path + suffix);
  };
  remove_all();
  if (text.starts_with('=')) {
    write_file(path, kit.whole);
    put_values(path, text.substr(1));
  } else {
    write_file(path, damaged(kit.whole, text));
  }
  try {
    use(path);
  } catch (const RunError&) {
  }
  // Writing takes ten times as long.
  if (text.size() % 10 == 0) {
    try {
      write_to(path);
    } catch (const RunError&) {
    }
  }
  remove_all();
  for (const std::uint32_t index : {0U, 3U}) {
    try {
      (void)read_stored(text, index);
      (void)stored_checksum(text, index);
    } catch (const RunError&) {
    }
  }
}

}  // namespace
}  // namespace semsite::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 16 * semsite::kKiB) return 0;
  semsite::test::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
