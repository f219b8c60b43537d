#include "crawl/document_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <set>
#include <utility>

#include "base/file_io.hpp"
#include "base/hash.hpp"
#include "base/holder.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "base/web_mark.hpp"
#include "semsite/errors.hpp"

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
  /// `holder`: who on the web it is from, which stays with the file.
  PartFile(std::string path, std::string holder)
      : path_(std::move(path)),
        file_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW,
                     0666)) {
    if (!file_.valid()) cannot(path_, std::strerror(errno));
    set_web_mark(file_.get(), {std::move(holder)});
  }
  ~PartFile() {
    std::error_code ignored;
    if (!done_) std::filesystem::remove(path_, ignored);
  }
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  void write(std::string_view bytes) { write_all(file_.get(), bytes, path_); }
  /// All is in it; somebody else gives it its name.
  std::string leave() {
    done_ = true;
    return path_;
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
  claim_ = FileClaim::of_folder(path_);
  settler_ = std::jthread{[this](const std::stop_token& stop) { settle_in_time(stop); }};
}

DocumentFolder::~DocumentFolder() {
  settler_.request_stop();
  settler_.join();
  try {
    settle();
  } catch (const RunError&) {
    // Whoever had to know has called settle().
  }
}

void DocumentFolder::settle() {
  const MutexLock lock{mutex_};
  if (failed_) std::rethrow_exception(failed_);
  settle_now();
}

void DocumentFolder::settle_now() {
  const std::vector<Waiting> all = std::exchange(waiting_, {});
  const auto open = [](const std::string& path) {
    return Descriptor{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  };
  // First all are on their way, then each is waited for.
  for (const Waiting& one : all)
    if (const Descriptor file = open(one.part); file.valid())
      ::sync_file_range(file.get(), 0, 0, SYNC_FILE_RANGE_WRITE);
  std::set<std::string> folders;
  for (const Waiting& one : all) {
    const Descriptor file = open(one.part);
    if (!file.valid()) cannot(one.part, std::strerror(errno));
    sync_file(file.get(), one.part);
    std::error_code error;
    std::filesystem::rename(one.part, one.name, error);
    if (error) cannot(one.name, error.message());
    if (folders.insert(std::filesystem::path{one.name}.parent_path().string()).second)
      folders.insert(path_);
  }
  for (const std::string& folder : folders) sync_name(folder + "/");
}

void DocumentFolder::settle_in_time(const std::stop_token& stop) {
  const MutexLock lock{mutex_};
  for (;;) {
    while (waiting_.empty() && !stop.stop_requested()) arrived_.wait(mutex_, stop);
    const auto end = since_ + kGroupTime;
    while (!waiting_.empty() && !stop.stop_requested() &&
           arrived_.wait_until(mutex_, stop, end)) {
    }
    if (stop.stop_requested()) return;
    if (waiting_.empty() || std::chrono::steady_clock::now() < since_ + kGroupTime)
      continue;
    try {
      settle_now();
    } catch (const RunError&) {
      failed_ = std::current_exception();  // the next one who keeps a document is told
    }
  }
}

bool DocumentFolder::recover(std::string_view url, std::string_view sha256) const {
  if (has(url)) return true;
  const std::filesystem::path name = std::filesystem::path{path_} / name_of(url);
  const std::string begin = name.filename().string() + ".part";
  std::error_code ignored;
  for (const auto& entry :
       std::filesystem::directory_iterator{name.parent_path(), ignored}) {
    if (!entry.path().filename().string().starts_with(begin)) continue;
    try {
      FileSource bytes{entry.path().string()};
      Sha256 digest;
      for (Block block = bytes.read(); !block.empty(); block = bytes.read())
        digest.add(block.bytes);
      if (digest.hex() != sha256) continue;
      const Descriptor file{::open(entry.path().c_str(), O_RDONLY | O_CLOEXEC)};
      sync_file(file.get(), entry.path().string());
    } catch (const DocumentError&) {
      continue;
    }
    std::filesystem::rename(entry.path(), name, ignored);
    sync_name(name.string());
    return has(url);
  }
  return false;
}

DocumentFolder::Aside DocumentFolder::set_aside(std::string_view url) const {
  const std::filesystem::path folder{path_};
  const std::filesystem::path from = folder / name_of(url), to = folder / name_aside(url);
  std::error_code error;
  if (!std::filesystem::is_regular_file(from, error))
    return std::filesystem::is_regular_file(to, error) ? Aside::was_there : Aside::none;
  make_folder(to.parent_path());
  std::filesystem::rename(from, to, error);
  if (error) cannot(to.string(), error.message());
  sync_name(to.string());
  return Aside::moved;
}

std::string DocumentFolder::name_aside(std::string_view url) {
  return "removed/" + name_of(url);
}

std::string DocumentFolder::name_of(std::string_view url) {
  std::string host = safe(host_of(url));
  if (host.empty()) host = "local";
  return fmt::format("{}/{}-{}", host, short_hash(url), file_part(url));
}

bool DocumentFolder::has(std::string_view url) const {
  const std::filesystem::path name = std::filesystem::path{path_} / name_of(url);
  std::error_code ignored;
  if (std::filesystem::is_regular_file(name, ignored)) return true;
  const MutexLock lock{mutex_};
  return std::ranges::find(waiting_, name.string(), &Waiting::name) != waiting_.end();
}

DocumentFolder::Kept DocumentFolder::keep(std::string_view url, ByteSource& bytes) {
  const std::filesystem::path name = std::filesystem::path{path_} / name_of(url);
  make_folder(name.parent_path());
  static std::atomic<std::uint64_t> next{0};
  PartFile part{fmt::format("{}.part{}", name.string(), next++), holder_of(url)};
  Sha256 digest;
  Kept out;
  for (Block block = bytes.read(); !block.empty(); block = bytes.read()) {
    part.write(block.bytes);
    digest.add(block.bytes);
    out.bytes += block.bytes.size();
  }
  out.sha256 = digest.hex();
  const MutexLock lock{mutex_};
  if (failed_) std::rethrow_exception(failed_);
  if (waiting_.empty()) since_ = std::chrono::steady_clock::now();
  waiting_.push_back({.part = part.leave(), .name = name.string()});
  if (waiting_.size() >= kGroup) settle_now();
  arrived_.notify_one();
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
