#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "io/sorter.hpp"
#include "io/temporary_files.hpp"
#include "slice/components.hpp"
#include "slice/slice_rules.hpp"

namespace semsite {

/// Runs of the intake.
struct TripleRuns {
  std::vector<std::string> direct, linked, reifications;
};

/// Finds the triples that statement nodes (of reifications) have, and the triples that
/// they are about, by joining sorted runs.
///
/// Adds to `linked` what the component of each statement node must hold beside what its
/// blank nodes bring, under the statement node: its own triples, and the triples that it
/// is about. Links it in `components` with the blank and statement nodes of these.
/// Returns how many statement nodes were left out because they stand for more triples
/// than anybody means (see reified.hpp).
std::size_t join_reifications(const TripleRuns& runs, const TemporaryFiles& files,
                              std::size_t memory_bytes, Sorter& linked,
                              Components& components, const std::function<void()>& step);

}  // namespace semsite
