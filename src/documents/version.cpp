#include "semsite/version.hpp"

#include "base/version.hpp"

namespace semsite {

std::string_view version() { return SEMSITE_VERSION; }

}  // namespace semsite
