#include "rdf/change_list.hpp"

#include <fmt/format.h>

namespace semsite {
namespace {

constexpr std::string_view kFrom = "# from ";
constexpr std::string_view kTo = " to ";

}  // namespace

std::string change_ends_line(const ChangeEnds& ends) {
  return fmt::format("{}{}{}{}", kFrom, ends.from, kTo, ends.to);
}

std::optional<ChangeEnds> read_change_ends(std::string_view line) {
  if (!line.starts_with(kFrom)) return std::nullopt;
  line.remove_prefix(kFrom.size());
  const std::size_t at = line.find(kTo);
  if (at == std::string_view::npos) return std::nullopt;
  ChangeEnds out{.from = std::string{line.substr(0, at)},
                 .to = std::string{line.substr(at + kTo.size())}};
  const auto is_name = [](std::string_view name) {
    return !name.empty() && name.find(' ') == std::string_view::npos;
  };
  if (!is_name(out.from) || !is_name(out.to)) return std::nullopt;
  return out;
}

void ContentName::add(std::string_view compared) {
  empty_ = false;
  digest_.add(compared);
  digest_.add("\n");
}

std::string ContentName::name() {
  return empty_ ? std::string{kNoContent} : "sha256:" + digest_.hex();
}

}  // namespace semsite
