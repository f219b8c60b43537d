#include "crawl/harvest_account.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/text.hpp"
#include "crawl/cause.hpp"
#include "parse/detect_syntax.hpp"
#include "parse/measured.hpp"
#include "parse/syntax.hpp"
#include "report/told_errors.hpp"
#include "unpack/sniff.hpp"

namespace semsite {
namespace {

constexpr std::size_t kNotedDocuments = 1000;

}  // namespace

bool is_of_data(const Syntax* syntax) {
  return syntax != nullptr && !is_of_pages(*syntax);
}

bool is_other_file(const DocumentReport& document) {
  if (!document.syntax.empty() || document.code == "document.owl-xml") return false;
  if (document.code == "document.empty") return true;
  return (document.code.starts_with("document.") || document.code == "unpack.link") &&
         !is_called_data(inner_name(document.name)) && !is_called_volume(document.name);
}

/// Where data was promised, pages and sitemaps of an archive that say nothing are none.
bool HarvestAccount::is_silent_page(const DocumentReport& document) const {
  const Syntax* const syntax = find_syntax(document.syntax);
  return promise_ == Promise::data && !document.name.empty() && syntax != nullptr &&
         (is_of_pages(*syntax) || syntax->name == "sitemap") && document.quads == 0 &&
         document.code.empty();
}

void HarvestAccount::add(DocumentReport document) {
  ++report_.document_count;
  report_.quads += document.quads;
  skipped_ += document.skipped;
  faulty_ = faulty_ || document.outcome == Outcome::faulty;
  add_faults(report_.faults, document.faults);
  const bool other_file = is_other_file(document);
  const bool silent_page = is_silent_page(document);
  if (!other_file && !silent_page) ++rdf_;
  if (silent_page && other_.code.empty())
    other_ = {"document.html", document.name + " is a page without RDF", {}};
  if (!other_file && broken_.code.empty() && !document.code.empty())
    broken_ = {document.code, document.problem, document.begins, document.cause};
  if (other_file && other_.code.empty())
    other_ = {document.code, document.problem, document.begins, document.cause};
  if (document.outcome == Outcome::damaged && damaged_.empty())
    damaged_ = document.begins;
  if ((document.outcome != Outcome::whole || report_.documents.empty()) &&
      report_.documents.size() < kNotedDocuments)
    report_.documents.push_back(std::move(document));
}

void HarvestAccount::add(std::vector<MoreSaid> more, const std::string& document) {
  constexpr std::size_t kMostDocuments = 100'000;
  if (documents_.size() < kMostDocuments) documents_.insert(page_key(document));
  for (MoreSaid& one : more)
    if (report_.more.size() < kNotedDocuments) report_.more.push_back(std::move(one));
}

void HarvestAccount::add(const DocumentError& error) {
  if (error.code() == "unpack.trailing") {
    note_loss(fmt::format("{} [unpack.trailing]", error.what()));
    ++report_.faults["unpack.trailing"];
    faulty_ = true;
  } else if (broken_.code.empty()) {
    broken_ = {error.code(), error.what(), {}, cause_of(error)};
  }
}

HarvestReport HarvestAccount::conclude(bool archive, const std::string& name) && {
  if (archive)
    std::erase_if(report_.more, [&](const MoreSaid& one) {
      return documents_.contains(page_key(one.url));
    });
  if (broken_.code.empty() && rdf_ == 0) {
    broken_ = other_;
    if (archive) {
      broken_.code = "archive.no-rdf";
      broken_.cause = Cause::no_rdf;
      broken_.problem =
          other_.code.empty()
              ? "the archive is empty"
              : "the archive holds no RDF; its first file: " + other_.problem;
    }
  }
  if (!broken_.code.empty()) {
    report_.outcome = report_.quads > 0 ? Outcome::partial : Outcome::failed;
    report_.cause = broken_.cause;
    report_.code = std::move(broken_.code);
    report_.problem = std::move(broken_.problem);
    report_.begins = std::move(broken_.begins);
  } else if (skipped_ * 10 > report_.quads + skipped_) {
    report_.outcome = Outcome::damaged;
    report_.code = "document.damaged";
    report_.problem = fmt::format(
        "{}: more than a tenth of its statements had to be skipped ({} of "
        "{})",
        name, skipped_, report_.quads + skipped_);
    report_.begins = std::move(damaged_);
  } else if (faulty_ || skipped_ > 0) {
    // Repairs and notes lose nothing: they are counted, no more.
    report_.outcome = Outcome::faulty;
  }
  return std::move(report_);
}

}  // namespace semsite
