// libFuzzer entry: any bytes as N-Quads and N-Triples. However the bytes come, and
// however many threads read them, the statements and faults are the same; what is written
// of them is read as the same again; N-Triples without a fault are N-Quads and Turtle of
// the same statements.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzz/document_reading.hpp"

namespace semsite::test {
namespace {

/// A label of N-Triples 1.1 may have a colon, one of N-Triples 1.2 and of Turtle may not.
bool has_colon_in_label(std::string_view text) {
  for (std::size_t at = text.find("_:"); at != std::string_view::npos;
       at = text.find("_:", at + 1)) {
    const std::size_t end = text.find_first_of(" \t\r\n<\"", at);
    if (text.substr(at + 2, end - at - 2).find(':') != std::string_view::npos)
      return true;
  }
  return false;
}

void check(std::string_view syntax, std::string_view text) {
  const DocumentReading whole = read_document(syntax, text);
  for (const ReadingManner& manner :
       {ReadingManner{.step = 1}, ReadingManner{.step = 7}, ReadingManner{.step = 64},
        ReadingManner{.workers = 2}})
    if (read_document(syntax, text, manner) != whole)
      broken("read otherwise in other pieces", text);
  must_come_back(whole, text);
  if (syntax != "ntriples" || !whole.is_faultless()) return;
  if (read_document("nquads", text) != whole) broken("other N-Quads", text);
  if (has_colon_in_label(text)) return;
  const DocumentReading turtle = read_document("turtle", text);
  if (!turtle.is_faultless()) broken("N-Triples that are no Turtle", text);
  if (turtle.lines != whole.lines) broken("N-Triples that are other Turtle", text);
}

}  // namespace
}  // namespace semsite::test

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace semsite;
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  if (size > 16 * kKiB) return 0;
  test::check("ntriples", text);
  test::check("nquads", text);
  return 0;
}
