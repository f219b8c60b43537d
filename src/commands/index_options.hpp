#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/share.hpp"
#include "commands/message_options.hpp"
#include "commands/named_files.hpp"
#include "commands/network_options.hpp"
#include "commands/option_table.hpp"
#include "commands/output_options.hpp"
#include "commands/reading_options.hpp"
#include "commands/run_account.hpp"
#include "commands/workshop.hpp"
#include "index/document_record.hpp"

namespace semsite {

/// Files for other search engines.
enum class FeedForm { none, bulk, sindice };

/// What `index` is told of a feed.
struct FeedOptions {
  FeedForm form = FeedForm::none;
  std::string folder;      ///< where its files go; `-` is standard output
  std::string suffix;      ///< of a compression, or nothing
  std::string index_name;  ///< of OpenSearch or Elasticsearch; may be empty
  std::uint64_t shard_bytes = 64 * kMiB;
};

/// What `index` is told.
struct IndexOptions {
  MessageOptions messages;
  NetworkOptions network;
  ReadingOptions reading;  ///< without URLs if no documents are read
  FaultOptions faults;
  SortOptions sort;
  std::string place;                 ///< the file of the index; may be empty for a feed
  std::vector<std::string> changes;  ///< lists of changes to apply
  std::vector<std::string> remove;   ///< URLs of documents to take out
  std::vector<std::string> merge;    ///< other indexes, whose documents come in
  std::string dataset;               ///< of all documents; empty: by their URLs
  RecordLimits limits;
  Share share;  ///< of the documents; those that fall to others are left out
  FeedOptions feed;
  AccountOptions account{};
};

[[nodiscard]] OptionTable index_table();
[[nodiscard]] IndexOptions read_index(const CommandLine& line);
void name_files(const IndexOptions& options, NamedFiles& files);

/// Documents are graphs: what has none is that of its source.
[[nodiscard]] HarvestWish harvest_wish(const IndexOptions& options);
[[nodiscard]] Workshop::Needs workshop_needs(const IndexOptions& options,
                                             RunAccount& account);

}  // namespace semsite
