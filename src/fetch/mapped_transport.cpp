#include "fetch/mapped_transport.hpp"

#include <array>
#include <utility>

#include "base/text.hpp"
#include "base/url.hpp"
#include "fetch/file_transport.hpp"

namespace semsite {
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
