#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/byte_source.hpp"
#include "base/diagnostics.hpp"
#include "base/mutex.hpp"
#include "base/sha256.hpp"
#include "crawl/retrieve.hpp"
#include "discover/description_graph.hpp"
#include "discover/site_profile.hpp"
#include "reading/parse_settings.hpp"

namespace semsite {

/// Which pages of a catalogue lead to which, and what of them is missing. Asks for
/// nothing.
class CataloguePages {
 public:
  /// That `document` names `url` as a page of the same list.
  struct Lead {
    std::string document;  ///< URL, after redirects
    std::string subject;   ///< of whom that is said; empty: of the document
    std::string url;
    std::string by;        ///< "hydra:next", …
    bool in_order = true;  ///< one after the other: then a way back is a circle
    bool back = false;     ///< to a page before it
  };

  /// The document at `asked` was read, and came from `final_url`.
  void read(const std::string& asked, const std::string& final_url,
            const std::string& sha256);

  /// Is the page to be asked for? If not, it is known, or a problem was noted.
  [[nodiscard]] bool wants(const Lead& lead);
  /// It was asked for and read, or was not.
  void came(const Lead& lead, const std::string& final_url, const std::string& sha256);
  void failed(const Lead& lead, const std::string& problem);
  /// It was read, and names no dataset that those before it have not.
  void repeated(const Lead& lead);
  /// It is not asked for, because of `why`.
  void left(const Lead& lead, const std::string& why);
  /// Something else is missing.
  void miss(std::string problem);

  /// Is `url` a page of it?
  [[nodiscard]] bool knows(const std::string& url) const;
  [[nodiscard]] std::size_t count() const { return read_; }
  /// Why the catalogue is not whole; empty: as far as it says, it is.
  [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }

 private:
  struct Answer {
    std::string url, page;
  };
  [[nodiscard]] std::string page_of(const std::string& url) const;

  std::map<std::string, std::string> pages_;  ///< keys of URLs, to those of their pages
  std::map<std::string, std::string> led_;    ///< page to the page that led there first
  std::map<std::string, std::set<std::string>> targets_;  ///< by subject
  std::set<std::pair<std::string, std::string>> told_;    ///< page and next page
  std::map<std::string, Answer> answers_;                 ///< by digest
  std::vector<std::string> problems_;
  std::size_t read_ = 0;
};

/// What some documents say of datasets.
struct DescriptionFindings {
  std::vector<DatasetFact> datasets;
  std::string dataset_of_page;         ///< what the first document says it belongs to
  std::vector<std::string> missing{};  ///< why the descriptions are not all there is
  bool is_catalogue = false;  ///< the first document calls itself one, or holds one
  /// Why nobody knows what the first document says: no answer, or one that broke off.
  std::string unread{};

  [[nodiscard]] static DescriptionFindings nothing(std::string unread) {
    DescriptionFindings out;
    out.unread = std::move(unread);
    return out;
  }

  /// Is there any that could be got?
  [[nodiscard]] bool offers_way() const;
  /// That the description at `url` tells of datasets, but of no way to any of them;
  /// empty: it tells of a way, or of none.
  [[nodiscard]] std::string without_way(const std::string& url) const;
};

/// Reads descriptions of datasets, and the documents that they lead to: further pages of
/// a catalogue, datasets that it only names (on the same site, up to a bound).
class DescriptionTour {
 public:
  /// Further documents that one description may lead to.
  static constexpr std::size_t kMostPages = 100;

  DescriptionTour(Retriever& retriever, const ParseSettings& settings,
                  std::size_t most_pages = kMostPages);

  /// Reads the document at `url`. `named_by`: URL of what names it, or a few words.
  [[nodiscard]] DescriptionFindings visit(const std::string& url,
                                          const std::string& named_by);
  /// The same for one that is at hand; `asked`: URL that led to it.
  [[nodiscard]] DescriptionFindings read(Retrieved got, const std::string& asked,
                                         const std::string& named_by);

  /// A row for each document asked for.
  [[nodiscard]] std::vector<DescriptionFact>& facts() { return facts_; }

 private:
  struct Start {
    std::string asked, final_url;
  };
  /// All that one description leads to.
  struct Reading;
  [[nodiscard]] bool read_one(Retrieved got, const std::string& asked,
                              const std::string& named_by, Reading& reading);
  [[nodiscard]] bool ask(const std::string& url, const std::string& named_by,
                         Reading& reading);
  /// Goes from page to page; true if anything new was read.
  [[nodiscard]] bool follow_pages(const Start& start, Reading& reading);
  void look_for_the_last(const Start& start, Reading& reading);
  [[nodiscard]] bool page(const CataloguePages::Lead& lead, const Start& start,
                          Reading& reading);
  [[nodiscard]] DescriptionFindings conclude(Reading& reading, const Start& start,
                                             std::size_t first_fact);

  Retriever& retriever_;
  const ParseSettings& settings_;
  std::size_t most_pages_;
  std::vector<DescriptionFact> facts_;
};

/// Ends after so many bytes: throws DocumentError("description.too-long") if there are
/// more.
class FirstBytes final : public ByteSource {
 public:
  FirstBytes(ByteSource& inner, std::uint64_t most)
      : inner_(inner), most_(most), left_(most) {}
  [[nodiscard]] Block read() override;

 private:
  ByteSource& inner_;
  std::uint64_t most_, left_;
};

/// Adds up what a body comes to.
class DigestedBytes final : public ByteSource {
 public:
  DigestedBytes(std::unique_ptr<ByteSource> inner, Sha256& digest)
      : inner_(std::move(inner)), digest_(digest) {}
  [[nodiscard]] Block read() override;

 private:
  std::unique_ptr<ByteSource> inner_;
  Sha256& digest_;
};

/// What could not be read of a document. Thread-safe.
class LostStatements final : public Diagnostics {
 public:
  void report(const Fault& fault) override;
  /// "3 statements of URL could not be read …"; empty: all were. For one thread, at the
  /// end.
  [[nodiscard]] std::string problem(const std::string& url) const;

 private:
  mutable Mutex mutex_;
  std::uint64_t count_ SEMSITE_GUARDED_BY(mutex_) = 0;
  std::string first_ SEMSITE_GUARDED_BY(mutex_);
};

}  // namespace semsite
