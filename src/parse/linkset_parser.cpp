#include "parse/linkset_parser.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "parse/link_quads.hpp"
#include "parse/linkset.hpp"
#include "rdf/iri.hpp"

namespace semsite {
namespace {

bool is_sure(std::string_view reference) {
  return reference.empty() || has_scheme(reference);
}

/// Adds the links whose context and target can be told for certain.
class LinksetQuads {
 public:
  explicit LinksetQuads(const ParseJob& job)
      : job_(job), base_(base_of(job)), quads_(job.quads, job.diagnostics) {}

  void add(const HeaderLink& link) {
    const std::string& context = job_.settings.linkset_anchor;
    if (!link.anchor && context.empty())
      return pass_over("linkset.no-anchor", link,
                       "no anchor says what it is about (RFC 9264 §4; --linkset-anchor)");
    const bool relative = !is_sure(link.target) || !is_sure(link.anchor.value_or(""));
    if (relative && context.empty())
      return pass_over("linkset.relative", link,
                       "a relative reference, which may mean anything in a link set (RFC "
                       "9264 §4; --linkset-anchor)");
    quads_.add(link, base_, context);
    if (job_.links != nullptr && job_.links->take_stated)
      job_.links->take_stated(link, base_of(job_), context);
  }

 private:
  static std::string base_of(const ParseJob& job) {
    const Document& document = job.quads.document();
    return document.base.empty() ? document.iri : document.base;
  }

  void pass_over(std::string_view code, const HeaderLink& link, std::string_view why) {
    Fault fault;
    fault.code = code;
    fault.message =
        fmt::format("the link to <{}> has {}; passed over", excerpt(link.target), why);
    job_.diagnostics.report(fault);
  }

  const ParseJob& job_;
  BaseIri base_;
  LinkQuads quads_;
};

void add_all(const ParseJob& job, const std::vector<HeaderLink>& links) {
  LinksetQuads quads{job};
  for (const HeaderLink& link : links) quads.add(link);
}

}  // namespace

void parse_linkset(const ParseJob& job) {
  add_all(job,
          read_linkset_text(read_linkset_bytes(job.bytes, job.limits), job.diagnostics));
}

void parse_linkset_json(const ParseJob& job) {
  add_all(job, read_linkset_json(read_linkset_bytes(job.bytes, job.limits),
                                 job.diagnostics, job.limits));
}

}  // namespace semsite
