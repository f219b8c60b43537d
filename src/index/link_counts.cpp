#include "index/link_counts.hpp"

#include <algorithm>

#include "index/byte_code.hpp"
#include "index/index_key.hpp"

namespace semsite {
namespace {

/// Between the parts of a key.
constexpr char kBetween = '\x02';
/// Then domains are looked up anew.
constexpr std::size_t kMostDomains = 8192;

}  // namespace

LinksetKey read_linkset_key(std::string_view key) {
  const std::size_t first = key.find(kBetween);
  if (first == std::string_view::npos) return {};
  const std::size_t second = key.find(kBetween, first + 1);
  if (second == std::string_view::npos) return {};
  return {.from = key.substr(1, first - 1),
          .predicate = key.substr(first + 1, second - first - 1),
          .to_domain = key.substr(second + 1)};
}

SiteKey read_site_key(std::string_view key) {
  const std::size_t first = key.find(kBetween);
  if (first == std::string_view::npos) return {};
  return {.domain = key.substr(1, first - 1), .dataset = key.substr(first + 1)};
}

const std::string& LinkCounts::domain_of(std::string_view iri) {
  const std::size_t slashes = iri.find("://");
  if (slashes == std::string_view::npos) {
    domain_ = cut_text_key(dataset_of(std::string{iri}));
    return domain_;
  }
  authority_ = iri.substr(0, iri.find_first_of("/?#", slashes + 3));
  const auto known = domains_.find(authority_);
  if (known != domains_.end()) return known->second;
  if (domains_.size() >= kMostDomains) domains_.clear();
  return domains_.emplace(authority_, cut_text_key(dataset_of(std::string{iri})))
      .first->second;
}

void LinkCounts::begin(const DocumentRecord& record) {
  dataset_ = cut_text_key(record.dataset);
  key_ = key_kind::site;
  key_ += domain_of(record.text.url);
  key_ += kBetween;
  key_ += dataset_;
  ++counts_[key_];
}

void LinkCounts::add(std::string_view predicate, std::string_view object) {
  const std::string& domain = domain_of(object);
  key_ = key_kind::linkset;
  key_ += dataset_;
  key_ += kBetween;
  if (predicate.size() <= kLongestKey) {
    key_ += predicate;
  } else {
    key_ += cut_text_key(predicate);
  }
  key_ += kBetween;
  key_ += domain;
  ++counts_[key_];
}

void LinkCounts::append_to(std::string& out) {
  std::string number;
  for (const auto& [key, count] : counts_) {
    number.clear();
    put_number(number, count);
    put_text(out, key);
    put_text(out, number);
  }
  counts_.clear();
}

}  // namespace semsite
