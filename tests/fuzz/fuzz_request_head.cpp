// libFuzzer entry: any bytes as the head of a request.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>

#include "serve/request_head.hpp"

namespace {

void must(bool truth) {
  if (!truth) std::abort();
}

bool is_one_line(std::string_view text) {
  return std::ranges::none_of(text,
                              [](char c) { return c == '\r' || c == '\n' || c == '\0'; });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using semsite::end_of_head;
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  const std::size_t end = end_of_head(text);
  // The end is the same however the bytes came.
  for (std::size_t cut = 0; cut < std::min<std::size_t>(size, 64); ++cut) {
    const std::size_t early = end_of_head(text.substr(0, cut));
    must(early == std::string_view::npos ? end_of_head(text, cut) == end : early == end);
  }
  for (const std::string_view bytes : {text, text.substr(0, std::min(end, size))}) {
    const auto read = semsite::read_request_head(bytes);
    if (const auto* const fault = std::get_if<semsite::HeadFault>(&read)) {
      must(fault->status == 400 || fault->status == 505);
      must(!fault->text.empty());
      continue;
    }
    // What is answered is in no doubt: it is the whole of `bytes`, and made of them.
    const auto& head = std::get<semsite::RequestHead>(read);
    must(end_of_head(bytes) == bytes.size() && bytes.ends_with("\r\n\r\n"));
    must(is_one_line(head.method) && !head.method.empty());
    must(is_one_line(head.target) && !head.target.empty());
    must(head.target.find(' ') == std::string::npos);
    must(head.host || head.minor_0);
    if (head.host)
      must(is_one_line(*head.host) && bytes.find(*head.host) != std::string_view::npos);
    must(is_one_line(head.if_none_match) && is_one_line(head.accept_encoding));
    if (head.method == "GET" || head.method == "HEAD") must(head.target.front() == '/');
  }
  return 0;
}
