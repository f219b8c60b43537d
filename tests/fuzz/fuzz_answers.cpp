// libFuzzer entry: any bytes as answers of an endpoint or a store to what we ask, and as
// what we keep of a walk or a page as text.
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "crawl/harvest.hpp"
#include "crawl/output_notes.hpp"
#include "crawl/page_task.hpp"
#include "crawl/sparql_ask.hpp"
#include "fuzz/document_reading.hpp"
#include "load/store.hpp"
#include "walk/sparql_partition.hpp"
#include "walk/sparql_query.hpp"

namespace semsite::test {
namespace {

constexpr std::array<std::string_view, 2> kVariables{"s", "n"};

void check_rows(const SparqlRows& rows, std::uint64_t most, std::string_view text) {
  if (rows.size() > most) broken("more rows than were asked for", text);
  std::size_t bytes = 0;
  for (const auto& row : rows) {
    if (row.size() != kVariables.size()) broken("a row of another width", text);
    for (const std::string& value : row) bytes += value.size();
  }
  if (bytes > text.size()) broken("more text than came", text);
}

void check_answers(std::string_view text) {
  constexpr std::uint64_t kMost = 5;
  const auto all = read_csv_rows(text, kVariables);
  if (all) check_rows(*all, text.size(), text);
  const auto some = read_csv_rows(text, kVariables, kMost);
  if (some) check_rows(*some, kMost, text);
  if (all && !some) broken("no rows, as there are too many", text);
  if (all && some)
    for (std::size_t i = 0; i < some->size(); ++i)
      if ((*some)[i] != (*all)[i]) broken("other rows, as there are too many", text);
  for (const char* type : {"text/csv", "application/sparql-results+json",
                           "application/sparql-results+xml", ""}) {
    const RowsAnswer answer = read_rows_answer(text, type, kVariables, kMost);
    if (!answer.rows) continue;
    if (answer.rows->size() > kMost) broken("more rows than may be", text);
    for (const auto& row : *answer.rows)
      if (row.size() != kVariables.size()) broken("a row of another width", text);
  }
  (void)read_store_count(text);
  (void)is_yes(text);
  (void)limit_of(text);
}

void check_kept(std::string_view text) {
  if (const auto part = read_partition(text)) {
    const std::string written = write_partition(*part);
    const auto again = read_partition(written);
    if (!again || write_partition(*again) != written)
      broken("a part is written as another one", text);
    try {
      (void)construct_query(*part);
      (void)count_query(*part);
      (void)name_of(*part);
    } catch (const DocumentError&) {
      // An IRI in it is none.
    }
  }
  const std::string task = write_task(read_task(text));
  if (write_task(read_task(task)) != task)
    broken("a task is written as another one", text);
  const FaultCounts counts = read_fault_counts(text);
  for (const auto& [code, count] : read_fault_counts(write_fault_counts(counts)))
    if (const auto found = counts.find(code);
        found == counts.end() || found->second != count)
      broken("faults are written as others", text);
}

void check_manifest(std::string_view text) {
  for (const std::size_t step : {kBlockBytes, std::size_t{7}}) {
    PackageManifest manifest;
    manifest.came("a/b.nt");
    MemorySource bytes{std::string{text}, step};
    manifest.read(bytes, "http://example.org/manifest.xml", {});
    if (const auto missing = manifest.missing("package.zip");
        missing && missing->code() != "rs.manifest")
      broken("another fault", text);
  }
}

}  // namespace
}  // namespace semsite::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  if (size > 16 * semsite::kKiB) return 0;
  semsite::test::check_answers(text);
  semsite::test::check_kept(text);
  semsite::test::check_manifest(text);
  return 0;
}
