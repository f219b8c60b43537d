#include "crawl/linkset_watch.hpp"

#include <string_view>

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
      links_.push_back(
          {.relations = std::string{quad.predicate.value.substr(kRelation.size())},
           .target = std::string{quad.object.value},
           .type = {}});
    }
  }
}

std::vector<Signpost> LinksetWatch::signposts() const {
  std::vector<Signpost> out = links_;
  for (Signpost& one : out)
    if (const auto type = types_.find(one.target); type != types_.end())
      one.type = type->second;
  return out;
}

}  // namespace semsite
