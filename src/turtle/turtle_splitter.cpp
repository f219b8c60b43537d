#include "turtle/turtle_splitter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/byte_scan.hpp"
#include "base/text.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {
constexpr std::size_t kPieceBytes = 64 * 1024;
/// Marks count with 32 bits.
constexpr std::size_t kMostBytes = std::size_t{1} << 31;
/// A statement that has come so far gets all the room it may take at once: doubling would
/// hold it twice.
constexpr std::size_t kLongStatementBytes = 4 * kMiB;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Has it no end of its own?
bool is_open(StatementKind kind) {
  return kind == StatementKind::unfinished || kind == StatementKind::graph_unclosed;
}
}  // namespace

TurtleSplitter::TurtleSplitter(const SplitJob& job, TurtleDialect dialect,
                               std::size_t piece_bytes)
    : bytes_(job.bytes),
      diagnostics_(job.diagnostics),
      limit_(std::min<std::uint64_t>(job.limits.literal_bytes, kMostBytes)),
      piece_bytes_(piece_bytes),
      scanner_(dialect),
      env_(std::make_shared<TurtleEnv>(job.document.base, job.limits.page_iri_bytes)),
      piece_env_(env_) {}

std::optional<Piece> TurtleSplitter::next() {
  for (;;) {
    using Input = StatementScanner::Input;
    if (is_given_up_) std::rethrow_exception(failure_);
    const bool whole = ended_ && !failure_;
    const auto mark = scanner_.next(text(),
                                    whole    ? Input::whole
                                    : ended_ ? Input::broken
                                             : Input::growing,
                                    tokens_);
    if (mark) {
      note(*mark);
      if (is_given_up_) return cut(mark->end);
      // Whether it is the last statement is not known before the next one is looked for.
      if (mark->end >= piece_bytes_ && !(whole && is_open(mark->kind)))
        return cut(mark->end);
    } else if (ended_) {
      if (!statements_.empty()) {
        is_cut_ = whole && is_open(statements_.back().kind);
        return cut(statements_.back().end);
      }
      if (failure_) std::rethrow_exception(failure_);
      return std::nullopt;
    } else {
      fill();
    }
  }
}

void TurtleSplitter::note(const StatementMark& mark) {
  statements_.push_back(mark);
  const auto statement = [&] { return text().substr(mark.begin, mark.end - mark.begin); };
  switch (mark.kind) {
    case StatementKind::directive:
      if (graph_) break;  // not allowed there: the parser says so
      // Pieces that were given, and this one's start, keep what was in force for them.
      if (env_ == piece_env_) env_ = std::make_shared<TurtleEnv>(*env_);
      // Without what it says, what follows would be read as something else.
      if (const auto problem = env_->apply_directive(statement());
          problem && problem->code == TurtleEnv::kTooMuch)
        give_up(*problem);
      break;
    case StatementKind::graph_open:
      graph_ = read_graph_name(statement(), *env_, offset_ + mark.begin);
      break;
    case StatementKind::graph_close:
    case StatementKind::graph_unclosed:
      graph_.reset();
      break;
    case StatementKind::triples:
    case StatementKind::last_triples:
    case StatementKind::unfinished:
      break;
  }
}

void TurtleSplitter::give_up(const TurtleProblem& problem) {
  is_given_up_ = true;
  failure_ = std::make_exception_ptr(
      DocumentError{std::string{problem.code},
                    problem.message + "; the rest of the document cannot be read"});
}

Piece TurtleSplitter::cut(std::size_t size) {
  auto context = std::make_shared<TurtleContext>();
  context->env = std::exchange(piece_env_, env_);
  context->graph = std::exchange(piece_graph_, graph_);
  context->statements = std::exchange(statements_, {});
  context->tokens = std::exchange(tokens_, {});
  tokens_.reserve(context->tokens.size() + context->tokens.size() / 8);
  context->first_column = column_;
  context->is_cut = std::exchange(is_cut_, false);
  Piece piece{.text = {.bytes = text().substr(0, size),
                       .owner = buffer_,
                       .offset = offset_,
                       .first_line = line_},
              .context = std::move(context),
              .sequence = next_sequence_++};
  buffer_is_shared_ = true;
  pass(size);
  return piece;
}

/// Moves the start of the open piece on by `size` bytes.
void TurtleSplitter::pass(std::size_t size) {
  const std::string_view passed = text().substr(0, size);
  const std::size_t line_end = passed.rfind('\n');
  column_ = line_end == std::string_view::npos ? column_ + size : size - line_end;
  line_ += count_line_feeds(passed);
  offset_ += size;
  start_ += size;
  scanner_.forget(size);
}

void TurtleSplitter::fill() {
  if (statements_.empty() && !scanner_.in_statement()) {
    // Nothing but space and comments: forget them, they may be endless.
    pass(scanner_.open_at());
  }
  if (text().size() - scanner_.open_at() > limit_) {
    refuse_long_statement();
    return;
  }
  try {
    read_more();
  } catch (const DocumentError&) {
    failure_ = std::current_exception();
    ended_ = true;
  }
}

void TurtleSplitter::read_more() {
  const Block block = bytes_.read();
  if (block.empty()) {
    ended_ = true;
    return;
  }
  if (buffer_is_shared_) {
    buffer_ = std::make_shared<std::string>(text());
    buffer_is_shared_ = false;
  } else {
    buffer_->erase(0, start_);
  }
  start_ = 0;
  if (buffer_->size() > kLongStatementBytes) buffer_->reserve(limit_ + 2 * kBlockBytes);
  buffer_->append(block.bytes);
  if (at_document_start_) skip_byte_order_mark();
}

void TurtleSplitter::skip_byte_order_mark() {
  if (buffer_->size() < kByteOrderMark.size() && kByteOrderMark.starts_with(*buffer_)) {
    // One byte at a time: wait for the rest before the scanner sees it.
    const Block more = bytes_.read();
    if (!more.empty()) {
      buffer_->append(more.bytes);
      skip_byte_order_mark();
      return;
    }
    ended_ = true;
  }
  at_document_start_ = false;
  if (!buffer_->starts_with(kByteOrderMark)) return;
  start_ = kByteOrderMark.size();
  offset_ = kByteOrderMark.size();
}

void TurtleSplitter::refuse_long_statement() {
  const std::string_view whole = text();
  const std::size_t open_at = scanner_.open_at();
  const std::uint64_t line = line_ + count_line_feeds(whole.substr(0, open_at));
  const std::string message = fmt::format(
      "the statement that begins in line {} is longer than {} (the limit of one "
      "statement; --max-line sets another); the rest of the document cannot be read",
      line, human_bytes(limit_));
  diagnostics_.report({.code = "turtle.too-long",
                       .message = message,
                       .line = line,
                       .column = 1,
                       .statement = whole.substr(open_at, 1024)});
  failure_ = std::make_exception_ptr(DocumentError{"turtle.too-long", message});
  ended_ = true;
}

std::unique_ptr<Splitter> make_turtle_splitter(const SplitJob& job) {
  return std::make_unique<TurtleSplitter>(job, TurtleDialect::turtle, kPieceBytes);
}

std::unique_ptr<Splitter> make_trig_splitter(const SplitJob& job) {
  return std::make_unique<TurtleSplitter>(job, TurtleDialect::trig, kPieceBytes);
}

}  // namespace semsite
