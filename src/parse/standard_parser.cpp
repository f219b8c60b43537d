#include "parse/standard_parser.hpp"

#include "parse/standard_quads.hpp"
#include "parse/standard_sitemap.hpp"
#include "parse/standard_walk.hpp"
#include "semsite/errors.hpp"

namespace semsite {

void parse_standard_sitemap(const ParseJob& job) {
  const Document& document = job.quads.document();
  const auto file =
      read_standard_sitemap(job.bytes,
                            {.url = document.base.empty() ? document.iri : document.base,
                             .content_type = document.media_type,
                             .rules = job.settings.strictness == Strictness::strict
                                          ? StandardReading::Rules::strict
                                          : StandardReading::Rules::lenient},
                            job.limits, job.diagnostics);
  StandardWalk walk{file->url, {.externals = StandardWalkOptions::Externals::none}};
  for (const std::string& url : walk.start())
    static_cast<void>(walk.follow({.url = url, .file = file, .code = {}, .problem = {}}));
  const StandardSite site = walk.finish();
  add_standard_quads(site, 0, job.quads);
  job.quads.flush();
  report_gaps(site, 0, job.diagnostics);
  for (const std::string& limit : site.limits) {
    Fault fault;
    fault.code = "ssp.limit";
    fault.message = limit;
    job.diagnostics.report(fault);
  }
  if (!file->complete) throw DocumentError{file->code, file->problem};
}

}  // namespace semsite
