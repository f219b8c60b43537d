#pragma once

#include <string>
#include <string_view>

namespace semsite {

/// What keeps an http or https URL from being asked for, such as a port that there cannot
/// be; empty: nothing.
[[nodiscard]] std::string url_problem(std::string_view url);

/// The URL that is likely meant by a word that is none: a host without a scheme
/// (`www.example.com/a`, `localhost:8890`), or one that is misspelt (`http:/a.example`);
/// empty: it looks like none.
[[nodiscard]] std::string likely_url(const std::string& word);

}  // namespace semsite
