#include "crawl/linkset_watch.hpp"

#include <string_view>
#include <utility>

namespace semsite {
namespace {

constexpr std::string_view kRelation = "http://www.iana.org/assignments/relation/";
constexpr std::string_view kFormat = "http://purl.org/dc/terms/format";
/// Of one page; a link set of a whole repository is no reason to keep all of it.
constexpr std::size_t kLinks = 10'000;

}  // namespace

void LinksetWatch::see(const QuadBatch& batch) {
  for (const Quad& quad : batch.quads()) {
    if (quad.predicate.value == kFormat && quad.object.kind == TermKind::literal &&
        types_.size() < kLinks) {
      types_.emplace(quad.subject.value, quad.object.value);
    } else if (quad.subject.value == context_ &&
               quad.predicate.value.starts_with(kRelation) &&
               quad.object.kind == TermKind::iri && links_.size() < kLinks) {
      Signpost link;
      link.context = context_;
      link.relation = quad.predicate.value.substr(kRelation.size());
      link.target = quad.object.value;
      link.carrier = Signpost::Carrier::linkset;
      links_.push_back(std::move(link));
    }
  }
}

std::vector<SignpostPage> LinksetWatch::next(const std::string& url,
                                             std::span<const std::string> follow) const {
  SignpostTrail trail;
  trail.page = context_;
  trail.links = links_;
  for (Signpost& one : trail.links)
    if (const auto type = types_.find(one.target); type != types_.end())
      one.type = type->second;
  trail.links = readable(std::move(trail.links));
  trail.header_asked = true;
  trail.page_asked = true;
  trail.linksets.push_back({.url = url, .read = true});
  return pages_of(trail, follow, context_);
}

}  // namespace semsite
