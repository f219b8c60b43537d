#include "fetch/length_book.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "fetch/http_header.hpp"

namespace semsite {
namespace {

/// Of a validator that one side lacks nothing can be said.
bool may_agree(const std::string& a, const std::string& b) {
  return a.empty() || b.empty() || a == b;
}

/// RFC 9110 §8.8.3.2: by weak comparison, which is enough to hold a length against what
/// came. What is continued is compared strongly, elsewhere.
std::string opaque_tag(const std::string& etag) {
  return etag.starts_with("W/") ? etag.substr(2) : etag;
}

}  // namespace

Version version_of(const ResponseHead& head) {
  std::string coding = lower_ascii(trim(head.header("content-encoding")));
  if (coding == "identity") coding.clear();
  if (coding == "x-gzip") coding = "gzip";
  return {.etag = std::string{trim(head.header("etag"))},
          .modified = std::string{trim(head.header("last-modified"))},
          .coding = std::move(coding)};
}

bool may_be_same(const Version& a, const Version& b) {
  return a.coding == b.coding && may_agree(opaque_tag(a.etag), opaque_tag(b.etag)) &&
         may_agree(a.modified, b.modified);
}

ContentLength read_content_length(const ResponseHead& head) {
  ContentLength out;
  for (const std::string& field : head.headers_of("content-length")) {
    for (const std::string_view part : split(field, ',')) {
      const auto bytes = parse_uint(trim(part));
      if (!bytes) {
        out.problem = fmt::format(
            "its Content-Length \"{}\" is no length (RFC 9112 §6.3)", excerpt(field));
        return out;
      }
      if (out.bytes && *out.bytes != *bytes) {
        out.problem =
            fmt::format("it has two different Content-Lengths, {} and {} (RFC 9112 §6.3)",
                        *out.bytes, *bytes);
        return out;
      }
      out.bytes = bytes;
    }
  }
  return out;
}

std::optional<std::uint64_t> total_of_range(const ResponseHead& head) {
  const std::string_view says = trim(head.header("content-range"));
  if (!starts_with_ignoring_case(says, "bytes")) return std::nullopt;
  if (const auto range = parse_content_range(says); range && !range->total)
    return *range->last + 1;
  // Some count the last byte as if it were the number of bytes: the total says enough.
  const std::size_t slash = says.find('/');
  return slash == std::string_view::npos ? std::nullopt
                                         : parse_uint(trim(says.substr(slash + 1)));
}

std::optional<LengthPromise> promise_of(const ResponseHead& head,
                                        std::string_view method) {
  LengthPromise out{.version = version_of(head)};
  if (head.status == 206) {
    const auto range = parse_content_range(head.header("content-range"));
    if (!range || !range->total) return std::nullopt;
    out.bytes = *range->total;
    out.by = "Content-Range";
    return out;
  }
  ContentLength length = read_content_length(head);
  out.by = "Content-Length";
  if (!length.bytes && length.problem.empty()) {
    length.bytes = total_of_range(head);
    out.by = "Content-Range";
  }
  if (head.status < 200 || head.status >= 300 || !length.bytes) return std::nullopt;
  // Whoever codes or answers HEAD on the fly may have left behind the length of the file.
  const bool chunked = !head.header("transfer-encoding").empty();
  if (chunked && (method == "HEAD" || !out.version.coding.empty())) return std::nullopt;
  // Not of an empty document: some servers know no better for HEAD.
  if (method == "HEAD" && *length.bytes == 0) return std::nullopt;
  out.bytes = *length.bytes;
  if (method == "HEAD") out.by = fmt::format("the {} of HEAD", out.by);
  return out;
}

void LengthBook::note(const std::string& name, const LengthPromise& promise) {
  const MutexLock lock{mutex_};
  const auto [slot, is_new] = promises_.try_emplace(name);
  if (is_new) names_.push_back(name);
  std::vector<LengthPromise>& known = slot->second;
  const auto same = [&](const LengthPromise& one) {
    return one.bytes == promise.bytes && one.version.etag == promise.version.etag &&
           one.version.modified == promise.version.modified &&
           one.version.coding == promise.version.coding;
  };
  if (known.size() < kMostPromises && std::ranges::none_of(known, same))
    known.push_back(promise);
  if (names_.size() > kMostNames) {
    promises_.erase(names_.front());
    names_.pop_front();
  }
}

std::vector<LengthPromise> LengthBook::of(const std::string& name,
                                          const Version& version) const {
  const MutexLock lock{mutex_};
  std::vector<LengthPromise> out;
  const auto found = promises_.find(name);
  if (found == promises_.end()) return out;
  for (const LengthPromise& promise : found->second)
    if (may_be_same(promise.version, version)) out.push_back(promise);
  return out;
}

}  // namespace semsite
