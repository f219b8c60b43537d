#pragma once

#include <string>
#include <vector>

#include "commands/form_options.hpp"
#include "commands/given_options.hpp"
#include "commands/option_row.hpp"
#include "commands/sort_options.hpp"
#include "crawl/fault_log.hpp"

namespace semsite {

/// What becomes of faulty statements.
struct FaultOptions {
  OnError on_error = OnError::skip;
  std::string quarantine;  ///< the file that gets them; empty: none
};

/// Where quads are written to, and how.
struct OutputOptions {
  std::string path = "-";  ///< `-` is standard output
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

}  // namespace semsite
