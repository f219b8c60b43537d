#include "parse/split_parse.hpp"

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "base/errors.hpp"
#include "parse/jsonld_parser.hpp"
#include "rdf/page_meter.hpp"
#include "rdf/quad_check.hpp"

namespace semsite {
namespace {

using Taker = std::function<void(QuadBatch)>;

/// How far ahead of the oldest unfinished piece others may be, for each worker: what an
/// ordered sink has to hold back is no more than that.
constexpr std::uint64_t kPiecesAheadPerWorker = 8;

/// The user wants no more; never leaves this file.
struct Stopped {};

/// Ends a parser that reads a stream when the token says so.
class StoppableSource final : public ByteSource {
 public:
  StoppableSource(ByteSource& inner, std::stop_token stop)
      : inner_(inner), stop_(std::move(stop)) {}

  [[nodiscard]] Block read() override {
    if (stop_.stop_requested()) throw Stopped{};
    return inner_.read();
  }

 private:
  ByteSource& inner_;
  std::stop_token stop_;
};

void parse_stream(const SplitParse& job, const Taker& taker) {
  StoppableSource bytes{job.bytes, job.stop};
  QuadBuilder quads{job.document, taker};
  try {
    job.syntax.parse({bytes, quads, job.diagnostics, job.measured.limits(), job.settings,
                      job.links, job.watch});
  } catch (const PageLimit&) {
    throw;  // what is held is too much already
  } catch (const DocumentError&) {
    quads.flush();  // what was read before the failure counts
    throw;
  } catch (const Stopped&) {
    return;
  }
  quads.flush();
}

/// A page of JSON-LD: what a piece of it makes is handed on in parts, and not held.
void parse_jsonld_page(const SplitParse& job, const Taker& taker) {
  StoppableSource bytes{job.bytes, job.stop};
  QuadBuilder quads{job.document, taker};
  const auto splitter = job.syntax.split(
      {bytes, *job.document, job.diagnostics, job.measured.limits(), job.settings});
  try {
    while (const auto piece = splitter->next()) {
      QuadBatch batch{job.document, piece->sequence};
      parse_jsonld_page_piece(
          {*piece, batch, job.diagnostics, job.measured.limits(), job.settings}, quads);
    }
  } catch (const PageLimit&) {
    throw;  // what is held is too much already
  } catch (const DocumentError&) {
    quads.flush();  // what was read before the failure counts
    throw;
  } catch (const Stopped&) {
    return;
  }
  quads.flush();
}

/// The pieces of one document on their way through the workers.
class PieceParse {
 public:
  PieceParse(const SplitParse& job, const Taker& taker)
      : job_(job),
        taker_(taker),
        window_(kPiecesAheadPerWorker * std::max(1U, job.workers)),
        splitter_(job.syntax.split({job.bytes, *job.document, job.diagnostics,
                                    job.measured.limits(), job.settings})) {}

  void run() {
    std::optional<Piece> first = take();
    std::optional<Piece> second;
    // Threads only when there is work for them: most documents are one piece.
    if (first && job_.workers > 1) second = take();
    if (second) {
      std::vector<std::jthread> helpers;
      helpers.reserve(job_.workers - 1);
      helpers.emplace_back([this, &second] { work(std::move(second)); });
      while (helpers.size() + 1 < job_.workers)
        helpers.emplace_back([this] { work(take()); });
      work(std::move(first));
    } else {
      work(std::move(first));
    }
    if (error_) std::rethrow_exception(error_);
  }

 private:
  /// The next piece to parse; nothing at the end, after an error and after a stop.
  std::optional<Piece> take() {
    std::unique_lock lock{mutex_};
    moved_.wait(
        lock, [&] { return over_ || open_.empty() || next_ < *open_.begin() + window_; });
    if (over_ || job_.stop.stop_requested()) {
      over_ = true;
      return std::nullopt;
    }
    // Cutting is quick next to parsing, so one lock holds for it and for the books.
    try {
      std::optional<Piece> piece = splitter_->next();
      if (!piece) {
        over_ = true;
        return std::nullopt;
      }
      next_ = piece->sequence + 1;
      open_.insert(piece->sequence);
      return piece;
    } catch (...) {
      fail(next_);
      return std::nullopt;
    }
  }

  void work(std::optional<Piece> piece) {
    for (; piece; piece = take()) {
      const std::uint64_t sequence = piece->sequence;
      try {
        parse(*piece);
      } catch (...) {
        const std::scoped_lock lock{mutex_};
        fail(sequence);
      }
      piece.reset();
      {
        const std::scoped_lock lock{mutex_};
        open_.erase(sequence);
      }
      moved_.notify_all();
    }
  }

  void parse(const Piece& piece) {
    QuadBatch batch{job_.document, piece.sequence};
    try {
      job_.syntax.parse_piece(
          {piece, batch, job_.diagnostics, job_.measured.limits(), job_.settings});
    } catch (const PageLimit&) {
      batch.truncate(0);  // what is held is too much already
      batch.give_up();
      taker_(std::move(batch));
      throw;
    } catch (const DocumentError&) {
      batch.give_up();  // what was read before the failure counts, nothing behind it
      taker_(std::move(batch));
      throw;
    }
    taker_(std::move(batch));
  }

  /// Under the lock, inside a catch: keeps the error of the earliest piece.
  void fail(std::uint64_t sequence) {
    over_ = true;
    if (error_ && error_sequence_ < sequence) return;
    error_ = std::current_exception();
    error_sequence_ = sequence;
  }

  const SplitParse& job_;
  const Taker& taker_;
  const std::uint64_t window_;
  std::unique_ptr<Splitter> splitter_;
  std::mutex mutex_;
  std::condition_variable moved_;
  std::set<std::uint64_t> open_;  ///< given out, not done
  std::uint64_t next_ = 0;
  bool over_ = false;
  std::exception_ptr error_;
  std::uint64_t error_sequence_ = 0;
};

}  // namespace

void parse_document(const SplitParse& job, const Taker& taker) {
  const bool in_lines = job.syntax.name == "ntriples" || job.syntax.name == "nquads";
  const Taker checked = [&](QuadBatch batch) {
    check_quads(batch, job.diagnostics);
    // Where nothing is made longer than it stands, batches are counted as they come.
    if (in_lines && job.document->meter) job.document->meter->add_quads(batch.size());
    taker(std::move(batch));
  };
  if (job.syntax.parse != nullptr) {
    parse_stream(job, checked);
  } else if (job.syntax.name == "jsonld" && job.document->meter) {
    parse_jsonld_page(job, checked);
  } else {
    PieceParse{job, checked}.run();
  }
}

}  // namespace semsite
