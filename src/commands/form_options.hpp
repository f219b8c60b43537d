#pragma once

#include "commands/option_table.hpp"
#include "commands/options.hpp"

namespace semsite {

/// Reads what is said of tables (`--class`, `--predicates`, `--many`), of JSON-LD
/// (`--jsonld`, `--native-types`, `--use-rdf-type`) and of their memory. `out.format`
/// must be known. Throws UsageError, also for what does not go with that form.
void read_form_options(const GivenOptions& given, Options& out);

/// Is the output only made when everything has been seen: a table, a whole JSON-LD
/// document?
[[nodiscard]] bool is_made_at_the_end(const Options& options);

}  // namespace semsite
