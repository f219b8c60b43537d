#include "parse/sitemap_parser.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

#include "base/byte_source.hpp"
#include "base/text.hpp"
#include "map/builtin_mappings.hpp"
#include "map/mapping_run.hpp"
#include "markup/sitemap_dialect.hpp"
#include "markup/xml_reader.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// How much of a document is looked at for its root element.
constexpr std::size_t kSitemapHeadBytes = 4096;

/// Tells of the errors of a sitemap that is read leniently, and runs the mappings.
class SitemapEvents final : public XmlHandler {
 public:
  explicit SitemapEvents(const ParseJob& job)
      : job_(job),
        mappings_(job.settings.mappings ? job.settings.mappings : builtin_mappings()),
        run_({.mappings = mappings_,
              .quads = job.quads,
              .diagnostics = job.diagnostics,
              .strict = job.settings.strictness == Strictness::strict,
              .use = job.settings.mapping_use.get()}) {}

  void begin(const XmlPosition& position) override {
    position_ = &position;
    run_.begin(position);
  }
  void start_element(const XmlName& name, std::span<const XmlAttribute> attributes,
                     std::span<const XmlNamespace> declared) override {
    if (++depth_ == 1) check_root(name);
    faulty_ = false;
    run_.start_element(name, attributes, declared);
  }
  void end_element(const XmlName& name) override {
    run_.end_element(name);
    // The library closes the innermost element at whatever end tag comes, and reads
    // nothing after the root's: a fault just before means that this was not its own.
    if (--depth_ == 0) closed_ = !faulty_;
    faulty_ = false;
  }
  void characters(std::string_view text) override {
    faulty_ = false;
    run_.characters(text);
  }
  void comment(std::string_view text) override { run_.comment(text); }
  void processing_instruction(std::string_view target, std::string_view data) override {
    run_.processing_instruction(target, data);
  }

  bool error(std::string_view message, std::uint64_t line,
             std::uint64_t column) override {
    faulty_ = true;
    if (is_told_by_the_run(message)) return true;
    if (depth_ == 0 && closed_) {
      report("sitemap.trailing-markup", "text or markup after the end of the sitemap",
             line, column);
    } else {
      last_error_ =
          fmt::format("line {}, column {}: {}", line, column, excerpt(message, 200));
      report("sitemap.xml",
             fmt::format("not well-formed: {} (read on all the same)",
                         excerpt(message, 200)),
             line, column);
    }
    return true;
  }

  void finish() { run_.finish(); }
  [[nodiscard]] bool begun() const { return begun_; }
  [[nodiscard]] bool closed() const { return closed_; }
  [[nodiscard]] const std::string& last_error() const { return last_error_; }

  void report(std::string_view code, std::string message, std::uint64_t line,
              std::uint64_t column) {
    Fault fault;
    fault.code = code;
    fault.message = std::move(message);
    fault.line = line;
    fault.column = column;
    fault.skipped = false;
    job_.diagnostics.report(fault);
  }

 private:
  void check_root(const XmlName& name) {
    begun_ = true;
    if (is_sitemap_root(name.local)) {
      if (name.namespace_ != kSitemapNamespace)
        report("sitemap.namespace",
               name.namespace_.empty()
                   ? fmt::format("no namespace; it must be {}", kSitemapNamespace)
                   : fmt::format("the namespace \"{}\" must be {}",
                                 excerpt(name.namespace_, 200), kSitemapNamespace),
               position_->line(), 0);
      return;
    }
    if (mappings_->trie.child(0, name.namespace_, name.local) != kNoIndex) return;
    throw DocumentError{
        "sitemap.root",
        fmt::format("the root element \"{}\" is none of a sitemap, nor of "
                    "any mapping (semsite mappings lists them)",
                    excerpt(name.local))};
  }

  /// A prefix that is not declared but well known is the dialect's affair.
  static bool is_told_by_the_run(std::string_view message) {
    constexpr std::string_view kStart = "Namespace prefix ";
    if (!message.starts_with(kStart)) return false;
    message.remove_prefix(kStart.size());
    return extension_of_prefix(message.substr(0, message.find(' '))) != nullptr;
  }

  const ParseJob& job_;
  std::shared_ptr<const Mappings> mappings_;
  MappingRun run_;
  const XmlPosition* position_ = nullptr;
  std::size_t depth_ = 0;
  bool begun_ = false;
  bool closed_ = false;
  bool faulty_ = false;  ///< a fault was the last thing that came
  std::string last_error_;
};

}  // namespace

void parse_sitemap(const ParseJob& job) {
  PeekSource whole{std::make_unique<BorrowedSource>(job.bytes)};
  const bool lenient = job.settings.strictness == Strictness::lenient;
  const bool fragment = lenient && is_sitemap_fragment(whole.peek(kSitemapHeadBytes));
  SitemapFragment with_root{whole};
  ByteSource& bytes = fragment ? static_cast<ByteSource&>(with_root) : whole;
  SitemapEvents events{job};
  if (fragment)
    events.report("sitemap.no-root", "entries without the root element that holds them",
                  1, 1);
  try {
    read_xml(bytes, events, job.limits, {.lenient = lenient});
  } catch (const DocumentError&) {
    events.finish();
    job.quads.flush();
    throw;
  }
  events.finish();
  job.quads.flush();
  if (!events.begun())
    throw DocumentError{"sitemap.root",
                        fmt::format("not XML, so no sitemap ({})", events.last_error())};
  if (!events.closed())
    throw DocumentError{"sitemap.truncated", fmt::format("breaks off before its end ({})",
                                                         events.last_error())};
}

}  // namespace semsite
