#include "commands/index_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "commands/values.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::uint64_t kLeastMemory = 4 * kMiB;
/// What is stored of one document is packed at once.
constexpr std::uint64_t kLargestDocument = 1024 * kMiB - 1;

/// Is a feed to be made?
bool read_feed_options(const GivenOptions& given, Options& out) {
  FeedOptions& feed = out.index.feed;
  if (!given.has("feed")) {
    for (const char* name : {"output", "compress", "shard-size", "feed-index"})
      if (given.has(name))
        throw UsageError{fmt::format("--{} belongs to --feed bulk|sindice", name)};
    return false;
  }
  const std::string form = given.text("feed");
  if (form != "bulk" && form != "sindice")
    refuse_word("--feed", form, {"bulk", "sindice"});
  feed.form = form == "bulk" ? FeedForm::bulk : FeedForm::sindice;
  if (!given.has("output"))
    throw UsageError{"index --feed needs -o DIR: an empty folder, or one to be made"};
  if (given.has("compress")) {
    feed.suffix = "." + given.text("compress");
    constexpr std::array<std::string_view, 4> kSuffixes{".gz", ".zst", ".xz", ".bz2"};
    if (std::ranges::find(kSuffixes, feed.suffix) == kSuffixes.end())
      refuse_word("--compress", given.text("compress"), {"gz", "zst", "xz", "bz2"});
  }
  if (given.has("shard-size"))
    feed.shard_bytes = parse_size(given.text("shard-size"), "--shard-size");
  feed.index_name = given.text("feed-index");
  for (const char* name : {"changes", "merge"})
    if (given.has(name))
      throw UsageError{fmt::format(
          "--feed and --{0} are two runs: --{0} needs what an index holds", name)};
  if (feed.form == FeedForm::sindice) {
    for (const char* name : {"remove", "compress", "feed-index"})
      if (given.has(name))
        throw UsageError{
            fmt::format("--{}: the archives of --feed sindice have no such thing", name)};
    if (out.output == "-")
      throw UsageError{"--feed sindice writes several archives: give -o DIR"};
  } else if (out.output == "-" && !feed.suffix.empty()) {
    throw UsageError{"--compress: standard output is not compressed; use a pipe"};
  }
  return true;
}

}  // namespace

IndexInput read_index_options(const GivenOptions& given, Options& out) {
  IndexOptions& index = out.index;
  index.place = given.text("index");
  if (read_feed_options(given, out)) {
    if (index.place.empty() && out.arguments.empty())
      throw UsageError{
          "index --feed needs the files with the documents, or --index FILE to take them "
          "from an index"};
    if (!index.place.empty() && !out.arguments.empty())
      throw UsageError{
          "index --feed takes documents from files or from --index, not from both: put "
          "the files into the index first"};
  } else if (index.place.empty())
    throw UsageError{"index needs --index FILE: where the index is, or is to be"};
  index.changes = given.texts("changes");
  index.remove = given.texts("remove");
  index.merges = given.has("merge");
  index.dataset = given.text("dataset");
  // Names stand in keys, whose parts such characters keep apart.
  if (std::ranges::any_of(index.dataset, [](char c) { return c >= '\0' && c < ' '; }))
    throw UsageError{"--dataset: a name has no control characters"};
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
  const bool exports = index.feed.form != FeedForm::none && !index.place.empty();
  return exports || (out.arguments.empty() && other_work) ? IndexInput::none
                                                          : IndexInput::dataset;
}

}  // namespace semsite
