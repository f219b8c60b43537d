#include "validate/sitemap_check.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "discover/sitemap_names.hpp"
#include "discover/sitemap_source.hpp"
#include "semsite/errors.hpp"
#include "validate/entry_check.hpp"

namespace semsite {
namespace {

constexpr std::size_t kSitemapHeadBytes = 4096;
constexpr std::uint64_t kProtocolBytes = 52'428'800;
constexpr std::uint64_t kProtocolEntries = 50'000;

std::string_view declared_encoding(std::string_view declaration) {
  const std::size_t at = declaration.find("encoding");
  if (at == std::string_view::npos) return {};
  const std::size_t open = declaration.find_first_of("\"'", at);
  if (open == std::string_view::npos) return {};
  const std::size_t close = declaration.find(declaration[open], open + 1);
  return close == std::string_view::npos ? std::string_view{}
                                         : declaration.substr(open + 1, close - open - 1);
}

/// Where `at` stands in `text`, from 1.
ValuePlace place_of(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const std::size_t line_end = before.rfind('\n');
  ValuePlace place{.line = 1, .column = at + 1};
  for (const char c : before) place.line += c == '\n' ? 1U : 0U;
  if (line_end != std::string_view::npos) place.column = at - line_end;
  return place;
}

/// Where the root element begins; the parser does not say it of what is before that.
ValuePlace root_place(std::string_view head) {
  std::size_t at = 0;
  for (;;) {
    at = head.find('<', at);
    if (at == std::string_view::npos || at + 1 >= head.size()) return {1, 1};
    const std::string_view rest = head.substr(at);
    const std::string_view end = rest.starts_with("<!--") ? "-->"
                                 : rest.starts_with("<?") ? "?>"
                                 : rest.starts_with("<!") ? ">"
                                                          : std::string_view{};
    if (end.empty()) return place_of(head, at);
    at = head.find(end, at);
    if (at == std::string_view::npos) return {1, 1};
  }
}

/// What can be told by the first bytes.
void check_first_bytes(std::string_view head, DocumentFindings& findings) {
  if (head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF"))
    return findings.add("sitemap.encoding", "UTF-16", 1, 1);
  const bool marked = head.starts_with(kUtf8ByteOrderMark);
  if (marked) head.remove_prefix(kUtf8ByteOrderMark.size());
  const std::size_t start = head.find("<?xml");
  if (start != std::string_view::npos && start > 0 &&
      trim_unicode(head.substr(0, start)).empty())
    findings.add("sitemap.xml", "white space before the XML declaration", 1, 1);
  if (start != std::string_view::npos) {
    const std::size_t end = head.find("?>", start);
    const std::string_view encoding = declared_encoding(
        head.substr(start, end == std::string_view::npos ? 0 : end - start));
    if (!encoding.empty() && !equal_ignoring_case(encoding, "utf-8")) {
      const ValuePlace place = place_of(head, head.find(encoding, start));
      findings.add("sitemap.encoding", fmt::format("\"{}\"", excerpt(encoding)),
                   place.line, place.column);
    }
  }
  const std::size_t doctype = head.find("<!DOCTYPE");
  if (doctype != std::string_view::npos) {
    const ValuePlace place = place_of(head, doctype);
    findings.add("sitemap.doctype", {}, place.line, place.column);
  }
}

/// Reads on after the first bytes were looked at.
class HeadedSource final : public ByteSource {
 public:
  explicit HeadedSource(ByteSource& rest) : rest_(rest) {}
  std::string_view head() {
    while (head_.size() < kSitemapHeadBytes) {
      const Block block = rest_.read();
      if (block.empty()) break;
      head_ += block.bytes;
    }
    return head_;
  }
  Block read() override {
    if (std::exchange(given_, true) || head_.empty()) return rest_.read();
    return {.bytes = head_, .owner = {}};
  }

 private:
  ByteSource& rest_;
  std::string head_;
  bool given_ = false;
};

/// Takes what the reader says of a sitemap, and what the tree of its markup shows.
class Reading final : public SitemapHandler {
 public:
  Reading(DocumentFindings& findings, const SitemapTerms& terms,
          const std::string& category, ListedUrls& seen, const SitemapTaker& taker)
      : findings_(findings),
        taker_(taker),
        urls_(findings, terms, seen),
        entries_(findings, terms, seen, category),
        tree_(
            {.root = [this](const MarkupNode& root) { take_root(root); },
             .child = [this](const MarkupNode& node) { entries_.child(node); },
             .stray =
                 [this](std::string_view text, std::uint64_t line, std::uint64_t column) {
                   findings_.add("sitemap.stray-text",
                                 fmt::format("\"{}\"", excerpt(text)), line, column);
                 },
             .fault = [this](std::string_view message, std::uint64_t line,
                             std::uint64_t column) { fault(message, line, column); }}) {}

  void set_root_place(ValuePlace place) { root_place_ = place; }
  XmlHandler& events() { return tree_; }
  [[nodiscard]] EntryCheck& entries() { return entries_; }
  [[nodiscard]] const std::string& capability() const { return capability_; }
  [[nodiscard]] const std::vector<EntryLink>& links() const { return links_; }

  void head(const SitemapHead& head) override {
    if (head.facts) capability_ = head.facts->capability;
    links_ = head.links;
    if (taker_.head) taker_.head(head);
  }
  void entry(const SitemapEntry& entry) override {
    if (!is_xml_ || entries_.is_feed()) {
      urls_.check(entry.loc, {entry.line, 1}, ListedUrlCheck::Rules::all);
      if (!entry.lastmod.empty()) entries_.check_lastmod(entry.lastmod, {entry.line, 1});
    }
    if (taker_.page) taker_.page(entry);
  }
  void child(const SitemapEntry& child) override {
    if (taker_.child) taker_.child(child);
  }
  void dataset(const SitemapDataset& dataset) override {
    if (taker_.dataset) taker_.dataset(dataset);
  }
  [[nodiscard]] bool wants_every_note() const override { return true; }
  void note(const SitemapNote& note) override {
    // Of XML the tree shows everything, with its place.
    if (note.code == "sitemap.text" || note.code == "sitemap.no-root")
      findings_.add(note.code, note.message, note.line, 1);
    else if (entries_.is_feed() && note.code != "sitemap.xml" &&
             note.code != "sitemap.limit" && note.code != "sitemap.namespace")
      findings_.add("sitemap.feed", note.message, note.line, 1);
    else if (!is_xml_ && (note.code == "sitemap.loc" || note.code == "sitemap.relative"))
      findings_.add(note.code, note.message, note.line, 1);
  }

 private:
  void take_root(const MarkupNode& root) {
    is_xml_ = true;
    MarkupNode placed = root;
    placed.line = root_place_.line;
    placed.column = root_place_.column;
    entries_.root(placed);
  }
  void fault(std::string_view message, std::uint64_t line, std::uint64_t column) {
    const bool unbound = message.find("amespace prefix") != std::string_view::npos &&
                         message.find("is not defined") != std::string_view::npos;
    findings_.add(unbound ? "sitemap.unbound-prefix" : "sitemap.xml",
                  excerpt(trim(message), 200), line, column);
  }

  DocumentFindings& findings_;
  const SitemapTaker& taker_;
  ListedUrlCheck urls_;
  EntryCheck entries_;
  MarkupTree tree_;
  std::string capability_;
  std::vector<EntryLink> links_;
  ValuePlace root_place_{1, 1};
  bool is_xml_ = false;
};

void check_whole(const SitemapSummary& summary, const EntryCheck& entries_met,
                 DocumentFindings& findings) {
  if (summary.kind == SitemapKind::unknown)
    return findings.add("sitemap.none", summary.problem);
  if (!summary.complete) findings.add("sitemap.broken", summary.problem);
  if (summary.bytes > kProtocolBytes)
    findings.add("sitemap.too-large", fmt::format("{} bytes", grouped(summary.bytes)));
  const std::uint64_t entries = summary.entries + summary.children;
  if (entries > kProtocolEntries)
    findings.add("sitemap.too-many", fmt::format("{} entries", grouped(entries)));
  if (summary.complete && entries == 0 && summary.datasets == 0 &&
      !entries_met.has_entries())
    findings.add("sitemap.empty", {});
}

}  // namespace

SitemapVerdict check_sitemap(ByteSource& bytes, const SitemapTerms& terms,
                             const std::string& category, ListedUrls& seen,
                             const SitemapTaker& taker, Findings& findings,
                             const Limits& limits) {
  DocumentFindings here{findings, terms.url};
  HeadedSource source{bytes};
  SitemapVerdict verdict;
  ValuePlace root{1, 1};
  try {
    check_first_bytes(source.head(), here);
    root = root_place(source.head());
  } catch (const DocumentError& error) {
    here.add("sitemap.broken", error.what());
    return verdict;
  }
  Reading reading{here, terms, category, seen, taker};
  reading.set_root_place(root);
  verdict.summary = read_sitemap(source, terms.url, reading, limits, &reading.events());
  reading.entries().finish();
  check_whole(verdict.summary, reading.entries(), here);
  verdict.capability = reading.capability();
  verdict.links = reading.links();
  verdict.has_diwoo = reading.entries().has_diwoo();
  return verdict;
}

}  // namespace semsite
