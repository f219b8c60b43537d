#include "s3/s3_answer.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/byte_source.hpp"
#include "base/text.hpp"
#include "markup/xml_reader.hpp"
#include "semsite/errors.hpp"
#include "semsite/limits.hpp"

namespace semsite {
namespace {

/// Elements by their local names: stores differ in their namespaces.
class Elements final : public XmlHandler {
 public:
  /// Is told of each element at its end: the names of all that are open, it included,
  /// and its own text.
  using Told =
      std::function<void(const std::vector<std::string>& path, const std::string& text)>;

  explicit Elements(Told told) : told_(std::move(told)) {}

  void start_element(const XmlName& name, std::span<const XmlAttribute> /*attributes*/,
                     std::span<const XmlNamespace> /*declared*/) override {
    path_.emplace_back(name.local);
    text_.clear();
  }
  void end_element(const XmlName& /*name*/) override {
    told_(path_, text_);
    path_.pop_back();
    text_.clear();
  }
  void characters(std::string_view text) override { text_ += text; }

 private:
  Told told_;
  std::vector<std::string> path_;
  std::string text_;
};

void read(std::string_view text, Elements::Told told) {
  MemorySource bytes{std::string{text}};
  Elements elements{std::move(told)};
  read_xml(bytes, elements, Limits{});
}

}  // namespace

S3Fault read_s3_fault(std::string_view text) {
  S3Fault out;
  try {
    read(text, [&](const std::vector<std::string>& path, const std::string& said) {
      // Of the store itself, or within the answer of the STS.
      const bool in_error = path.size() > 1 && path[path.size() - 2] == "Error";
      if (in_error && path.back() == "Code") out.code = said;
      if (in_error && path.back() == "Message") out.message = said;
      if (in_error && path.back() == "Region") out.region = said;
      if (path.back() == "RequestId") out.request = said;
    });
  } catch (const DocumentError&) {
    return {};  // a page of a proxy, or cut off
  }
  return out;
}

S3List read_s3_list(std::string_view text) {
  S3List out;
  std::string root;
  S3Listed one;
  try {
    read(text, [&](const std::vector<std::string>& path, const std::string& said) {
      root = path.front();
      if (path.size() == 3 && path[1] == "Contents") {
        if (path[2] == "Key") one.key = said;
        if (path[2] == "Size") one.bytes = parse_uint(said).value_or(0);
      } else if (path.size() == 2 && path[1] == "Contents") {
        out.objects.push_back(std::exchange(one, {}));
      } else if (path.size() == 2 && path[1] == "NextContinuationToken") {
        out.next = said;
      }
    });
  } catch (const DocumentError& error) {
    throw DocumentError{"s3.answer", error.what()};
  }
  if (root != "ListBucketResult")
    throw DocumentError{"s3.answer", "the answer is no list of objects"};
  return out;
}

std::string root_of_xml(std::string_view text) {
  std::string out;
  try {
    read(text, [&](const std::vector<std::string>& path, const std::string& /*said*/) {
      out = path.front();
    });
  } catch (const DocumentError&) {
    return {};
  }
  return out;
}

std::string text_in_xml(std::string_view text, std::string_view name) {
  std::string out;
  bool found = false;
  try {
    read(text, [&](const std::vector<std::string>& path, const std::string& said) {
      if (found || path.back() != name) return;
      found = true;
      out = said;
    });
  } catch (const DocumentError&) {
    return {};
  }
  return out;
}

}  // namespace semsite
