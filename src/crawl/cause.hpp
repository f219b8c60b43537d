#pragma once

#include "reading/outcome.hpp"
#include "semsite/errors.hpp"

namespace semsite {

/// The run ends while a document is read.
class Interrupted : public DocumentError {
 public:
  Interrupted() : DocumentError("run.interrupted", "interrupted") {}
};

/// By what kind of error it is.
[[nodiscard]] Cause cause_of(const DocumentError& error);

/// May what failed so come whole the next time?
[[nodiscard]] bool may_come_whole(Cause cause);

}  // namespace semsite
