// Converts a document of any syntax, packed or not: convert INPUT OUTPUT
//
// The syntax of the input is told by its bytes, that of the output by its name.
#include <cstdio>
#include <exception>

#include "semsite/read.hpp"
#include "semsite/write.hpp"

int main(int count, char** words) {
  if (count != 3) {
    std::fputs("usage: convert INPUT OUTPUT\n", stderr);
    return 2;
  }
  try {
    semsite::Writer writer = semsite::Writer::to_file(words[2]);
    semsite::ReadOptions options;
    options.fault = [](const semsite::Fault& fault) {
      std::fprintf(stderr, "line %llu: %s\n", static_cast<unsigned long long>(fault.line),
                   fault.message.c_str());
    };
    const semsite::ReadResult result = semsite::read_file(
        words[1], [&](const semsite::Quads& some) { writer.write(some); }, options);
    writer.finish();
    std::printf("%llu quads, %llu statements skipped\n",
                static_cast<unsigned long long>(result.quads),
                static_cast<unsigned long long>(result.skipped));
    if (!result.problem.empty()) std::fprintf(stderr, "%s\n", result.problem.c_str());
    return result.is_whole ? 0 : 1;
  } catch (const semsite::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 3;
  }
}
