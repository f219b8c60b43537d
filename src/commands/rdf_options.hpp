#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "commands/option_table.hpp"
#include "commands/options.hpp"
#include "report/console.hpp"
#include "report/statistics.hpp"
#include "sink/older_rdf.hpp"

namespace semsite {

/// Reads `--rdf`, `--triple-terms` and `--direction`, of which the last two count more.
/// Throws UsageError.
[[nodiscard]] OlderRdfWish read_rdf_options(const GivenOptions& given);

/// What becomes of RDF 1.2 in the output of `options`.
[[nodiscard]] OlderRdfRules older_rdf_rules(const Options& options);

/// Is it only the form of the output that has no triple terms?
[[nodiscard]] bool lacks_triple_terms(const Options& options);

/// What was done to a source because its output knows less than RDF 1.2.
struct OlderRdfNote {
  std::string_view code;
  std::string text;      ///< a sentence without its source, and with the code
  bool is_loss = false;  ///< of something that nobody has asked to lose
};
[[nodiscard]] std::vector<OlderRdfNote> older_rdf_notes(const FaultCounts& faults,
                                                        const Options& options);
void tell_older_rdf(const OlderRdfNote& note, const std::string& source,
                    Console& console);

}  // namespace semsite
