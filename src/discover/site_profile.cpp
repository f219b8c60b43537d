#include "discover/site_profile.hpp"

namespace semsite {

std::string_view authority_name(Authority authority) {
  switch (authority) {
    case Authority::own:
      return "own";
    case Authority::confirmed:
      return "confirmed";
    case Authority::claim:
      break;
  }
  return "claim";
}

}  // namespace semsite
