#pragma once

#include <string>

namespace boost::program_options {
class options_description;
}

namespace semsite {

/// The options of `command`, in the groups and the order of its help.
[[nodiscard]] boost::program_options::options_description options_of(
    const std::string& command);

}  // namespace semsite
