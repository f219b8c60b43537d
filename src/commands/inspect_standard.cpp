#include "commands/inspect_standard.hpp"

#include "base/json_writer.hpp"
#include "parse/detect_syntax.hpp"
#include "parse/standard_walk.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

using Kind = StandardElement::Kind;
using Place = StandardSite::Place;
constexpr std::uint32_t kNone = StandardElement::kNone;

std::string_view name_of(Kind kind) {
  switch (kind) {
    case Kind::sitemap:
      return "sitemap";
    case Kind::group:
      return "group";
    default:
      return "item";
  }
}

std::string_view name_of(Place place) {
  switch (place) {
    case Place::node:
      return "node";
    case Place::role_only:
      return "role";
    case Place::unreached:
      break;
  }
  return "none";
}

/// Prints one file, line by line; what is wrong with it while it is read.
class StandardPrinter final : public Diagnostics {
 public:
  explicit StandardPrinter(const TakeLine& take) : take_(take) {}

  void report(const Fault& fault) override {
    json_.object().member("kind", "note").member("code", fault.code);
    json_.member("message", fault.message).member("line", fault.line).end();
    flush();
  }

  void print(const StandardSite& site) {
    const StandardFile& file = *site.files[0].file;
    for (std::uint32_t at = 0; at < file.elements.size(); ++at) {
      const Kind kind = file.elements[at].kind;
      if (kind == Kind::external) external(file, file.elements[at]);
      if (kind == Kind::sitemap || kind == Kind::item || kind == Kind::group)
        node(file, at, site.files[0].places[at]);
    }
    for (const StandardGap& gap : site.gaps)
      if (gap.code != "ssp.external-not-read")
        report({.code = gap.code,
                .message = gap.problem,
                .line = file.elements[gap.external.element].line,
                .statement = {}});
    for (const StandardEdge& edge : site.edges) {
      json_.object().member("kind", "edge");
      json_.member("parent", file.node(edge.parent.element));
      json_.member("child", file.node(edge.child.element)).end();
      flush();
    }
    edges_ = site.edges.size();
    pages_ = site.pages().size();
  }

  void summary(std::uint64_t bytes, std::string_view problem) {
    json_.object()
        .member("kind", "summary")
        .member("type", "standard-sitemap")
        .member("nodes", nodes_)
        .member("externals", externals_)
        .member("edges", edges_)
        .member("pages", pages_)
        .member("bytes", bytes)
        .member("complete", problem.empty())
        .key("problem");
    if (problem.empty()) {
      json_.null();
    } else {
      json_.value(problem);
    }
    json_.end();
    flush();
  }

 private:
  void flush() {
    take_(json_.text() + '\n');
    json_.clear();
  }

  void external(const StandardFile& file, const StandardElement& element) {
    ++externals_;
    json_.object().member("kind", "external");
    json_.member("parent", file.node(element.parent)).member_if("url", element.url);
    if (element.excluded) json_.member("excluded", true);
    line(element);
  }

  void node(const StandardFile& file, std::uint32_t at, Place place) {
    const StandardElement& element = file.elements[at];
    ++nodes_;
    json_.object().member("kind", "node").member("node", file.node(at));
    json_.member("element", name_of(element.kind)).member("place", name_of(place));
    facts(element);
    json_.member_if("relation", element.relation);
    json_.member_if("order", element.order).member_if("priority", element.priority);
    if (element.roles > 0) {
      json_.key("roles").array();
      for (std::uint32_t i = 0; i < element.roles; ++i)
        json_.value(file.roles[element.first_role + i].text);
      json_.end();
    }
    if (element.excluded) json_.member("excluded", true);
    if (element.posts) json_.member("posts", true);
    bool has_variants = false;
    for (std::uint32_t next = element.first_child; next != kNone;
         next = file.elements[next].next) {
      const StandardElement& child = file.elements[next];
      if (child.kind != Kind::variant) continue;
      if (!has_variants) json_.key("variants").array();
      has_variants = true;
      json_.object();
      facts(child);
      line(child, Line::keep);
    }
    if (has_variants) json_.end();
    line(element);
  }

  void facts(const StandardElement& element) {
    json_.member_if("url", element.url).member_if("name", element.name);
    json_.member_if("description", element.description);
    json_.member_if("language", element.language);
    json_.member_if("lang", element.lang).member_if("type", element.type);
  }

  enum class Line { keep, end };
  void line(const StandardElement& element, Line end = Line::end) {
    json_.member("line", std::uint64_t{element.line}).end();
    if (end == Line::end) flush();
  }

  const TakeLine& take_;
  JsonWriter json_;
  std::uint64_t nodes_ = 0, externals_ = 0, edges_ = 0, pages_ = 0;
};

}  // namespace

bool is_standard_file(std::string_view head) {
  const Detected told = detect_syntax(head, {.media_type = {}, .path = {}});
  return told.syntax != nullptr && told.syntax->name == "standard-sitemap";
}

std::string inspect_standard(ByteSource& bytes, const InspectOptions& options,
                             const Limits& limits, const TakeLine& take) {
  StandardPrinter printer{take};
  std::string problem;
  std::uint64_t size = 0;
  try {
    const auto file = read_standard_sitemap(
        bytes, {.url = options.base, .content_type = options.content_type}, limits,
        printer);
    size = file->bytes;
    problem = file->problem;
    StandardWalk walk{file->url, {.externals = StandardWalkOptions::Externals::none}};
    for (const std::string& url : walk.start())
      static_cast<void>(
          walk.follow({.url = url, .file = file, .code = {}, .problem = {}}));
    const StandardSite site = walk.finish();
    printer.print(site);
    if (problem.empty() && !site.limits.empty()) problem = site.limits[0];
  } catch (const DocumentError& error) {
    problem = error.what();
  }
  printer.summary(size, problem);
  return problem;
}

}  // namespace semsite
