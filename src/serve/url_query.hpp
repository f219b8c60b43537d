#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace semsite {

/// Parameters of a URL in their order; a name may come again.
class UrlQuery {
 public:
  UrlQuery() = default;
  /// Reads `a=1&b=2` as forms write it (WHATWG URL §5.1). Thrown out: what is behind the
  /// first 200 parameters.
  explicit UrlQuery(std::string_view text);

  [[nodiscard]] bool has(std::string_view name) const;
  /// The first of that name; empty if there is none.
  [[nodiscard]] std::string text(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> texts(std::string_view name) const;
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& all() const {
    return parameters_;
  }

  UrlQuery& add(std::string_view name, std::string_view value);
  /// In the place of all of that name.
  UrlQuery& set(std::string_view name, std::string_view value);
  UrlQuery& remove(std::string_view name);
  /// Without the parameters that say nothing: empty ones, as forms send them.
  UrlQuery& remove_empty();

  /// `?a=1&b=2`; empty if there are none.
  [[nodiscard]] std::string url_text() const;

 private:
  std::vector<std::pair<std::string, std::string>> parameters_;
};

}  // namespace semsite
