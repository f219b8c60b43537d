#include "crawl/standard_tour.hpp"

#include <fmt/format.h>

#include <exception>
#include <set>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "base/url.hpp"
#include "parse/standard_quads.hpp"
#include "rdf/quad_check.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// All else is as for a page; only the media type may be narrowed (standard-sitemap §2).
constexpr std::string_view kAccept = "text/xml, application/xml";

/// Elements of files that are kept for pages and files that may yet name them.
constexpr std::size_t kElementsKept = 400'000;

/// One Standard-Sitemap, from its root file to its quads.
class StandardHarvest {
 public:
  StandardHarvest(const Harvest& job, const Harvester& harvester)
      : job_(job), harvester_(harvester) {}

  /// What was wrong with the files themselves was told when they were read.
  void count(const StandardAnswer& answer) {
    if (!counted_.insert(answer.url).second) return;
    if (answer.file != nullptr && bytes_ == 0) bytes_ = answer.file->bytes;
    add_faults(report_.faults, answer.faults);
    skipped_ += answer.skipped;
    if (answer.file != nullptr && !answer.file->complete)
      lose(answer.file->code, fmt::format("{}: {}", answer.url, answer.file->problem));
  }

  void write(const StandardSite& site) {
    for (std::uint32_t i = 0; i < site.files.size(); ++i) write(site, i);
    for (const std::string& limit : site.limits) {
      harvester_.console.warning(
          fmt::format("{}: {} [ssp.limit]", job_.origin.url, limit),
          {.code = "ssp.limit", .source = job_.origin.url});
      ++report_.faults["ssp.limit"];
      lose("ssp.limit", fmt::format("{}: {}", job_.origin.url, limit));
    }
  }

  HarvestReport conclude() && {
    if (report_.code.empty() && skipped_ > 0) report_.outcome = Outcome::faulty;
    report_.document_count = counted_.size();
    DocumentReport document;
    document.syntax = "standard-sitemap";
    document.outcome = report_.outcome;
    document.code = report_.code;
    document.problem = report_.problem;
    document.quads = report_.quads;
    document.bytes = bytes_;
    document.skipped = skipped_;
    document.faults = report_.faults;
    report_.documents.push_back(std::move(document));
    return std::move(report_);
  }

 private:
  void lose(std::string_view code, std::string problem) {
    if (!report_.code.empty()) return;
    report_.outcome = Outcome::partial;
    report_.code = code;
    report_.problem = std::move(problem);
  }

  void write(const StandardSite& site, std::uint32_t index) {
    Origin origin = job_.origin;
    origin.url = site.files[index].file->url;
    origin.base.clear();
    const auto document =
        std::make_shared<const Document>(make_document(origin, {}, harvester_.graph));
    FaultLog faults{document->name, harvester_.on_error, harvester_.quarantine,
                    harvester_.console};
    QuadBuilder quads{document, [&](QuadBatch batch) {
                        check_quads(batch, faults);
                        harvester_.sink.get().write(batch);
                        report_.quads += batch.quads().size();
                        harvester_.counters.quads += batch.quads().size();
                      }};
    try {
      report_graph(*document, faults);
      add_standard_quads(site, index, quads);
      quads.flush();
      report_gaps(site, index, faults);
    } catch (const DocumentError& error) {
      lose(error.code(), error.what());
    }
    harvester_.sink.get().end_document(*document);
    add_faults(report_.faults, faults.counts());
  }

  const Harvest& job_;
  const Harvester& harvester_;
  HarvestReport report_;
  std::uint64_t skipped_ = 0;
  std::uint64_t bytes_ = 0;  ///< of the root file
  std::set<std::string, std::less<>> counted_;
};

}  // namespace

StandardAnswer StandardTour::read(ByteSource& bytes, const std::string& url,
                                  const std::string& content_type,
                                  const Harvester& reading) {
  StandardAnswer out;
  out.url = url;
  FaultLog faults{url, reading.on_error, reading.quarantine, reading.console};
  try {
    out.file = read_standard_sitemap(
        bytes,
        {.url = url,
         .content_type = content_type,
         .rules = reading.settings.get().strictness == Strictness::strict
                      ? StandardReading::Rules::strict
                      : StandardReading::Rules::lenient},
        reading.limits, faults);
  } catch (const DocumentError& error) {
    out.code = error.code();
    out.problem = fmt::format("{}: {}", url, error.what());
  }
  out.faults = faults.counts();
  out.skipped = faults.skipped();
  return out;
}

StandardTour::Answer StandardTour::fetch(const std::string& url, NamedBy named_by,
                                         const Harvester& reading) {
  Retrieved got =
      retriever_.get({.url = url, .named_by = named_by, .accept = std::string{kAccept}});
  StandardAnswer out;
  if (got.outcome != Retrieval::got) {
    out.code = got.code;
    out.problem = got.problem;
    out.cancelled = got.outcome == Retrieval::cancelled;
    out.url = got.url.empty() ? url : got.url;
  } else {
    out = read(*got.body, got.url, std::string{got.head.header("content-type")}, reading);
    out.cancelled = out.file == nullptr && reading.stop.stop_requested();
  }
  out.head = std::move(got.head);
  return std::make_shared<const StandardAnswer>(std::move(out));
}

std::shared_ptr<const StandardAnswer> StandardTour::file(const std::string& url,
                                                         NamedBy named_by,
                                                         const Harvester& reading) {
  const std::string key = plain_url(url);
  // What others may name is at hand perhaps, but not for this one.
  if (!named_by.may_name(key)) return fetch(key, named_by, reading);
  std::promise<Answer> mine;
  std::shared_future<Answer> answer;
  {
    const MutexLock lock{mutex_};
    if (const auto known = answers_.find(key); known != answers_.end()) {
      answer = known->second;
    } else {
      answers_.emplace(key, mine.get_future().share());
    }
  }
  if (answer.valid()) return answer.get();
  try {
    Answer found = fetch(key, named_by, reading);
    mine.set_value(found);
    const MutexLock lock{mutex_};
    weigh(key, *found);
    // Who names the target of a redirect need not ask again.
    if (found->url != key && found->file != nullptr) remember(found->url, found);
    return found;
  } catch (...) {
    mine.set_exception(std::current_exception());
    throw;
  }
}

void StandardTour::remember(const std::string& key, const Answer& answer) {
  std::promise<Answer> ready;
  ready.set_value(answer);
  if (answers_.emplace(key, ready.get_future().share()).second) weigh(key, *answer);
}

/// Drops the oldest when there is too much.
void StandardTour::weigh(const std::string& key, const StandardAnswer& answer) {
  const std::size_t elements =
      1 + (answer.file == nullptr ? 0 : answer.file->elements.size());
  kept_.emplace_back(key, elements);
  elements_ += elements;
  while (elements_ > kElementsKept && kept_.size() > 1) {
    answers_.erase(kept_.front().first);
    elements_ -= kept_.front().second;
    kept_.pop_front();
  }
}

std::shared_ptr<const StandardAnswer> StandardTour::known(const std::string& url) {
  std::shared_future<Answer> answer;
  {
    const MutexLock lock{mutex_};
    const auto found = answers_.find(plain_url(url));
    if (found == answers_.end()) return nullptr;
    answer = found->second;
  }
  return answer.get();
}

std::shared_ptr<const StandardAnswer> StandardTour::keep(const std::string& url,
                                                         StandardAnswer answer) {
  auto kept = std::make_shared<const StandardAnswer>(std::move(answer));
  const MutexLock lock{mutex_};
  remember(plain_url(url), kept);
  return kept;
}

HarvestReport StandardTour::harvest(
    const Harvest& job, const Harvester& harvester, const StandardAnswer& root,
    const std::function<bool(const std::string& url)>& wants,
    const std::function<void(const std::string& url)>& take_page) {
  StandardHarvest out{job, harvester};
  if (root.file == nullptr) {
    HarvestReport failed;
    failed.outcome = Outcome::failed;
    failed.code = root.code;
    failed.problem = root.problem;
    failed.faults = root.faults;
    return failed;
  }
  StandardWalk walk{root.file->url, settings_.walk};
  std::vector<std::string> waiting;
  // Which of its files named another is not kept: one of the web makes all the web's.
  bool all_local = true;
  const auto answer = [&](const std::string& url, const StandardAnswer& file) {
    all_local = all_local && NamedBy::document(file.url).is_local();
    out.count(file);
    const std::vector<std::string> more = walk.follow(
        {.url = url,
         .file = file.file,
         .code = "ssp.external-failed",
         .problem = fmt::format("an external leads to {}, which cannot be had: {}", url,
                                file.problem)});
    waiting.insert(waiting.end(), more.begin(), more.end());
  };
  for (const std::string& url : walk.start()) answer(url, root);
  for (std::size_t next = 0; next < waiting.size(); ++next) {
    const std::string url = waiting[next];
    if (harvester.stop.stop_requested()) break;
    if (wants && !wants(url)) {
      StandardAnswer left_out;
      left_out.url = url;
      left_out.problem = "it is out of scope (--include, --exclude)";
      answer(url, left_out);
      continue;
    }
    answer(url, *file(url, all_local ? NamedBy::user() : NamedBy::network(), harvester));
  }
  const StandardSite site = walk.finish();
  out.write(site);
  if (take_page)
    for (const std::string& page : site.pages()) take_page(page);
  return std::move(out).conclude();
}

}  // namespace semsite
