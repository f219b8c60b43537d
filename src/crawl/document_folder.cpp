#include "crawl/document_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "base/errors.hpp"
#include "base/file_io.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "fetch/sha256.hpp"

namespace semsite {
namespace {

/// Of a name made from a URL; with the hash it stays below what file systems bear (255).
constexpr std::size_t kNameBytes = 100;

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         c == '.' || c == '-' || c == '_';
}

/// Only characters that no file system or shell takes for anything else, and no leading
/// dot or hyphen.
std::string safe(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (is_plain(c)) {
      out += c;
    } else if (out.empty() || out.back() != '_') {
      out += '_';
    }
  }
  const std::size_t start = out.find_first_not_of(".-_");
  out.erase(0, start == std::string::npos ? out.size() : start);
  return out;
}

/// The last segment of the path, its beginning cut off if it is too long: the suffix says
/// what it is.
std::string file_part(std::string_view url) {
  const std::string whole = path_and_query(url);
  std::string_view path{whole};
  path = path.substr(0, path.find('?'));
  while (path.ends_with('/')) path.remove_suffix(1);
  std::string name = safe(path.substr(path.rfind('/') + 1));
  if (name.size() > kNameBytes) name = safe(name.substr(name.size() - kNameBytes));
  return name.empty() ? "document" : name;
}

[[noreturn]] void cannot(const std::string& path, const std::string& why) {
  throw RunError{fmt::format("{}: cannot be written: {}", path, why)};
}

/// A file that is taken away unless it gets its name.
class PartFile {
 public:
  explicit PartFile(std::string path)
      : path_(std::move(path)),
        file_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC,  // NOLINT
                     0666)) {
    if (!file_.valid()) cannot(path_, std::strerror(errno));
  }
  ~PartFile() {
    std::error_code ignored;
    if (!done_) std::filesystem::remove(path_, ignored);
  }
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  void write(std::string_view bytes) { write_all(file_.get(), bytes, path_); }
  void finish(const std::string& name) {
    std::error_code error;
    std::filesystem::rename(path_, name, error);
    if (error) cannot(name, error.message());
    done_ = true;
  }

 private:
  std::string path_;
  Descriptor file_;
  bool done_ = false;
};

void make_folder(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) cannot(path.string(), error.message());
}

}  // namespace

DocumentFolder::DocumentFolder(std::string path) : path_(std::move(path)) {
  make_folder(path_);
}

std::string DocumentFolder::name_of(std::string_view url) {
  std::string host = safe(host_of(url));
  if (host.empty()) host = "local";
  return fmt::format("{}/{}-{}", host, short_hash(url), file_part(url));
}

bool DocumentFolder::has(std::string_view url) const {
  std::error_code ignored;
  return std::filesystem::is_regular_file(std::filesystem::path{path_} / name_of(url),
                                          ignored);
}

DocumentFolder::Kept DocumentFolder::keep(std::string_view url, ByteSource& bytes) {
  const std::filesystem::path name = std::filesystem::path{path_} / name_of(url);
  make_folder(name.parent_path());
  static std::atomic<std::uint64_t> next{0};
  PartFile part{fmt::format("{}.part{}", name.string(), next++)};
  Sha256 digest;
  Kept out;
  for (Block block = bytes.read(); !block.empty(); block = bytes.read()) {
    part.write(block.bytes);
    digest.add(block.bytes);
    out.bytes += block.bytes.size();
  }
  part.finish(name.string());
  out.sha256 = digest.hex();
  return out;
}

std::optional<std::string> page_instead(std::string_view head, std::string_view url) {
  const std::string_view start = trim(head);
  if (!starts_with_ignoring_case(start, "<!doctype html") &&
      !starts_with_ignoring_case(start, "<html"))
    return std::nullopt;
  const std::string whole = path_and_query(url);
  std::string_view path{whole};
  path = path.substr(0, path.find('?'));
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos ||
      starts_with_ignoring_case(name.substr(dot), ".htm") ||
      starts_with_ignoring_case(name.substr(dot), ".xhtm"))
    return std::nullopt;
  return fmt::format("{}: an HTML page came instead of the document; it begins: {}", url,
                     excerpt(trim(start.substr(0, start.find('\n')))));
}

}  // namespace semsite
