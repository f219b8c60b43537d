#include "discover/metalink.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/text.hpp"
#include "base/url.hpp"
#include "discover/data_format.hpp"
#include "markup/xml_reader.hpp"
#include "rdf/iri.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::string_view kNamespace = "urn:ietf:params:xml:ns:metalink";
constexpr std::size_t kMostFiles = 10'000;
constexpr std::size_t kMostUrls = 1000;
constexpr std::size_t kLongestField = 8192;

std::string_view value_of(std::span<const XmlAttribute> attributes,
                          std::string_view name) {
  for (const XmlAttribute& attribute : attributes)
    if (attribute.name.local == name) return trim(attribute.value);
  return {};
}

class MetalinkHandler final : public XmlHandler {
 public:
  MetalinkHandler(std::string_view url, Metalink& out)
      : base_(std::string{url}), out_(out) {}

  void start_element(const XmlName& name, std::span<const XmlAttribute> attributes,
                     std::span<const XmlNamespace>) override {
    ++depth_;
    text_.clear();
    if (depth_ == 1 && (name.local != "metalink" || name.namespace_ != kNamespace))
      throw DocumentError{"metalink.syntax",
                          fmt::format("{} is no Metalink 4 (RFC 5854 §4.1.1): its root "
                                      "is {}",
                                      base_.text(), excerpt(name.local))};
    if (name.namespace_ != kNamespace) return;
    if (depth_ == 2 && name.local == "file") {
      file_ = MetalinkFile{};
      file_.name = value_of(attributes, "name");
      in_file_ = true;
    } else if (depth_ == 3 && in_file_) {
      element_ = name.local;
      type_ = value_of(attributes, "type");
      const auto priority = parse_uint(value_of(attributes, "priority"));
      priority_ =
          priority && *priority >= 1 && *priority <= 999'999 ? *priority : 999'999;
    }
  }

  void characters(std::string_view text) override {
    if (depth_ == 3 && text_.size() + text.size() <= kLongestField) text_ += text;
  }

  void end_element(const XmlName&) override {
    if (depth_ == 3 && in_file_) take();
    if (depth_ == 2 && in_file_) {
      in_file_ = false;
      if (out_.files.size() < kMostFiles) {
        out_.files.push_back(std::move(file_));
      } else {
        ++out_.files_left_out;
      }
    }
    --depth_;
  }

 private:
  void take() {
    const std::string_view text = trim(text_);
    if (element_ == "url" && !text.empty() && file_.urls.size() < kMostUrls) {
      file_.urls.push_back({base_.resolve(text), priority_});
    } else if (element_ == "size") {
      file_.size = parse_uint(text);
    } else if (element_ == "hash") {
      if (auto checksum = make_checksum(type_, text))
        file_.checksums.push_back(std::move(*checksum));
    }
    element_.clear();
  }

  BaseIri base_;
  Metalink& out_;
  MetalinkFile file_;
  int depth_ = 0;
  bool in_file_ = false;
  std::string element_, type_, text_;
  std::uint64_t priority_ = 999'999;
};

}  // namespace

bool is_metalink_type(std::string_view media_type) {
  return media_type.find("metalink") != std::string_view::npos;
}

bool is_metalink(std::string_view head) {
  const std::size_t root = head.find("<metalink");
  return root != std::string_view::npos &&
         head.substr(0, 4096).find(kNamespace) != std::string_view::npos;
}

Metalink read_metalink(ByteSource& bytes, std::string_view url, const Limits& limits) {
  Metalink out;
  MetalinkHandler handler{url, out};
  read_xml(bytes, handler, limits);
  return out;
}

std::vector<std::string> missing_of(const Metalink& metalink) {
  constexpr std::size_t kMostNamed = 100;
  std::vector<std::string> out;
  std::uint64_t more = metalink.files_left_out;
  for (const MetalinkFile& file : metalink.files) {
    if (!file.urls.empty() || !is_rdf_name(file.name)) continue;
    if (out.size() < kMostNamed) {
      out.push_back(
          fmt::format("its file {} has no URL (RFC 5854 §4.1.2)", excerpt(file.name)));
    } else {
      ++more;
    }
  }
  if (more > 0) out.push_back(fmt::format("{} more of its files", grouped(more)));
  return out;
}

SitemapDataset dataset_of(const Metalink& metalink, std::string_view url) {
  SitemapDataset out;
  std::uint32_t group = 0;
  for (const MetalinkFile& file : metalink.files) {
    DataFormat format;
    format.say_name(file.name);
    if (format.kind() != DataFormat::Kind::rdf && !file.urls.empty())
      format.say_name(file.urls[0].url);
    if (format.kind() != DataFormat::Kind::rdf) continue;
    ++group;
    std::map<std::uint64_t, std::uint32_t> ranks;
    for (const MetalinkFile::Url& one : file.urls) ranks.emplace(one.priority, 0);
    std::uint32_t rank = 0;
    for (auto& [priority, place] : ranks) place = rank++;
    std::set<std::string_view> known;
    for (const MetalinkFile::Url& one : file.urls) {
      if (!known.insert(one.url).second) continue;
      DatasetLocation location;
      location.url = one.url;
      location.group = group;
      location.rank = ranks.at(one.priority);
      location.media_type = format.media_type();
      location.compression = format.compression();
      location.packaging = format.packaging();
      location.byte_size = file.size;
      location.size_is_exact = true;
      location.checksums = file.checksums;
      location.source = url;
      out.dumps.push_back(std::move(location));
    }
  }
  std::ranges::stable_sort(out.dumps, {}, [](const DatasetLocation& one) {
    return std::pair{one.group, one.rank};
  });
  if (out.dumps.size() > 1)
    out.grouping =
        "the files of a Metalink are parts; the URLs of a file are mirrors, tried in the "
        "order of their priority (RFC 5854 §4.2.16.1)";
  return out;
}

}  // namespace semsite
