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

bool S3Parts::is_refused(const S3Address& address, const S3Condition& condition) {
  try {
    static_cast<void>(store_.put(address, {}, condition));
    return false;
  } catch (const S3Error& error) {
    if (error.status() == 501) return false;
    if (error.code() != "s3.condition") throw;
    return true;
  }
}

/// Tried on an object of its own, which goes again.
S3Condition S3Parts::condition_for(const std::optional<std::string>& etag) {
  using Kind = S3Condition::Kind;
  std::random_device random;
  const S3Address trial =
      at(fmt::format(".semsite-condition-{:08x}{:08x}", random(), random()));
  const std::string tag = store_.put(trial, {});
  // Ceph holds what stands in If-Match of a PUT against the ETag without its quotes.
  const auto bare = [](std::string text) {
    std::erase(text, '"');
    return text;
  };
  const std::string wrong = "\"00000000000000000000000000000000\"";
  S3Condition out;
  if (!etag) {
    if (is_refused(trial, {.kind = Kind::absent})) out.kind = Kind::absent;
  } else if (is_refused(trial, {.kind = Kind::unchanged, .etag = wrong})) {
    if (!is_refused(trial, {.kind = Kind::unchanged, .etag = tag}))
      out = {.kind = Kind::unchanged, .etag = *etag};
    else if (!is_refused(trial, {.kind = Kind::unchanged, .etag = bare(tag)}))
      out = {.kind = Kind::unchanged, .etag = bare(*etag)};
  }
  try {
    store_.remove(trial);
  } catch (const S3Error& error) {
    warn_(fmt::format("{} [{}]", error.what(), error.code()));
  }
  return out;
}

void S3Parts::publish(const std::string& text,
                      const std::function<bool(const std::string& sha256)>& ours) {
  const S3Address address = at(kManifestName);
  const std::string digest = sha256_hex(text);
  const auto there = store_.text(address, kMostManifestBytes);
  if (there && sha256_hex(there->text) == digest) return;
  if (there && !ours(sha256_hex(there->text))) refuse_other(manifest_name());
  const S3Condition condition =
      condition_for(there ? std::optional{there->etag} : std::nullopt);
  if (condition.kind == S3Condition::Kind::none)
    warn_(
        fmt::format("{}: the store does not go by {}: see that no two commands write "
                    "to this prefix at once [s3.unconditional]",
                    manifest_name(), there ? "If-Match" : "If-None-Match"));
  try {
    static_cast<void>(store_.put(address, text, condition));
  } catch (const S3Error& error) {
    if (error.code() != "s3.condition") throw;
    // It may be our own, the answer to which was lost.
    if (manifest_sha256() != digest) refuse_other(manifest_name());
    return;
  }
  // All hangs on it, and a store may say more than it did.
  if (manifest_sha256() != digest)
    throw RunError{
        fmt::format("{}: the store took it, and has another text there, or none; run the "
                    "command again",
                    manifest_name())};
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
