#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/byte_source.hpp"
#include "fetch/body.hpp"
#include "plan/access_plan.hpp"
#include "reading/outcome.hpp"
#include "semsite/errors.hpp"

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

  enum class Bounded { no, yes };
  /// Reads what was left, if there is something to compare it with (`bounded`: its length
  /// is promised): of an archive, its end. The fault that came up, if any. Call after the
  /// reader of `source()` is done.
  [[nodiscard]] std::optional<DocumentError> rest(Bounded bounded = Bounded::no);

  [[nodiscard]] Cause cause() const;  ///< of that fault

  /// By which algorithm it is compared; empty: there is nothing to compare with.
  [[nodiscard]] const std::string& algorithm() const { return algorithm_; }
  /// Does `source()` give other bytes than came, without a content coding?
  [[nodiscard]] bool is_undone() const { return is_undone_; }

 private:
  struct Shared;
  class Source;

  std::shared_ptr<Shared> shared_;
  std::string algorithm_;
  bool is_undone_ = false;
};

}  // namespace semsite
