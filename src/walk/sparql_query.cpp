#include "walk/sparql_query.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/url.hpp"

namespace semsite {
namespace {

/// Cuts CSV into fields and rows.
class CsvReader {
 public:
  explicit CsvReader(std::string_view text) : text_(text) {}

  [[nodiscard]] bool done() const { return at_ >= text_.size(); }

  /// The next row; nothing if a quote stays open.
  std::optional<std::vector<std::string>> row() {
    std::vector<std::string> out;
    for (;;) {
      auto field = text_.substr(at_, 1) == "\"" ? quoted() : plain();
      if (!field) return std::nullopt;
      out.push_back(std::move(*field));
      const char after = done() ? '\n' : text_[at_++];
      if (after == ',') continue;
      if (after == '\r' && !done() && text_[at_] == '\n') ++at_;
      return out;
    }
  }

 private:
  std::optional<std::string> plain() {
    const std::size_t begin = at_;
    while (!done() && text_[at_] != ',' && text_[at_] != '\n' && text_[at_] != '\r')
      ++at_;
    return std::string{text_.substr(begin, at_ - begin)};
  }

  std::optional<std::string> quoted() {
    std::string out;
    for (++at_; !done(); ++at_) {
      if (text_[at_] != '"') {
        out += text_[at_];
      } else if (text_.substr(at_ + 1, 1) == "\"") {
        out += text_[at_++];
      } else {
        ++at_;
        return out;
      }
    }
    return std::nullopt;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

SparqlRequest sparql_request(std::string_view endpoint, std::string_view query,
                             std::string_view accept, SparqlBy by) {
  std::string field = "query=" + percent_encode(query);
  if (by == SparqlBy::get) {
    const char mark = endpoint.find('?') == std::string_view::npos ? '?' : '&';
    return {.url = fmt::format("{}{}{}", endpoint, mark, field),
            .method = "GET",
            .accept = std::string{accept},
            .body = {},
            .content_type = {}};
  }
  return {.url = std::string{endpoint},
          .method = "POST",
          .accept = std::string{accept},
          .body = std::move(field),
          .content_type = "application/x-www-form-urlencoded"};
}

std::optional<SparqlRows> read_csv_rows(std::string_view csv,
                                        std::span<const std::string_view> variables) {
  CsvReader reader{csv};
  if (reader.done()) return std::nullopt;
  const auto header = reader.row();
  // An error page begins otherwise.
  if (!header || !std::ranges::equal(*header, variables)) return std::nullopt;
  SparqlRows out;
  while (!reader.done()) {
    auto row = reader.row();
    if (!row || row->size() != header->size()) return std::nullopt;
    out.push_back(std::move(*row));
  }
  return out;
}

std::string sparql_string(std::string_view text) {
  std::string out = "\"";
  for (const char byte : text) {
    switch (byte) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        out += byte;
    }
  }
  return out + '"';
}

}  // namespace semsite
