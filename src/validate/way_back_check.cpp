#include "validate/way_back_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "base/url.hpp"

namespace semsite {
namespace {

/// A relation of a landing page, the one that leads back, and how many are asked for.
struct WayBack {
  std::string_view relation, back, code;
  std::size_t most;
};
constexpr std::array kWays{WayBack{"item", "collection", "fair.collection", 3},
                           WayBack{"describedby", "describes", "fair.describes", 3}};
constexpr std::size_t kMostCiteAs = 2;

bool is_page(const LandingPage& page, std::string_view url) {
  const std::string asked = request_url(url);
  return asked == request_url(page.url) ||
         std::ranges::any_of(page.hops, [&](const std::string& hop) {
           return asked == request_url(hop);
         });
}

/// Links of `relation` from the page, each target once, the first `most`.
std::vector<const Signpost*> links_of(const LandingPage& page, std::string_view relation,
                                      std::size_t most) {
  std::vector<const Signpost*> out;
  for (const Signpost& link : page.links) {
    if (out.size() >= most) break;
    const bool known = std::ranges::any_of(
        out, [&](const Signpost* one) { return one->target == link.target; });
    if (link.relation == relation && is_page(page, link.context) &&
        is_http(link.target) && !is_page(page, link.target) && !known)
      out.push_back(&link);
  }
  return out;
}

/// What the `Link` fields of an answer say of the document itself.
std::vector<Signpost> own_links(const Retrieved& got) {
  std::vector<Signpost> out;
  for (const std::string& field : got.head.headers_of("link"))
    for (Signpost& link : signposts_of(read_link_header(field).links, got.url, got.url,
                                       Signpost::Carrier::header))
      if (without_fragment(link.context) == without_fragment(got.url))
        out.push_back(std::move(link));
  return out;
}

/// It may well be there, but not for us: that tells nothing of the publisher.
bool is_withheld(const Retrieved& got) {
  const int status = got.head.status;
  return got.blocked || status == 401 || status == 403 || status == 407 || status == 429;
}

/// A finding about what cannot be had; no answer at all may be the fault of the network.
std::optional<Severity> severity_of_loss(const Retrieved& got) {
  return got.outcome == Retrieval::network ? std::optional{Severity::warning}
                                           : std::nullopt;
}

bool is_dead(const Retrieved& got) {
  return got.outcome == Retrieval::network || got.outcome == Retrieval::redirects ||
         (got.outcome == Retrieval::http_error && !is_withheld(got));
}

/// Was robots.txt asked for in vain, because there is no such server?
bool is_silent(const std::string& url, Retriever& retriever) {
  const auto robots = retriever.robots().of(url);
  return robots->deny_all && robots->fact.status == 0;
}

std::string plain_type(std::string_view type) {
  return lower_ascii(trim(type.substr(0, type.find(';'))));
}

}  // namespace

bool WayBackCheck::may_ask(const std::string& url) {
  return !validation_.stop.stop_requested() && asked_.size() < validation_.extent.files &&
         asked_.insert(request_url(url)).second;
}

/// Says so if the robots.txt of the page's own site forbids the target to everybody.
bool WayBackCheck::is_forbidden(const LandingPage& page, const Signpost& link) {
  if (origin_of(link.target) != origin_of(page.url) ||
      !validation_.retriever.obeys_robots())
    return false;
  const auto robots = validation_.retriever.robots().of(link.target);
  const RobotsVerdict verdict = robots_verdict(robots->rules, "*", link.target);
  if (robots->deny_all || verdict.allowed) return false;
  validation_.findings.add(
      {"robots.blocks",
       {page.url},
       fmt::format("the link {} to {} by \"{}\" in line {} of robots.txt", link.relation,
                   excerpt(link.target, 200), excerpt(verdict.rule), verdict.line)});
  return true;
}

Retrieved WayBackCheck::ask(const std::string& url, const std::string& type) {
  Ask ask{.url = url,
          .named_by = NamedBy::network(),
          .method = "HEAD",
          .accept = type.empty() ? "*/*" : type + ", */*;q=0.1",
          .max_attempts = 2};
  Retrieved got = validation_.retriever.get(ask);
  if (got.outcome == Retrieval::robots && is_silent(got.url, validation_.retriever)) {
    got.outcome = Retrieval::network;
    got.problem = fmt::format("the host of {} does not answer", got.url);
  }
  const bool no_head = got.outcome == Retrieval::http_error &&
                       (got.head.status == 405 || got.head.status == 501);
  if (!no_head) return got;
  ask.method = "GET";
  return validation_.retriever.get(ask);
}

void WayBackCheck::check(const LandingPage& page) {
  for (const Signpost* link : links_of(page, "cite-as", kMostCiteAs))
    if (may_ask(link->target) && !is_forbidden(page, *link)) check_cite_as(page, *link);
  for (const WayBack& way : kWays)
    for (const Signpost* link : links_of(page, way.relation, way.most))
      if (may_ask(link->target) && !is_forbidden(page, *link))
        check_target(page, *link, way.back, way.code);
}

void WayBackCheck::check_cite_as(const LandingPage& page, const Signpost& link) {
  const Retrieved got = ask(link.target, {});
  const bool passes = std::ranges::any_of(
      got.hops, [&](const std::string& hop) { return is_page(page, hop); });
  if (passes || is_page(page, got.url)) return;
  if (is_dead(got))
    return validation_.findings.add(
        {"fair.cite-as-dead", {page.url}, got.problem, severity_of_loss(got)});
  if (got.outcome != Retrieval::got) return;
  // An identifier may lead right to the content, or to metadata, if that leads back.
  for (const Signpost& back : own_links(got))
    if ((back.relation == "collection" || back.relation == "describes") &&
        is_page(page, back.target))
      return;
  validation_.findings.add(
      {"fair.cite-as-elsewhere",
       {page.url},
       fmt::format("{} leads to {}", excerpt(link.target, 200), excerpt(got.url, 200))});
}

void WayBackCheck::check_target(const LandingPage& page, const Signpost& link,
                                std::string_view back, std::string_view code) {
  const Retrieved got = ask(link.target, link.type);
  if (is_dead(got))
    return validation_.findings.add({"fair.target-dead",
                                     {page.url},
                                     fmt::format("{}: {}", link.relation, got.problem),
                                     severity_of_loss(got)});
  if (got.outcome != Retrieval::got) return;
  const std::string type = got.head.media_type();
  if (!link.type.empty() && !type.empty() && plain_type(link.type) != type)
    validation_.findings.add(
        {"fair.target-type",
         {page.url},
         fmt::format("the link {} to {} says {}, the answer says {}", link.relation,
                     excerpt(link.target, 200), excerpt(link.type), excerpt(type))});
  std::set<std::string> targets;
  for (const Signpost& one : own_links(got))
    if (one.relation == back) targets.insert(request_url(one.target));
  if (targets.empty()) {
    // The link set of the page may say it instead.
    const bool said = std::ranges::any_of(page.links, [&](const Signpost& one) {
      return one.relation == back &&
             (one.context == link.target || one.context == got.url);
    });
    if (!said)
      validation_.findings.add(
          {code,
           {got.url},
           fmt::format("no link {} to {} in its header", back, page.url),
           Severity::note});
    return;
  }
  if (targets.size() == 1 && is_page(page, *targets.begin())) return;
  validation_.findings.add(
      {code,
       {got.url},
       fmt::format(
           "{} links {} in its header, the first to {}; it must have exactly one, "
           "to {}",
           targets.size(), back, excerpt(*targets.begin(), 200), page.url)});
}

}  // namespace semsite
