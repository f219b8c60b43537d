#pragma once

#include <string>
#include <string_view>

#include "documents/output_form.hpp"

namespace semsite {

struct WantedForm {
  OutputFormat format = OutputFormat::nquads;
  std::string note{};  ///< what the user should know of it; mostly empty
};

/// The form of an output called `path` ("-": standard output): `word`, the text of
/// `--format`, if that is not empty; else what the suffix of the name says, the suffix of
/// a compression that we write taken off; else N-Quads. Throws UsageError for a word that
/// is none, and for a suffix of what cannot be written.
[[nodiscard]] WantedForm wanted_form(std::string_view path, std::string_view word);

}  // namespace semsite
