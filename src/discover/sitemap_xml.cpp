#include "discover/sitemap_xml.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/errors.hpp"
#include "base/text.hpp"
#include "discover/sitemap_dataset.hpp"
#include "discover/sitemap_names.hpp"
#include "discover/sitemap_value.hpp"
#include "discover/standard_location.hpp"
#include "markup/xml_reader.hpp"

namespace semsite {
namespace {

constexpr std::size_t kLongestText = 64 * kKiB;
constexpr std::size_t kMostLinks = 5'000;
constexpr std::uint64_t kWordedErrors = 100;

class SitemapXml final : public XmlHandler {
 public:
  explicit SitemapXml(SitemapTeller& teller) : teller_(teller), dataset_(teller) {}

  void start_element(const XmlName& name, std::span<const XmlAttribute> attributes,
                     std::span<const XmlNamespace>) override {
    ++depth_;
    faulty_ = false;
    if (text_depth_ != 0) return within_text(name);
    if (depth_ == 1) return root(name);
    if (dataset_depth_ != 0) return start_in_dataset(name, attributes);
    if (kind_ == SitemapKind::rss || kind_ == SitemapKind::atom)
      return start_in_feed(name, attributes);
    start_in_urlset(name, attributes);
  }

  void end_element(const XmlName&) override {
    if (depth_ == text_depth_) {
      end_text();
    } else if (depth_ == entry_depth_) {
      end_entry();
    } else if (depth_ == dataset_depth_) {
      dataset_depth_ = 0;
      dataset_.end();
    }
    --depth_;
    // The library closes the innermost element at whatever end tag comes, and reads
    // nothing after the root's: a fault just before means that this was not its own.
    if (depth_ == 0) closed_ = !faulty_;
    faulty_ = false;
  }

  void characters(std::string_view text) override {
    faulty_ = false;
    if (text_depth_ == 0) return;
    const std::size_t room = kLongestText - text_.size();
    if (text.size() > room) text_is_cut_ = true;
    text_ += text.substr(0, room);
  }

  bool error(std::string_view message, std::uint64_t line,
             std::uint64_t column) override {
    faulty_ = true;
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

  static void take_position(void* self, const XmlPosition& position) {
    static_cast<SitemapXml*>(self)->position_ = &position;
  }

  /// The bytes are at their end.
  void finish(const SitemapSource& bytes) {
    if (closed_) return;
    if (text_depth_ != 0 && bytes.ends_in_end_tag()) end_text();
    // A loc that is whole counts, whatever is missing after it.
    if (entry_depth_ != 0 && !entry_.loc.empty()) emit_entry();
    stop();
  }

  /// Reading ends here: hands over a dataset that is still open.
  void stop() {
    if (dataset_depth_ != 0) dataset_.break_off();
    dataset_depth_ = 0;
  }

  [[nodiscard]] bool closed() const { return closed_; }
  [[nodiscard]] std::string last_error() const {
    return last_error_.line == 0
               ? "no markup"
               : fmt::format("line {}, column {}: {}", last_error_.line,
                             last_error_.column, excerpt(last_error_.message, 200));
  }

 private:
  using Field = SitemapField;

  [[nodiscard]] std::uint64_t line() const {
    return position_ == nullptr ? 0 : position_->line();
  }

  void root(const XmlName& name) {
    kind_ = kind_of_root(name.local);
    if (kind_ == SitemapKind::unknown) {
      if (equal_ignoring_case(name.local, "html"))
        throw StopSitemap{"an HTML page, not a sitemap"};
      throw StopSitemap{fmt::format(
          "an XML document with the root element \"{}\", which is no sitemap{}",
          excerpt(name.local),
          name.namespace_ == kStandardSitemap
              ? " of sitemaps.org but a Standard-Sitemap; those are followed "
                "where a page names them, or the user"
              : "")};
    }
    teller_.summary().kind = kind_;
    namespace_ = name.namespace_;
    if (kind_ == SitemapKind::rss || kind_ == SitemapKind::atom) return;
    if (namespace_ != kSitemapNamespace)
      teller_.note("sitemap.namespace",
                   namespace_.empty()
                       ? fmt::format("no namespace; it must be {}", kSitemapNamespace)
                       : fmt::format("the namespace \"{}\" must be {}",
                                     excerpt(namespace_, 200), kSitemapNamespace),
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
    if (entry_depth_ != 0 && depth_ == entry_depth_ + 1) {
      if (plain) return begin_text(urlset_field(name.local));
      if (name.local == "link") return alternate_link(name, attributes);
    }
    if (equal_ignoring_case(name.local, "dataset")) begin_dataset(name);
  }

  void begin_entry(const XmlName& name) {
    if (entry_depth_ != 0) {
      teller_.note(
          "sitemap.structure",
          fmt::format("a \"{}\" begins before the one before it has ended", name.local),
          line());
      end_entry();
    }
    is_child_ = name.local == "sitemap";
    if (is_child_ != (kind_ == SitemapKind::sitemapindex))
      teller_.note("sitemap.structure",
                   fmt::format("a \"{}\" does not belong in a {}; read all the same",
                               name.local, kind_name(kind_)),
                   line());
    start_entry();
  }

  void start_entry() {
    entry_depth_ = depth_;
    clear_entry();
    entry_.line = line();
  }

  void clear_entry() {
    entry_.loc.clear();
    entry_.lastmod.clear();
    entry_.changefreq.clear();
    entry_.priority.clear();
    entry_.links.clear();
    fallback_loc_.clear();
    fallback_time_.clear();
    loc_given_ = false;
  }

  void end_entry() {
    entry_depth_ = 0;
    if (entry_.loc.empty()) entry_.loc = fallback_loc_;
    if (entry_.lastmod.empty()) entry_.lastmod = fallback_time_;
    emit_entry();
  }

  void emit_entry() {
    if (is_child_) {
      teller_.child(entry_);
    } else {
      teller_.page(entry_);
    }
  }

  void alternate_link(const XmlName& name, std::span<const XmlAttribute> attributes) {
    if (name.namespace_ != "http://www.w3.org/1999/xhtml" && name.prefix != "xhtml")
      return;
    AlternateLink link{.rel = std::string{attribute_value(attributes, "rel")},
                       .hreflang = std::string{attribute_value(attributes, "hreflang")},
                       .href = std::string{attribute_value(attributes, "href")},
                       .type = std::string{attribute_value(attributes, "type")}};
    if (link.href.empty() || entry_.links.size() == kMostLinks) {
      teller_.note("sitemap.structure",
                   link.href.empty() ? "a link without href; left out"
                                     : "more than 5,000 links in one entry; left out",
                   line());
      return;
    }
    if (teller_.make_iri(link.href, "link", line()))
      entry_.links.push_back(std::move(link));
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
    if (dataset_name(name, namespace_) == DatasetName::no && !is_plain(name)) return;
    if (dataset_.begin_element(name, attributes, line())) begin_text(Field::of_dataset);
  }

  void start_in_feed(const XmlName& name, std::span<const XmlAttribute> attributes) {
    const bool plain = name.namespace_ == namespace_;
    if (entry_depth_ == 0) {
      if (plain && name.local == (kind_ == SitemapKind::rss ? "item" : "entry"))
        start_entry();
      return;
    }
    if (depth_ != entry_depth_ + 1) return;
    if (kind_ == SitemapKind::atom && plain && name.local == "link")
      return atom_link(attributes);
    begin_text(feed_field(kind_, name, attributes, namespace_));
  }

  void atom_link(std::span<const XmlAttribute> attributes) {
    const std::string_view rel = attribute_value(attributes, "rel");
    if (loc_given_ || (!rel.empty() && rel != "alternate")) return;
    entry_.loc = attribute_value(attributes, "href");
    loc_given_ = !entry_.loc.empty();
  }

  void begin_text(Field field) {
    if (field == Field::none) return;
    field_ = field;
    text_depth_ = depth_;
    text_.clear();
    text_is_cut_ = false;
  }

  void within_text(const XmlName& name) {
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
      teller_.note("sitemap.limit",
                   fmt::format("a text longer than {} bytes; cut", grouped(kLongestText)),
                   line());
    switch (field_) {
      case Field::none:
        return;
      case Field::of_dataset:
        return dataset_.end_element(text_is_cut_ ? "" : text);
      case Field::loc:
        return end_loc(text_is_cut_ ? "" : text);
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
    }
  }

  void end_loc(std::string_view text) {
    if (loc_given_) {
      teller_.note("sitemap.structure",
                   "a second loc in one entry; taken as its own entry", line());
      emit_entry();
      clear_entry();
      entry_.line = line();
    }
    entry_.loc = text;
    loc_given_ = true;
  }

  SitemapTeller& teller_;
  DatasetReader dataset_;
  const XmlPosition* position_ = nullptr;
  SitemapKind kind_ = SitemapKind::unknown;
  std::string namespace_;
  std::uint32_t depth_ = 0;
  std::uint32_t entry_depth_ = 0;    // of the open entry; 0 = none
  std::uint32_t dataset_depth_ = 0;  // of the open dataset
  std::uint32_t text_depth_ = 0;     // of the element whose text is wanted
  Field field_ = Field::none;
  SitemapEntry entry_;
  std::string fallback_loc_, fallback_time_;
  std::string text_;
  struct {
    std::string message;
    std::uint64_t line = 0, column = 0;
  } last_error_;
  std::uint64_t errors_ = 0;
  bool text_is_cut_ = false;
  bool loc_given_ = false;
  bool is_child_ = false;
  bool closed_ = false;
  bool faulty_ = false;  // a fault was the last thing that came
  bool dataset_namespace_noted_ = false;
};

}  // namespace

void read_xml_sitemap(SitemapSource& bytes, SitemapTeller& teller, const Limits& limits) {
  SitemapXml handler{teller};
  std::string problem;
  try {
    read_xml(
        bytes, handler, limits,
        {.lenient = true, .on_position = SitemapXml::take_position, .user = &handler});
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
}

}  // namespace semsite
