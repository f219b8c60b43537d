#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/byte_source.hpp"
#include "report/console.hpp"
#include "semsite/errors.hpp"

namespace semsite {

/// Did a body end so that it may well come whole if it is asked for anew? It broke off,
/// was not what was promised, or what came was not its rest.
[[nodiscard]] bool asks_for_second_try(std::string_view code);

/// A body that, when it cannot be continued, is asked for anew, once, from zero. Its
/// reader notices nothing: what it has already is passed over, if it is the same, byte
/// for byte; if it is not, the document has changed, and that is a failure.
class SecondTry final : public ByteSource {
 public:
  /// Asks for the same document; nothing if it cannot be had.
  using Again = std::function<std::unique_ptr<ByteSource>()>;

  SecondTry(std::unique_ptr<ByteSource> first, std::string url, Again again,
            Console& console);

  /// Throws what the first body threw if there is no second, else what that throws;
  /// "fetch.changed" if that begins otherwise.
  [[nodiscard]] Block read() override;

 private:
  void begin_again(const DocumentError& why);
  void pass_over();

  std::unique_ptr<ByteSource> body_;
  std::string url_;
  Again again_;  ///< empty once it was tried
  Console& console_;
  std::uint64_t had_ = 0;     ///< checksum of all that the first body gave
  std::uint64_t bytes_ = 0;   ///< that it gave
  std::exception_ptr error_;  ///< comes again at every later call
  Block rest_;                ///< of the second body, behind what was passed over
};

}  // namespace semsite
