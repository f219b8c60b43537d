#include "app/index_options.hpp"

#include <fmt/format.h>

#include <string>

#include "app/values.hpp"
#include "base/errors.hpp"

namespace semsite {
namespace {

constexpr std::uint64_t kLeastMemory = 4 * kMiB;
/// What is stored of one document is packed at once.
constexpr std::uint64_t kLargestDocument = 1024 * kMiB - 1;

}  // namespace

IndexInput read_index_options(const GivenOptions& given, Options& out) {
  IndexOptions& index = out.index;
  index.place = given.text("index");
  if (index.place.empty())
    throw UsageError{"index needs --index FILE: where the index is, or is to be"};
  index.changes = given.texts("changes");
  index.remove = given.texts("remove");
  index.merges = given.has("merge");
  index.dataset = given.text("dataset");
  if (given.has("max-document"))
    index.limits.statement_bytes =
        parse_size(given.text("max-document"), "--max-document");
  if (index.limits.statement_bytes > kLargestDocument)
    throw UsageError{fmt::format("--max-document {}: less than 1Gi is possible",
                                 given.text("max-document"))};
  out.temporary = given.text("tmp");
  if (given.has("memory"))
    out.slice_memory = parse_size(given.text("memory"), "--memory");
  if (out.slice_memory < kLeastMemory)
    throw UsageError{
        fmt::format("--memory {}: at least 4Mi is needed", given.text("memory"))};
  // Documents are graphs: what has none is that of its source.
  out.graph.use = GraphUse::automatic;
  if (index.merges) {
    if (out.arguments.empty())
      throw UsageError{
          "index --merge needs the indexes whose documents are to be put in"};
    if (!index.changes.empty())
      throw UsageError{
          "--merge and --changes are two runs: what is newer cannot be told"};
    return IndexInput::none;
  }
  const bool other_work = !index.changes.empty() || !index.remove.empty();
  return out.arguments.empty() && other_work ? IndexInput::none : IndexInput::dataset;
}

}  // namespace semsite
