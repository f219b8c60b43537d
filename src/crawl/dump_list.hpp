#pragma once

#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/byte_source.hpp"
#include "crawl/retrieve.hpp"
#include "semsite/limits.hpp"
#include "semsite/sitemap.hpp"

namespace semsite {

/// The dumps that a Metalink or a server's listing of a folder names.
struct DumpList {
  SitemapDataset said;
  std::string kind;                    ///< "Metalink" or "directory listing"
  std::string problem;                 ///< why it names none
  std::vector<std::string> missing{};  ///< what is of it and cannot be had
  bool is_broken = false;              ///< it could not be read to its end
};

/// Reads a Metalink at hand.
[[nodiscard]] DumpList read_metalink_dumps(Retrieved got, const Limits& limits);

/// Reads a page at hand as a listing; nothing if it is none. `text`: the whole page.
[[nodiscard]] std::optional<DumpList> read_listed_dumps(const std::string& text,
                                                        const Retrieved& got,
                                                        const Limits& limits);

/// A page's bytes, unpacked. Throws DocumentError.
[[nodiscard]] std::string page_bytes_of(std::unique_ptr<ByteSource> body,
                                        const std::string& url, const Limits& limits);

/// Asks for `url`, which a description gives as a dump, if its name is that of a list; a
/// list takes the place of the dump. Nothing if it is none.
[[nodiscard]] std::optional<DumpList> expand_dump(Retriever& retriever,
                                                  const DatasetLocation& dump);

/// What a document is, by its first bytes, unpacked.
enum class DocumentLook {
  data,         ///< RDF, or something packed that cannot be read
  description,  ///< RDF that begins with words for datasets: it may describe some
  page,         ///< HTML
  metalink,
  changes,  ///< a list of changes, which is no data
  empty,    ///< not a byte of content, unpacked
  other,    ///< a sitemap, a robots.txt, anything else
};

/// Reads as little of `source` as tells. `links`: `Link` fields of its answer.
[[nodiscard]] DocumentLook look_at_document(std::unique_ptr<ByteSource> source,
                                            const std::string& url,
                                            const std::string& media_type,
                                            std::span<const std::string> links,
                                            const Limits& limits);

/// Bytes that can be read again from the start, until `last` is called. What they failed
/// with comes again, too.
class Rewindable {
 public:
  explicit Rewindable(std::unique_ptr<ByteSource> inner) : inner_(std::move(inner)) {}

  /// A source that reads from the start; what it reads is kept for the next one. Uses
  /// this object until its end.
  [[nodiscard]] std::unique_ptr<ByteSource> from_start() {
    return std::make_unique<View>(*this);
  }
  /// The last such source. It takes everything with it, so that the connection that the
  /// bytes come by is free at its end.
  [[nodiscard]] std::unique_ptr<ByteSource> last() {
    return std::make_unique<Last>(std::move(kept_), std::move(inner_), error_);
  }

 private:
  class View final : public ByteSource {
   public:
    explicit View(Rewindable& all) : all_(all) {}
    [[nodiscard]] Block read() override {
      if (at_ < all_.kept_.size()) return all_.kept_[at_++];
      if (all_.error_) std::rethrow_exception(all_.error_);
      Block block;
      try {
        block = all_.inner_->read();
      } catch (...) {
        all_.error_ = std::current_exception();
        throw;
      }
      if (!block.empty()) {
        all_.kept_.push_back(block);
        ++at_;
      }
      return block;
    }

   private:
    Rewindable& all_;
    std::size_t at_ = 0;
  };

  class Last final : public ByteSource {
   public:
    Last(std::vector<Block> kept, std::unique_ptr<ByteSource> inner,
         std::exception_ptr error)
        : kept_(std::move(kept)), inner_(std::move(inner)), error_(std::move(error)) {}
    [[nodiscard]] Block read() override {
      if (at_ < kept_.size()) return std::move(kept_[at_++]);
      if (error_) std::rethrow_exception(error_);
      return inner_->read();
    }

   private:
    std::vector<Block> kept_;
    std::unique_ptr<ByteSource> inner_;
    std::exception_ptr error_;
    std::size_t at_ = 0;
  };

  std::unique_ptr<ByteSource> inner_;
  std::vector<Block> kept_;
  std::exception_ptr error_;
};

}  // namespace semsite
