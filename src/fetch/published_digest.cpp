#include "fetch/published_digest.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"

namespace semsite {
namespace {

/// Best first. RFC 9530 §5 names the first two for use; the others are only old.
struct Algorithm {
  std::string_view name;  ///< RFC 9530 and, for the old ones, RFC 3230
  const EVP_MD* (*get)() = nullptr;
  std::size_t bytes = 0;
};
const std::array<Algorithm, 4> kAlgorithms{{{"sha-512", EVP_sha512, 64},
                                            {"sha-256", EVP_sha256, 32},
                                            {"sha", EVP_sha1, 20},
                                            {"md5", EVP_md5, 16}}};

const Algorithm* find_algorithm(std::string_view name) {
  const auto* const found =
      std::ranges::find_if(kAlgorithms, [&](const Algorithm& algorithm) {
        return equal_ignoring_case(name, algorithm.name);
      });
  return found == kAlgorithms.end() ? nullptr : found;
}

std::optional<std::string> from_base64(std::string_view text) {
  if (text.empty() || text.size() % 4 != 0 || text.size() > 128) return std::nullopt;
  std::string out(text.size() / 4 * 3, '\0');
  const int size = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(out.data()),
                                   reinterpret_cast<const unsigned char*>(text.data()),
                                   static_cast<int>(text.size()));
  if (size < 0) return std::nullopt;
  const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
  out.resize(static_cast<std::size_t>(size) - padding);
  return out;
}

/// The field's members are `algorithm=value`; RFC 9530 puts the value between colons.
void take_members(std::string_view field, std::string_view value,
                  std::optional<PublishedDigest>& best) {
  while (!value.empty()) {
    const std::size_t comma = std::min(value.find(','), value.size());
    std::string_view member = trim(value.substr(0, comma));
    value.remove_prefix(std::min(comma + 1, value.size()));
    const std::size_t equals = member.find('=');
    if (equals == std::string_view::npos) continue;
    const Algorithm* const algorithm = find_algorithm(trim(member.substr(0, equals)));
    member = trim(member.substr(equals + 1));
    member = trim(member.substr(0, member.find(';')));
    if (member.size() > 1 && member.front() == ':' && member.back() == ':')
      member = member.substr(1, member.size() - 2);
    auto bytes = from_base64(member);
    if (algorithm == nullptr || !bytes || bytes->size() != algorithm->bytes) continue;
    if (best && find_algorithm(best->algorithm) <= algorithm) continue;
    best = {.field = std::string{field},
            .algorithm = std::string{algorithm->name},
            .value = std::move(*bytes)};
  }
}

std::string hex(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) out += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return out;
}

}  // namespace

std::optional<PublishedDigest> published_digest(const ResponseHead& head) {
  if (head.status != 200 || head.decoded) return std::nullopt;
  std::optional<PublishedDigest> best;
  for (const auto& [name, value] : head.headers) {
    if (name == "repr-digest") take_members("Repr-Digest", value, best);
    if (name == "content-digest") take_members("Content-Digest", value, best);
    if (name == "digest") take_members("Digest", value, best);
    if (name == "content-md5")
      take_members("Content-MD5", "md5=" + std::string{trim(value)}, best);
  }
  return best;
}

std::optional<PublishedDigest> described_digest(std::string_view algorithm,
                                                std::string_view hex,
                                                std::string source) {
  const Algorithm* const known = find_algorithm(algorithm);
  if (known == nullptr || hex.size() != known->bytes * 2) return std::nullopt;
  std::string value;
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    const int high = hex_value(hex[i]);
    const int low = hex_value(hex[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    value += static_cast<char>(high * 16 + low);
  }
  return PublishedDigest{.field = std::move(source),
                         .algorithm = std::string{known->name},
                         .value = std::move(value),
                         .by = PublishedDigest::By::description};
}

bool is_stronger(const PublishedDigest& a, const PublishedDigest& b) {
  return find_algorithm(a.algorithm) < find_algorithm(b.algorithm);
}

struct DigestCheck::Context {
  std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> state{EVP_MD_CTX_new(),
                                                           EVP_MD_CTX_free};
};

DigestCheck::DigestCheck(std::unique_ptr<ByteSource> inner, PublishedDigest digest,
                         std::string url)
    : inner_(std::move(inner)),
      digest_(std::move(digest)),
      url_(std::move(url)),
      context_(std::make_unique<Context>()) {
  const Algorithm* const algorithm = find_algorithm(digest_.algorithm);
  // A system may forbid an old algorithm: then there is nothing to compare with.
  if (!context_->state || algorithm == nullptr ||
      EVP_DigestInit_ex(context_->state.get(), algorithm->get(), nullptr) != 1)
    checked_ = true;
}

DigestCheck::~DigestCheck() = default;

Block DigestCheck::read() {
  Block block = inner_->read();
  if (checked_) return block;
  if (!block.empty()) {
    EVP_DigestUpdate(context_->state.get(), block.bytes.data(), block.bytes.size());
    return block;
  }
  checked_ = true;
  std::array<unsigned char, EVP_MAX_MD_SIZE> got{};
  unsigned size = 0;
  EVP_DigestFinal_ex(context_->state.get(), got.data(), &size);
  const std::string_view bytes{reinterpret_cast<const char*>(got.data()), size};
  if (bytes != digest_.value && digest_.by == PublishedDigest::By::description) {
    throw BodyError{
        BodyFault::checksum,
        fmt::format("{}: the {} bytes that came are not the file that {} describes: it "
                    "says {} {}, they give {}",
                    url_, block.offset, digest_.field, digest_.algorithm,
                    hex(digest_.value), hex(bytes))};
  }
  if (bytes != digest_.value) {
    throw BodyError{
        BodyFault::digest,
        fmt::format("{}: the {} bytes that came are not those the server announced: its "
                    "{} says {} {}, they give {}",
                    url_, block.offset, digest_.field, digest_.algorithm,
                    hex(digest_.value), hex(bytes))};
  }
  return block;
}

}  // namespace semsite
