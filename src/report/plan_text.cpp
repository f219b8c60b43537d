#include "report/plan_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/counts.hpp"
#include "base/holder.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "discover/licences.hpp"
#include "report/line_writer.hpp"

namespace semsite {
namespace {

std::string facts_of(const Location& location, bool several) {
  std::string out;
  const auto add = [&](const std::string& fact) {
    out += out.empty() ? "" : ", ";
    out += fact;
  };
  if (several) {
    add(location.weight == 0 ? std::string{"only if all others fail (priority 0)"}
                             : fmt::format("probability {:.1f} % (priority {})",
                                           100 * location.probability, location.weight));
  }
  if (location.bytes) {
    add(human_bytes(*location.bytes));
  } else if (location.said_bytes) {
    add(fmt::format("about {}", human_bytes(*location.said_bytes)));
  }
  if (!location.media_type.empty()) add(location.media_type);
  if (!location.head_problem.empty()) add(location.head_problem);
  for (const Checksum& checksum : location.checksums)
    add(fmt::format("{} known",
                    checksum.algorithm == "sha" ? "sha-1" : checksum.algorithm));
  if (location.fact.authority != Authority::own)
    add(fmt::format("{} ({})", authority_name(location.fact.authority),
                    location.fact.authority_reason));
  if (location.fact.crawl_delay)
    add(fmt::format("crawl delay {} s", *location.fact.crawl_delay));
  add(location.fact.allowed ? std::string{"robots.txt allows it"}
                            : fmt::format("REFUSED: {}", location.fact.robots_rule));
  return out;
}

void write_option(LineWriter& out, const AccessOption& option, bool chosen) {
  const std::string line = fmt::format("    {} {:<9}  {}",
                                       chosen          ? "→"
                                       : option.usable ? "·"
                                                       : "✗",
                                       way_name(option.way), option.reason);
  if (chosen) {
    out.line(line, Emphasis::heading);
  } else if (!option.usable) {
    out.line(line, Emphasis::warning);
  } else {
    out.line(line);
  }
  std::string cost;
  if (option.cost.requests) cost += count_of(*option.cost.requests, "request");
  if (option.cost.bytes)
    cost +=
        fmt::format("{}{}", cost.empty() ? "" : ", ", human_bytes(*option.cost.bytes));
  if (option.cost.seconds && *option.cost.seconds > 0)
    cost += fmt::format("{}at least {:.0f} s", cost.empty() ? "" : ", ",
                        *option.cost.seconds);
  if (!cost.empty()) out.line(fmt::format("        cost: {}", cost));
  constexpr std::size_t kShown = 10;
  for (std::size_t i = 0; i < option.pools.size(); ++i) {
    if (i == kShown) {
      out.line(
          fmt::format("        … and {} more", grouped(option.pools.size() - kShown)));
      break;
    }
    const MirrorPool& pool = option.pools[i];
    for (std::size_t j = 0; j < pool.mirrors.size(); ++j) {
      const bool several = pool.mirrors.size() > 1;
      const char* place = !several ? "" : j == 0 ? "first " : "then  ";
      out.line(fmt::format("        {}{}", place, pool.mirrors[j].url));
      out.line(fmt::format("            {}", facts_of(pool.mirrors[j], several)));
      if (!pool.mirrors[j].graph_store.empty())
        out.line(fmt::format("            graph store {}", pool.mirrors[j].graph_store));
    }
  }
}

/// What a name is worth that is not the site's own, to be put behind it.
std::string worth_of(const DatasetPlan& plan, const std::string& name) {
  const Standing& standing = standing_of(plan.standings, name);
  if (standing.authority == Authority::own) return {};
  if (!standing.is_claim())
    return fmt::format(" ({}: {})", authority_name(standing.authority), standing.reason);
  return fmt::format(" (claimed: {}; --trust {} takes it)", standing.reason,
                     trust_word(name));
}

/// Those that are claims; of the others nothing is to be told.
void write_samples(LineWriter& out, const DatasetPlan& plan) {
  constexpr std::size_t kShown = 3;
  std::size_t count = 0;
  for (const std::string& sample : plan.dataset.samples) {
    if (!standing_of(plan.standings, sample).is_claim() || ++count > kShown) continue;
    out.line(fmt::format("    sample       {}{}", sample, worth_of(plan, sample)));
  }
  if (count > kShown)
    out.line(fmt::format("    sample       … and {} claimed",
                         count_of(count - kShown, "more is", "more are")));
}

/// Entries of one kind beside the datasets, and when they are asked for.
void write_entries(LineWriter& out, const EntriesPlan& kind) {
  std::string line =
      fmt::format("    {}: {}", words_of({kind.entries}),
                  kind.when == EntriesPlan::When::always ? "asked for"
                  : kind.when == EntriesPlan::When::without_dataset
                      ? "asked for if no dataset of the site is had whole"
                  : kind.when == EntriesPlan::When::sample ? "a sample is asked for"
                                                           : "not asked for");
  if (kind.sample > 0) line += fmt::format(", else {} of them", grouped(kind.sample));
  if (!kind.reason.empty()) line += fmt::format(" ({})", kind.reason);
  out.line(line);
}

void write_dataset(LineWriter& out, const DatasetPlan& plan) {
  out.line(plan.loose_pages > 0
               ? fmt::format("  {} in no dataset",
                             count_of(plan.loose_pages, "entry", "entries"))
               : fmt::format("  dataset {}", name_of(plan)),
           Emphasis::heading);
  if (!plan.dataset.uri.empty())
    out.line(fmt::format("    IRI          {}{}", plan.dataset.uri,
                         worth_of(plan, plan.dataset.uri)));
  if (!plan.sitemap.empty()) out.line(fmt::format("    described by {}", plan.sitemap));
  if (!plan.dataset.lastmod.empty())
    out.line(fmt::format("    changed      {}", plan.dataset.lastmod));
  if (!plan.dataset.changefreq.empty())
    out.line(fmt::format("    changes      {}", plan.dataset.changefreq));
  if (!plan.dataset.graph_name.empty())
    out.line(fmt::format("    graph        {}{}", plan.dataset.graph_name,
                         worth_of(plan, plan.dataset.graph_name)));
  for (const LicenceStatement& one : plan.dataset.licences)
    out.line(fmt::format("    {:<12} {}", licence_word(one), excerpt(one.value, 300)));
  for (const LinkedDataPrefix& prefix : plan.dataset.prefixes)
    out.line(fmt::format(
        "    prefix       {}{}{}", prefix.prefix,
        prefix.slicing.empty() ? "" : fmt::format(" (slicing {})", prefix.slicing),
        worth_of(plan, prefix.prefix)));
  write_samples(out, plan);
  if (plan.dataset.dumps.size() > 1)
    out.line(fmt::format("    {} dumps are {}: {}", plan.dataset.dumps.size(),
                         plan.semantics, plan.semantics_reason));
  for (const std::string& note : plan.notes) out.line(fmt::format("    note: {}", note));
  for (const EntriesPlan& kind : plan.entries) write_entries(out, kind);
  for (std::size_t i = 0; i < plan.options.size(); ++i)
    write_option(out, plan.options[i], plan.chosen == i);
  if (!plan.chosen && plan.loose_pages == 0)
    out.line("    no way can be used", Emphasis::error);
}

/// What fetch does with entries that carry metadata of one kind.
std::string fate_of(const EntryGroup& group) {
  std::string out;
  const auto add = [&](std::uint64_t count, std::string_view one,
                       std::string_view several) {
    if (count > 0) out += (out.empty() ? "" : ", ") + count_of(count, one, several);
  };
  add(group.descriptions, "description to ask for", "descriptions to ask for");
  add(group.headers, "page to ask for its header first",
      "pages to ask for their header first");
  add(group.pages, "page to read", "pages to read");
  add(group.documents, "document to keep (only with --documents)",
      "documents to keep (only with --documents)");
  add(group.nothing, "of a type that is not read", "of a type that is not read");
  return out;
}

/// Nothing where all entries are plain: what becomes of them is said with the pages.
void write_entry_groups(LineWriter& out, const SiteProfile& profile) {
  const std::vector<EntryGroup>& groups = profile.entry_groups;
  if (groups.empty() || groups[0].kind == "plain") return;
  for (const EntryGroup& group : groups)
    out.line(
        fmt::format("  entries  {} {}: {}{}", grouped(group.entries), group.kind,
                    group.kind == "plain" ? "" : "what they say comes with the sitemap; ",
                    fate_of(group)));
}

/// Is there no problem, or does it stand among the problems of the site? A row that names
/// what has it need not say it once more.
bool is_told_at_the_end(const SiteProfile& profile, std::string_view problem) {
  return problem.empty() ||
         std::ranges::any_of(profile.problems, [&](const SiteProblem& one) {
           return one.text.find(problem) != std::string::npos;
         });
}

}  // namespace

std::string plan_text(const AccessPlan& plan, Colours colours) {
  LineWriter out{colours};
  const SiteProfile& profile = plan.profile;
  out.line(profile.entry, Emphasis::heading);
  for (const RobotsFact& robots : profile.robots)
    out.line(fmt::format(
        "  robots   {}: {}{}{}", robots.url, robots.outcome,
        robots.sitemaps > 0 ? ", names " + count_of(robots.sitemaps, "sitemap") : "",
        is_told_at_the_end(profile, robots.problem)
            ? ""
            : fmt::format(" ({})", robots.problem)));
  for (const SitemapFact& sitemap : profile.sitemaps) {
    out.line(fmt::format(
        "  {} {}: {}{}, {}, {}, {}{}", sitemap.is_of_page ? "feed    " : "sitemap ",
        sitemap.url, kind_name(sitemap.kind),
        sitemap.is_of_page           ? fmt::format(", named by {}", sitemap.named_by)
        : sitemap.capability.empty() ? ""
                                     : fmt::format(" ({})", sitemap.capability),
        count_of(sitemap.entries, "entry", "entries"),
        count_of(sitemap.children, "sitemap"), count_of(sitemap.datasets, "dataset"),
        is_told_at_the_end(profile, sitemap.problem)
            ? ""
            : fmt::format(" — {}", sitemap.problem)));
    for (const SitemapNote& note : sitemap.notes)
      out.line(fmt::format("           {}{} [{}]",
                           note.line > 0 ? fmt::format("line {}: ", note.line) : "",
                           note.message, note.code));
    if (sitemap.note_count > sitemap.notes.size())
      out.line(fmt::format("           … and {} more",
                           sitemap.note_count - sitemap.notes.size()));
  }
  write_entry_groups(out, profile);
  for (const DescriptionFact& fact : profile.descriptions) {
    out.line(fmt::format(
        "  describes {}: {}, {}{}", fact.url, fact.kinds.empty() ? "nothing" : fact.kinds,
        count_of(fact.datasets, "dataset"),
        is_told_at_the_end(profile, fact.problem) ? ""
                                                  : fmt::format(" — {}", fact.problem)));
    for (const SitemapNote& note : fact.notes)
      out.line(fmt::format("           {} [{}]", note.message, note.code));
  }
  if (!profile.deleted.empty())
    out.line(fmt::format("  deleted  {}, as a change list says",
                         count_of(profile.deleted.size(), "page")));
  for (const StandardFact& named : profile.standard_sitemaps)
    out.line(fmt::format("  Standard-Sitemap of {}: {}, by {}", named.page,
                         named.url.empty() ? named.problem : named.url, named.route));
  for (const DatasetPlan& dataset : plan.datasets) write_dataset(out, dataset);
  for (const std::string& one : plan.left_out)
    out.line(fmt::format("  left out: {}", one));
  for (const std::string& note : plan.notes) out.line(fmt::format("  note: {}", note));
  for (const SiteProblem& problem : profile.problems)
    out.line(fmt::format("  problem: {}", problem.text), Emphasis::error);
  return std::move(out).text();
}

}  // namespace semsite
