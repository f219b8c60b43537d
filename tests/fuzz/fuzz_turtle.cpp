// libFuzzer entry: any bytes as Turtle. However the bytes come, wherever the document is
// cut and however many threads read it, the statements and faults must be those of the
// whole. It is also read by Serd and by Raptor (its command rapper), which share no code
// with our reader and know RDF 1.1 only. Where one of them and we read the document
// without a fault, both must have read the same; only which statements there are is
// compared, not the labels of blank nodes.
//
// What Serd is known to do otherwise: turtle_oracle.hpp.
//
// What Raptor 2.0.15 is known to do otherwise, and how such inputs are told:
//  - it takes what Turtle forbids (bad escapes, IRIs with spaces, names of other shapes):
//    only documents that our reader takes whole are compared;
//  - it refuses some of what Turtle allows: documents that it has an error or a warning
//    for are not compared;
//  - it resolves and normalises references by RFC 2396: documents with an IRI reference
//    that has no scheme, or with dot segments, are not compared;
//  - it knows no \uXXXX in local names and normalises numbers by itself: it keeps them as
//    written for the forms here, but for doubles and decimals, whose lexical forms it
//    rewrites: of numbers only integers are compared by text;
//  - it ends at NUL: documents with one are not compared;
//  - it writes language tags in lower case: they are compared so.
#include <sys/wait.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "fuzz/turtle_oracle.hpp"
#include "semsite/limits.hpp"
#include "turtle/line_splitter.hpp"
#include "turtle/nquads_parser.hpp"
#include "turtle/turtle_parser.hpp"
#include "turtle/turtle_splitter.hpp"

namespace semsite::test {
namespace {

std::optional<Statements> read_by_us(std::string_view text) {
  return read_statements(
      text,
      [](const SplitJob& job) {
        return TurtleSplitter{job, TurtleDialect::turtle, 1024};
      },
      parse_turtle_piece);
}

std::string content_of(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

/// What Raptor's own command makes of `text`; nothing if it has anything to complain of.
std::optional<Statements> read_by_raptor(std::string_view text) {
  static const std::string folder = [] {
    std::string name = std::filesystem::temp_directory_path() / "fuzz_turtle_XXXXXX";
    return std::string{::mkdtemp(name.data())};
  }();
  const std::string in = folder + "/in.ttl", out = folder + "/out.nt";
  const std::string said = folder + "/said";
  std::ofstream{in, std::ios::binary} << text;
  const std::string command = "rapper -q -i turtle -o ntriples " + in + " " +
                              kOracleBase + " >" + out + " 2>" + said;
  const int status = std::system(command.c_str());  // words of our own
  if (status != 0 && WEXITSTATUS(status) == 127) {
    std::fprintf(stderr, "rapper is not there: install raptor2-utils\n");
    std::abort();
  }
  if (status != 0 || !content_of(said).empty()) return std::nullopt;
  return read_statements(
      content_of(out), [](const SplitJob& job) { return LineSplitter{job}; },
      parse_ntriples_piece);
}

void compare_with_others(std::string_view text) {
  std::optional<Statements> ours = read_by_us(text);
  if (!ours) return;
  std::ranges::sort(*ours);
  if (!is_beyond_serd(text))
    if (const auto other = read_by_serd(SERD_TURTLE, text))
      compare(text, *ours, *other, "Serd");
  if (std::optional<Statements> other = read_by_raptor(text)) {
    std::ranges::sort(*other);
    compare(text, *ours, *other, "Raptor");
  }
}

}  // namespace
}  // namespace semsite::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace semsite;
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  if (size > 64 * kKiB) return 0;
  if (size < 4 * kKiB) test::cut_anywhere(TurtleDialect::turtle, text);
  if (text.find('\0') != std::string_view::npos) return 0;
  if (test::has_doubtful_reference(text)) return 0;
  test::compare_with_others(text);
  return 0;
}
