#include "commands/share_option.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "base/url.hpp"
#include "parse/syntax.hpp"
#include "semsite/errors.hpp"
#include "unpack/sniff.hpp"

namespace semsite {
namespace {

constexpr std::uint64_t kMostShares = 1'000'000;

/// Does each line say all by itself?
bool is_line_syntax(const Syntax& syntax) {
  return syntax.name == "ntriples" || syntax.name == "nquads";
}

/// The syntax of a file of which a share is read. What its lines say must hang on nothing
/// before them, and it must be known without looking at its first bytes.
const Syntax& shared_syntax(const std::string& url, const std::string& named_syntax) {
  if (!is_file_url(url))
    throw UsageError{
        fmt::format("--range: {} is no file of this machine, and cannot be "
                    "read from its middle; get it first",
                    url == "-" ? "standard input" : url)};
  const std::string path = file_path(url);
  const Syntax* const syntax = named_syntax.empty()
                                   ? syntax_of_path(without_packing_suffix(path))
                                   : find_syntax(named_syntax);
  if (syntax != nullptr && is_line_syntax(*syntax)) return *syntax;
  throw UsageError{
      syntax == nullptr
          ? fmt::format("--range: {}: its name does not say that it is N-Triples or "
                        "N-Quads; --syntax says it",
                        path)
          : fmt::format("--range: {}: lines of {} do not stand for themselves; those of "
                        "N-Triples and N-Quads do: convert it first",
                        path, syntax->name)};
}

}  // namespace

Share parse_share(std::string_view text, std::string_view option) {
  const std::size_t slash = text.find('/');
  if (slash != std::string_view::npos) {
    const auto number = parse_uint(text.substr(0, slash));
    const auto of = parse_uint(text.substr(slash + 1));
    if (number && of && *number >= 1 && *number <= *of && *of <= kMostShares)
      return {.number = *number, .of = *of};
  }
  throw UsageError{fmt::format(
      "{} {}: which share of how many, such as 1/8 to 8/8 (at most {} of them)", option,
      text, kMostShares)};
}

std::string share_text(const Share& share) {
  return share.of == 1 ? std::string{} : fmt::format("{}/{}", share.number, share.of);
}

void take_share(ReadingOptions& reading) {
  if (!reading.share) return;
  const Share share = *reading.share;
  std::uint64_t parts = 0;
  for (const std::string& url : reading.urls)
    if (reading.manifests.find(url) != nullptr) ++parts;
  std::vector<std::string> own;
  std::uint64_t part = 0;
  std::string_view syntax = parts > 0 ? "nquads" : "ntriples";
  for (std::string& url : reading.urls) {
    if (reading.manifests.find(url) == nullptr) {
      if (shared_syntax(url, reading.syntax).name == "nquads") syntax = "nquads";
    } else if (const std::uint64_t place = part++ * share.of / parts;
               place + 1 != share.number) {
      continue;
    }
    own.push_back(std::move(url));
  }
  reading.urls = std::move(own);
  reading.syntax = syntax;
}

}  // namespace semsite
