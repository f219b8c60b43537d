#include "commands/index_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/url.hpp"
#include "commands/arguments.hpp"
#include "commands/s3_options.hpp"
#include "commands/share_option.hpp"
#include "commands/values.hpp"
#include "semsite/errors.hpp"

namespace semsite {

OptionTable index_table() {
  return {
      group_of(
          "index", "Index",
          {{
               {.name = "index",
                .value = "FILE",
                .does = "the index: made if it is not there, else brought up to date",
                .file = FileUse::writes,
                .common = true},
               {.name = "changes",
                .value = "FILE",
                .does = "apply a list of changes, as semsite fetch --changes writes it "
                        "(repeatable)",
                .repeatable = true,
                .file = FileUse::reads,
                .common = true},
               {.name = "remove",
                .value = "URL",
                .does = "take this document out (repeatable)",
                .repeatable = true,
                .common = true},
               {.name = "merge",
                .does = "the arguments are other indexes: put their documents in",
                .common = true},
               {.name = "dataset",
                .value = "NAME",
                .does = "dataset of all documents (default: the registered domain of "
                        "their URLs)",
                .common = true},
               {.name = "max-document",
                .value = "SIZE",
                .does = "statements of one document that are indexed (default 16Mi); "
                        "others are counted"},
               {.name = "range",
                .value = "I/N",
                .does = "only the documents that fall to the I-th of N shares, by their "
                        "URLs: the shards of an index, for --merge"},
               {.name = "feed",
                .value = "bulk|sindice",
                .does = "write files for another search engine instead: _bulk bodies of "
                        "OpenSearch and Elasticsearch, or the archives of the "
                        "Sindice-2011 collection",
                .common = true},
               {.name = "output",
                .letter = 'o',
                .value = "DIR",
                .does = "of --feed: an empty folder; for bulk also -",
                .file = FileUse::writes,
                .common = true},
               {.name = "shard-size",
                .value = "SIZE",
                .does = "of one file of a feed, uncompressed (default 64Mi)"},
               {.name = "compress",
                .value = "gz|zst|xz|bz2",
                .does = "files of --feed bulk"},
               {.name = "feed-index",
                .value = "NAME",
                .does = "_index in each action of --feed bulk (default: none)"},
               {.name = "memory",
                .value = "SIZE",
                .does = "for sorting (default 256Mi)",
                .common = true},
               {.name = "tmp",
                .value = "DIR",
                .does = "folder for temporary files (default: that of the index)",
                .file = FileUse::writes},
           },
           fault_rows()}),
      reading_rows(),
      account_rows(),
      mapping_rows(),
      with_idle(network_rows(), {"ignore-robots"}),
      s3_rows(),
      with_idle(limit_rows(),
                {"max-robots-bytes", "max-sitemap-bytes", "max-sitemap-entries"}),
      message_rows()};
}

namespace {

/// What is stored of one document is packed at once.
constexpr std::uint64_t kLargestDocument = 1024 * kMiB - 1;

/// Is a feed to be made?
bool read_feed_options(const GivenOptions& given, FeedOptions& feed) {
  if (!given.has("feed")) {
    for (const char* name : {"output", "compress", "shard-size", "feed-index"})
      if (given.has(name))
        throw UsageError{fmt::format("--{} belongs to --feed bulk|sindice", name)};
    return false;
  }
  const std::string form = given.text("feed");
  if (form != "bulk" && form != "sindice")
    refuse_word("--feed", form, {"bulk", "sindice"});
  feed.folder = given.text("output", "-");
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
    if (feed.folder == "-")
      throw UsageError{"--feed sindice writes several archives: give -o DIR"};
  } else if (feed.folder == "-" && !feed.suffix.empty()) {
    throw UsageError{"--compress: standard output is not compressed; use a pipe"};
  }
  return true;
}

/// What is said of the index itself.
void read_contents(const CommandLine& line, IndexOptions& out) {
  const GivenOptions& given = line.options;
  out.place = given.text("index");
  if (read_feed_options(given, out.feed)) {
    if (out.place.empty() && line.arguments.empty())
      throw UsageError{
          "index --feed needs the files with the documents, or --index FILE to take them "
          "from an index"};
    if (!out.place.empty() && !line.arguments.empty())
      throw UsageError{
          "index --feed takes documents from files or from --index, not from both: put "
          "the files into the index first"};
  } else if (out.place.empty()) {
    throw UsageError{"index needs --index FILE: where the index is, or is to be"};
  }
  out.changes = given.texts("changes");
  out.remove = given.texts("remove");
  for (const std::string& url : out.remove)
    if (const std::string meant = meant_url(url); !is_http(url) && !meant.empty())
      throw UsageError{fmt::format("--remove {}: no URL of a document{}", url, meant)};
  out.dataset = given.text("dataset");
  // Names stand in keys, whose parts such characters keep apart.
  if (std::ranges::any_of(out.dataset, [](char c) { return c >= '\0' && c < ' '; }))
    throw UsageError{"--dataset: a name has no control characters"};
  given.size("max-document", out.limits.statement_bytes);
  if (out.limits.statement_bytes > kLargestDocument)
    throw UsageError{fmt::format("--max-document {}: less than 1Gi is possible",
                                 given.text("max-document"))};
}

void read_merge(const CommandLine& line, IndexOptions& out) {
  if (line.arguments.empty())
    throw UsageError{"index --merge needs the indexes whose documents are to be put in"};
  if (!out.changes.empty())
    throw UsageError{"--merge and --changes are two runs: what is newer cannot be told"};
  out.merge = line.arguments;
}

void read_share(const GivenOptions& given, IndexOptions& out) {
  if (!given.has("range")) return;
  out.share = parse_share(given.text("range"), "--range");
  for (const char* name : {"changes", "remove", "merge"})
    if (given.has(name))
      throw UsageError{fmt::format(
          "--range takes a share of the documents of files, and --{} names its own",
          name)};
}

/// Is there something to do without documents?
bool has_other_work(const IndexOptions& options) {
  return !options.changes.empty() || !options.remove.empty();
}

}  // namespace

IndexOptions read_index(const CommandLine& line) {
  const GivenOptions& given = line.options;
  IndexOptions out;
  out.messages = read_message_options(given);
  out.account = read_account_options(line);
  out.network = read_network_options(given);
  settle_limits(out.network);
  out.faults = read_fault_options(given);
  out.reading = read_reading_options(given);
  read_contents(line, out);
  out.sort = read_sort_options(given, "4Mi");
  read_share(given, out);
  if (given.has("merge")) {
    read_merge(line, out);
    return out;
  }
  const bool exports = out.feed.form != FeedForm::none && !out.place.empty();
  if (exports && given.has("range"))
    throw UsageError{"--range takes a share of the documents of files, not of an index"};
  if (exports || (line.arguments.empty() && has_other_work(out))) return out;
  read_mapping_options(given, out.reading.parse);
  read_documents(line, out.network.transport, out.reading);
  return out;
}

void name_files(const IndexOptions& options, NamedFiles& files) {
  if (options.feed.form != FeedForm::none) files.write_output(options.feed.folder);
  files.write("--quarantine", options.faults.quarantine);
  files.write("--index", options.place);
  files.read_urls(options.reading.urls);
  name_files(options.reading.document_map, files);
  name_files(options.account, files);
}

HarvestWish harvest_wish(const IndexOptions& options) {
  return {.graph = graph_policy("auto"),
          .on_error = options.faults.on_error,
          .syntax = options.reading.syntax};
}

Workshop::Needs workshop_needs(const IndexOptions& options, RunAccount& account) {
  return {.messages = options.messages,
          .network = options.network,
          .parse = options.reading.parse,
          .documents = &options.reading.document_map,
          .notes = options.reading.notes,
          .account = &account};
}

}  // namespace semsite
