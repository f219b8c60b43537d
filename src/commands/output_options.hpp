#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "commands/named_files.hpp"
#include "commands/option_table.hpp"
#include "crawl/fault_log.hpp"
#include "documents/quad_output.hpp"
#include "io/output_file.hpp"
#include "jsonld/node_text.hpp"
#include "s3/s3_address.hpp"
#include "semsite/limits.hpp"
#include "sink/older_rdf.hpp"
#include "table/table_sink.hpp"

namespace semsite {

struct WantedForm {
  OutputFormat format = OutputFormat::nquads;
  std::string note{};  ///< what the user should know of it; mostly empty
};

/// The form of an output called `path` ("-": standard output): `word`, the text of
/// `--format`, if that is not empty; else what the suffix of the name says, the suffix of
/// a compression that we write taken off; else N-Quads. Throws UsageError for a word that
/// is none, and for a suffix of what cannot be written.
[[nodiscard]] WantedForm wanted_form(std::string_view path, std::string_view word);

/// Room for what is sorted or made as a whole.
struct SortOptions {
  std::string folder;  ///< for temporary files; empty: the default
  std::uint64_t memory_bytes = 256 * kMiB;
};

/// Reads `--tmp` and `--memory`; `least` as people write it: "1Mi". Throws UsageError.
[[nodiscard]] SortOptions read_sort_options(const GivenOptions& given, const char* least);

/// Where temporary files go: as the user says, else beside `output`, whose name is
/// `path`, where there is room for it too, else where the system has them.
[[nodiscard]] std::string temporary_place(const SortOptions& options,
                                          const OutputFile& output,
                                          const std::string& path);

/// The form of an output, and what is said of it.
struct FormOptions {
  OutputFormat format = OutputFormat::nquads;
  std::string note;                 ///< what is to be said of it before; may be empty
  JsonLdRules jsonld;               ///< for JSON-LD and its nodes as JSON lines
  bool jsonld_whole = false;        ///< one document, made when everything has been seen
  ContextChoice context;            ///< that JSON-LD is compacted under
  std::optional<TableRules> table;  ///< rows of entities instead of quads
  OlderRdfWish older;               ///< what it has of RDF 1.2
};

/// What is said of JSON-LD, and of tables.
[[nodiscard]] std::vector<OptionRow> jsonld_rows();
[[nodiscard]] std::vector<OptionRow> table_rows();

/// JSON-LD as one document with all its lists, or as a stream.
enum class JsonLdShape { whole, stream };

/// Reads what is said of the form `out.format`, with `otherwise` where nothing is said of
/// its shape, and of RDF 1.2. Throws UsageError.
void read_form_options(const GivenOptions& given, JsonLdShape otherwise,
                       FormOptions& out);

/// Reads `--tmp` and `--memory` of an output that may be made at its end. Throws
/// UsageError if nothing is sorted for it.
[[nodiscard]] SortOptions read_making_options(const GivenOptions& given,
                                              const FormOptions& form);

/// Is it made when everything has been seen?
[[nodiscard]] bool is_made_at_the_end(const FormOptions& form);

/// What becomes of faulty statements.
struct FaultOptions {
  OnError on_error = OnError::skip;
  std::string quarantine;  ///< the file that gets them; empty: none
};

/// A folder, or a prefix of an S3 store, that gets the output in parts (docs/parts.md).
struct PartsWish {
  std::string folder;                ///< with a store: in which the parts are made
  std::optional<S3Address> store{};  ///< the prefix; nothing: they stay in the folder
  std::string name;                  ///< as the user gave it
  std::string share{};               ///< of a whole, "3/8", that they are; empty: all
  std::uint64_t part_bytes = 64 * kMiB;
};

/// Where quads are written to, and how.
struct OutputOptions {
  std::string path = "-";  ///< `-` is standard output; of parts, where it is before
  std::optional<PartsWish> parts{};
  FormOptions form;
  FaultOptions faults;
  SortOptions sort;  ///< of what is sorted before it is written
};

/// Where quads are written to, in which form, and what becomes of faulty ones.
[[nodiscard]] OptionGroup output_rows();
/// The graph of each quad.
[[nodiscard]] OptionGroup graph_rows();

/// What becomes of faulty statements.
[[nodiscard]] std::vector<OptionRow> fault_rows();
[[nodiscard]] FaultOptions read_fault_options(const GivenOptions& given);

/// Reads name, form and what becomes of faulty statements; not what is said of a form.
/// Throws UsageError.
[[nodiscard]] OutputOptions read_output_options(const GivenOptions& given);
/// The folder in which the output `s3://BUCKET/PREFIX/` is made: `--work`, or one below
/// the current folder. It ends in a slash.
[[nodiscard]] std::string work_folder(const GivenOptions& given,
                                      const std::string& output);
/// The files of the output, and the manifest of its parts.
void name_output(const OutputOptions& options, NamedFiles& files);

}  // namespace semsite
