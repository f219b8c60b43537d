#pragma once

#include <stop_token>
#include <string>
#include <string_view>

#include "commands/load_options.hpp"
#include "load/loaded_store.hpp"
#include "sink/older_rdf.hpp"

namespace semsite {

/// `semsite load`: the quads of all inputs into a store. The exit status.
[[nodiscard]] int run_load(const LoadOptions& options, const std::stop_token& stop);

/// The same as a step of another command, with the metrics of that.
[[nodiscard]] int load_into(const LoadOptions& given, MetricsExport& metrics,
                            const std::stop_token& stop);

/// What of RDF 1.2 a store gets: what the user says, else what its SPARQL endpoint knows.
/// It is asked once a load; the state keeps the answers, so that a load that goes on
/// sends the same bodies. The references outlive it.
class StoreRdf {
 public:
  /// `loaded` learns whether it has triple terms.
  StoreRdf(LoadedStore loaded, const OlderRdfWish& wish) : loaded_(loaded), wish_(wish) {}

  /// Tells the user what the store does not know. Throws RunError if it does not answer.
  [[nodiscard]] OlderRdfRules find_rules();

  /// `wish`, where it is part of the name of a load; empty if it says nothing.
  [[nodiscard]] static std::string text_of(const OlderRdfWish& wish);

 private:
  [[nodiscard]] bool knows(Rdf12Feature feature, std::string_view name,
                           std::string_view way);

  LoadedStore loaded_;
  const OlderRdfWish& wish_;
};

}  // namespace semsite
