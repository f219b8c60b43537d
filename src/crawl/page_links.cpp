#include "crawl/page_links.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

#include "base/secrets.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/answer_links.hpp"
#include "crawl/fault_log.hpp"
#include "parse/link_quads.hpp"
#include "rdf/iri.hpp"
#include "rdf/quad_check.hpp"

namespace semsite {
namespace {

/// Of one page.
constexpr std::size_t kMostLinks = 10'000;

}  // namespace

PageLinks::PageLinks(const Retrieved& got) : url_(got.url), also_(got.hops) {
  std::size_t count = 0;
  for (const AnswerLinks& answer : links_of(got)) {
    Header& header = headers_.emplace_back();
    header.url = answer.url;
    for (const std::string& field : answer.fields)
      for (HeaderLink& link : read_link_header(field).links) {
        if (count++ < kMostLinks)
          header.links.push_back(std::move(link));
        else
          ++left_out_;
      }
    std::ranges::move(
        signposts_of(header.links, header.url, header.url, Signpost::Carrier::header),
        std::back_inserter(signposts_));
  }
}

void PageLinks::add(std::string_view iri, const PageLink& link) {
  if (link.place != PageLink::Place::link || link.rel.empty()) return;
  if (markup_.size() >= kMostLinks) {
    ++left_out_;
    return;
  }
  markup_.push_back({.iri = std::string{iri},
                     .relations = link.rel,
                     .type = link.type,
                     .profile = link.profile,
                     .has_hreflang = link.has_hreflang});
  PageLink resolved = link;
  resolved.href = iri;
  for (Signpost& one : signposts_of(std::span{&resolved, 1}, url_, url_))
    signposts_.push_back(std::move(one));
}

SignpostPages PageLinks::next(std::span<const std::string> follow, Read read,
                              const std::string& asked) const {
  if (follow.empty() || signposts_.empty()) return {};
  SignpostTrail trail;
  trail.page = url_;
  trail.also = also_;
  trail.links = signposts_;
  trail.header_asked = true;
  trail.page_asked = read == Read::page;
  return pages_of(trail, follow, asked);
}

bool PageLinks::names_items() const {
  return std::ranges::any_of(
      signposts_, [](const Signpost& link) { return link.relation == "item"; });
}

PageNames PageLinks::names(const std::string& asked) const {
  PageNames out;
  const auto is_own = [&](const std::string& url) {
    return url == plain_url(asked) || url == plain_url(url_) ||
           std::ranges::any_of(
               also_, [&](const std::string& one) { return url == plain_url(one); });
  };
  const auto add = [&](std::vector<std::string>& to, std::string_view iri) {
    if (to.size() >= PageNames::kMost || !(is_http(iri) || is_file_url(iri))) return;
    std::string url = plain_url(iri);
    if (url.size() > PageNames::kLongest) return;
    if (!is_own(url) && std::ranges::find(to, url) == to.end())
      to.push_back(std::move(url));
  };
  for (const Header& header : headers_) {
    if (header.url != url_) continue;
    const BaseIri base{header.url};
    for (const HeaderLink& link : header.links) {
      if (link.anchor && !is_own(plain_url(base.resolve(*link.anchor)))) continue;
      if (link.has_relation("canonical")) add(out.canonical, base.resolve(link.target));
      if (link.has_relation("alternate") && !link.attribute("hreflang").empty())
        add(out.other_languages, base.resolve(link.target));
    }
  }
  for (const Markup& link : markup_) {
    const std::vector<std::string_view> words = split(link.relations, ' ');
    const auto has = [&](std::string_view word) {
      return std::ranges::find(words, word) != words.end();
    };
    if (has("canonical")) add(out.canonical, link.iri);
    if (has("alternate") && link.has_hreflang) add(out.other_languages, link.iri);
  }
  return out;
}

namespace {

HeaderLink as_header(const PageLinks::Markup& link) {
  HeaderLink out;
  out.target = link.iri;
  out.relations = relation_types(link.relations);
  if (!link.type.empty())
    out.attributes.push_back({.name = "type", .value = link.type, .language = {}});
  if (!link.profile.empty())
    out.attributes.push_back({.name = "profile", .value = link.profile, .language = {}});
  return out;
}

}  // namespace

LinkReport harvest_links(const PageLinks& links, const Origin& origin, QuadSink& sink,
                         const Harvester& harvester) {
  LinkReport out;
  const auto write_document = [&](const std::string& url, const auto& add_links) {
    Origin stated = origin;
    stated.url = url;
    const auto document =
        std::make_shared<const Document>(make_document(stated, {}, harvester.graph));
    FaultLog faults{document->name, harvester.on_error, harvester.quarantine,
                    harvester.console};
    QuadBuilder quads{document, [&](QuadBatch batch) {
                        check_quads(batch, faults);
                        sink.write(batch);
                        out.quads += batch.quads().size();
                        harvester.counters.quads += batch.quads().size();
                      }};
    LinkQuads write{quads, faults};
    const std::string name = without_url_secrets(url, SecretsOf::asker);
    const BaseIri base{name};
    add_links([&](const HeaderLink& link) { write.add(link, base, name); });
    quads.flush();
    add_faults(out.faults, faults.counts());
  };
  for (const PageLinks::Header& header : links.headers())
    if (header.url != links.url())
      write_document(header.url, [&](const auto& add) {
        for (const HeaderLink& link : header.links) add(link);
      });
  write_document(links.url(), [&](const auto& add) {
    for (const PageLinks::Header& header : links.headers())
      if (header.url == links.url())
        for (const HeaderLink& link : header.links) add(link);
    for (const PageLinks::Markup& link : links.markup()) add(as_header(link));
  });
  return out;
}

}  // namespace semsite
