// Reads one N-Quads file and writes it as canonical N-Quads: the straight path alone.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <thread>

#include "base/byte_source.hpp"
#include "parse/line_splitter.hpp"
#include "parse/nquads_parser.hpp"
#include "parse/split_parse.hpp"
#include "sink/nquads_sink.hpp"
#include "sink/output_file.hpp"

using namespace semsite;

namespace {
class Printing final : public Diagnostics {
 public:
  void report(const Fault& f) override {
    std::fprintf(stderr, "%llu:%llu: %.*s: %s\n", static_cast<unsigned long long>(f.line),
                 static_cast<unsigned long long>(f.column),
                 static_cast<int>(f.code.size()), f.code.data(), f.message.c_str());
  }
};
}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const Syntax syntax{.name = "nquads",
                      .media_types = {},
                      .suffixes = {},
                      .split = make_line_splitter,
                      .parse_piece = parse_nquads_piece};
  Printing diagnostics;
  const Limits limits;
  auto document = std::make_shared<Document>();
  document->scope = "abcdefghijklmnop";
  OutputFile output{argv[2]};
  NQuadsSink sink{output};
  FileSource bytes{argv[1]};
  const unsigned workers = argc > 3 ? static_cast<unsigned>(std::atoi(argv[3]))
                                    : std::thread::hardware_concurrency();
  parse_document({.syntax = syntax,
                  .bytes = bytes,
                  .document = document,
                  .diagnostics = diagnostics,
                  .limits = limits,
                  .workers = workers,
                  .stop = {}},
                 [&](QuadBatch batch) { sink.write(batch); });
  sink.end_document(*document);
  output.finish();
  std::fprintf(stderr, "%llu quads\n", static_cast<unsigned long long>(sink.quads()));
}
