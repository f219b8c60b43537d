#include "fetch/file_transport.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include "base/byte_source.hpp"
#include "base/date.hpp"
#include "base/file_io.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "fetch/http_header.hpp"

namespace semsite {
namespace {

class FileBody final : public Body {
 public:
  FileBody(const Request& request, std::shared_ptr<Downloads> downloads)
      : downloads_(std::move(downloads)), max_bytes_(request.max_bytes) {
    head_.url = request.url;
    head_.protocol = "file";
    const std::string path = file_path(request.url);
    if (path.empty() || path.find('\0') != std::string::npos) {
      error_ = fmt::format("{}: not the URL of a file on this machine", request.url);
      return;
    }
    // O_NONBLOCK: opening a pipe that nobody writes to must not hang.
    Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (!file.valid() && (errno == ENOENT || errno == ENOTDIR)) {
      not_there(fmt::format("{}: no such file", path));
      return;
    }
    struct stat facts {};
    if (!file.valid() || ::fstat(file.get(), &facts) != 0) {
      error_ = fmt::format("{}: cannot open: {}", path, std::strerror(errno));
      return;
    }
    if (S_ISDIR(facts.st_mode)) {
      not_there(fmt::format("{}: is a directory; name a file in it", path));
    } else if (!S_ISREG(facts.st_mode)) {
      error_ = fmt::format("{}: not a regular file", path);
    } else {
      answer(request, facts, path, std::move(file));
    }
  }

  [[nodiscard]] const ResponseHead& head() override {
    if (error_) throw FetchError{FetchFailure::file, *error_};
    return head_;
  }

  [[nodiscard]] Block read() override {
    (void)head();
    if (!source_) return {};
    Block block = source_->read();
    bytes_ += block.bytes.size();
    downloads_->count(block.bytes.size());
    if (max_bytes_ > 0 && bytes_ > max_bytes_)
      throw FetchError{FetchFailure::too_large,
                       fmt::format("{}: the file is longer than the {} allowed here",
                                   head_.url, human_bytes(max_bytes_))};
    return block;
  }

  [[nodiscard]] std::uint64_t wire_bytes() const override { return bytes_; }

 private:
  void not_there(std::string reason) {
    head_.status = 404;
    head_.headers.emplace_back("x-semsite-reason", std::move(reason));
  }

  void answer(const Request& request, const struct stat& facts, const std::string& path,
              Descriptor file) {
    const auto size = static_cast<std::uint64_t>(facts.st_size);
    head_.status = 200;
    head_.headers.emplace_back(
        "last-modified",
        http_date(std::chrono::system_clock::from_time_t(facts.st_mtim.tv_sec)));
    head_.headers.emplace_back("accept-ranges", "bytes");
    // If-Range with another date: the file has changed, so it comes from its beginning.
    const bool same =
        request.if_range.empty() || request.if_range == head_.header("last-modified");
    std::uint64_t length = size;
    if (request.range_from > 0 && same) {
      if (request.range_from >= size) {
        head_.status = 416;
        head_.headers.emplace_back("content-range", fmt::format("bytes */{}", size));
        return;
      }
      head_.status = 206;
      head_.headers.emplace_back(
          "content-range",
          fmt::format("bytes {}-{}/{}", request.range_from, size - 1, size));
      length = size - request.range_from;
      ::lseek(file.get(), static_cast<off_t>(request.range_from), SEEK_SET);
    }
    head_.headers.emplace_back("content-length", std::to_string(length));
    if (request.method != "HEAD") source_.emplace(file.release(), path, true);
  }

  std::shared_ptr<Downloads> downloads_;
  std::uint64_t max_bytes_;
  ResponseHead head_;
  std::optional<std::string> error_;
  std::optional<FileSource> source_;
  std::atomic<std::uint64_t> bytes_{0};
};

}  // namespace

std::unique_ptr<Body> open_file(const Request& request,
                                std::shared_ptr<Downloads> downloads) {
  return std::make_unique<FileBody>(request, std::move(downloads));
}

namespace {

struct SuffixType {
  std::string_view suffix, media_type;
};
/// Only of what its own bytes and the name in the URL do not tell: kinds of JSON and of
/// markup, and text that is to be taken for nothing else.
constexpr std::array<SuffixType, 8> kTypes{{{".jsonld", "application/ld+json"},
                                            {".json", "application/json"},
                                            {".html", "text/html"},
                                            {".htm", "text/html"},
                                            {".xhtml", "application/xhtml+xml"},
                                            {".svg", "image/svg+xml"},
                                            {".xml", "application/xml"},
                                            {".txt", "text/plain"}}};

std::string_view media_type_of(std::string_view path) {
  for (const SuffixType& type : kTypes)
    if (ends_with_ignoring_case(path, type.suffix)) return type.media_type;
  return {};
}

/// Would a path with these segments leave its folder?
bool climbs(std::string_view path) {
  for (const std::string_view segment : split(path, '/'))
    if (segment == "..") return true;
  return path.find('\0') != std::string_view::npos;
}

/// A file's answer under the URL that it stands for.
class MappedBody final : public Body {
 public:
  MappedBody(std::unique_ptr<Body> file, std::string url, std::string_view media_type)
      : file_(std::move(file)), url_(std::move(url)), media_type_(media_type) {}

  [[nodiscard]] const ResponseHead& head() override {
    if (head_.status == 0) {
      head_ = file_->head();
      head_.url = url_;
      if (head_.status < 300 && !media_type_.empty())
        head_.headers.emplace_back("content-type", media_type_);
    }
    return head_;
  }
  [[nodiscard]] Block read() override { return file_->read(); }
  [[nodiscard]] std::uint64_t wire_bytes() const override { return 0; }

 private:
  std::unique_ptr<Body> file_;
  std::string url_;
  std::string_view media_type_;
  ResponseHead head_;
};

class MappedTransport final : public Transport {
 public:
  MappedTransport(std::unique_ptr<Transport> inner, DocumentMap map,
                  std::shared_ptr<Downloads> downloads)
      : inner_(std::move(inner)),
        map_(std::move(map)),
        downloads_(std::move(downloads)) {}

  [[nodiscard]] std::unique_ptr<Body> open(Request request) override {
    const auto path = map_.path_of(request.url);
    if (!path) return inner_->open(std::move(request));
    Request file = request;
    file.url = file_url(*path);
    return std::make_unique<MappedBody>(open_file(file, downloads_),
                                        std::move(request.url), media_type_of(*path));
  }
  void hold(const std::string& url, std::chrono::milliseconds pause) override {
    inner_->hold(url, pause);
  }
  void cancel() override { inner_->cancel(); }
  void cancel_owned(std::uint64_t owner) override { inner_->cancel_owned(owner); }

 private:
  std::unique_ptr<Transport> inner_;
  DocumentMap map_;
  std::shared_ptr<Downloads> downloads_;
};

}  // namespace

std::optional<std::string> DocumentMap::path_of(std::string_view url) const {
  url = url.substr(0, url.find('#'));
  if (const auto known = documents.find(std::string{url}); known != documents.end())
    return known->second;
  const std::pair<const std::string, std::string>* best = nullptr;
  for (const auto& prefix : prefixes) {
    if (url.starts_with(prefix.first) &&
        (best == nullptr || best->first.size() < prefix.first.size()))
      best = &prefix;
  }
  if (best == nullptr) return std::nullopt;
  const std::string rest =
      percent_decode(url.substr(best->first.size(), url.find('?') - best->first.size()));
  if (climbs(rest)) return std::nullopt;
  std::string path = best->second;
  if (!path.ends_with('/')) path += '/';
  return path + rest;
}

std::unique_ptr<Transport> make_mapped_transport(std::unique_ptr<Transport> inner,
                                                 DocumentMap map,
                                                 std::shared_ptr<Downloads> downloads) {
  return std::make_unique<MappedTransport>(std::move(inner), std::move(map),
                                           std::move(downloads));
}

}  // namespace semsite
