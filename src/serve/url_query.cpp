#include "serve/url_query.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/url.hpp"

namespace semsite {
namespace {

constexpr std::size_t kMostParameters = 200;

std::string decoded(std::string_view text) {
  std::string out{text};
  std::ranges::replace(out, '+', ' ');
  return percent_decode(out);
}

}  // namespace

UrlQuery::UrlQuery(std::string_view text) {
  for (const std::string_view part : split(text, '&')) {
    if (part.empty()) continue;
    if (parameters_.size() == kMostParameters) break;
    const std::size_t equals = part.find('=');
    const bool named = equals != std::string_view::npos;
    parameters_.emplace_back(decoded(part.substr(0, equals)),
                             named ? decoded(part.substr(equals + 1)) : std::string{});
  }
}

bool UrlQuery::has(std::string_view name) const {
  return std::ranges::any_of(parameters_,
                             [&](const auto& one) { return one.first == name; });
}

std::string UrlQuery::text(std::string_view name) const {
  for (const auto& [key, value] : parameters_)
    if (key == name) return value;
  return {};
}

std::vector<std::string> UrlQuery::texts(std::string_view name) const {
  std::vector<std::string> out;
  for (const auto& [key, value] : parameters_)
    if (key == name) out.push_back(value);
  return out;
}

UrlQuery& UrlQuery::add(std::string_view name, std::string_view value) {
  parameters_.emplace_back(name, value);
  return *this;
}

UrlQuery& UrlQuery::set(std::string_view name, std::string_view value) {
  return remove(name).add(name, value);
}

UrlQuery& UrlQuery::remove(std::string_view name) {
  std::erase_if(parameters_, [&](const auto& one) { return one.first == name; });
  return *this;
}

UrlQuery& UrlQuery::remove_empty() {
  std::erase_if(parameters_, [](const auto& one) { return trim(one.second).empty(); });
  return *this;
}

std::string UrlQuery::url_text() const {
  std::string out;
  for (const auto& [name, value] : parameters_) {
    out += out.empty() ? '?' : '&';
    out += percent_encode(name);
    out += '=';
    out += percent_encode(value);
  }
  return out;
}

}  // namespace semsite
