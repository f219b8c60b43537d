#include "parse/split_parse.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "base/large_turn.hpp"
#include "base/mutex.hpp"
#include "parse/jsonld_parser.hpp"
#include "rdf/nquads_text.hpp"
#include "rdf/page_meter.hpp"
#include "rdf/quad_check.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

using Taker = std::function<void(QuadBatch)>;

/// How far ahead of the oldest unfinished piece others may be, for each worker: what an
/// ordered sink has to hold back is no more than that.
constexpr std::uint64_t kPiecesAheadPerWorker = 8;

/// A longer piece is one statement or document, and may make a quad of two bytes: its
/// quads would take some 500 times as much.
constexpr std::uint64_t kLargePieceBytes = std::uint64_t{512} * 1024;

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

/// Takes the turn when much was read and nothing came of it: whoever reads holds it then,
/// such as a long text or statement. Pages have a turn of their own. One thread at a
/// time.
class TurnSource final : public ByteSource {
 public:
  TurnSource(const SplitParse& job, ByteSource& inner) : job_(job), inner_(inner) {}

  [[nodiscard]] Block read() override {
    Block block = inner_.read();
    held_ += block.bytes.size();
    if (held_ > kLargeBytes) take_turn();
    return block;
  }

  void take_turn() {
    if (turn_ || job_.document->meter) return;
    // Those whose output comes before ours may want the turn, too.
    if (job_.ready) job_.ready();
    turn_.emplace(LargeTurn::Of::data).take();
  }

  /// What was read has been handed on.
  void give_back() {
    held_ = 0;
    turn_.reset();
  }

 private:
  const SplitParse& job_;
  ByteSource& inner_;
  std::uint64_t held_ = 0;
  std::optional<LargeTurn> turn_;
};

void parse_stream(const SplitParse& job, const Taker& taker) {
  StoppableSource stoppable{job.bytes, job.stop};
  TurnSource bytes{job, stoppable};
  QuadBuilder quads{job.document, [&](QuadBatch batch) {
                      taker(std::move(batch));
                      bytes.give_back();
                    }};
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
        bytes_(job, job.bytes),
        splitter_(job.syntax.split({bytes_, *job.document, job.diagnostics,
                                    job.measured.limits(), job.settings})) {}

  void run() {
    std::optional<Numbered> first = take();
    // Alone: nothing is cut behind a large one until it is read.
    for (; first && is_large(first->piece); first = take()) work_on(*std::move(first));
    std::optional<Numbered> second;
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
    const MutexLock lock{mutex_};
    if (error_) std::rethrow_exception(error_);
  }

 private:
  /// A piece, and the number of its first batch.
  struct Numbered {
    Piece piece;
    std::uint64_t number = 0;
  };

  /// What takes much memory, of which there is only so much for all.
  static bool is_large(const Piece& piece) {
    return piece.text.bytes.size() + piece.context_bytes > kLargePieceBytes;
  }

  /// The next piece to parse; nothing at the end, after an error and after a stop. While
  /// a large one is read no other is cut: that could be as large, and its number is not
  /// known.
  std::optional<Numbered> take() {
    const MutexLock lock{mutex_};
    while (!over_ && !open_.empty() &&
           (is_large_open_ || next_ >= *open_.begin() + window_))
      moved_.wait(mutex_);
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
      is_large_open_ = is_large(*piece);
      if (!is_large_open_) bytes_.give_back();
      const std::uint64_t number = piece->sequence + more_;
      return Numbered{.piece = *std::move(piece), .number = number};
    } catch (...) {
      fail(next_);
      return std::nullopt;
    }
  }

  void work(std::optional<Numbered> next) {
    for (; next; next = take()) work_on(*std::move(next));
  }

  void work_on(Numbered work) {
    const std::uint64_t sequence = work.piece.sequence;
    const bool was_large = is_large(work.piece);
    try {
      if (was_large && !job_.document->meter) {
        parse_large(work);
      } else {
        parse(work, nullptr);
      }
    } catch (...) {
      const MutexLock lock{mutex_};
      fail(sequence);
    }
    {
      const MutexLock lock{mutex_};
      open_.erase(sequence);
      if (was_large) is_large_open_ = false;
    }
    moved_.notify_all();
  }

  /// In the turn, which was taken when much of it had been read, and its batches as they
  /// come.
  void parse_large(Numbered& work) {
    {
      // What is handed on now would have to be held until those before it are written.
      const MutexLock lock{mutex_};
      while (*open_.begin() != work.piece.sequence) moved_.wait(mutex_);
    }
    bytes_.take_turn();
    const HandOnFn hand_on = [&](QuadBatch part) {
      if (job_.stop.stop_requested()) throw Stopped{};
      taker_(std::move(part));
      const MutexLock lock{mutex_};
      ++more_;
    };
    try {
      parse(work, &hand_on);
    } catch (const Stopped&) {
      const MutexLock lock{mutex_};
      over_ = true;
    }
    work.piece = {};
    bytes_.give_back();
  }

  void parse(const Numbered& work, const HandOnFn* hand_on) {
    QuadBatch batch{job_.document, work.number};
    try {
      job_.syntax.parse_piece({work.piece, batch, job_.diagnostics,
                               job_.measured.limits(), job_.settings, hand_on});
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

  /// Inside a catch: keeps the error of the earliest piece.
  void fail(std::uint64_t sequence) SEMSITE_REQUIRES(mutex_) {
    over_ = true;
    if (error_ && error_sequence_ < sequence) return;
    error_ = std::current_exception();
    error_sequence_ = sequence;
  }

  const SplitParse& job_;
  const Taker& taker_;
  const std::uint64_t window_;
  TurnSource bytes_;
  std::unique_ptr<Splitter> splitter_ SEMSITE_PT_GUARDED_BY(mutex_);
  Mutex mutex_;
  Condition moved_;
  std::set<std::uint64_t> open_ SEMSITE_GUARDED_BY(mutex_);  ///< given out, not done
  std::uint64_t next_ SEMSITE_GUARDED_BY(mutex_) = 0;
  std::uint64_t more_ SEMSITE_GUARDED_BY(mutex_) = 0;  ///< batches than pieces, so far
  bool is_large_open_ SEMSITE_GUARDED_BY(mutex_) = false;
  bool over_ SEMSITE_GUARDED_BY(mutex_) = false;
  std::exception_ptr error_ SEMSITE_GUARDED_BY(mutex_);
  std::uint64_t error_sequence_ SEMSITE_GUARDED_BY(mutex_) = 0;
};

}  // namespace

void parse_document(const SplitParse& job, const Taker& taker) {
  const bool in_lines = job.syntax.name == "ntriples" || job.syntax.name == "nquads";
  const Taker checked = [&](QuadBatch batch) {
    check_quads(batch, job.diagnostics);
    drop_long_literals(batch, job.diagnostics, job.measured.limits().literal_bytes);
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
