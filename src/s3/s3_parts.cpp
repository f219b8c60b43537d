#include "s3/s3_parts.hpp"

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <random>
#include <string>
#include <string_view>

#include "base/sha256.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

[[noreturn]] void refuse_other(const std::string& name) {
  throw RunError{fmt::format(
      "{}: a manifest is there that this output did not write: another command writes to "
      "this prefix, or its folder (--work) was lost. It was not replaced; take it away "
      "with its parts, or name another prefix",
      name)};
}

}  // namespace

S3Address S3Parts::at(std::string_view name) const {
  return {.bucket = prefix_.bucket, .key = fmt::format("{}{}", prefix_.key, name)};
}

std::string S3Parts::manifest_name() const { return s3_url(at(kManifestName)); }

bool S3Parts::has(const ManifestPart& part) {
  const std::optional<S3Object> there = store_.head(at(part.name));
  return there && there->bytes == part.bytes && there->sha256 == part.sha256;
}

void S3Parts::put(const ManifestPart& part, const std::string& path) {
  const S3Address address = at(part.name);
  store_.put_file(address, path, part.bytes, part.sha256);
  // Of pieces, the store has checked each, and nobody the whole.
  const std::optional<S3Object> there = store_.head(address);
  if (!there || there->bytes != part.bytes)
    throw RunError{fmt::format(
        "{}: {} bytes were sent, but the store has {}", s3_url(address), part.bytes,
        there ? fmt::format("{}", there->bytes) : std::string{"no such object"})};
}

std::string S3Parts::manifest_sha256() {
  const auto there = store_.text(at(kManifestName), kMostManifestBytes);
  return there ? sha256_hex(there->text) : std::string{};
}

/// Tried on an object of its own, which goes again.
bool S3Parts::honours_conditions() {
  std::random_device random;
  const S3Address address =
      at(fmt::format(".semsite-condition-{:08x}{:08x}", random(), random()));
  const auto is_refused = [&](const S3Condition& condition) {
    try {
      static_cast<void>(store_.put(address, {}, condition));
      return false;
    } catch (const S3Error& error) {
      if (error.status() == 501) return false;
      if (error.code() != "s3.condition") throw;
      return true;
    }
  };
  static_cast<void>(store_.put(address, {}));
  const bool honours = is_refused({.kind = S3Condition::Kind::absent}) &&
                       is_refused({.kind = S3Condition::Kind::unchanged,
                                   .etag = "\"00000000000000000000000000000000\""});
  try {
    store_.remove(address);
  } catch (const S3Error& error) {
    warn_(fmt::format("{} [{}]", error.what(), error.code()));
  }
  return honours;
}

void S3Parts::publish(const std::string& text,
                      const std::function<bool(const std::string& sha256)>& ours) {
  const S3Address address = at(kManifestName);
  const std::string digest = sha256_hex(text);
  const auto there = store_.text(address, kMostManifestBytes);
  if (there && sha256_hex(there->text) == digest) return;
  if (there && !ours(sha256_hex(there->text))) refuse_other(manifest_name());
  S3Condition condition{.kind = S3Condition::Kind::absent};
  if (there) condition = {.kind = S3Condition::Kind::unchanged, .etag = there->etag};
  if (!honours_conditions()) {
    warn_(
        fmt::format("{}: the store does not go by If-None-Match and If-Match: see that "
                    "no two commands write to this prefix at once [s3.unconditional]",
                    manifest_name()));
    condition = {};
  }
  try {
    static_cast<void>(store_.put(address, text, condition));
  } catch (const S3Error& error) {
    if (error.code() != "s3.condition") throw;
    // It may be our own, the answer to which was lost.
    if (manifest_sha256() != digest) refuse_other(manifest_name());
  }
}

bool S3Parts::take_away(const std::string& name) {
  try {
    store_.remove(at(name));
    return true;
  } catch (const S3Error& error) {
    warn_(fmt::format("{}; the part is of no manifest any more, and stays [{}]",
                      error.what(), error.code()));
    return false;
  }
}

}  // namespace semsite
