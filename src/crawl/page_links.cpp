#include "crawl/page_links.hpp"

#include <memory>
#include <utility>

#include "base/secrets.hpp"
#include "crawl/fault_log.hpp"
#include "parse/link_quads.hpp"
#include "rdf/iri.hpp"
#include "rdf/quad_check.hpp"

namespace semsite {
namespace {

/// Of one page.
constexpr std::size_t kMostLinks = 10'000;

}  // namespace

PageLinks::PageLinks(std::string url, std::span<const std::string> fields)
    : url_(std::move(url)) {
  for (const std::string& field : fields) {
    for (HeaderLink& link : read_link_header(field).links)
      if (header_.size() < kMostLinks) header_.push_back(std::move(link));
  }
  signposts_ = signposts_of(header_, url_, url_, Signpost::Carrier::header);
}

void PageLinks::add(std::string_view iri, const PageLink& link) {
  if (link.place != PageLink::Place::link || link.rel.empty() ||
      markup_.size() >= kMostLinks)
    return;
  markup_.push_back({.iri = std::string{iri}, .relations = link.rel, .type = link.type});
  PageLink resolved = link;
  resolved.href = iri;
  for (Signpost& one : signposts_of(std::span{&resolved, 1}, url_, url_))
    signposts_.push_back(std::move(one));
}

std::vector<SignpostPage> PageLinks::next(std::span<const std::string> follow, Read read,
                                          const std::string& asked) const {
  if (follow.empty() || signposts_.empty()) return {};
  SignpostTrail trail;
  trail.page = url_;
  trail.links = readable(signposts_);
  trail.header_asked = true;
  trail.page_asked = read == Read::page;
  return pages_of(trail, follow, asked);
}

LinkReport harvest_links(const PageLinks& links, const Origin& origin, QuadSink& sink,
                         const Harvester& harvester) {
  const auto document =
      std::make_shared<const Document>(make_document(origin, {}, harvester.graph));
  FaultLog faults{document->name, harvester.on_error, harvester.quarantine,
                  harvester.console};
  LinkReport out;
  QuadBuilder quads{document, [&](QuadBatch batch) {
                      check_quads(batch, faults);
                      sink.write(batch);
                      out.quads += batch.quads().size();
                      harvester.counters.quads += batch.quads().size();
                    }};
  LinkQuads write{quads, faults};
  const std::string url = without_url_secrets(links.url(), SecretsOf::asker);
  const BaseIri base{url};
  for (const HeaderLink& link : links.header()) write.add(link, base, url);
  for (const PageLinks::Markup& link : links.markup()) {
    HeaderLink as_header;
    as_header.target = link.iri;
    std::string_view rest = link.relations;
    while (!rest.empty()) {
      const std::size_t end = rest.find(' ');
      as_header.relations.emplace_back(rest.substr(0, end));
      rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
    }
    if (!link.type.empty())
      as_header.attributes.push_back(
          {.name = "type", .value = link.type, .language = {}});
    write.add(as_header, base, url);
  }
  quads.flush();
  out.faults = faults.counts();
  return out;
}

}  // namespace semsite
