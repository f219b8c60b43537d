#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "commands/option_table.hpp"
#include "commands/output_options.hpp"
#include "report/console.hpp"
#include "report/statistics.hpp"
#include "sink/older_rdf.hpp"

namespace semsite {

/// Reads `--rdf`, `--triple-terms` and `--direction`, of which the last two count more.
/// Throws UsageError.
[[nodiscard]] OlderRdfWish read_rdf_options(const GivenOptions& given);

/// What becomes of RDF 1.2 in an output of this form.
[[nodiscard]] OlderRdfRules older_rdf_rules(const FormOptions& form);

/// Is it only the form of the output that has no triple terms?
[[nodiscard]] bool lacks_triple_terms(const FormOptions& form);

/// What was done to a source because its output knows less than RDF 1.2.
struct OlderRdfNote {
  std::string_view code;
  std::string text;      ///< a sentence without its source, and with the code
  bool is_loss = false;  ///< of something that nobody has asked to lose
};
[[nodiscard]] std::vector<OlderRdfNote> older_rdf_notes(const FaultCounts& faults,
                                                        const FormOptions& form);
void tell_older_rdf(const OlderRdfNote& note, const std::string& source,
                    Console& console);

/// What becomes of RDF 1.2 in an output, or on its way into a store.
[[nodiscard]] OptionGroup output_rdf_rows();
[[nodiscard]] OptionGroup store_rdf_rows();

}  // namespace semsite
