#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/share.hpp"
#include "commands/manifest_inputs.hpp"
#include "commands/named_files.hpp"
#include "commands/option_table.hpp"
#include "fetch/file_transport.hpp"
#include "map/mapping_reader.hpp"
#include "reading/parse_settings.hpp"

namespace semsite {

/// Which documents are read, and how.
struct ReadingOptions {
  std::vector<std::string> urls;   ///< absolute; `-` is standard input
  std::vector<std::string> notes;  ///< what is to be said of folders among the inputs
  ManifestInputs manifests;        ///< what they say of some of `urls`
  std::string syntax;              ///< empty: told by content
  std::string base;                ///< empty: where the document came from
  ParseSettings parse;
  DocumentMap document_map;
  std::optional<Share> share;  ///< of each input this is read alone
};

[[nodiscard]] OptionGroup reading_rows();
/// Mappings of the user.
[[nodiscard]] OptionGroup mapping_rows();

/// Reads all but arguments and mappings. Throws UsageError.
[[nodiscard]] ReadingOptions read_reading_options(const GivenOptions& given);

/// Reads the arguments: documents, folders and manifests of them. Throws UsageError, and
/// RunError for a manifest that cannot be gone by.
void read_documents(const CommandLine& line, TransportOptions& transport,
                    ReadingOptions& out);

/// Reads the mappings, which are compiled at once, so that a bad one is wrong usage
/// before anything is fetched. Throws UsageError.
void read_mapping_options(const GivenOptions& given, ParseSettings& out);

/// How a text of JSON-LD has its direction in RDF.
[[nodiscard]] RdfDirection read_rdf_direction(const GivenOptions& given);

/// The files that stand for URLs are read.
void name_files(const DocumentMap& map, NamedFiles& files);

/// Of `--base`: an absolute IRI, or nothing. Throws UsageError.
[[nodiscard]] std::string read_base(const GivenOptions& given);

/// The mappings at `places`: files, and folders, of which the files `*.ttl` count, by
/// name. Of two of the same name the later one wins. Throws UsageError when a place
/// cannot be read or holds none.
[[nodiscard]] std::vector<MappingSource> read_mapping_files(
    const std::vector<std::string>& places);

/// The built-in mappings with those at `places`, compiled; null without places. Throws
/// UsageError also for a mapping with an error.
[[nodiscard]] std::shared_ptr<const Mappings> mappings_at(
    const std::vector<std::string>& places);

/// Reads `--document-map`: a JSON object with `documents` (URL → file) and `prefixes`
/// (start of URLs → folder); paths are relative to the map's own folder. Throws
/// UsageError, and DocumentError if the file cannot be read.
[[nodiscard]] DocumentMap read_document_map(const std::string& path);

}  // namespace semsite
