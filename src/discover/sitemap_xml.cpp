#include "discover/sitemap_xml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "discover/sitemap_dataset.hpp"
#include "discover/sitemap_extensions.hpp"
#include "discover/sitemap_names.hpp"
#include "markup/link_header.hpp"
#include "markup/sitemap_dialect.hpp"
#include "markup/xml_reader.hpp"
#include "markup/xml_tee.hpp"
#include "parse/standard_location.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

constexpr std::size_t kLongestElement = 64 * kKiB;
constexpr std::uint64_t kWordedErrors = 100;
constexpr std::string_view kAtom = "http://www.w3.org/2005/Atom";
constexpr std::uint32_t kDeepestFeedLink = 3;     // rss, channel, link
constexpr std::size_t kFirstElementBytes = 4096;  // enough to see the first element
constexpr std::size_t kDtdBytes = 16 * 1024;      // and what may be declared before it

class SitemapXml final : public XmlHandler {
 public:
  explicit SitemapXml(SitemapTeller& teller)
      : teller_(teller), entry_(teller), dataset_(teller), extensions_(teller) {}

  void start_element(const XmlName& name, std::span<const XmlAttribute> attributes,
                     std::span<const XmlNamespace> declared) override {
    ++depth_;
    faulty_ = false;
    bases_.enter(depth_, attributes, teller_.base());
    if (text_depth_ != 0) return within_text(name, attributes);
    if (depth_ == 1) return root(name, declared);
    if (dataset_depth_ != 0) return start_in_dataset(name, attributes);
    if (kind_ == SitemapKind::rss || kind_ == SitemapKind::atom)
      return start_in_feed(name, attributes);
    start_in_urlset(name, attributes);
  }

  void end_element(const XmlName&) override {
    if (depth_ == foreign_depth_) {
      foreign_depth_ = 0;
    } else if (depth_ == text_depth_) {
      end_text();
    } else if (depth_ == entry_depth_) {
      end_entry();
    } else if (depth_ == dataset_depth_) {
      dataset_depth_ = 0;
      dataset_.end();
    }
    bases_.leave(depth_);
    --depth_;
    // The library closes the innermost element at whatever end tag comes, and reads
    // nothing after the root's: a fault just before means that this was not its own.
    if (depth_ == 0) closed_ = !faulty_;
    faulty_ = false;
  }

  void characters(std::string_view text) override {
    faulty_ = false;
    if (text_depth_ == 0 || foreign_depth_ != 0) return;
    const std::size_t room = kLongestElement - text_.size();
    if (text.size() > room) text_is_cut_ = true;
    text_ += text.substr(0, room);
  }

  bool error(std::string_view message, std::uint64_t line,
             std::uint64_t column) override {
    faulty_ = true;
    has_more_ = has_more_ || closed_;
    last_error_ = {
        .message = std::string{message.substr(0, 1000)}, .line = line, .column = column};
    // A file may have a fault in every entry; what is not shown is not put in words.
    if (++errors_ > kWordedErrors)
      teller_.note("sitemap.xml", {}, line);
    else
      teller_.note("sitemap.xml",
                   fmt::format("not well-formed: {} (read on all the same)",
                               excerpt(message, 200)),
                   line);
    return true;
  }

  void begin(const XmlPosition& position) override { position_ = &position; }

  /// The bytes are at their end.
  void finish(const SitemapSource& bytes) {
    position_ = nullptr;  // the reader is gone
    if (closed_) return extensions_.tell_head(0);
    if (text_depth_ != 0 && bytes.ends_in_end_tag()) end_text();
    if (entry_depth_ != 0) entry_.break_off();
    stop();
  }

  /// Reading ends here: hands over a dataset that is still open.
  void stop() {
    extensions_.tell_head(0);
    if (dataset_depth_ != 0) dataset_.break_off();
    dataset_depth_ = 0;
  }

  [[nodiscard]] bool closed() const { return closed_; }
  /// Something follows its root element that is not allowed there.
  [[nodiscard]] bool has_more() const { return has_more_; }
  [[nodiscard]] std::string last_error() const {
    return last_error_.line == 0
               ? "no markup"
               : fmt::format("line {}, column {}: {}", last_error_.line,
                             last_error_.column, excerpt(last_error_.message, 200));
  }

 private:
  using Field = SitemapField;

  [[nodiscard]] std::uint64_t line() const {
    return position_ == nullptr ? last_error_.line : position_->line();
  }

  /// The namespace of RSS 1.0, if that is what the rdf:RDF at the root holds.
  static std::string_view rdf_feed_namespace(const XmlName& name,
                                             std::span<const XmlNamespace> declared) {
    if (name.local != "RDF") return {};
    for (const XmlNamespace& one : declared)
      if (is_rdf_feed_namespace(one.iri)) return one.iri;
    return {};
  }

  void root(const XmlName& name, std::span<const XmlNamespace> declared) {
    if (const std::string_view feed = rdf_feed_namespace(name, declared); !feed.empty()) {
      kind_ = SitemapKind::rss;
      teller_.summary().kind = kind_;
      namespace_ = feed;
      return;
    }
    kind_ = kind_of_root(name.local);
    if (kind_ == SitemapKind::unknown) {
      if (equal_ignoring_case(name.local, "html"))
        throw StopSitemap{"an HTML page, not a sitemap"};
      std::string_view what;
      if (name.namespace_ == kStandardSitemap)
        what =
            " of sitemaps.org but a Standard-Sitemap; those are followed where a page "
            "names them, or the user";
      if (name.local == "Ontology")
        what = ", but an ontology in OWL/XML, which is no RDF";
      throw StopSitemap{fmt::format(
          "an XML document with the root element \"{}\", which is no sitemap{}",
          excerpt(name.local), what)};
    }
    teller_.summary().kind = kind_;
    namespace_ = name.namespace_;
    if (name.local == "Documents") return root_of_documents(name);
    if (kind_ == SitemapKind::rss || kind_ == SitemapKind::atom) return;
    if (namespace_ != kSitemapNamespace)
      teller_.note("sitemap.namespace",
                   namespace_.empty()
                       ? fmt::format("no namespace; it must be {}", kSitemapNamespace)
                       : fmt::format("the namespace \"{}\" must be {}",
                                     excerpt(namespace_, 200), kSitemapNamespace),
                   line());
  }

  void root_of_documents(const XmlName& name) {
    if (extensions_.extension(name, line()) != SitemapExtension::diwoo)
      throw StopSitemap{
          "an XML document with the root element \"Documents\", which is no sitemap"};
    namespace_ = kSitemapNamespace;
    teller_.note("diwoo.structure",
                 "the root element must be a urlset of sitemaps.org; each Document is "
                 "read as an entry",
                 line());
  }

  // Of the protocol itself: in the root's namespace, or in any spelling of the right one.
  [[nodiscard]] bool is_plain(const XmlName& name) const {
    if (name.namespace_ == namespace_)
      return !name.namespace_.empty() || name.prefix.empty();
    return (name.namespace_.empty() && name.prefix.empty()) ||
           is_sitemap_namespace(name.namespace_);
  }

  void start_in_urlset(const XmlName& name, std::span<const XmlAttribute> attributes) {
    const bool plain = is_plain(name);
    if (plain && (name.local == "url" || name.local == "sitemap"))
      return begin_entry(name);
    if (entry_depth_ == 0 && is_link_of_all(name)) return link_of_all(attributes);
    if (entry_depth_ != 0 && depth_ == entry_depth_ + 1) {
      if (plain) return begin_text(urlset_field(name.local));
      if (name.local == "link" && is_xhtml(name)) return alternate_link(attributes);
    }
    if (equal_ignoring_case(name.local, "dataset")) begin_dataset(name);
    if (dataset_depth_ == 0 && !plain) return extension(name, attributes);
    if (plain && entry_depth_ != 0 && entry_.entry().diwoo)
      begin_text(inner_field(name.local));
  }

  void extension(const XmlName& name, std::span<const XmlAttribute> attributes) {
    const SitemapExtension which = extensions_.extension(name, line());
    if (which == SitemapExtension::none) return;
    if (entry_depth_ == 0) {
      if (depth_ != 2) return;
      if (which == SitemapExtension::resource_sync)
        return extensions_.start_in_root(name, attributes, line());
      // Under a root of its own, or with the `url` around it forgotten (diwoo §8).
      if (which != SitemapExtension::diwoo || name.local != "Document") return;
      start_entry(EntryBuilder::Kind::page);
    }
    if (extensions_.start(which, name, attributes, depth_, entry_.entry(), line()))
      begin_text(Field::of_extension);
  }

  static bool is_xhtml(const XmlName& name) {
    return name.namespace_ == "http://www.w3.org/1999/xhtml" || name.prefix == "xhtml";
  }

  void begin_entry(const XmlName& name) {
    if (entry_depth_ != 0) {
      teller_.note(
          "sitemap.structure",
          fmt::format("a \"{}\" begins before the one before it has ended", name.local),
          line());
      end_entry();
    }
    const bool is_child = name.local == "sitemap";
    if (is_child != (kind_ == SitemapKind::sitemapindex))
      teller_.note("sitemap.structure",
                   fmt::format("a \"{}\" does not belong in a {}; read all the same",
                               name.local, kind_name(kind_)),
                   line());
    start_entry(is_child ? EntryBuilder::Kind::child : EntryBuilder::Kind::page);
  }

  void start_entry(EntryBuilder::Kind kind) {
    extensions_.tell_head(line());
    entry_depth_ = depth_;
    entry_.begin(kind, line());
  }

  void end_entry() {
    entry_depth_ = 0;
    entry_.end();
  }

  void alternate_link(std::span<const XmlAttribute> attributes) {
    std::vector<AlternateLink>& links = entry_.entry().links;
    if (links.size() == kMostEntryLinks) {
      teller_.note("sitemap.structure", "more than 5,000 links in one entry; left out",
                   line());
      return;
    }
    if (std::optional<AlternateLink> link =
            read_alternate_link(attributes, teller_, line()))
      links.push_back(std::move(*link));
  }

  void begin_dataset(const XmlName& name) {
    const DatasetName how = dataset_name(name, namespace_);
    if (how == DatasetName::no) return;
    if (depth_ != 2 || kind_ != SitemapKind::urlset) {
      teller_.note("sitemap.structure",
                   "a dataset that is no child of urlset; ignored (semantic sitemap, §1)",
                   line());
      return;
    }
    if (how != DatasetName::canonical && !dataset_namespace_noted_) {
      dataset_namespace_noted_ = true;
      teller_.note(
          "sitemap.namespace",
          name.namespace_.empty()
              ? std::string{"a dataset without namespace; read as a Semantic Sitemap's"}
              : fmt::format(
                    "the namespace \"{}\" of a dataset is no right spelling of the "
                    "Semantic Sitemap extension's; read as such",
                    excerpt(name.namespace_, 200)),
          line());
    }
    teller_.count(line());
    dataset_depth_ = depth_;
    dataset_.begin(line());
  }

  void start_in_dataset(const XmlName& name, std::span<const XmlAttribute> attributes) {
    if (depth_ != dataset_depth_ + 1) return;
    if (dataset_name(name, namespace_) == DatasetName::no && !is_plain(name) &&
        !DatasetReader::is_licence(name))
      return;
    if (dataset_.begin_element(name, attributes, line())) begin_text(Field::of_dataset);
  }

  /// A link of the document as a whole, which may have another page (RFC 5005 §3).
  [[nodiscard]] bool is_link_of_all(const XmlName& name) const {
    const bool of_atom = name.namespace_ == kAtom ||
                         (kind_ == SitemapKind::atom && name.namespace_ == namespace_);
    return name.local == "link" && of_atom && depth_ <= kDeepestFeedLink;
  }

  void link_of_all(std::span<const XmlAttribute> attributes) {
    extensions_.link_of_all(attributes, atom_target(attributes), line());
  }

  void start_in_feed(const XmlName& name, std::span<const XmlAttribute> attributes) {
    const bool plain = name.namespace_ == namespace_;
    if (entry_depth_ == 0) {
      if (is_link_of_all(name)) return link_of_all(attributes);
      if (!plain || name.local != (kind_ == SitemapKind::rss ? "item" : "entry")) return;
      start_entry(EntryBuilder::Kind::page);
      entry_.entry().of_feed = true;
      // RSS 1.0 §5.5: the URI of the item, "preferably identical" to its link.
      if (kind_ == SitemapKind::rss)
        entry_.take(Field::fallback_loc, attribute_value(attributes, "about"), line());
      return;
    }
    if (depth_ != entry_depth_ + 1) return;
    if (kind_ == SitemapKind::atom && plain && name.local == "link")
      return atom_link(attributes);
    begin_text(feed_field(kind_, name, attributes, namespace_));
  }

  void atom_link(std::span<const XmlAttribute> attributes) {
    const std::string_view rel = attribute_value(attributes, "rel");
    if (rel.empty() || relation_key(rel) == "alternate")
      entry_.take_link(atom_target(attributes));
  }

  [[nodiscard]] std::string atom_target(std::span<const XmlAttribute> attributes) const {
    return bases_.resolve(attribute_value(attributes, "href"));
  }

  void begin_text(Field field) {
    if (field == Field::none) return;
    field_ = field;
    text_depth_ = depth_;
    text_.clear();
    text_is_cut_ = false;
  }

  void within_text(const XmlName& name, std::span<const XmlAttribute> attributes) {
    if (foreign_depth_ != 0) return;
    // A Signmap's links may stand inside of loc, whose own text is the URL (§1).
    if (field_ == Field::loc && entry_depth_ != 0 && !is_plain(name) &&
        extensions_.extension(name, line()) == SitemapExtension::resource_sync) {
      foreign_depth_ = depth_;
      (void)extensions_.start(SitemapExtension::resource_sync, name, attributes, depth_,
                              entry_.entry(), line());
      return;
    }
    if (depth_ == text_depth_ + 1)
      teller_.note("sitemap.structure",
                   fmt::format("an element \"{}\" where only text belongs; its text is "
                               "taken",
                               excerpt(name.local)),
                   line());
  }

  void end_text() {
    text_depth_ = 0;
    const std::string_view text = trim_unicode(text_);
    if (text_is_cut_)
      teller_.note(
          "sitemap.limit",
          fmt::format("a text longer than {} bytes; cut", grouped(kLongestElement)),
          line());
    if (field_ == Field::of_dataset) {
      dataset_.end_element(text_is_cut_ ? "" : text);
    } else if (field_ == Field::of_extension) {
      extensions_.end_text(text_is_cut_ ? "" : text, entry_.entry());
    } else {
      const bool is_url = field_ == Field::loc || field_ == Field::inner_loc;
      entry_.take(field_, text_is_cut_ && is_url ? "" : text, line());
    }
  }

  SitemapTeller& teller_;
  EntryBuilder entry_;
  DatasetReader dataset_;
  SitemapExtensions extensions_;
  const XmlPosition* position_ = nullptr;
  SitemapKind kind_ = SitemapKind::unknown;
  std::string namespace_;
  XmlBases bases_;
  std::uint32_t depth_ = 0;
  std::uint32_t entry_depth_ = 0;    // of the open entry; 0 = none
  std::uint32_t dataset_depth_ = 0;  // of the open dataset
  std::uint32_t text_depth_ = 0;     // of the element whose text is wanted
  std::uint32_t foreign_depth_ = 0;  // of an element whose text is not, within that
  Field field_ = Field::none;
  std::string text_;
  struct {
    std::string message;
    std::uint64_t line = 0, column = 0;
  } last_error_;
  std::uint64_t errors_ = 0;
  bool text_is_cut_ = false;
  bool closed_ = false;
  bool has_more_ = false;
  bool faulty_ = false;  // a fault was the last thing that came
  bool dataset_namespace_noted_ = false;
};

/// RSS 1.0 is RDF/XML, which names its namespaces so. Sitemaps have no entities.
bool declares_entities(std::string_view head) {
  const std::size_t first = head.find("<!ENTITY");
  return first != std::string_view::npos &&
         (head.find(":RDF", first) != std::string_view::npos ||
          head.find("<RDF", first) != std::string_view::npos);
}

}  // namespace

void read_xml_sitemap(SitemapSource& bytes, SitemapTeller& teller, const Limits& limits,
                      XmlHandler* also) {
  SitemapXml handler{teller};
  std::string problem;
  const bool fragment = is_sitemap_fragment(bytes.peek(kFirstElementBytes));
  SitemapFragment with_root{bytes};
  if (fragment)
    teller.note("sitemap.no-root", "entries without the root element that holds them", 1);
  ByteSource& whole = fragment ? static_cast<ByteSource&>(with_root) : bytes;
  const XmlOptions options{.lenient = true,
                           .internal_entities = declares_entities(bytes.peek(kDtdBytes))};
  try {
    if (also == nullptr) {
      read_xml(whole, handler, limits, options);
    } else {
      XmlTee both{handler, *also};
      read_xml(whole, both, limits, options);
    }
  } catch (const DocumentError& error) {
    problem = error.what();
  } catch (const StopSitemap&) {
    handler.stop();
    throw;
  }
  handler.finish(bytes);
  if (teller.summary().kind == SitemapKind::unknown)
    throw StopSitemap{
        problem.empty() ? fmt::format("not XML, so no sitemap ({})", handler.last_error())
                        : problem};
  if (!problem.empty()) throw StopSitemap{problem};
  if (!handler.closed())
    throw StopSitemap{
        fmt::format("breaks off before its end ({})", handler.last_error())};
  if (!handler.has_more()) return;
  while (!bytes.read().empty()) {
  }
  if (bytes.roots() > 1)
    throw StopSitemap{"another sitemap follows its end, which is not read"};
}

void XmlBases::enter(std::uint32_t depth, std::span<const XmlAttribute> attributes,
                     const BaseIri& document) {
  for (const XmlAttribute& one : attributes) {
    if (one.name.local != "base" || one.name.prefix != "xml") continue;
    const BaseIri& around = bases_.empty() ? document : bases_.back().iri;
    std::string base = around.resolve(trim_unicode(one.value));
    if (has_scheme(base))
      bases_.push_back({.depth = depth, .iri = BaseIri{std::move(base)}});
  }
}

void XmlBases::leave(std::uint32_t depth) {
  while (!bases_.empty() && bases_.back().depth >= depth) bases_.pop_back();
}

std::string XmlBases::resolve(std::string_view reference) const {
  return bases_.empty() || reference.empty() ? std::string{reference}
                                             : bases_.back().iri.resolve(reference);
}

void EntryBuilder::begin(Kind kind, std::uint64_t line) {
  kind_ = kind;
  clear();
  entry_.line = line;
}

void EntryBuilder::clear() {
  entry_.loc.clear();
  entry_.lastmod.clear();
  entry_.changefreq.clear();
  entry_.priority.clear();
  entry_.links.clear();
  entry_.signposts.clear();
  entry_.facts.reset();
  entry_.ocx.reset();
  entry_.diwoo.reset();
  entry_.of_feed = false;
  fallback_loc_.clear();
  fallback_time_.clear();
  loc_given_ = false;
}

void EntryBuilder::take(SitemapField field, std::string_view text, std::uint64_t line) {
  using Field = SitemapField;
  switch (field) {
    case Field::loc:
      return take_loc(text, line);
    case Field::lastmod:
      entry_.lastmod = text;
      return;
    case Field::changefreq:
      entry_.changefreq = text;
      std::ranges::transform(entry_.changefreq, entry_.changefreq.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
      });
      return;
    case Field::priority:
      entry_.priority = text;
      return;
    case Field::fallback_loc:
      if (is_fetchable(text)) fallback_loc_ = text;
      return;
    case Field::fallback_time:
      fallback_time_ = text;
      return;
    case Field::inner_loc:
      return take_inner(fallback_loc_, text, line);
    case Field::inner_time:
      return take_inner(fallback_time_, text, line);
    case Field::none:
    case Field::of_dataset:
    case Field::of_extension:
      return;
  }
}

void EntryBuilder::take_loc(std::string_view text, std::uint64_t line) {
  if (loc_given_) {
    teller_.note("sitemap.structure", "a second loc in one entry; taken as its own entry",
                 line);
    emit();
    clear();
    entry_.line = line;
  }
  entry_.loc = text;
  loc_given_ = true;
}

void EntryBuilder::take_inner(std::string& place, std::string_view text,
                              std::uint64_t line) {
  teller_.note("diwoo.structure",
               "loc and lastmod belong into the url, not into its Document; read all the "
               "same",
               line);
  if (place.empty()) place = text;
}

void EntryBuilder::take_link(std::string_view href) {
  if (loc_given_) return;
  entry_.loc = href;
  loc_given_ = !entry_.loc.empty();
}

void EntryBuilder::end() {
  if (entry_.loc.empty()) entry_.loc = fallback_loc_;
  if (entry_.lastmod.empty()) entry_.lastmod = fallback_time_;
  emit();
}

void EntryBuilder::break_off() {
  if (!entry_.loc.empty()) emit();
}

void EntryBuilder::emit() {
  if (kind_ == Kind::child) {
    teller_.child(entry_);
  } else {
    teller_.page(entry_);
  }
}

}  // namespace semsite
