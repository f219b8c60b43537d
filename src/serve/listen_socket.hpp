#pragma once

#include "base/file_io.hpp"
#include "serve/listen_address.hpp"

namespace semsite {

/// A socket that listens at `address`, whose port it puts in if that was 0. It does not
/// block. Throws RunError if the address is in use or not of this machine.
[[nodiscard]] Descriptor listen_at(ListenAddress& address);

}  // namespace semsite
