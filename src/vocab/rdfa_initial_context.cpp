#include "vocab/rdfa_initial_context.hpp"

namespace semsite {

std::optional<std::string_view> initial_prefix(std::string_view prefix) {
  if (prefix == "schema") return "http://schema.org/";
  if (prefix == "og") return "http://ogp.me/ns#";
  return std::nullopt;
}

std::optional<std::string_view> initial_term(RdfaHost, std::string_view) {
  return std::nullopt;
}

}  // namespace semsite
