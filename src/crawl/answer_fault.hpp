#pragma once

#include <optional>
#include <string>

#include "fetch/body.hpp"
#include "fetch/request.hpp"

namespace semsite {

/// What makes an answer one that cannot be taken.
struct AnswerFault {
  std::string code, problem;
};

/// A part that nobody asked for is no document (RFC 9110 §15.3.7), and of two lengths at
/// least one is wrong (RFC 9112 §6.3).
[[nodiscard]] std::optional<AnswerFault> fault_of(const Request& request,
                                                  const ResponseHead& head);

}  // namespace semsite
