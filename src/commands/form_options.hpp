#pragma once

#include <optional>
#include <string>
#include <vector>

#include "commands/given_options.hpp"
#include "commands/option_row.hpp"
#include "commands/output_form.hpp"
#include "commands/sort_options.hpp"
#include "jsonld/node_text.hpp"
#include "sink/older_rdf.hpp"
#include "table/table_rules.hpp"

namespace semsite {

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

}  // namespace semsite
