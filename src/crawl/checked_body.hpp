#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "base/byte_source.hpp"
#include "base/errors.hpp"
#include "fetch/body.hpp"
#include "plan/access_plan.hpp"

namespace semsite {

/// A body that is compared with what descriptions say of the file, whoever reads how much
/// of it.
class CheckedBody {
 public:
  /// `location`: what is being fetched; `head`: of the answer.
  CheckedBody(std::unique_ptr<ByteSource> body, const Location& location,
              const ResponseHead& head);

  /// The bytes, to be read by someone else; once.
  [[nodiscard]] std::unique_ptr<ByteSource> source();

  /// Reads what was left: of an archive, its end. The fault that came up, if any. Call
  /// after the reader of `source()` is done.
  [[nodiscard]] std::optional<DocumentError> rest();

 private:
  std::shared_ptr<ByteSource> body_;
  bool checked_ = false;
};

}  // namespace semsite
