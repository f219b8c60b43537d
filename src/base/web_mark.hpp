#pragma once

#include <set>
#include <string>
#include <string_view>

namespace semsite {

/// The mark of a file that was made of what came over the network: from whom
/// (base/holder), in an extended attribute that stays with the file whatever it is
/// called. An empty holder: from the web, and not known from whom. Nothing where the file
/// system has no such attributes, and of what is no regular file.
[[nodiscard]] std::set<std::string> web_mark(const std::string& path);
/// Of an open file.
[[nodiscard]] std::set<std::string> web_mark(int descriptor);
/// Marks an open file, or takes its mark away where there are no holders.
void set_web_mark(int descriptor, const std::set<std::string>& holders);

/// Is `url` that of a file of this machine which has no such mark?
[[nodiscard]] bool is_own_file(std::string_view url);

}  // namespace semsite
