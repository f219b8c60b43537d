#pragma once

#include <string>

#include "crawl/retrieve.hpp"
#include "validate/findings.hpp"
#include "validate/validation.hpp"

namespace semsite {

/// An answer to GET, and how it was asked for.
struct AnswerToGet {
  const Retrieved& got;
  std::string accept;
  bool content_coding = true;
  bool has_content = true;  ///< at least one byte came
};

/// Asks for the same by HEAD and compares what both answers say of it (RFC 9110 §9.3.2).
/// One request; a second one if they differ, because what is another thing each time it
/// is asked for breaks no rule.
void check_head(const AnswerToGet& answer, const Validation& validation);

/// Was something not asked for because robots.txt does not allow it, or because the run
/// ends? Nothing is found wrong with it then. That its host wants longer pauses than
/// anybody keeps is told, of `named`: nobody gets what is there.
[[nodiscard]] bool is_left_alone(const Retrieved& got, const FindingPlace& named,
                                 Findings& findings);

}  // namespace semsite
